import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The origins under which a lab answers: the public one, and this machine's names. */
export function ownOrigins(publicUrl: string, port: number): ReadonlySet<string> {
  const onThisMachine = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:${port}`);
  return new Set([publicUrl, ...onThisMachine].map((url) => new URL(url).origin));
}

function isOwnPage({ headers }: FastifyRequest, origins: ReadonlySet<string>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return headers.origin === undefined || origins.has(headers.origin);
}

/**
 * Refuses requests under another name, as after DNS rebinding, and changes that a page of another site sends. Plaid's Link is
 * meant for other sites and has its own list of them.
 */
export function refuseForeignRequests(app: FastifyInstance, origins: ReadonlySet<string>): void {
  const hosts = new Set(Array.from(origins, (origin) => new URL(origin).host));
  app.addHook('onRequest', async (request, reply) => {
    const host = request.headers.host ?? '';
    if (!hosts.has(host.toLowerCase())) {
      return reply.code(421).send('This lab answers only under its own address: see --public-url.\n');
    }
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (isReading || request.url.startsWith('/plaid/') || isOwnPage(request, origins)) return;
    return reply.code(403).send('Only pages of this lab may change it.\n');
  });
}
