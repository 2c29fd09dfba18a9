import type { CookieSerializeOptions } from '@fastify/cookie';

/** The cookies' names. Over https the `__Host-` prefix makes the browser itself refuse a cookie set for or by another host. */
export function cookieNames(publicUrl: URL): { session: string; login: string } {
  const prefix = publicUrl.protocol === 'https:' ? '__Host-' : '';
  return { session: `${prefix}session`, login: `${prefix}login` };
}

/** How a cookie is set, or with 0 taken back: a browser heeds nothing less of one whose name begins with `__Host-`. */
export function cookieOptions(publicUrl: URL, maxAgeMs: number): CookieSerializeOptions {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.protocol === 'https:',
    maxAge: maxAgeMs / 1000,
  };
}
