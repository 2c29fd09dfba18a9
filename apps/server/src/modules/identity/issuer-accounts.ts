import type { Database, Transaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { deleteOtherSessions, deleteSessions, findUserByIdentity, listSubjects } from './identity.queries.ts';
import { recogniseSession } from './identity.service.ts';

/**
 * The accounts at the embedded issuer, as far as the app may know them: what can be done about one, by the subject under which the issuer
 * knows it. Whoever signs in elsewhere has an account there that is not ours.
 */
export interface IssuerAccounts {
  issuer: string;
  /** Ends the account's sign-ins at the issuer, in every browser. One that is not there has none. */
  endSignIns(subject: string): Promise<unknown>;
  /** Removes the account with all that the issuer knows of it. Can be repeated. */
  deleteAccount(subject: string): Promise<unknown>;
}

type IssuerDeps = Pick<Deps, 'issuerAccounts'>;

/** Ends a user's sign-ins at the embedded issuer: else who has one of those browsers would only have to press 'Log in'. */
export async function endSignInsAtIssuer(
  { db, issuerAccounts }: IssuerDeps & { db: Database },
  userId: string,
): Promise<void> {
  if (!issuerAccounts) return;
  for (const subject of await listSubjects(db, userId, issuerAccounts.issuer))
    await issuerAccounts.endSignIns(subject);
}

/**
 * Ends what the app remembers of somebody who has changed how they log in at the embedded issuer: their sessions, but for the one of the
 * browser in which they did so.
 * @param sessionToken what that browser has for the app's session, if anything; it counts only when the session is theirs
 */
export async function endSessionsOfSubject(
  { db, clock, issuerAccounts, log }: IssuerDeps & Pick<Deps, 'db' | 'clock' | 'log'>,
  subject: string,
  sessionToken: string | undefined,
): Promise<void> {
  if (!issuerAccounts) return;
  const user = await findUserByIdentity(db, { issuer: issuerAccounts.issuer, subject });
  // Somebody who has an account there and never came in.
  if (!user) return;
  const current = sessionToken === undefined ? null : await recogniseSession({ db, clock }, sessionToken);
  const count =
    current?.user.id === user.id
      ? await deleteOtherSessions(db, user.id, current.session.tokenHash)
      : await deleteSessions(db, user.id);
  log.info({ event: 'sessions-ended', userId: user.id, count }, 'signed out by a change of how to log in');
}

/**
 * Has a user's account at the embedded issuer removed, where nothing is kept but for this app, by a durable job that is there when the
 * transaction commits. Answers their subjects, so that whoever asked can do it at once and leave only failures to the job.
 */
export async function leaveIssuer(
  { queue, issuerAccounts }: IssuerDeps & Pick<Deps, 'queue'>,
  tx: Transaction,
  userId: string,
): Promise<string[]> {
  if (!issuerAccounts) return [];
  const subjects = await listSubjects(tx, userId, issuerAccounts.issuer);
  for (const subject of subjects) await queue.send('delete-issuer-account', { subject }, { tx });
  return subjects;
}

/** Removes an account at the embedded issuer, unless its person has come back meanwhile. Can be repeated. */
export async function deleteIssuerAccount(
  { db, issuerAccounts }: IssuerDeps & { db: Database },
  subject: string,
): Promise<void> {
  if (!issuerAccounts) return;
  if (await findUserByIdentity(db, { issuer: issuerAccounts.issuer, subject })) return;
  await issuerAccounts.deleteAccount(subject);
}
