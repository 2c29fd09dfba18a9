import { AppError } from '../../errors/app-error.ts';
import { inUserTransaction } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import { newSecretToken } from '../../security/secret-token.ts';
import { EMBEDDED_ISSUER, listSubjects, type UserRow } from '../identity/index.ts';
import {
  findUnsubscribeToken,
  findUserIdByUnsubscribeToken,
  insertUnsubscribeToken,
  updateWantsRecapMail,
} from './mail.queries.ts';
import { keyOfMails } from './mails-to-address.ts';

/** Throws MAIL_UNAVAILABLE if nothing could be sent, and EMAIL_UNCONFIRMED. */
function requireMail({ mailer }: Pick<Deps, 'mailer'>, { isEmailConfirmed }: UserRow): void {
  if (!mailer) throw new AppError('MAIL_UNAVAILABLE');
  if (!isEmailConfirmed) throw new AppError('EMAIL_UNCONFIRMED');
}

/** Turns the recap by mail on or off. Idempotent. Turning it on throws like `requireMail`. */
export async function chooseRecapMail(
  deps: Pick<Deps, 'db' | 'mailer'>,
  user: UserRow,
  wantsRecapMail: boolean,
): Promise<void> {
  if (wantsRecapMail) requireMail(deps, user);
  await inUserTransaction(deps.db, user.id, async (tx) => {
    await updateWantsRecapMail(tx, user.id, wantsRecapMail);
    // Links in old mails work as long as the account.
    if (wantsRecapMail && (await findUnsubscribeToken(tx, user.id)) === undefined) {
      await insertUnsubscribeToken(tx, user.id, newSecretToken().token);
    }
  });
}

/** Ends the recap by mail. Idempotent. Throws UNSUBSCRIBE_LINK_NOT_FOUND. */
export async function unsubscribe({ db }: Pick<Deps, 'db'>, token: string): Promise<void> {
  const userId = await findUserIdByUnsubscribeToken(db, token);
  if (userId === undefined) throw new AppError('UNSUBSCRIBE_LINK_NOT_FOUND');
  await updateWantsRecapMail(db, userId, false);
}

/** Throws MAIL_UNAVAILABLE, also if another issuer confirms emails, and RATE_LIMITED if the address got enough today. */
export async function sendConfirmation(
  { db, queue, mailer }: Pick<Deps, 'db' | 'queue' | 'mailer'>,
  mailsToAddress: RateLimit,
  { id: userId, email }: UserRow,
): Promise<void> {
  const [subject] = await listSubjects(db, userId, EMBEDDED_ISSUER);
  if (!mailer || subject === undefined) throw new AppError('MAIL_UNAVAILABLE');
  await mailsToAddress.check(keyOfMails('email-confirmation', email));
  await queue.send('send-mail', { kind: 'email-confirmation', userId, subject });
}

/** Throws like `requireMail`, and RATE_LIMITED if the address got enough invitations today from all users. */
export async function mailInvite(
  deps: Pick<Deps, 'queue' | 'mailer'>,
  invitationsToAddress: RateLimit,
  inviter: UserRow,
  to: string,
): Promise<void> {
  requireMail(deps, inviter);
  await invitationsToAddress.spend(keyOfMails('invitation', to));
  await deps.queue.send('send-mail', { kind: 'invitation', userId: inviter.id, to });
}
