import { isIP } from 'node:net';
import { z } from 'zod';
import { isThisMachine } from '../http/this-machine.ts';

export const text = z.string().trim().min(1);
/** Accepts digits only, not `1e3`, `0x10` or `1.0`. */
export const wholeNumber = z.string().regex(/^\d+$/).transform(Number);
export const webAddress = z.url({ protocol: /^https?$/ });

/** Whether what is sent to the address is encrypted or stays on this machine. */
export function isPrivateOnItsWay(address: string): boolean {
  const { protocol, hostname = '' } = URL.parse(address) ?? {};
  return protocol === 'https:' || isThisMachine(hostname);
}

/** Null if it is not percent-encoded UTF-8. */
function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** Whether nothing follows the host and port: an unencoded `#` or `/` of a password would begin there. */
export function isMailServer(address: string): boolean {
  const { hostname = '', pathname = '', search, hash, username, password } = URL.parse(address) ?? {};
  const isWholeLogin = Boolean(username) === Boolean(password);
  const isDecodable = [username, password].every((part = '') => percentDecoded(part) !== null);
  return hostname !== '' && ['', '/'].includes(pathname) && !search && !hash && isWholeLogin && isDecodable;
}

/** An IP address, or a network such as 10.0.0.0/8. */
export function isNetwork(given: string): boolean {
  const [address = '', bits, ...rest] = given.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
