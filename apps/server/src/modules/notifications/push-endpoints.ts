/** A leading dot matches every subdomain. New services must be added by hand. */
export const PUSH_HOSTS = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/** Endpoints come from browsers and choose what the server calls: only known push services, over HTTPS on its own port (SEC-21). */
export function isPushEndpoint(endpoint: string, moreOrigins: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username !== '' || url.password !== '') return false;
  if (moreOrigins.includes(url.origin)) return true;
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    PUSH_HOSTS.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host))
  );
}
