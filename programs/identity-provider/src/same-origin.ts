import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser sent this request from our own origin, by Sec-Fetch-Site, or on plain http by Origin,
 * then Referer. False without any of them. The app has its own: as an option, an embedder could weaken this one.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (headers.origin !== undefined) return headers.origin === origin;
  return headers.referer !== undefined && URL.parse(headers.referer)?.origin === origin;
}
