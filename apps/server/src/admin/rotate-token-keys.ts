import { inTransaction, inTransactionOfUsers, type DatabasePool } from '../db/database.ts';
import { haltTokenKeys } from '../db/token-key-lock.ts';
import { PUSH_KEYS_SEALED_FOR } from '../modules/notifications/push-keys.ts';
import { SealedSecretError, type SealedSecret, type TokenBox } from '../security/token-box.ts';
import {
  areKeysInUse,
  findSealedPushKey,
  listJobsOfOtherKeys,
  listTokensOfOtherKeys,
  replacePushKey,
  replaceToken,
  replaceTokenOfJob,
} from '../start/sealed-secrets.queries.ts';

export interface Rotation {
  resealed: number;
  /** Numbers of secrets that do not open, by key id. */
  unreadable: Map<string, number>;
  areOldKeysFree: boolean;
}

interface RotationCommand {
  db: DatabasePool;
  tokenBox: TokenBox;
  oldKeyIds: readonly string[];
  /** Runs when no secret needs the old keys and none is being sealed. */
  dropOldKeys: () => Promise<void>;
}

/** Tokens per transaction, for which their users' changes wait. */
const BATCH = 100;
/** A server that still seals with an old key after these rounds has other keys. */
const MAX_ROUNDS = 5;

/**
 * Seals bank tokens, also in jobs, and the push key with the first key. Can be repeated while servers run:
 * the old keys go last.
 */
export async function rotateTokenKeys(command: RotationCommand): Promise<Rotation> {
  let resealed = 0;
  for (let round = 1; ; round += 1) {
    const unreadable = new Map<string, number>();
    const open = (secret: SealedSecret, rowId: string) =>
      openOrCount(command.tokenBox, secret, rowId, unreadable);
    resealed += await resealConnections(command, open);
    resealed += await resealPushKey(command, open);
    // A token of a connection removed meanwhile is in a job.
    resealed += await resealJobs(command, open);
    const areOldKeysFree = await dropIfFree(command);
    if (areOldKeysFree || round === MAX_ROUNDS || unreadable.size > 0)
      return { resealed, unreadable, areOldKeysFree };
  }
}

/** Null, and counted, if it does not open. */
type Open = (secret: SealedSecret, rowId: string) => string | null;

function openOrCount(
  tokenBox: TokenBox,
  secret: SealedSecret,
  rowId: string,
  unreadable: Map<string, number>,
): string | null {
  try {
    return tokenBox.open(secret, rowId);
  } catch (error) {
    if (!(error instanceof SealedSecretError)) throw error;
    unreadable.set(secret.keyId, (unreadable.get(secret.keyId) ?? 0) + 1);
    return null;
  }
}

async function resealConnections({ db, tokenBox }: RotationCommand, open: Open): Promise<number> {
  let resealed = 0;
  for (let after = null, isLast = false; !isLast;) {
    const tokens = await listTokensOfOtherKeys(db, tokenBox.currentKeyId, { after, limit: BATCH });
    await inTransactionOfUsers(
      db,
      tokens.map(({ userId }) => userId),
      async (tx) => {
        for (const token of tokens) {
          const opened = open(token.secret, token.connectionId);
          if (opened === null) continue;
          if (await replaceToken(tx, token, tokenBox.seal(opened, token.connectionId))) resealed += 1;
        }
      },
    );
    after = tokens.at(-1) ?? null;
    isLast = tokens.length < BATCH;
  }
  return resealed;
}

async function resealPushKey({ db, tokenBox }: RotationCommand, open: Open): Promise<number> {
  const stored = await findSealedPushKey(db);
  if (!stored || stored.keyId === tokenBox.currentKeyId) return 0;
  const opened = open(stored, PUSH_KEYS_SEALED_FOR);
  if (opened === null) return 0;
  await replacePushKey(db, tokenBox.seal(opened, PUSH_KEYS_SEALED_FOR));
  return 1;
}

async function resealJobs({ db, tokenBox }: RotationCommand, open: Open): Promise<number> {
  return inTransaction(db, async (tx) => {
    let resealed = 0;
    for (const job of await listJobsOfOtherKeys(tx, tokenBox.currentKeyId)) {
      const { keyId, sealedToken, connectionId } = job.data;
      const opened = open({ keyId, sealed: Buffer.from(sealedToken, 'base64url') }, connectionId);
      if (opened === null) continue;
      await replaceTokenOfJob(tx, job, tokenBox.seal(opened, connectionId));
      resealed += 1;
    }
    return resealed;
  });
}

async function dropIfFree({ db, oldKeyIds, dropOldKeys }: RotationCommand): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await haltTokenKeys(tx);
    if (await areKeysInUse(tx, oldKeyIds)) return false;
    await dropOldKeys();
    return true;
  });
}
