import type { FastifyBaseLogger } from 'fastify';
import type { AccountMail } from './options.ts';

/** Tells the owner by mail. A failure is only logged, because the password is changed. */
export async function mailPasswordChanged(
  mail: AccountMail | undefined,
  accountId: string,
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    await mail?.passwordChanged(accountId);
  } catch (error) {
    log.error({ err: error, accountId }, 'The owner was not told by mail of a new password');
  }
}
