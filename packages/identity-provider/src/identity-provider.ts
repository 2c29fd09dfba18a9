import type { EventEmitter } from 'node:events';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { addInteractionRoutes } from './interaction-routes.ts';
import { createProvider } from './oidc/create-provider.ts';
import { addProviderRoutes } from './oidc/provider-routes.ts';
import type { IdentityProviderOptions } from './options.ts';
import { assets, fontsAsset, type Asset } from './pages/assets.ts';
import type { Site } from './pages/layout.ts';
import { RateLimits } from './rate-limits.ts';
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts';
import { loadKeys } from './storage/keys.ts';
import { openDatabase } from './storage/open-database.ts';

/**
 * The embedded OpenID provider: accounts with e-mail and password, on pages of its own. Register it with the path of the issuer
 * as prefix. All state is in the schema `identity` of the database, so any number of processes can serve one issuer.
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
    supportEmail: options.supportEmail,
    fonts: options.fonts && fontsAsset(options.fonts),
  };
  const headers = securityHeaders(
    contentSecurityPolicy([...client.redirectUris, ...client.postLogoutRedirectUris]),
  );

  const pool = await openDatabase(options.databaseUrl, (error) =>
    app.log.warn({ err: error }, 'A connection of the identity provider was lost'),
  );
  app.addHook('onClose', async () => pool.end());
  const provider = createProvider({ options, pool, keys: await loadKeys(pool), site });
  provider.on('server_error', (_ctx, error) => app.log.error({ err: error }, 'The identity provider failed'));
  // What goes wrong outside of the protocol, such as a connection that breaks in the middle of an answer.
  const server: EventEmitter = provider;
  server.on('error', (error: unknown) =>
    app.log.error({ err: error }, 'The identity provider failed to answer'),
  );

  app.addHook('onSend', async (_request, reply) => {
    reply.headers(headers);
  });
  addAssetRoutes(app, site.fonts ? [...assets, site.fonts] : assets);
  await app.register(async (pages) => {
    if (!pages.hasContentTypeParser('application/x-www-form-urlencoded')) {
      await pages.register(formbody);
    }
    addInteractionRoutes(pages, {
      provider,
      pool,
      limits: new RateLimits(pool, clock, options.limits),
      site,
      origin: issuer.origin,
      clock,
    });
  });
  await app.register(async (scope) => addProviderRoutes(scope, { provider, issuer, headers }));
};

function addAssetRoutes(app: FastifyInstance, assets: readonly Asset[]): void {
  for (const { name, contentType, content } of assets) {
    app.get(`/assets/${name}`, async (_request, reply) =>
      reply.type(contentType).header('cache-control', 'public, max-age=31536000, immutable').send(content),
    );
  }
}
