import type { FastifyBaseLogger } from 'fastify';
import type { IdentityProviderOptions } from './options.ts';

/** Tells the application at once. After a failure it learns from `email_verified` at the next login. */
export async function tellOfConfirmedEmail(
  onEmailConfirmed: IdentityProviderOptions['onEmailConfirmed'],
  accountId: string,
  log: FastifyBaseLogger,
): Promise<void> {
  log.info({ event: 'email_confirmed', accountId }, 'Email confirmed');
  try {
    await onEmailConfirmed?.(accountId);
  } catch (error) {
    log.error({ err: error, accountId }, 'The application does not know yet that an email is confirmed');
  }
}
