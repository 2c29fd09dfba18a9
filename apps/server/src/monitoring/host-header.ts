import { isIP } from 'node:net';

/**
 * Whether a `Host` header holds an IP address, `localhost` or the host that the listener was given. Another name may be a web page's own, which leads
 * its visitor's browser here (DNS rebinding).
 */
export function isNamedHere(header: string | undefined, ownHost: string): boolean {
  const name = URL.parse(`http://${header ?? ''}`)?.hostname.replace(/^\[|\]$/g, '');
  return name !== undefined && (isIP(name) > 0 || name === 'localhost' || name === ownHost.toLowerCase());
}
