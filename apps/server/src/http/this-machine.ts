import { isIP } from 'node:net';

/** Whether only this machine reaches the host. */
export function isThisMachine(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  );
}
