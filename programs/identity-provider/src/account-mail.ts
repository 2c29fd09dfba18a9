import type { FastifyBaseLogger } from 'fastify';
import type { AccountMail } from './options.ts';

/** Notifies the owner by mail. A failure is only logged, because the change is made. */
export async function mailOwner(
  mail: AccountMail | undefined,
  change: 'passwordChanged' | 'passkeyAdded',
  accountId: string,
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    await mail?.[change](accountId);
  } catch (error) {
    log.error({ err: error, accountId, change }, 'The mail about a changed account was not queued');
  }
}
