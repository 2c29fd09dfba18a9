import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

/**
 * Refuses requests from other sites (SEC-6), by Sec-Fetch-Site, else Origin, else Referer. Plain HTTP in a local network has no
 * Sec-Fetch-Site; our pages send a Referer.
 *
 * `allowDirect` allows a navigation from the address bar or a bookmark, if Sec-Fetch-Site says so. Otherwise it looks like a link from a
 * page that hides its address, and is refused.
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: URL, allowDirect: boolean): void {
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin' || (allowDirect && site === 'none')) return;
    throw new AppError('CROSS_SITE_REQUEST');
  }
  const source = headers.origin ?? headers.referer;
  if (source === undefined || originOf(source) !== publicUrl.origin) throw new AppError('CROSS_SITE_REQUEST');
}

function originOf(url: string): string | null {
  return URL.parse(url)?.origin ?? null;
}
