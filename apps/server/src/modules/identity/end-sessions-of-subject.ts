import type { Deps } from '../deps.ts';
import { EMBEDDED_ISSUER } from './embedded-issuer.ts';
import { endSessions } from './end-sessions.ts';
import { deleteOtherSessions, deleteSessions, findUserByIdentity } from './identity.queries.ts';
import { recognizeSession } from './identity.service.ts';

/**
 * Ends the sessions of a user who changed how they log in at the embedded issuer.
 * @param sessionToken of the browser where they did so, which stays signed in
 */
export async function endSessionsOfSubject(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  subject: string,
  sessionToken: string | undefined,
): Promise<void> {
  const user = await findUserByIdentity(db, { issuer: EMBEDDED_ISSUER, subject });
  if (!user) return;
  const current = sessionToken === undefined ? null : await recognizeSession({ db, clock }, sessionToken);
  const count = await endSessions(db, user.id, (tx) =>
    current?.user.id === user.id
      ? deleteOtherSessions(tx, user.id, current.session.tokenHash)
      : deleteSessions(tx, user.id),
  );
  log.info({ event: 'sessions_ended', userId: user.id, count }, 'signed out by a change of how to log in');
}
