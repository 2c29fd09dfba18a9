import { IDENTITY_PATH } from '../http/own-paths.ts';
import { EMBEDDED_ISSUER } from '../modules/identity/embedded-issuer.ts';
import { endSessions } from '../modules/identity/end-sessions.ts';
import { deleteSessions, findUserByIdentity, listSubjects } from '../modules/identity/identity.queries.ts';
import { requireIdentities, type Admin } from './admin.ts';
import { AdminError } from './admin-error.ts';
import { findOneUser, isId } from './find-one-user.ts';

/** Sets a temporary password and ends the user's logins and sessions. */
export async function resetPasswordCommand(
  admin: Admin,
  { who, removesPasskeys }: { who: string; removesPasskeys: boolean },
): Promise<string> {
  const { db } = admin;
  const identities = requireIdentities(admin);
  for (const subject of await subjectsOf(admin, who)) {
    const reset = await identities.setRandomPassword(subject, { removesPasskeys });
    if (reset === undefined) continue;
    const user = await findUserByIdentity(db, { issuer: EMBEDDED_ISSUER, subject });
    if (user) await endSessions(db, user.id, (tx) => deleteSessions(tx, user.id));
    return [
      `Temporary password for ${who}, shown only once:`,
      '',
      `  ${reset.password}`,
      '',
      'It works for 24 hours. At the next login they must choose a new one.',
      `They're signed out everywhere. ${describePasskeys(reset.passkeys, removesPasskeys)}`,
    ].join('\n');
  }
  throw noAccount(who);
}

/** Makes a one-time link that sets a new password. Until it is used, the old password works. */
export async function resetLinkCommand(admin: Admin, who: string): Promise<string> {
  const identities = requireIdentities(admin);
  for (const subject of await subjectsOf(admin, who)) {
    const path = await identities.createPasswordLink(subject);
    if (path === undefined) continue;
    return [
      `Link for ${who} to choose a new password:`,
      '',
      `  ${new URL(IDENTITY_PATH, admin.publicUrl).href}${path}`,
      '',
      'It works once, for 24 hours. Until then the old password works. Anyone with the link can take over the account, so send it privately.',
    ].join('\n');
  }
  throw noAccount(who);
}

function noAccount(who: string): AdminError {
  return new AdminError(`No account here has the ${isId(who) ? 'id' : 'email'} ${who}.`);
}

function describePasskeys(count: number, areRemoved: boolean): string {
  if (count === 0) return 'They have no passkeys.';
  if (areRemoved) return count === 1 ? 'One passkey was removed.' : `${count} passkeys were removed.`;
  return count === 1
    ? 'Their passkey still works. To remove it, add --passkeys.'
    : `Their ${count} passkeys still work. To remove them, add --passkeys.`;
}

/** At the provider, unlike here, an email belongs to one account. */
async function subjectsOf(admin: Admin, who: string): Promise<string[]> {
  if (isId(who)) return listSubjects(admin.db, (await findOneUser(admin.db, who)).id, EMBEDDED_ISSUER);
  const account = await requireIdentities(admin).findAccount(who);
  return account ? [account.sub] : [];
}
