import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

/**
 * Refuses a request that another site has made a browser send (SEC-6): by Sec-Fetch-Site where the browser tells it, else by Origin,
 * else by Referer. Over plain http in a local network there is no Sec-Fetch-Site; our pages send a Referer to us, by their policy.
 *
 * `allowDirect` lets a navigation pass that the person started by hand, from the address bar or a bookmark, where the browser tells that
 * by Sec-Fetch-Site. Without it, such a one cannot be told from a link on a page that keeps its address to itself, and is refused.
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
