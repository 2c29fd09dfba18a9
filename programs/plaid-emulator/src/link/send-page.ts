import type { FastifyReply } from 'fastify';
import { isIpv6 } from './app-origins.ts';

/** An address as another `form-action` source; empty for null. */
export function formTarget(address: string | null): string {
  if (address === null || !URL.canParse(address)) return '';
  const url = new URL(address);
  // A CSP names an app scheme or an IPv6 address only by scheme.
  return ` ${url.origin === 'null' || isIpv6(url) ? url.protocol : url.origin}`;
}

export function noStore(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store');
}

export function sendPage(reply: FastifyReply, status: number, policy: string, page: string): FastifyReply {
  return (
    noStore(reply)
      .code(status)
      .type('text/html; charset=utf-8')
      // The address is a secret: only these pages may receive it as referrer.
      .header('referrer-policy', 'same-origin')
      .header('content-security-policy', policy)
      .send(page)
  );
}

/** For files whose name changes with their content. */
export function sendForEver(reply: FastifyReply, type: string, content: string): FastifyReply {
  return reply
    .type(`${type}; charset=utf-8`)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .send(content);
}
