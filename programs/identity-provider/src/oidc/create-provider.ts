import { randomBytes } from 'node:crypto';
import {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import type pg from 'pg';
import type { IdentityProviderOptions } from '../options.ts';
import { expiredPage, problemPage, signedOutPage } from '../pages/message-pages.ts';
import type { Site } from '../pages/layout.ts';
import { signOutPage } from '../pages/sign-out-page.ts';
import { isSameOrigin } from '../same-origin.ts';
import { findAccount, isVoid } from '../storage/accounts.ts';
import type { Keys } from '../storage/keys.ts';
import { PostgresAdapter } from './postgres-adapter.ts';
import { replacePassingPages } from './replace-passing-pages.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const SESSION_S = 12 * HOUR_S;
const SCOPES = ['openid', 'email', 'profile'];
const { Check, Prompt } = interactionPolicy;

/** `prompt` that asks to create an account (Initiating User Registration via OpenID Connect 1.0). */
export const CREATE = 'create';

/** Prompt after a login by a password that an administrator set. */
export const NEW_PASSWORD = 'new_password';

export const ACCOUNT_CLIENT_ID = 'account-page';

const PAGES_OF_PROMPTS: Partial<Record<string, string>> = {
  [CREATE]: '?as=new',
  [NEW_PASSWORD]: '/new-password',
};

interface Parts {
  options: IdentityProviderOptions;
  pool: pg.Pool;
  keys: Keys;
  site: Site;
}

/**
 * Creates the OpenID provider: the code flow with PKCE for one client without consent, and its sign-out.
 * Other features of the library are off.
 */
export function createProvider({ options, pool, keys, site }: Parts): Provider {
  const issuer = new URL(options.issuer);
  const secure = issuer.protocol === 'https:';
  const cookiePrefix = secure ? '__Secure-idp' : 'idp';
  // A client that asks for it gets an error.
  const policy = interactionPolicy.base();
  policy.remove('consent');
  policy.add(new Prompt({ name: CREATE, requestable: true }), 0);
  policy
    .get('login')
    ?.checks.add(
      new Check(
        'log_in_ended',
        'End-User authentication is required',
        ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
      ),
    );
  policy.add(
    new Prompt(
      { name: NEW_PASSWORD, requestable: false },
      // A passkey could be stolen: setting a password needs the old one.
      new Check(
        'temporary_password',
        'The password must be changed',
        ({ oidc }) => isByPassword(oidc.session) && isWithTemporaryPassword(oidc.account),
      ),
    ),
  );

  const configuration: Configuration = {
    adapter: (model) => new PostgresAdapter(pool, model),
    jwks: { keys: keys.signingKeys },
    clients: [
      {
        client_id: options.client.clientId,
        client_secret: options.client.clientSecret,
        redirect_uris: options.client.redirectUris,
        post_logout_redirect_uris: options.client.postLogoutRedirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
      {
        // It only requests a login; the pages then read the session.
        client_id: ACCOUNT_CLIENT_ID,
        client_secret: randomBytes(32).toString('base64url'),
        redirect_uris: [`${options.issuer}/account/logged-in`],
        grant_types: [],
        response_types: ['none'],
      },
    ],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    responseTypes: ['code', 'none'],
    scopes: SCOPES,
    claims: { openid: ['sub', 'auth_time', 'amr'], email: ['email', 'email_verified'], profile: [] },
    // The application reads the email from the ID token without a second request.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: {
      keys: keys.cookieKeys,
      names: {
        session: `${cookiePrefix}-session`,
        interaction: `${cookiePrefix}-interaction`,
        resume: `${cookiePrefix}-resume`,
      },
      long: { signed: true, httpOnly: true, sameSite: 'lax', secure, path: issuer.pathname },
      // The library sets their path to the interaction's.
      short: { signed: true, httpOnly: true, sameSite: 'lax', secure },
    },
    ttl: {
      AuthorizationCode: MINUTE_S,
      AccessToken: 10 * MINUTE_S,
      IdToken: 10 * MINUTE_S,
      Interaction: HOUR_S,
      Grant: SESSION_S,
      Session: SESSION_S,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx, form) => {
          ctx.body = signOutPage(site, form, isAskedByClient(ctx, issuer.origin));
        },
        postLogoutSuccessSource: async (ctx) => {
          ctx.body = signedOutPage(site);
        },
      },
      userinfo: { enabled: true },
      claimsParameter: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
    },
    // The library does not publish these.
    discovery: {
      prompt_values_supported: [
        'none',
        ...policy.filter((each) => each.requestable).map((each) => each.name),
      ],
    },
    interactions: {
      policy,
      // The cookie covers everything below this path.
      url: (_ctx, { uid, prompt }) =>
        `${site.basePath}/interaction/${uid}${PAGES_OF_PROMPTS[prompt.name] ?? ''}`,
    },
    findAccount: async (ctx, id, token) => {
      const account = await findAccount(pool, id);
      const signIn =
        token && 'authTime' in token
          ? { at: token.authTime, sessionUid: token.sessionUid }
          : { at: ctx.oidc.session?.loginTs, sessionUid: ctx.oidc.session?.uid };
      if (account === undefined || isVoid(signIn, account)) return undefined;
      return {
        accountId: account.id,
        mustChangePassword: account.mustChangePassword,
        claims: async () => ({
          sub: account.id,
          email: account.email,
          email_verified: account.isEmailConfirmed,
        }),
      };
    },
    loadExistingGrant,
    renderError: async (ctx, out, error) => {
      ctx.type = 'html';
      ctx.body =
        error instanceof errors.SessionNotFound
          ? expiredPage(site)
          : problemPage(site, `We couldn’t log you in (${out.error}).`);
    },
  };

  const provider = new Provider(options.issuer, configuration);
  // `provider-routes.ts` sets the proxy headers to the issuer's host and scheme.
  provider.proxy = true;
  requireModelNames(provider);
  replacePassingPages(provider, site);
  return provider;
}

/** Models are stored by class name: a bundler that shortens names would mix up sessions, codes and tokens. */
function requireModelNames(provider: Provider): void {
  for (const name of ['Session', 'Interaction', 'Grant', 'AuthorizationCode', 'AccessToken'] as const) {
    if (provider[name].name !== name) {
      throw new Error('The names of classes were lost in bundling: oidc-provider needs esbuild’s keepNames.');
    }
  }
}

export function isByPassword(session: { amr?: string[] | undefined } | undefined): boolean {
  return session?.amr?.includes('pwd') === true;
}

function isWithTemporaryPassword(account: object | undefined): boolean {
  return account !== undefined && 'mustChangePassword' in account && account.mustChangePassword === true;
}

/** The client is our own application. */
async function loadExistingGrant(ctx: KoaContextWithOIDC) {
  const { client, provider, session } = ctx.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (existing?.accountId === session.accountId) return existing;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(SCOPES.join(' '));
  await grant.save();
  return grant;
}

/** A link from another site must not sign out. */
function isAskedByClient(ctx: KoaContextWithOIDC, origin: string): boolean {
  const { headers } = ctx.req;
  const isByHand = headers['sec-fetch-site'] === 'none';
  return isByHand || ctx.oidc.entities.IdTokenHint !== undefined || isSameOrigin(headers, origin);
}
