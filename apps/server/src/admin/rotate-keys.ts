import { Command } from '@commander-js/extra-typings';
import { withRotationLock } from '../db/token-key-lock.ts';
import { TokenBox } from '../security/token-box.ts';
import { AdminError } from './admin-error.ts';
import { requireIdentities, type Installation } from './installation.ts';
import type { Opener } from './open-installation.ts';
import { rotateTokenKeys, type Rotation } from './rotate-token-keys.ts';

export function rotateKeysCommand({ answer }: Opener) {
  return new Command('rotate-keys')
    .description('seals all bank tokens and the notification key with a new key')
    .action(() => answer(rotateKeys));
}

/** Keys for ID tokens and cookies of the embedded provider. */
export function rotateLoginKeysCommand({ answer }: Opener) {
  return new Command('rotate-log-in-keys')
    .option('--drop-old', 'rejects the old keys at once')
    .description('makes new keys for the log-in pages')
    .action(({ dropOld = false }) => answer((installation) => rotateLoginKeys(installation, dropOld)));
}

/**
 * Throws an `AdminError` if another rotation runs, a secret does not open, or one still needs the old keys.
 */
async function rotateKeys({ db, identities, tokenKeys }: Installation): Promise<string> {
  const done = await withRotationLock(db, async () => {
    const [current, ...old] = await tokenKeys.forRotation();
    if (!current) throw new Error('There is no key to seal tokens with');
    const oldKeyIds = old.map(({ id }) => id);
    const rotation = await rotateTokenKeys({
      db,
      identities,
      tokenBox: new TokenBox([current, ...old]),
      oldKeyIds,
      dropOldKeys: async () => tokenKeys.dropOld?.(),
    });
    return { rotation, current: current.id, oldKeyIds };
  });
  if (!done) throw new AdminError('Another rotation is running on this database. Wait until it finishes.');
  const { rotation, current, oldKeyIds } = done;
  refuseHalf(rotation, oldKeyIds);
  const sealed =
    rotation.resealed === 0
      ? `The key '${current}' seals everything.`
      : `Sealed ${rotation.resealed} secrets with the new key '${current}'.`;
  return `${sealed} ${whatNow(tokenKeys.dropOld !== null, oldKeyIds)}`;
}

function whatNow(isDropped: boolean, oldKeyIds: readonly string[]): string {
  if (isDropped) return 'The old keys were removed. Make a new copy of the file token-keys.';
  if (oldKeyIds.length === 0) return 'To use another key, put it first in TOKEN_KEYS.';
  return `When every server uses these TOKEN_KEYS, you can remove ${namesOf(oldKeyIds)}.`;
}

function refuseHalf({ unreadable, areOldKeysFree }: Rotation, oldKeyIds: readonly string[]): void {
  if (unreadable.size > 0) {
    const total = [...unreadable.values()].reduce((sum, some) => sum + some, 0);
    throw new AdminError(
      `${total} stored secrets can't be opened; they were sealed with ${namesOf([...unreadable.keys()])}. Put that key back and run this again, or run forget-lost-tokens. The new key seals all others.`,
    );
  }
  if (!areOldKeysFree) {
    throw new AdminError(
      `A server still seals with ${namesOf(oldKeyIds)}. Start every server with the new key first in TOKEN_KEYS, then run this again.`,
    );
  }
}

function namesOf(keyIds: readonly string[]): string {
  return keyIds.map((id) => `'${id}'`).join(' and ');
}

async function rotateLoginKeys(installation: Installation, dropOld: boolean): Promise<string> {
  await requireIdentities(installation).rotateKeys({ dropOld });
  return dropOld
    ? 'The log-in pages have new keys and reject the old ones. App sessions continue; "sign-out all" ends them.'
    : 'The log-in pages have new keys. They accept the old ones for 31 more days.';
}
