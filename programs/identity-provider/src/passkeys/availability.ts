import { isIP } from 'node:net';

export type PasskeyObstacle = 'plain-http' | 'no-name';

/**
 * Passkeys need a host name and https, or localhost (Web Authentication 5.1.2 and 13.4.9; W3C Secure Contexts
 * 3.1).
 */
export function findPasskeyObstacle(issuer: URL): PasskeyObstacle | undefined {
  const { hostname, protocol } = issuer;
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'no-name';
  const isThisMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isThisMachine ? undefined : 'plain-http';
}
