import { EMBEDDED_ISSUER } from '../modules/identity/embedded-issuer.ts';
import { endSessions } from '../modules/identity/end-sessions.ts';
import { deleteSessions, listSubjects } from '../modules/identity/identity.queries.ts';
import type { Admin } from './admin.ts';
import { findOneUser } from './find-one-user.ts';
import { endAllSessions } from './admin-users.queries.ts';
import { visibleText } from './visible-text.ts';

/** Ends logins at the embedded provider first: otherwise one click would log in again. */
export async function signOutCommand(admin: Admin, who: string): Promise<string> {
  const { db, identities, issuerElsewhere } = admin;
  if (who === 'all') {
    // With another issuer, embedded accounts may not exist.
    const accounts = issuerElsewhere === null ? await identities.listAccounts() : [];
    for (const { sub } of accounts) await identities.endLogins(sub);
    return `Signed out everyone: ${counted(await endAllSessions(db))} ended.${elsewhere(admin)}`;
  }
  const { id, email } = await findOneUser(db, who);
  for (const subject of await listSubjects(db, id, EMBEDDED_ISSUER)) await identities.endLogins(subject);
  const count = await endSessions(db, id, (tx) => deleteSessions(tx, id));
  return `Signed out ${visibleText(email)}: ${counted(count)} ended.${elsewhere(admin)}`;
}

function counted(sessions: number): string {
  return sessions === 1 ? '1 session' : `${sessions} sessions`;
}

function elsewhere({ issuerElsewhere }: Admin): string {
  return issuerElsewhere === null ? '' : ` Sessions at ${issuerElsewhere} continue; end them there.`;
}
