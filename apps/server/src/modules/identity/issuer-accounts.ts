import type { Database, Transaction } from '../../db/database.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import { EMBEDDED_ISSUER } from './embedded-issuer.ts';
import { findUserByIdentity, listSubjects } from './identity.queries.ts';

/** For a mail to the account's email; `path` is under the issuer. */
interface MailedLink {
  email: string;
  path: string;
}

/** Accounts at the embedded issuer, by subject. They remain after a switch to another issuer. */
export interface IssuerAccounts {
  /** Ends the account's logins in every browser. A missing account has none. */
  endLogins(subject: string): Promise<unknown>;
  /** Idempotent: a missing account is no error. */
  deleteAccount(subject: string): Promise<unknown>;
  /** Undefined without such an account. */
  findEmail(subject: string): Promise<string | undefined>;
  /** Makes a link that sets a new password; an earlier one no longer works. Undefined without such an account. */
  createMailedPasswordLink(subject: string): Promise<MailedLink | undefined>;
  /** Makes a link that confirms the email. Undefined if that is done, or without such an account. */
  createConfirmationLink(subject: string): Promise<MailedLink | undefined>;
}

interface IssuerDeps {
  issuerAccounts: IssuerAccounts;
}

/** Ends the issuer's logins. Otherwise, anyone with one of those browsers could log in with one click. */
export async function endLoginsAtIssuer(
  { db, issuerAccounts }: IssuerDeps & { db: Database },
  userId: string,
): Promise<void> {
  for (const subject of await listSubjects(db, userId, EMBEDDED_ISSUER))
    await issuerAccounts.endLogins(subject);
}

/** Queues the removal at the commit. Returns the subjects, for removal at once. */
export async function leaveIssuer(
  { queue }: { queue: Pick<JobQueue, 'send'> },
  tx: Transaction,
  userId: string,
): Promise<string[]> {
  const subjects = await listSubjects(tx, userId, EMBEDDED_ISSUER);
  for (const subject of subjects) await queue.send('delete-issuer-account', { subject }, { tx });
  return subjects;
}

/** Deletes the account unless its user has come back. Idempotent. */
export async function deleteIssuerAccount(
  { db, issuerAccounts }: IssuerDeps & { db: Database },
  subject: string,
): Promise<void> {
  if (await findUserByIdentity(db, { issuer: EMBEDDED_ISSUER, subject })) return;
  await issuerAccounts.deleteAccount(subject);
}
