import type { FastifyBaseLogger } from 'fastify';
import { isThisMachine } from '../http/this-machine.ts';
import type { Config } from './config.ts';

/** Warns if people on other machines can create accounts. */
export function warnOfOpenSignUp(
  { signUp, publicUrl }: Pick<Config, 'signUp' | 'publicUrl'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): void {
  if (signUp !== 'open' || isThisMachine(publicUrl.hostname)) return;
  log.warn(
    `Anyone who reaches ${publicUrl.origin} can create an account. SIGN_UP=invited lets in only people with an invitation.`,
  );
}
