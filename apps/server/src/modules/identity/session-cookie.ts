import type { CookieSerializeOptions } from '@fastify/cookie';

/** The cookies' names. With `__Host-`, browsers refuse cookies of other hosts. */
export function cookieNames(publicUrl: URL): { session: string; login: string; signedOut: string } {
  const prefix = publicUrl.protocol === 'https:' ? '__Host-' : '';
  return { session: `${prefix}session`, login: `${prefix}login`, signedOut: `${prefix}signed-out` };
}

/** Returns a cookie's options. An age of 0 deletes it: a `__Host-` name needs the same options. */
export function cookieOptions(publicUrl: URL, maxAgeMs: number): CookieSerializeOptions {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.protocol === 'https:',
    maxAge: maxAgeMs / 1000,
  };
}
