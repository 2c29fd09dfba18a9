import { isIP } from 'node:net';

/** Why browsers offer no passkeys for an address. */
export type PasskeyObstacle = 'plain-http' | 'no-name';

/**
 * What keeps browsers from offering passkeys at the issuer's address, or undefined. They belong to a name (never to an IP address), and
 * need https, but for the machine itself (Web Authentication 5.1.2 and 13.4.9; W3C Secure Contexts 3.1).
 */
export function findPasskeyObstacle(issuer: URL): PasskeyObstacle | undefined {
  const { hostname, protocol } = issuer;
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'no-name';
  const isThisMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isThisMachine ? undefined : 'plain-http';
}
