import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that is free now, for a program whose links contain it before it listens. */
export async function freePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address === 'string' || address === null) throw new TypeError('The probe has no port.');
  return address.port;
}

/** Where this machine reaches a server that listens there. */
export function originOf(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
