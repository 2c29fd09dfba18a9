import type { EventEmitter } from 'node:events';
import formbody from '@fastify/formbody';
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Provider } from 'oidc-provider';
import { AccountHandlers } from './account/account-handlers.ts';
import { addAccountRoutes } from './account/account-routes.ts';
import { addAuthenticatorAppRoutes } from './account/authenticator-app-routes.ts';
import { AttemptLog } from './attempt-log.ts';
import { AuthenticatorApps } from './authenticator-apps/authenticator-apps.ts';
import { addCodeRoutes } from './code-routes.ts';
import { addConfirmationLinkRoutes } from './confirmation-link-routes.ts';
import { addForgotPasswordRoutes } from './forgot-password-routes.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { addInteractionRoutes } from './interaction-routes.ts';
import { addNewPasswordRoutes } from './new-password-routes.ts';
import { CurrentProvider } from './oidc/current-provider.ts';
import { createProvider } from './oidc/create-provider.ts';
import { addProviderRoutes } from './oidc/provider-routes.ts';
import { OPEN_SIGN_UP, type IdentityProviderOptions } from './options.ts';
import { addPasswordLinkRoutes } from './password-link-routes.ts';
import { setPageErrors, setProtocolErrors } from './page-replies.ts';
import { assets, loadFormScript, loadPasskeyScript, type Asset } from './pages/assets.ts';
import type { Site } from './pages/layout.ts';
import { Passkeys } from './passkeys/passkeys.ts';
import { RateLimits } from './rate-limits.ts';
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts';
import { takeTurns } from './take-turns.ts';
import { openDatabase } from './storage/open-database.ts';

/**
 * The embedded OpenID provider (ADR 6). Several processes can serve one issuer.
 * @throws Error when the prefix is not the issuer's path, or the database cannot be reached
 */
export const identityProvider: FastifyPluginAsync<IdentityProviderOptions> = async (app, options) => {
  const issuer = new URL(options.issuer);
  if (app.prefix !== issuer.pathname) {
    throw new Error(
      `The identity provider for ${options.issuer} must be registered under ${issuer.pathname}.`,
    );
  }
  const { client, clock } = options;
  const site: Site = {
    productName: options.productName,
    basePath: issuer.pathname,
    startUrl: `${issuer.origin}/api/login`,
    homeUrl: `${issuer.origin}/`,
    returnUrl: options.returnUrl,
    privacyUrl: options.privacyUrl,
    accessibilityUrl: options.accessibilityUrl,
    supportEmail: options.supportEmail,
    sendsMail: options.mail !== undefined,
    fonts: options.fonts,
    formScript: await loadFormScript(),
    passkeyScript: await loadPasskeyScript(),
  };
  const headers = securityHeaders(
    contentSecurityPolicy([...client.redirectUris, ...client.postLogoutRedirectUris]),
  );

  const pool = await openDatabase(options.databaseUrl, (error) =>
    app.log.warn({ err: error }, 'A connection of the identity provider was lost'),
  );
  app.addHook('onClose', async () => pool.end());
  const provider = await CurrentProvider.open({
    pool,
    clock,
    create: (keys) => logFailures(createProvider({ options, pool, keys, site }), app.log),
  });

  app.addHook('onSend', async (_request, reply) => {
    reply.headers(headers);
  });
  addAssetRoutes(app, [...assets, site.formScript, site.passkeyScript]);
  const limits = new RateLimits(pool, options);
  const knownBrowsers = new KnownBrowsers({ provider, clock, issuer });
  const attempts = new AttemptLog(options);
  const { productName, secretBox } = options;
  const passkeys = new Passkeys({ pool, clock, issuer, productName });
  const authenticatorApps = new AuthenticatorApps({ pool, clock, secretBox, productName });
  await app.register(async (pages) => {
    if (!pages.hasContentTypeParser('application/x-www-form-urlencoded')) {
      await pages.register(formbody);
    }
    setPageErrors(pages, { site, provider });
    takeTurns(pages, options);
    const parts = { provider, pool, limits, knownBrowsers, attempts, passkeys, authenticatorApps, site };
    const signUp = options.signUp ?? OPEN_SIGN_UP;
    const { origin } = issuer;
    addInteractionRoutes(pages, { ...parts, signUp, origin, clock });
    addCodeRoutes(pages, { ...parts, origin, clock });
    const { mail, onLoginsEnded, onEmailConfirmed, otherAccess = [] } = options;
    addNewPasswordRoutes(pages, { provider, pool, limits, site, origin, mail, otherAccess });
    addPasswordLinkRoutes(pages, {
      pool,
      site,
      origin,
      clock,
      mail,
      onLoginsEnded,
      onEmailConfirmed,
      otherAccess,
    });
    addConfirmationLinkRoutes(pages, { pool, site, origin, clock, onEmailConfirmed });
    if (mail) addForgotPasswordRoutes(pages, { ...parts, origin, mail });
    const handlers = new AccountHandlers({ provider, pool, site, issuer, onLoginsEnded, otherAccess });
    addAccountRoutes(pages, { ...parts, handlers, mail, otherAccess });
    addAuthenticatorAppRoutes(pages, { ...parts, handlers, mail });
  });
  await app.register(async (endpoints) => {
    setProtocolErrors(endpoints, site);
    addProviderRoutes(endpoints, { provider, issuer, headers });
  });
};

function logFailures(provider: Provider, log: FastifyBaseLogger): Provider {
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'The identity provider failed'));
  // Errors outside of the protocol, such as a connection lost during a response.
  const server: EventEmitter = provider;
  server.on('error', (error: unknown) => log.error({ err: error }, 'The identity provider failed to answer'));
  return provider;
}

function addAssetRoutes(app: FastifyInstance, assets: readonly Asset[]): void {
  for (const { name, contentType, content } of assets) {
    app.get(`/assets/${name}`, async (_request, reply) =>
      reply.type(contentType).header('cache-control', 'public, max-age=31536000, immutable').send(content),
    );
  }
}
