import type { ErrorCode } from '@oinkly/contract/errors';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { connections } from '../db/tables/banking.tables.ts';
import { messagePlaces } from '../db/tables/messages.tables.ts';
import { pushKeys, pushSubscriptions } from '../db/tables/notifications.tables.ts';
import type { Jobs } from '../jobs/job-list.ts';
import { FORGOTTEN_SECRET, type SealedSecret } from '../security/token-box.ts';

/** Users' tables with secrets, and their columns of the secret and its key's id. */
const SEALED_COLUMNS = {
  connections: ['access_token', 'access_token_key_id'],
  message_places: ['target', 'target_key_id'],
} as const;

export type SealedTable = keyof typeof SEALED_COLUMNS;

export const SEALED_TABLES = Object.keys(SEALED_COLUMNS) as SealedTable[];

/** A bank login's token, or where a place for messages is. */
export interface SealedRow {
  table: SealedTable;
  userId: string;
  rowId: string;
  secret: SealedSecret;
}

export interface TokenJob {
  id: string;
  data: Jobs['remove-connection'];
}

/** Lists a table's next secrets sealed by another key, by user. */
export async function listRowsOfOtherKeys(
  db: Database,
  table: SealedTable,
  keyId: string,
  { after, limit }: { after: Pick<SealedRow, 'userId' | 'rowId'> | null; limit: number },
): Promise<SealedRow[]> {
  const [sealedColumn, keyColumn] = SEALED_COLUMNS[table];
  // The pair continues in the index.
  const { rows } = await db.$client.query<SealedSecret & Pick<SealedRow, 'userId' | 'rowId'>>(
    `SELECT user_id AS "userId", id AS "rowId", ${keyColumn} AS "keyId", ${sealedColumn} AS sealed FROM ${table}
     WHERE ${keyColumn} NOT IN ($1, $2) AND ($3::uuid IS NULL OR (user_id, id) > ($3::uuid, $4::uuid))
     ORDER BY user_id, id LIMIT $5`,
    [keyId, FORGOTTEN_SECRET.keyId, after?.userId, after?.rowId, limit],
  );
  return rows.map(({ userId, rowId, ...secret }) => ({ table, userId, rowId, secret }));
}

/** Does nothing if the stored secret has changed. */
export async function replaceSecret(
  db: Database,
  { table, userId, rowId, secret }: SealedRow,
  resealed: SealedSecret,
): Promise<boolean> {
  const [sealedColumn, keyColumn] = SEALED_COLUMNS[table];
  const { rowCount } = await db.$client.query(
    `UPDATE ${table} SET ${sealedColumn} = $1, ${keyColumn} = $2
     WHERE user_id = $3 AND id = $4 AND ${sealedColumn} = $5`,
    [resealed.sealed, resealed.keyId, userId, rowId, secret.sealed],
  );
  return rowCount === 1;
}

export async function findSealedPushKey(db: Database): Promise<SealedSecret | undefined> {
  const [row] = await db
    .select({ keyId: pushKeys.privateKeyKeyId, sealed: pushKeys.privateKey })
    .from(pushKeys);
  return row;
}

export async function replacePushKey(db: Database, resealed: SealedSecret): Promise<void> {
  await db.update(pushKeys).set({ privateKey: resealed.sealed, privateKeyKeyId: resealed.keyId });
}

const UNFINISHED = `pgboss.job WHERE name = 'remove-connection' AND completed_on IS NULL`;

export async function listJobsOfOtherKeys(tx: Transaction, keyId: string): Promise<TokenJob[]> {
  // A new database has no queue.
  const { rows: queue } = await tx.$client.query("SELECT 1 WHERE to_regclass('pgboss.job') IS NOT NULL");
  if (queue.length === 0) return [];
  const { rows } = await tx.$client.query<TokenJob>(
    `SELECT id, data FROM ${UNFINISHED} AND data ->> 'keyId' <> $1 ORDER BY id`,
    [keyId],
  );
  return rows;
}

/** The queue's own call skips jobs in progress. */
export async function replaceTokenOfJob(
  tx: Transaction,
  { id }: TokenJob,
  { keyId, sealed }: SealedSecret,
): Promise<void> {
  await tx.$client.query(
    `UPDATE pgboss.job SET data = data || jsonb_build_object('keyId', $2::text, 'sealedToken', $3::text)
     WHERE name = 'remove-connection' AND id = $1 AND completed_on IS NULL`,
    [id, keyId, sealed.toString('base64url')],
  );
}

export async function areKeysInUse(tx: Transaction, keyIds: readonly string[]): Promise<boolean> {
  for (const table of SEALED_TABLES) {
    const [, keyColumn] = SEALED_COLUMNS[table];
    const { rows } = await tx.$client.query(`SELECT 1 FROM ${table} WHERE ${keyColumn} = ANY ($1) LIMIT 1`, [
      keyIds,
    ]);
    if (rows.length > 0) return true;
  }
  const push = await tx
    .select({ id: pushKeys.id })
    .from(pushKeys)
    .where(inArray(pushKeys.privateKeyKeyId, [...keyIds]));
  if (push.length > 0) return true;
  return (await listJobsOfOtherKeys(tx, '')).some(({ data }) => keyIds.includes(data.keyId));
}

export interface SealedSample {
  secret: SealedSecret;
  rowId: string;
}

/** The newest of each key and kind: bank tokens, places for messages, the push key, tokens in unfinished jobs. */
export async function sampleSealedSecrets(tx: Transaction, pushKeyRowId: string): Promise<SealedSample[]> {
  const ofUsers: SealedSample[] = [];
  for (const table of SEALED_TABLES) {
    const [sealedColumn, keyColumn] = SEALED_COLUMNS[table];
    const { rows } = await tx.$client.query<SealedSecret & { rowId: string }>(
      `SELECT DISTINCT ON (${keyColumn}) id AS "rowId", ${keyColumn} AS "keyId", ${sealedColumn} AS sealed FROM ${table}
       WHERE ${keyColumn} <> $1 ORDER BY ${keyColumn}, created_at DESC`,
      [FORGOTTEN_SECRET.keyId],
    );
    ofUsers.push(...rows.map(({ rowId, ...secret }) => ({ rowId, secret })));
  }
  const pushKey = await findSealedPushKey(tx);
  const jobs = Map.groupBy(await listJobsOfOtherKeys(tx, ''), ({ data }) => data.keyId);
  return [
    ...ofUsers,
    ...(pushKey ? [{ rowId: pushKeyRowId, secret: pushKey }] : []),
    ...[...jobs.values()].flatMap((ofKey) => ofKey.slice(-1).map(sampleOfJob)),
  ];
}

export function sampleOfJob({ data }: TokenJob): SealedSample {
  const secret = { keyId: data.keyId, sealed: Buffer.from(data.sealedToken, 'base64url') };
  return { rowId: data.connectionId, secret };
}

/** The user must link the bank, or add the place, again. `now` is when a place ended. */
export async function forgetSecret(tx: Transaction, row: SealedRow, now: Date): Promise<void> {
  if (!(await replaceSecret(tx, row, FORGOTTEN_SECRET))) return;
  const { table, userId, rowId } = row;
  if (table === 'connections')
    await tx
      .update(connections)
      .set({ status: 'error', errorCode: 'BANK_CONNECTION_GONE' satisfies ErrorCode, nextSyncAt: null })
      .where(and(eq(connections.userId, userId), eq(connections.id, rowId)));
  else
    await tx
      .update(messagePlaces)
      .set({ endedAt: now, endReason: 'key-lost' })
      .where(and(eq(messagePlaces.userId, userId), eq(messagePlaces.id, rowId)));
}

/** Browsers must subscribe again. */
export async function forgetPushKey(tx: Transaction): Promise<void> {
  await tx.delete(pushKeys);
  await tx.delete(pushSubscriptions);
}

export async function forgetJob(tx: Transaction, { id }: TokenJob): Promise<void> {
  await tx.$client.query(`DELETE FROM ${UNFINISHED} AND id = $1`, [id]);
}
