import { Command } from '@commander-js/extra-typings';
import { IDENTITY_PATH } from '@oinkly/contract/own-paths';
import { endSessionsOf, noAccount, subjectsOf } from './accounts-here.ts';
import { requireIdentities, type Installation } from './installation.ts';
import type { Opener } from './open-installation.ts';

const QUESTION = 'Whose password? Give an email or a user id.';

export function resetPasswordCommand({ answer }: Opener) {
  return new Command('reset-password')
    .argument('<email|id>', QUESTION)
    .option('--passkeys', "also removes the user's passkeys")
    .description('sets a temporary password, shows it once, and signs the user out everywhere')
    .action((who, { passkeys: removesPasskeys = false }) =>
      answer((installation) => resetPassword(installation, { who, removesPasskeys })),
    );
}

export function resetLinkCommand({ answer }: Opener) {
  return new Command('reset-link')
    .argument('<email|id>', QUESTION)
    .description('prints a one-time link with which a user chooses a new password')
    .action((who) => answer((installation) => makeResetLink(installation, who)));
}

/** Sets a temporary password and ends the user's logins and sessions. */
async function resetPassword(
  installation: Installation,
  { who, removesPasskeys }: { who: string; removesPasskeys: boolean },
): Promise<string> {
  const identities = requireIdentities(installation);
  for (const subject of await subjectsOf(installation, who)) {
    const reset = await identities.setRandomPassword(subject, { removesPasskeys });
    if (reset === undefined) continue;
    await endSessionsOf(installation.db, subject);
    return [
      `Temporary password for ${who}, shown only once:`,
      '',
      `  ${reset.password}`,
      '',
      'It works for 24 hours. At the next login they must choose a new one.',
      `They're signed out everywhere. ${describePasskeys(reset.passkeys, removesPasskeys)}`,
      ...(reset.hasAuthenticatorApp
        ? ['They also need their authenticator app. To remove it, use remove-authenticator-app.']
        : []),
    ].join('\n');
  }
  throw noAccount(who);
}

/** Makes a one-time link that sets a new password. Until it is used, the old password works. */
async function makeResetLink(installation: Installation, who: string): Promise<string> {
  const identities = requireIdentities(installation);
  for (const subject of await subjectsOf(installation, who)) {
    const path = await identities.createPasswordLink(subject);
    if (path === undefined) continue;
    return [
      `Link for ${who} to choose a new password:`,
      '',
      `  ${new URL(IDENTITY_PATH, installation.publicUrl).href}${path}`,
      '',
      'It works once, for 24 hours. Until then the old password works. Anyone with the link can take over the account, so send it privately.',
      'Its page offers to remove an authenticator app too, without a code.',
    ].join('\n');
  }
  throw noAccount(who);
}

function describePasskeys(count: number, areRemoved: boolean): string {
  if (count === 0) return 'They have no passkeys.';
  if (areRemoved) return count === 1 ? 'One passkey was removed.' : `${count} passkeys were removed.`;
  return count === 1
    ? 'Their passkey still works. To remove it, add --passkeys.'
    : `Their ${count} passkeys still work. To remove them, add --passkeys.`;
}
