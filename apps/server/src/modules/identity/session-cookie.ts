import type { CookieSerializeOptions } from '@fastify/cookie';

/** Over HTTPS the `__Host-` prefix makes browsers refuse cookies of other hosts. */
export function cookieNames(publicUrl: URL): { session: string; login: string } {
  const prefix = publicUrl.protocol === 'https:' ? '__Host-' : '';
  return { session: `${prefix}session`, login: `${prefix}login` };
}

/** With 0 the cookie is deleted: browsers need the same options for a `__Host-` name. */
export function cookieOptions(publicUrl: URL, maxAgeMs: number): CookieSerializeOptions {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.protocol === 'https:',
    maxAge: maxAgeMs / 1000,
  };
}
