import type { FastifyBaseLogger } from 'fastify';
import type { AccountMail } from './options.ts';

/** Notifies the owner by mail. A failure is only logged, because the change is made. */
export async function mailOwner(
  mail: AccountMail | undefined,
  change: Exclude<keyof AccountMail, 'passwordLink'>,
  accountId: string,
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    await mail?.[change](accountId);
  } catch (error) {
    log.error({ err: error, accountId, change }, 'The mail about a changed account was not queued');
  }
}

/** Logs and mails what a new password has changed. */
export async function reportChangedPassword(
  mail: AccountMail | undefined,
  accountId: string,
  { isAppRemoved }: { isAppRemoved: boolean },
  log: FastifyBaseLogger,
): Promise<void> {
  log.info({ event: 'password_changed', accountId }, 'Password changed');
  if (isAppRemoved) log.info({ event: 'authenticator_app_removed', accountId }, 'Authenticator app removed');
  await mailOwner(mail, 'passwordChanged', accountId, log);
  if (isAppRemoved) await mailOwner(mail, 'authenticatorAppRemoved', accountId, log);
}
