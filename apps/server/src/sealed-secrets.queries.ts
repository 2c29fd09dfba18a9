import type { ErrorCode } from '@oinkly/contract/errors';
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Database, Transaction } from './db/database.ts';
import { connections, pushKeys, pushSubscriptions } from './db/schema.ts';
import type { Jobs } from './jobs/job-queue.ts';
import { FORGOTTEN_SECRET, type SealedSecret } from './token-box.ts';

/** The sealed token of a connection. */
export interface SealedToken {
  userId: string;
  connectionId: string;
  secret: SealedSecret;
}

/** A job that carries the sealed token of a connection whose row is gone. */
export interface TokenJob {
  id: string;
  data: Jobs['remove-connection'];
}

/** Where a connection's token stands among those of all. */
type Place = Pick<SealedToken, 'userId' | 'connectionId'>;

/** Returns the next tokens of connections that another key than this sealed, in the order of their users. */
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
        // As a pair, which goes on in the index where the last batch ended.
        after
          ? sql`(${connections.userId}, ${connections.id}) > (${after.userId}::uuid, ${after.connectionId}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(connections.userId), asc(connections.id))
    .limit(limit);
  return rows.map(({ userId, connectionId, ...secret }) => ({ userId, connectionId, secret }));
}

/** Puts the same token sealed anew in the place of the one that was read; nothing happens when that is no longer there. */
export async function replaceToken(
  db: Database,
  { userId, connectionId, secret }: SealedToken,
  anew: SealedSecret,
): Promise<boolean> {
  const replaced = await db
    .update(connections)
    .set({ accessToken: anew.sealed, accessTokenKeyId: anew.keyId })
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

/** The private key for push services as it is stored; undefined while there is none. */
export async function findSealedPushKey(db: Database): Promise<SealedSecret | undefined> {
  const [row] = await db
    .select({ keyId: pushKeys.privateKeyKeyId, sealed: pushKeys.privateKey })
    .from(pushKeys);
  return row;
}

/** Stores the private key for push services sealed anew. */
export async function replacePushKey(db: Database, anew: SealedSecret): Promise<void> {
  await db.update(pushKeys).set({ privateKey: anew.sealed, privateKeyKeyId: anew.keyId });
}

const UNFINISHED = `pgboss.job WHERE name = 'remove-connection' AND completed_on IS NULL`;

/** The unfinished jobs whose token another key than this has sealed. */
export async function listJobsOfOtherKeys(tx: Transaction, keyId: string): Promise<TokenJob[]> {
  // A database that no server has worked on yet has no queue.
  const { rows: queue } = await tx.$client.query("SELECT 1 WHERE to_regclass('pgboss.job') IS NOT NULL");
  if (queue.length === 0) return [];
  const { rows } = await tx.$client.query<TokenJob>(
    `SELECT id, data FROM ${UNFINISHED} AND data ->> 'keyId' <> $1 ORDER BY id`,
    [keyId],
  );
  return rows;
}

/** Gives a job the same token sealed anew. The queue's own way to change a job leaves alone those that are being worked on. */
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

/** Whether anything that is stored was sealed with one of these keys. */
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

/** A sealed secret and the row id that it was sealed for. */
export interface SealedSample {
  secret: SealedSecret;
  rowId: string;
}

/** Returns the newest stored secret of each key, by kind: bank tokens, the push key, tokens in unfinished jobs. */
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

/** Returns the sealed token that a job carries. */
export function sampleOfJob({ data }: TokenJob): SealedSample {
  const secret = { keyId: data.keyId, sealed: Buffer.from(data.sealedToken, 'base64url') };
  return { rowId: data.connectionId, secret };
}

/** Forgets a connection's token: its person must link the bank again. */
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

/** Deletes the key for push services and the subscriptions made with it: browsers must subscribe again. */
export async function forgetPushKey(tx: Transaction): Promise<void> {
  await tx.delete(pushKeys);
  await tx.delete(pushSubscriptions);
}

/** Deletes a job whose token no key opens. */
export async function forgetJob(tx: Transaction, { id }: TokenJob): Promise<void> {
  await tx.$client.query(`DELETE FROM ${UNFINISHED} AND id = $1`, [id]);
}
