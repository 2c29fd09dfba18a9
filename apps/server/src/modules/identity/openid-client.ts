import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { AppError } from '../../errors/app-error.ts';
import { EMBEDDED_ISSUER } from './embedded-issuer.ts';

export interface OpenIdSettings {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /**
   * Where the embedded issuer listens, because its public address may lead through a proxy. Null for other
   * issuers.
   */
  loopbackOrigin: string | null;
  /** Sent with each call to the embedded issuer. */
  headers?: Record<string, string>;
  /** `DEFAULT_SCOPES` if absent. */
  scopes?: string | null;
  /** Users without it are refused; every user may log in if absent. */
  requiredClaim?: RequiredClaim | null;
}

/** A claim that must be the value, or a list with it. */
interface RequiredClaim {
  name: string;
  value: string;
}

export interface ProvenIdentity {
  issuer: string;
  subject: string;
  email: string;
  isEmailConfirmed: boolean;
  idToken: string;
  /** Null if the issuer does not say. */
  authenticatedAt: Date | null;
}

/** What a login needs again, unchanged, when the browser returns. */
export interface PendingLogin {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface Reauthentication {
  email: string;
  maxAgeS: number;
}

const DEFAULT_SCOPES = 'openid email profile';
const ISSUER_TIMEOUT_S = 10;
/** 64 for the name, an @ and 255 for the host (RFC 5321, section 4.5.3.1). */
const MAX_EMAIL_LENGTH = 320;

/** The OpenID Connect code flow with PKCE. The first login discovers the issuer. */
export class OpenIdClient {
  readonly #settings: OpenIdSettings;
  #configuration: Promise<openid.Configuration> | undefined;

  constructor(settings: OpenIdSettings) {
    this.#settings = settings;
  }

  /**
   * New users go to account creation if the issuer supports it (Initiating User Registration via OpenID
   * Connect 1.0). Throws ISSUER_UNAVAILABLE.
   */
  async begin(who: 'any-user' | 'new-user' | Reauthentication): Promise<{ url: URL; pending: PendingLogin }> {
    const configuration = await this.#discovered();
    const pending = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      codeVerifier: openid.randomPKCECodeVerifier(),
    };
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#settings.redirectUri,
      scope: this.#settings.scopes ?? DEFAULT_SCOPES,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(pending.codeVerifier),
      code_challenge_method: 'S256',
      ...(who === 'new-user' && canCreate(configuration) && { prompt: 'create' }),
      ...(typeof who === 'object' && { max_age: String(who.maxAgeS), login_hint: who.email }),
    });
    return { url, pending };
  }

  /**
   * Checks issuer, audience, nonce, state and PKCE. The ID token comes straight from the issuer, so its
   * signature needs no check (OpenID Connect Core 1.0, section 3.1.3.7). The caller checks `authenticatedAt`.
   * Throws LOGIN_FAILED, ISSUER_UNAVAILABLE, or USER_NOT_ALLOWED without the required claim.
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
    const required = this.#settings.requiredClaim;
    const isWhole = emailIn(claims) !== undefined && (!required || claims[required.name] !== undefined);
    const apart = isWhole ? {} : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
    if (required && !isGranted(claims[required.name] ?? apart[required.name], required.value)) {
      throw new AppError('USER_NOT_ALLOWED', {
        cause: new Error(`The claim ${required.name} of this user lacks ${required.value}`),
      });
    }
    const source = emailIn(claims) === undefined ? apart : claims;
    const email = emailIn(source);
    if (email === undefined) {
      throw new AppError('LOGIN_FAILED', { cause: new Error('The issuer gave no email for this user') });
    }
    const { iss, sub: subject, auth_time: authTime } = claims;
    const issuer = this.#settings.loopbackOrigin === null ? iss : EMBEDDED_ISSUER;
    const authenticatedAt = authTime === undefined ? null : new Date(authTime * 1000);
    // Some issuers send a text.
    const isEmailConfirmed = source['email_verified'] === true || source['email_verified'] === 'true';
    return { issuer, subject, email, isEmailConfirmed, idToken: tokens.id_token, authenticatedAt };
  }

  /**
   * Null if the issuer has none. Other issuers get the ID token in the address: a form would lack their
   * SameSite=Lax cookies, and some need the hint to return.
   */
  async endSessionUrl(idToken: string | null, returnTo: URL): Promise<URL | null> {
    const configuration = await this.#discovered();
    const { issuer, end_session_endpoint: page } = configuration.serverMetadata();
    if (!page) return null;
    // The token holds the email, and addresses are logged. The embedded issuer recognizes our request by its
    // headers.
    const isEmbedded = this.#settings.loopbackOrigin !== null;
    // An issuer rejects tokens from before it had this address.
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
      // The next login discovers it again.
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
        fetch(this.#reachable(url), {
          ...options,
          headers: { ...options.headers, ...this.#settings.headers },
          body: ownedBody(options.body),
        }),
    });
  }

  #reachable(url: string): string {
    const { issuer, loopbackOrigin } = this.#settings;
    return loopbackOrigin === null ? url : url.replace(issuer.origin, loopbackOrigin);
  }
}

/** An issuer that does not announce it might refuse the request. */
function canCreate(configuration: openid.Configuration): boolean {
  const { prompt_values_supported: prompts } = configuration.serverMetadata();
  return Array.isArray(prompts) && prompts.includes('create');
}

/**
 * In the body if announced, else in the header, the default (OpenID Connect Discovery 1.0, section 3). Issuers disagree on the header's
 * encoding.
 */
function secretAsTaken(secret: string): openid.ClientAuth {
  const inBody = openid.ClientSecretPost(secret);
  const inHeader = openid.ClientSecretBasic(secret);
  return (issuer, ...request) => {
    const takesBody = issuer.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    (takesBody ? inBody : inHeader)(issuer, ...request);
  };
}

function emailIn(claims: Record<string, unknown>): string | undefined {
  const { email } = claims;
  const isFit =
    typeof email === 'string' &&
    email !== '' &&
    email.length <= MAX_EMAIL_LENGTH &&
    !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(email);
  return isFit ? email : undefined;
}

function isGranted(claim: unknown, value: string): boolean {
  const granted: unknown[] = Array.isArray(claim) ? claim : [claim];
  return granted.some((one) => one === value || (typeof one === 'boolean' && String(one) === value));
}

/** Most issuers without the email in the ID token report it here (OpenID Connect Core 1.0, section 5.4). */
async function fetchUserInfo(
  configuration: openid.Configuration,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (!configuration.serverMetadata().userinfo_endpoint) return {};
  return openid.fetchUserInfo(configuration, accessToken, subject).catch(refuse);
}

/** `fetch` refuses memory that may be shared. */
function ownedBody(body: openid.FetchBody) {
  return body instanceof Uint8Array ? new Uint8Array(body) : body;
}

function refuse(cause: unknown): never {
  throw new AppError(isUnreachable(cause) ? 'ISSUER_UNAVAILABLE' : 'LOGIN_FAILED', { cause });
}

/** No answer, or only a server error. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof openid.ClientError)) return error instanceof TypeError;
  return error.code === 'OAUTH_TIMEOUT' || error.cause instanceof TypeError;
}
