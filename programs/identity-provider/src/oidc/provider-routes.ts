import type { FastifyInstance } from 'fastify';
import type { CurrentProvider } from './current-provider.ts';

/**
 * Passes all other requests to the OpenID library, body unread. The library builds URLs from the request, so
 * host and scheme become the issuer's.
 */
export function addProviderRoutes(
  app: FastifyInstance,
  { provider, issuer, headers }: { provider: CurrentProvider; issuer: URL; headers: Record<string, string> },
): void {
  const basePath = issuer.pathname;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  // The library's preflight would allow every origin.
  app.options('/*', async (_request, reply) => reply.code(405).header('allow', 'GET, HEAD, POST').send());

  const method = app.supportedMethods.filter((each) => each !== 'OPTIONS');
  app.route({
    method,
    url: '/*',
    handler: async (request, reply) => {
      const { raw } = request;
      delete raw.headers['x-forwarded-for'];
      raw.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
      raw.headers['x-forwarded-host'] = issuer.host;
      const originalUrl = raw.url ?? '/';
      Object.assign(raw, { originalUrl, url: originalUrl.slice(basePath.length) });

      const current = await provider.get();
      reply.hijack();
      // Our headers override the host's.
      const fromHost = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
      for (const [name, value] of [...fromHost, ...Object.entries(headers)]) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      await current.callback()(raw, reply.raw);
    },
  });
}
