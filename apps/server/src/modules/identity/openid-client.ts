import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { AppError } from '../../app-error.ts';
import { EMBEDDED_ISSUER } from './embedded-issuer.ts';

/** An issuer and this app's account at it. */
export interface OpenIdSettings {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /**
   * Where the embedded issuer really listens. It is reached over loopback, because its public address may lead through a proxy that
   * this process cannot pass. Null for an issuer elsewhere.
   */
  loopbackOrigin: string | null;
}

/** What the issuer has proven of the person. */
export interface ProvenIdentity {
  /** The name under which the issuer's people are kept. */
  issuer: string;
  subject: string;
  email: string;
  idToken: string;
  /** When the person last proved it to the issuer; null where it does not say. */
  authenticatedAt: Date | null;
}

/** One sign-in on its way: what must come back as it was sent. */
export interface PendingLogin {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Whom the issuer is to ask again, and how long ago it may have done so at most. */
export interface Reauthentication {
  email: string;
  maxAgeS: number;
}

/** How long the issuer may take to answer one call. */
const ISSUER_TIMEOUT_S = 10;
/** 64 for the name, an @ and 255 for the host (RFC 5321, section 4.5.3.1). */
const MAX_EMAIL_LENGTH = 320;

/** The OpenID Connect code flow with PKCE against one issuer. The issuer is discovered at the first sign-in and then remembered. */
export class OpenIdClient {
  readonly #settings: OpenIdSettings;
  #configuration: Promise<openid.Configuration> | undefined;

  constructor(settings: OpenIdSettings) {
    this.#settings = settings;
  }

  /**
   * Where to send the browser, and what to remember until it returns. An issuer that can is asked to let a newcomer create an account (Initiating
   * User Registration via OpenID Connect 1.0). Throws ISSUER_UNAVAILABLE.
   */
  async begin(who: 'anybody' | 'newcomer' | Reauthentication): Promise<{ url: URL; pending: PendingLogin }> {
    const configuration = await this.#discovered();
    const pending = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      codeVerifier: openid.randomPKCECodeVerifier(),
    };
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#settings.redirectUri,
      scope: 'openid email profile',
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(pending.codeVerifier),
      code_challenge_method: 'S256',
      ...(who === 'newcomer' && canCreate(configuration) && { prompt: 'create' }),
      ...(typeof who === 'object' && { max_age: String(who.maxAgeS), login_hint: who.email }),
    });
    return { url, pending };
  }

  /**
   * Trades the code for the identity, checking issuer, audience, nonce, state and PKCE. That the ID token comes straight from the issuer's
   * own address stands for its signature (OpenID Connect Core 1.0, section 3.1.3.7). `search` is the query of the callback. Whether the
   * person has proved it as lately as was asked for is for the caller to check, in `authenticatedAt`. Throws LOGIN_FAILED, or
   * ISSUER_UNAVAILABLE when the issuer does not answer.
   */
  async finish(search: string, pending: PendingLogin): Promise<ProvenIdentity> {
    const configuration = await this.#discovered();
    const tokens = await openid
      .authorizationCodeGrant(configuration, new URL(`${this.#settings.redirectUri}${search}`), {
        pkceCodeVerifier: pending.codeVerifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      })
      .catch(refuse);
    const claims = tokens.claims();
    if (!claims || !tokens.id_token) throw new AppError('LOGIN_FAILED');
    const email =
      emailIn(claims) ?? emailIn(await fetchUserInfo(configuration, tokens.access_token, claims.sub));
    if (email === undefined) {
      throw new AppError('LOGIN_FAILED', { cause: new Error('The issuer gave no email for this user') });
    }
    const { iss, sub: subject, auth_time: authTime } = claims;
    const issuer = this.#settings.loopbackOrigin === null ? iss : EMBEDDED_ISSUER;
    const authenticatedAt = authTime === undefined ? null : new Date(authTime * 1000);
    return { issuer, subject, email, idToken: tokens.id_token, authenticatedAt };
  }

  /**
   * Returns where the browser signs out at the issuer too; null when the issuer has no such page. An issuer elsewhere gets the ID token as a
   * hint in the address: a form sent from here would come without its SameSite=Lax cookies, and some refuse to return without the hint.
   */
  async endSessionUrl(idToken: string | null, returnTo: URL): Promise<URL | null> {
    const configuration = await this.#discovered();
    const { issuer, end_session_endpoint: page } = configuration.serverMetadata();
    if (!page) return null;
    // It holds the email, and addresses are logged. The embedded issuer knows by the browser's headers that we ask.
    const isEmbedded = this.#settings.loopbackOrigin !== null;
    // An issuer rejects a token from before it had this address.
    const isItsOwn = !isEmbedded && idToken !== null && decodeJwt(idToken).iss === issuer;
    return openid.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: returnTo.href,
      ...(isItsOwn && { id_token_hint: idToken }),
    });
  }

  async #discovered(): Promise<openid.Configuration> {
    this.#configuration ??= this.#discover();
    try {
      return await this.#configuration;
    } catch (cause) {
      // The next sign-in asks again.
      this.#configuration = undefined;
      throw new AppError('ISSUER_UNAVAILABLE', { cause });
    }
  }

  async #discover(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const isPlainHttp = issuer.protocol === 'http:';
    return openid.discovery(issuer, clientId, undefined, secretAsTaken(clientSecret), {
      timeout: ISSUER_TIMEOUT_S,
      execute: isPlainHttp ? [openid.allowInsecureRequests] : [],
      [openid.customFetch]: (url, options) =>
        fetch(this.#reachable(url), { ...options, body: ownedBody(options.body) }),
    });
  }

  #reachable(url: string): string {
    const { issuer, loopbackOrigin } = this.#settings;
    return loopbackOrigin === null ? url : url.replace(issuer.origin, loopbackOrigin);
  }
}

/** Whether the issuer says that it leads newcomers to where they create an account; one that does not might refuse to be asked. */
function canCreate(configuration: openid.Configuration): boolean {
  const { prompt_values_supported: prompts } = configuration.serverMetadata();
  return Array.isArray(prompts) && prompts.includes('create');
}

/**
 * Sends the secret in the body to an issuer that says it takes it there, else in the header, which every issuer takes that says nothing
 * (OpenID Connect Discovery 1.0, section 3). The body comes first because issuers do not agree on how the header is encoded.
 */
function secretAsTaken(secret: string): openid.ClientAuth {
  const inBody = openid.ClientSecretPost(secret);
  const inHeader = openid.ClientSecretBasic(secret);
  return (issuer, ...request) => {
    const takesBody = issuer.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    (takesBody ? inBody : inHeader)(issuer, ...request);
  };
}

/** The e-mail that an issuer tells; undefined without one, and when what it tells in its place cannot be one and is not fit to be shown. */
function emailIn(claims: Record<string, unknown>): string | undefined {
  const { email } = claims;
  const isFit =
    typeof email === 'string' &&
    email !== '' &&
    email.length <= MAX_EMAIL_LENGTH &&
    !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(email);
  return isFit ? email : undefined;
}

/** What most issuers tell apart that leave the e-mail out of the ID token (OpenID Connect Core 1.0, section 5.4). */
async function fetchUserInfo(
  configuration: openid.Configuration,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (!configuration.serverMetadata().userinfo_endpoint) return {};
  return openid.fetchUserInfo(configuration, accessToken, subject).catch(refuse);
}

/** A body whose bytes are surely not shared memory, which `fetch` does not take. */
function ownedBody(body: openid.FetchBody) {
  return body instanceof Uint8Array ? new Uint8Array(body) : body;
}

/** Throws why nobody can be signed in. */
function refuse(cause: unknown): never {
  throw new AppError(isUnreachable(cause) ? 'ISSUER_UNAVAILABLE' : 'LOGIN_FAILED', { cause });
}

/** Whether the issuer did not answer at all, or only with a server error. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof openid.ClientError)) return error instanceof TypeError;
  return error.code === 'OAUTH_TIMEOUT' || error.cause instanceof TypeError;
}
