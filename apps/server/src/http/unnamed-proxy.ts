import type { FastifyInstance } from 'fastify';

/**
 * Warns once of `X-Forwarded-For` from outside TRUSTED_PROXIES: all users then share one network's limits.
 * Call it before adding routes.
 */
export function warnOfUnnamedProxy(server: FastifyInstance): void {
  let hasWarned = false;
  server.addHook('onRequest', (request, _reply, done) => {
    done();
    if (hasWarned || request.headers['x-forwarded-for'] === undefined) return;
    const { ip, ips = [] } = request;
    // Fastify trusts this peer, so it reads on in the header.
    if (ips.length > 1) return;
    hasWarned = true;
    server.log.warn(
      { peer: ip, setting: 'TRUSTED_PROXIES' },
      'Ignored X-Forwarded-For from a peer that TRUSTED_PROXIES does not name. If the peer is your proxy, add it.',
    );
  });
}
