import { EMBEDDED_ISSUER } from '../modules/identity/embedded-issuer.ts';
import { endSessions } from '../modules/identity/end-sessions.ts';
import { deleteSessions, findUserByIdentity, listSubjects } from '../modules/identity/identity.queries.ts';
import { AdminError } from './admin-error.ts';
import { findOneUser, isId } from './find-one-user.ts';
import { requireIdentities, type Installation } from './installation.ts';

/** Lists the subjects of a user at the embedded log-in pages. There, unlike here, an email belongs to one account. */
export async function subjectsOf(installation: Installation, who: string): Promise<string[]> {
  if (isId(who))
    return listSubjects(installation.db, (await findOneUser(installation.db, who)).id, EMBEDDED_ISSUER);
  const account = await requireIdentities(installation).findAccount(who);
  return account ? [account.sub] : [];
}

export function noAccount(who: string): AdminError {
  return new AdminError(`No account here has the ${isId(who) ? 'id' : 'email'} ${who}.`);
}

/** Ends the application's sessions; those of the log-in pages end with the change. */
export async function endSessionsOf(db: Installation['db'], subject: string): Promise<void> {
  const user = await findUserByIdentity(db, { issuer: EMBEDDED_ISSUER, subject });
  if (user) await endSessions(db, user.id, (tx) => deleteSessions(tx, user.id));
}
