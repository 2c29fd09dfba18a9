import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';

/**
 * By Sec-Fetch-Site, else Origin, else Referer (SEC-6): over plain HTTP browsers send no Sec-Fetch-Site.
 *
 * `allowDirect` allows the address bar and bookmarks if Sec-Fetch-Site says so; otherwise they look like a link from a page that hides its
 * address.
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
