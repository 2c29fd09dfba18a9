import { Command } from '@commander-js/extra-typings';
import { endSessionsOf, noAccount, subjectsOf } from './accounts-here.ts';
import { AdminError } from './admin-error.ts';
import { requireIdentities, type Installation } from './installation.ts';
import type { Opener } from './open-installation.ts';

export function removeAuthenticatorAppCommand({ answer }: Opener) {
  return new Command('remove-authenticator-app')
    .argument('<email|id>', 'Whose authenticator app? Give an email or a user id.')
    .description('removes the second factor of a password, and signs the user out everywhere')
    .action((who) => answer((installation) => removeAuthenticatorApp(installation, who)));
}

/** For a user who lost the app and the recovery codes. */
async function removeAuthenticatorApp(installation: Installation, who: string): Promise<string> {
  const identities = requireIdentities(installation);
  const subjects = await subjectsOf(installation, who);
  if (subjects.length === 0) throw noAccount(who);
  for (const subject of subjects) {
    if (!(await dropAppOf({ db: installation.db, identities }, subject))) continue;
    return [
      `Removed the authenticator app of ${who}. Their password alone logs them in.`,
      "They're signed out everywhere. They get no mail, so tell them.",
    ].join('\n');
  }
  throw new AdminError(`${who} has no authenticator app.`);
}

/** Returns false without one. */
export async function dropAppOf(
  { db, identities }: Pick<Installation, 'db' | 'identities'>,
  subject: string,
): Promise<boolean> {
  const isRemoved = await identities.removeAuthenticatorApp(subject);
  if (isRemoved) await endSessionsOf(db, subject);
  return isRemoved;
}
