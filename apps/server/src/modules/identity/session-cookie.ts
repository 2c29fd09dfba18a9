/** The cookies' names. Over https the `__Host-` prefix makes the browser itself refuse a cookie set for or by another host. */
export function cookieNames(publicUrl: URL): { session: string; login: string } {
  const prefix = publicUrl.protocol === 'https:' ? '__Host-' : '';
  return { session: `${prefix}session`, login: `${prefix}login` };
}
