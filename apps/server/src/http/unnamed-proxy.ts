import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Warns once of `X-Forwarded-For` from outside TRUSTED_PROXIES: all users then share one network's limits.
 * Call it before adding routes.
 */
export function warnOfUnnamedProxy(server: FastifyInstance): void {
  let hasWarned = false;
  server.addHook('onRequest', (request, _reply, done) => {
    done();
    if (hasWarned || forwardingOf(request) !== 'ignored') return;
    hasWarned = true;
    server.log.warn(
      { peer: request.ip, setting: 'TRUSTED_PROXIES' },
      'Ignored X-Forwarded-For from a peer that TRUSTED_PROXIES does not name. If the peer is your proxy, add it.',
    );
  });
}

/** Whether the request has an `X-Forwarded-For`, and whether TRUSTED_PROXIES names its peer. */
export function forwardingOf({ headers, ips = [] }: FastifyRequest): 'no' | 'believed' | 'ignored' {
  if (headers['x-forwarded-for'] === undefined) return 'no';
  // Fastify trusts this peer, so it reads on in the header.
  return ips.length > 1 ? 'believed' : 'ignored';
}
