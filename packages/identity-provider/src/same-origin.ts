import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser sent this request from a page of our own origin. Sec-Fetch-Site says so; browsers leave it out on plain
 * http, where Origin and then Referer have to do. A request that says nothing is not trusted.
 * @param origin the issuer's origin, for example `https://oinkly.example`
 */
export function isSameOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (headers.origin !== undefined) return headers.origin === origin;
  return headers.referer !== undefined && URL.parse(headers.referer)?.origin === origin;
}
