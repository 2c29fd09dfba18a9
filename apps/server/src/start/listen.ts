import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../errors/config-error.ts';
import { errorCode } from '../errors/error-code.ts';
import type { Config } from './config.ts';

type Address = Pick<Config, 'host' | 'port'>;

/** What to say to the operator, by the system's code. */
const LISTEN_FAILURES: Record<string, (address: Address) => string> = {
  EADDRINUSE: ({ port }) =>
    `Another program uses port ${port}: stop that program, or set PORT to another number.`,
  EACCES: ({ port }) => `PORT is wrong: this user may not listen on port ${port}.`,
  EADDRNOTAVAIL: ({ host }) => `HOST is wrong: ${host} is not an address of this machine.`,
  ENOTFOUND: ({ host }) => `HOST is wrong: ${host} has no address.`,
  EAI_AGAIN: ({ host }) => `HOST is wrong: the address of ${host} could not be looked up.`,
};

/** Throws a `ConfigError` if `PORT` or `HOST` is the reason. */
export async function listen(
  server: Pick<FastifyInstance, 'listen'>,
  { host, port }: Address,
): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const explain = LISTEN_FAILURES[errorCode(error)];
    throw explain ? new ConfigError(explain({ host, port }), { cause: error }) : error;
  }
}
