import { Command } from '@commander-js/extra-typings';
import { EMBEDDED_ISSUER } from '../modules/identity/embedded-issuer.ts';
import { endSessions } from '../modules/identity/end-sessions.ts';
import { deleteSessions, listSubjects } from '../modules/identity/identity.queries.ts';
import type { Installation } from './installation.ts';
import { findOneUser } from './find-one-user.ts';
import { endAllSessions } from './admin-users.queries.ts';
import type { Opener } from './open-installation.ts';
import { visibleText } from './visible-text.ts';

export function signOutCommand({ answer }: Opener) {
  return new Command('sign-out')
    .argument('<email|id|all>', "Sign out whom? Give an email, a user id, or 'all'.")
    .description('ends all sessions of one user, or of everyone')
    .action((who) => answer((installation) => signOut(installation, who)));
}

/** Ends logins at the embedded provider first: otherwise one click would log in again. */
async function signOut(installation: Installation, who: string): Promise<string> {
  const { db, identities, issuerElsewhere } = installation;
  if (who === 'all') {
    // With another issuer, embedded accounts may not exist.
    const accounts = issuerElsewhere === null ? await identities.listAccounts() : [];
    for (const { sub } of accounts) await identities.endLogins(sub);
    return `Signed out everyone: ${counted(await endAllSessions(db))} ended.${elsewhere(installation)}`;
  }
  const { id, email } = await findOneUser(db, who);
  for (const subject of await listSubjects(db, id, EMBEDDED_ISSUER)) await identities.endLogins(subject);
  const count = await endSessions(db, id, (tx) => deleteSessions(tx, id));
  return `Signed out ${visibleText(email)}: ${counted(count)} ended.${elsewhere(installation)}`;
}

function counted(sessions: number): string {
  return sessions === 1 ? '1 session' : `${sessions} sessions`;
}

function elsewhere({ issuerElsewhere }: Installation): string {
  return issuerElsewhere === null ? '' : ` Sessions at ${issuerElsewhere} continue; end them there.`;
}
