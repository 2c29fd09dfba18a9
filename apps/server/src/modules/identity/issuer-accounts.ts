import type { Database, Transaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { EMBEDDED_ISSUER } from './embedded-issuer.ts';
import { findUserByIdentity, listSubjects } from './identity.queries.ts';

/**
 * The accounts at the embedded issuer, as far as the app may know them: what can be done about one, by the subject under which the issuer
 * knows it. They are ours also where people sign in elsewhere by now: who has one is told by their identities, not by what is configured.
 * Whoever signs in elsewhere has an account there that is not ours.
 */
export interface IssuerAccounts {
  /** Ends the account's sign-ins at the issuer, in every browser. One that is not there has none. */
  endLogins(subject: string): Promise<unknown>;
  /** Removes the account with all that the issuer knows of it. Can be repeated. */
  deleteAccount(subject: string): Promise<unknown>;
}

type IssuerDeps = Pick<Deps, 'issuerAccounts'>;

/** Ends a user's sign-ins at the embedded issuer: else who has one of those browsers would only have to press 'Log in'. */
export async function endLoginsAtIssuer(
  { db, issuerAccounts }: IssuerDeps & { db: Database },
  userId: string,
): Promise<void> {
  for (const subject of await listSubjects(db, userId, EMBEDDED_ISSUER))
    await issuerAccounts.endLogins(subject);
}

/**
 * Has a user's account at the embedded issuer removed, where nothing is kept but for this app, by a durable job that is there when the
 * transaction commits. Answers their subjects, so that whoever asked can do it at once and leave only failures to the job.
 */
export async function leaveIssuer(
  { queue }: Pick<Deps, 'queue'>,
  tx: Transaction,
  userId: string,
): Promise<string[]> {
  const subjects = await listSubjects(tx, userId, EMBEDDED_ISSUER);
  for (const subject of subjects) await queue.send('delete-issuer-account', { subject }, { tx });
  return subjects;
}

/** Removes an account at the embedded issuer, unless its person has come back meanwhile. Can be repeated. */
export async function deleteIssuerAccount(
  { db, issuerAccounts }: IssuerDeps & { db: Database },
  subject: string,
): Promise<void> {
  if (await findUserByIdentity(db, { issuer: EMBEDDED_ISSUER, subject })) return;
  await issuerAccounts.deleteAccount(subject);
}
