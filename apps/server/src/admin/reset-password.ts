import { EMBEDDED_ISSUER } from '../modules/identity/embedded-issuer.ts';
import { endSessions } from '../modules/identity/end-sessions.ts';
import { deleteSessions, findUserByIdentity, listSubjects } from '../modules/identity/identity.queries.ts';
import { requireIdentities, type Admin } from './admin.ts';
import { AdminError } from './admin-error.ts';
import { findOnePerson, isId } from './find-one-person.ts';

/** Gives somebody at the embedded provider a new random password, and ends their sign-ins there and their sessions here. */
export async function resetPasswordCommand(
  admin: Admin,
  { who, removesPasskeys }: { who: string; removesPasskeys: boolean },
): Promise<string> {
  const { db } = admin;
  const identities = requireIdentities(admin);
  for (const subject of await subjectsOf(admin, who)) {
    const reset = await identities.setRandomPassword(subject, { removesPasskeys });
    if (reset === undefined) continue;
    // Nobody where they have an account there and never came in.
    const user = await findUserByIdentity(db, { issuer: EMBEDDED_ISSUER, subject });
    if (user) await endSessions(db, user.id, (tx) => deleteSessions(tx, user.id));
    return [
      `The new password of ${who}, shown this once:`,
      '',
      `  ${reset.password}`,
      '',
      `They are signed out everywhere, and can choose another one under My Account. ${tellOfPasskeys(reset.passkeys, removesPasskeys)}`,
    ].join('\n');
  }
  throw new AdminError(`There is no account here with the ${isId(who) ? 'id' : 'e-mail'} ${who}.`);
}

function tellOfPasskeys(count: number, areRemoved: boolean): string {
  if (count === 0) return 'There are no passkeys.';
  if (areRemoved) return count === 1 ? 'One passkey was removed.' : `${count} passkeys were removed.`;
  const stay = count === 1 ? 'Their passkey stays' : `Their ${count} passkeys stay`;
  return `${stay}: whoever has one comes in. --passkeys removes them.`;
}

/** Which accounts at the provider may be meant. There, unlike here, an e-mail is one account's, also of somebody who never came in. */
async function subjectsOf(admin: Admin, who: string): Promise<string[]> {
  if (isId(who)) return listSubjects(admin.db, (await findOnePerson(admin.db, who)).id, EMBEDDED_ISSUER);
  const account = await requireIdentities(admin).findAccount(who);
  return account ? [account.sub] : [];
}
