import type { IdentityAdmin } from '@oinkly/identity-provider';
import { inTransaction, inTransactionOfUsers, type DatabasePool } from '../db/database.ts';
import { haltTokenKeys } from '../db/token-key-lock.ts';
import { PUSH_KEYS_SEALED_FOR } from '../modules/notifications/push-keys.ts';
import { SealedSecretError, type SealedSecret, type TokenBox } from '../security/token-box.ts';
import {
  areKeysInUse,
  findSealedPushKey,
  listJobsOfOtherKeys,
  listRowsOfOtherKeys,
  replacePushKey,
  replaceSecret,
  replaceTokenOfJob,
  SEALED_TABLES,
  type SealedRow,
  type SealedTable,
} from '../start/sealed-secrets.queries.ts';

export interface Rotation {
  resealed: number;
  /** Numbers of secrets that do not open, by key id. */
  unreadable: Map<string, number>;
  areOldKeysFree: boolean;
}

interface RotationCommand {
  db: DatabasePool;
  identities: Pick<IdentityAdmin, 'appSecrets' | 'sampleAppSecrets' | 'replaceAppSecret'>;
  tokenBox: TokenBox;
  oldKeyIds: readonly string[];
  /** Runs when no secret needs the old keys and none is being sealed. */
  dropOldKeys: () => Promise<void>;
}

/** Secrets per transaction, for which their users' changes wait. */
const BATCH = 100;
/** A server that still seals with an old key after these rounds has other keys. */
const MAX_ROUNDS = 5;

/**
 * Seals bank tokens, also in jobs, places for messages, the push key and the secrets of authenticator apps with the first key. Can be
 * repeated while servers run: the old keys go last.
 */
export async function rotateTokenKeys(command: RotationCommand): Promise<Rotation> {
  let resealed = 0;
  for (let round = 1; ; round += 1) {
    const unreadable = new Map<string, number>();
    const open = (secret: SealedSecret, rowId: string) =>
      openOrCount(command.tokenBox, secret, rowId, unreadable);
    for (const table of SEALED_TABLES) resealed += await resealRows(command, table, open);
    resealed += await resealPushKey(command, open);
    resealed += await resealAppSecrets(command, open);
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

async function resealRows(
  { db, tokenBox }: RotationCommand,
  table: SealedTable,
  open: Open,
): Promise<number> {
  let resealed = 0;
  for (let after: SealedRow | null = null, isLast = false; !isLast;) {
    const rows: SealedRow[] = await listRowsOfOtherKeys(db, table, tokenBox.currentKeyId, {
      after,
      limit: BATCH,
    });
    await inTransactionOfUsers(
      db,
      rows.map(({ userId }) => userId),
      async (tx) => {
        for (const row of rows) {
          const opened = open(row.secret, row.rowId);
          if (opened === null) continue;
          if (await replaceSecret(tx, row, tokenBox.seal(opened, row.rowId))) resealed += 1;
        }
      },
    );
    after = rows.at(-1) ?? null;
    isLast = rows.length < BATCH;
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

async function resealAppSecrets({ identities, tokenBox }: RotationCommand, open: Open): Promise<number> {
  let resealed = 0;
  for await (const { sub, secret, rowId } of identities.appSecrets()) {
    if (secret.keyId === tokenBox.currentKeyId) continue;
    const opened = open(secret, rowId);
    if (opened === null) continue;
    const to = tokenBox.seal(opened, rowId);
    if (await identities.replaceAppSecret(sub, { from: secret, to })) resealed += 1;
  }
  return resealed;
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

async function dropIfFree({ db, identities, oldKeyIds, dropOldKeys }: RotationCommand): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await haltTokenKeys(tx);
    if (await areKeysInUse(tx, oldKeyIds)) return false;
    const appSecrets = await identities.sampleAppSecrets();
    if (appSecrets.some(({ secret }) => oldKeyIds.includes(secret.keyId))) return false;
    await dropOldKeys();
    return true;
  });
}
