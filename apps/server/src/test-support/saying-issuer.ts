import {
  OpenIdClient,
  type ProvenIdentity,
  type Reauthentication,
} from '../modules/identity/openid-client.ts';

/** Answers what the test sets. */
export class SayingIssuer extends OpenIdClient {
  readonly #issuer: string;
  proven: Pick<ProvenIdentity, 'subject' | 'authenticatedAt'> = { subject: '', authenticatedAt: null };
  isEmailConfirmed = false;
  asked: Reauthentication | undefined;
  /** Runs between the issuer's answer and the app's callback. */
  meanwhile: () => Promise<unknown> = async () => undefined;

  constructor(issuer: string) {
    super({
      issuer: new URL(issuer),
      clientId: 'app',
      clientSecret: 'secret',
      redirectUri: 'http://localhost:3000/api/login/callback',
      loopbackOrigin: null,
    });
    this.#issuer = issuer;
  }

  override async begin(who: Parameters<OpenIdClient['begin']>[0]) {
    this.asked = typeof who === 'object' ? who : undefined;
    return { url: new URL(this.#issuer), pending: { state: 's', nonce: 'n', codeVerifier: 'v' } };
  }

  override async finish(): Promise<ProvenIdentity> {
    const { proven } = this;
    await this.meanwhile();
    return {
      issuer: this.#issuer,
      email: `${proven.subject}@example.org`,
      isEmailConfirmed: this.isEmailConfirmed,
      idToken: 'id-token',
      ...proven,
    };
  }
}
