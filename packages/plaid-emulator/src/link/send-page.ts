import type { FastifyReply } from 'fastify';
import { isIpv6 } from './app-origins.ts';

/** An address as one more source of a policy's `form-action`; nothing for null. */
export function formTarget(address: string | null): string {
  if (address === null || !URL.canParse(address)) return '';
  const url = new URL(address);
  // What a policy cannot name stands there with its scheme: an app on a telephone, an IPv6 address.
  return ` ${url.origin === 'null' || isIpv6(url) ? url.protocol : url.origin}`;
}

/** An answer that nobody keeps. */
export function noStore(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store');
}

/** Sends a page under a content security policy. */
export function sendPage(reply: FastifyReply, status: number, policy: string, page: string): FastifyReply {
  return (
    noStore(reply)
      .code(status)
      .type('text/html; charset=utf-8')
      .header('x-content-type-options', 'nosniff')
      // The address is a secret: it may be told to these pages only, never to where they lead.
      .header('referrer-policy', 'same-origin')
      .header('content-security-policy', policy)
      .send(page)
  );
}

/** Sends a file whose name changes with its content. */
export function sendForEver(reply: FastifyReply, type: string, content: string): FastifyReply {
  return reply
    .type(`${type}; charset=utf-8`)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('x-content-type-options', 'nosniff')
    .send(content);
}
