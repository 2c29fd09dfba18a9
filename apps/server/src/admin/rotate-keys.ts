import { whileNobodyElseRotates } from '../db/token-key-lock.ts';
import { TokenBox } from '../token-box.ts';
import { requireIdentities, type Admin } from './admin.ts';
import { AdminError } from './admin-error.ts';
import { rotateTokenKeys, type Rotation } from './rotate-token-keys.ts';

/**
 * Rotates the keys that seal tokens. Throws an `AdminError` when another rotation runs, something does not open, or something still needs
 * the old keys.
 */
export async function rotateKeysCommand({ db, tokenKeys }: Admin): Promise<string> {
  const done = await whileNobodyElseRotates(db, async () => {
    const [current, ...old] = await tokenKeys.forRotation();
    if (!current) throw new Error('There is no key to seal tokens with');
    const oldKeyIds = old.map(({ id }) => id);
    const rotation = await rotateTokenKeys({
      db,
      tokenBox: new TokenBox([current, ...old]),
      oldKeyIds,
      dropOldKeys: async () => tokenKeys.dropOld?.(),
    });
    return { rotation, current: current.id, oldKeyIds };
  });
  if (!done) throw new AdminError('Another rotation is under way on this database: let it finish first.');
  const { rotation, current, oldKeyIds } = done;
  refuseHalf(rotation, oldKeyIds);
  const sealed =
    rotation.resealed === 0
      ? `Everything is sealed with the key '${current}'.`
      : `${rotation.resealed} secrets were sealed anew, and everything is sealed with the key '${current}'.`;
  return `${sealed} ${whatNow(tokenKeys.dropOld !== null, oldKeyIds)}`;
}

function whatNow(isDropped: boolean, oldKeyIds: readonly string[]): string {
  if (isDropped) return 'The old keys are gone; keep a copy of the file token-keys as it is now.';
  if (oldKeyIds.length === 0) return 'To have it sealed with another one, put that in front in TOKEN_KEYS.';
  return `Once every server runs with these TOKEN_KEYS, ${namesOf(oldKeyIds)} can be taken out of them.`;
}

function refuseHalf({ unreadable, areOldKeysFree }: Rotation, oldKeyIds: readonly string[]): void {
  if (unreadable.size > 0) {
    const total = [...unreadable.values()].reduce((sum, some) => sum + some, 0);
    throw new AdminError(
      `${total} of the stored secrets do not open; ${namesOf([...unreadable.keys()])} sealed them. Bring the keys back, then do this again; without them those banks must be linked anew. All others are sealed with the new key.`,
    );
  }
  if (!areOldKeysFree) {
    throw new AdminError(
      `Something is still sealing with ${namesOf(oldKeyIds)}: start every server with the new key in front, then do this again.`,
    );
  }
}

function namesOf(keyIds: readonly string[]): string {
  return keyIds.map((id) => `'${id}'`).join(' and ');
}

/** Gives the embedded provider new keys for ID tokens and cookies. */
export async function rotateSignInKeysCommand(admin: Admin, dropOld: boolean): Promise<string> {
  await requireIdentities(admin).rotateKeys({ dropOld });
  return dropOld
    ? 'The sign-in pages have new keys, and the old ones count no more. Sessions here go on: end them with sign-out all.'
    : 'The sign-in pages have new keys. What the old ones have signed is recognised for another 31 days.';
}
