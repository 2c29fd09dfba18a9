import type { FastifyInstance } from 'fastify';

/**
 * Warns once in the log when `X-Forwarded-For` comes from a peer that TRUSTED_PROXIES does not name. Behind such a proxy all people seem
 * to come from one network and share its limits. To be called before routes are added.
 */
export function warnOfUnnamedProxy(server: FastifyInstance): void {
  let hasWarned = false;
  server.addHook('onRequest', (request, _reply, done) => {
    done();
    if (hasWarned || request.headers['x-forwarded-for'] === undefined) return;
    const { ip, socket } = request;
    // Fastify looks behind a peer only if it is trusted.
    if (ip !== socket.remoteAddress) return;
    hasWarned = true;
    server.log.warn(
      { peer: ip, setting: 'TRUSTED_PROXIES' },
      'Ignored X-Forwarded-For from a peer that TRUSTED_PROXIES does not name. If the peer is your proxy, add it.',
    );
  });
}
