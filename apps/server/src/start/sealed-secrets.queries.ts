import type { ErrorCode } from '@oinkly/contract/errors';
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { connections } from '../db/tables/banking.tables.ts';
import { pushKeys, pushSubscriptions } from '../db/tables/notifications.tables.ts';
import type { Jobs } from '../jobs/job-list.ts';
import { FORGOTTEN_SECRET, type SealedSecret } from '../security/token-box.ts';

export interface SealedToken {
  userId: string;
  connectionId: string;
  secret: SealedSecret;
}

export interface TokenJob {
  id: string;
  data: Jobs['remove-connection'];
}

type Place = Pick<SealedToken, 'userId' | 'connectionId'>;

/** Lists the next tokens sealed by another key, by user. */
export async function listTokensOfOtherKeys(
  db: Database,
  keyId: string,
  { after, limit }: { after: Place | null; limit: number },
): Promise<SealedToken[]> {
  const rows = await db
    .select({
      userId: connections.userId,
      connectionId: connections.id,
      keyId: connections.accessTokenKeyId,
      sealed: connections.accessToken,
    })
    .from(connections)
    .where(
      and(
        ne(connections.accessTokenKeyId, keyId),
        ne(connections.accessTokenKeyId, FORGOTTEN_SECRET.keyId),
        // The pair continues in the index.
        after
          ? sql`(${connections.userId}, ${connections.id}) > (${after.userId}::uuid, ${after.connectionId}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(connections.userId), asc(connections.id))
    .limit(limit);
  return rows.map(({ userId, connectionId, ...secret }) => ({ userId, connectionId, secret }));
}

/** Does nothing if the stored token has changed. */
export async function replaceToken(
  db: Database,
  { userId, connectionId, secret }: SealedToken,
  resealed: SealedSecret,
): Promise<boolean> {
  const replaced = await db
    .update(connections)
    .set({ accessToken: resealed.sealed, accessTokenKeyId: resealed.keyId })
    .where(
      and(
        eq(connections.userId, userId),
        eq(connections.id, connectionId),
        eq(connections.accessToken, secret.sealed),
      ),
    )
    .returning({ id: connections.id });
  return replaced.length > 0;
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
  const tokens = await tx
    .select({ id: connections.id })
    .from(connections)
    .where(inArray(connections.accessTokenKeyId, [...keyIds]))
    .limit(1);
  const push = await tx
    .select({ id: pushKeys.id })
    .from(pushKeys)
    .where(inArray(pushKeys.privateKeyKeyId, [...keyIds]));
  if (tokens.length + push.length > 0) return true;
  return (await listJobsOfOtherKeys(tx, '')).some(({ data }) => keyIds.includes(data.keyId));
}

export interface SealedSample {
  secret: SealedSecret;
  rowId: string;
}

/** The newest of each key and kind: bank tokens, the push key, tokens in unfinished jobs. */
export async function sampleSealedSecrets(tx: Transaction, pushKeyRowId: string): Promise<SealedSample[]> {
  const tokens = await tx
    .selectDistinctOn([connections.accessTokenKeyId], {
      rowId: connections.id,
      keyId: connections.accessTokenKeyId,
      sealed: connections.accessToken,
    })
    .from(connections)
    .where(ne(connections.accessTokenKeyId, FORGOTTEN_SECRET.keyId))
    .orderBy(asc(connections.accessTokenKeyId), desc(connections.createdAt));
  const pushKey = await findSealedPushKey(tx);
  const jobs = Map.groupBy(await listJobsOfOtherKeys(tx, ''), ({ data }) => data.keyId);
  return [
    ...tokens.map(({ rowId, ...secret }) => ({ rowId, secret })),
    ...(pushKey ? [{ rowId: pushKeyRowId, secret: pushKey }] : []),
    ...[...jobs.values()].flatMap((ofKey) => ofKey.slice(-1).map(sampleOfJob)),
  ];
}

export function sampleOfJob({ data }: TokenJob): SealedSample {
  const secret = { keyId: data.keyId, sealed: Buffer.from(data.sealedToken, 'base64url') };
  return { rowId: data.connectionId, secret };
}

/** The user must link the bank again. */
export async function forgetToken(
  tx: Transaction,
  { userId, connectionId, secret }: SealedToken,
): Promise<void> {
  await tx
    .update(connections)
    .set({
      accessToken: FORGOTTEN_SECRET.sealed,
      accessTokenKeyId: FORGOTTEN_SECRET.keyId,
      status: 'error',
      errorCode: 'BANK_CONNECTION_GONE' satisfies ErrorCode,
      nextSyncAt: null,
    })
    .where(
      and(
        eq(connections.userId, userId),
        eq(connections.id, connectionId),
        eq(connections.accessToken, secret.sealed),
      ),
    );
}

/** Browsers must subscribe again. */
export async function forgetPushKey(tx: Transaction): Promise<void> {
  await tx.delete(pushKeys);
  await tx.delete(pushSubscriptions);
}

export async function forgetJob(tx: Transaction, { id }: TokenJob): Promise<void> {
  await tx.$client.query(`DELETE FROM ${UNFINISHED} AND id = $1`, [id]);
}
