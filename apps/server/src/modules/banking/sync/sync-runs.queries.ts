import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { connections, syncRuns } from '../../../db/schema.ts';

export type ConnectionRow = typeof connections.$inferSelect;
export type SyncRunRow = typeof syncRuns.$inferSelect;

/** How many finished runs of a connection are kept, for looking back when something went wrong. */
const KEPT_RUNS = 20;

/** Names one connection of one user. */
export interface ConnectionRef {
  userId: string;
  connectionId: string;
}

/**
 * Adds a queued run, unless one is queued or running: then that one serves everybody who asked. Returns the unfinished run.
 */
export async function joinOrAddRun(
  db: Database,
  ref: ConnectionRef,
  requestedAt: Date,
): Promise<{ run: SyncRunRow; isNew: boolean }> {
  for (;;) {
    const [added] = await db
      .insert(syncRuns)
      .values({ ...ref, requestedAt, stage: 'queued' })
      .onConflictDoNothing()
      .returning();
    if (added) return { run: added, isNew: true };
    const unfinished = await findUnfinishedRun(db, ref);
    // None: it has finished between the two statements, so there is room for a new one.
    if (unfinished) return { run: unfinished, isNew: false };
  }
}

/** The connection's queued or running run, of which there is at most one; undefined when none is. */
export async function findUnfinishedRun(db: Database, ref: ConnectionRef): Promise<SyncRunRow | undefined> {
  const [row] = await db
    .select()
    .from(syncRuns)
    .where(and(ofConnection(ref), isNull(syncRuns.finishedAt)));
  return row;
}

/** The user's runs with these ids, in no order. Unknown ids and those of other users are left out. */
export async function listRuns(
  db: Database,
  userId: string,
  runIds: readonly number[],
): Promise<SyncRunRow[]> {
  if (runIds.length === 0) return [];
  return db
    .select()
    .from(syncRuns)
    .where(and(eq(syncRuns.userId, userId), inArray(syncRuns.id, [...runIds])));
}

/** The newest run of each of a user's connections. */
export async function listLatestRuns(db: Database, userId: string): Promise<SyncRunRow[]> {
  return db
    .selectDistinctOn([syncRuns.connectionId])
    .from(syncRuns)
    .where(eq(syncRuns.userId, userId))
    .orderBy(asc(syncRuns.connectionId), desc(syncRuns.id));
}

/** Says how far a run has come. Changes nothing when it has ended. */
export async function setRunStage(
  db: Database,
  ref: ConnectionRef,
  runId: number,
  stage: SyncRunRow['stage'],
): Promise<void> {
  await db
    .update(syncRuns)
    .set({ stage })
    .where(and(ofConnection(ref), eq(syncRuns.id, runId), isNull(syncRuns.finishedAt)));
}

/** Ends a run that has not ended, and forgets the connection's oldest ones. */
export async function finishRun(
  db: Database,
  ref: ConnectionRef,
  runId: number,
  outcome: { stage: 'done' | 'failed'; finishedAt: Date; imported: number; errorCode: string | null },
): Promise<void> {
  await db
    .update(syncRuns)
    .set(outcome)
    .where(and(ofConnection(ref), eq(syncRuns.id, runId), isNull(syncRuns.finishedAt)));
  await db.delete(syncRuns).where(
    and(
      ofConnection(ref),
      inArray(
        syncRuns.id,
        db
          .select({ id: syncRuns.id })
          .from(syncRuns)
          .where(and(ofConnection(ref), isNotNull(syncRuns.finishedAt)))
          .orderBy(desc(syncRuns.id))
          .offset(KEPT_RUNS),
      ),
    ),
  );
}

/**
 * Takes the connection's lease for `leaseMs`, so that one process at a time syncs it, without a database session held while a bank
 * answers. Undefined when another one holds it or the connection is gone.
 */
export async function takeLease(
  db: Database,
  ref: ConnectionRef,
  owner: string,
  leaseMs: number,
): Promise<ConnectionRow | undefined> {
  const [row] = await db
    .update(connections)
    .set({ leaseOwner: owner, leaseExpiresAt: leaseEnd(leaseMs) })
    .where(
      and(
        eq(connections.userId, ref.userId),
        eq(connections.id, ref.connectionId),
        sql`(${connections.leaseExpiresAt} is null or ${connections.leaseExpiresAt} < clock_timestamp() or ${connections.leaseOwner} = ${owner})`,
      ),
    )
    .returning();
  return row;
}

/** Holds the lease longer. False when it has been lost. */
export async function extendLease(
  db: Database,
  ref: ConnectionRef,
  owner: string,
  leaseMs: number,
): Promise<boolean> {
  const rows = await db
    .update(connections)
    .set({ leaseExpiresAt: leaseEnd(leaseMs) })
    .where(ownedBy(ref, owner))
    .returning({ id: connections.id });
  return rows.length === 1;
}

/** Gives the lease back. Changes nothing when it has been lost. */
export async function releaseLease(db: Database, ref: ConnectionRef, owner: string): Promise<void> {
  await db.update(connections).set({ leaseOwner: null, leaseExpiresAt: null }).where(ownedBy(ref, owner));
}

/** Locks the connection while its lease is still ours; undefined when it is not. */
export async function lockLeasedConnection(
  db: Database,
  ref: ConnectionRef,
  owner: string,
): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(connections).where(ownedBy(ref, owner)).for('update');
  return row;
}

/** Marks a connection healthy and stores where its next sync starts. Call it in the transaction of the changes. */
export async function recordSyncSuccess(
  db: Database,
  ref: ConnectionRef,
  success: { cursor: string; lastSyncedAt: Date; nextSyncAt: Date },
): Promise<void> {
  await db
    .update(connections)
    .set({ ...success, status: 'healthy', errorCode: null, failures: 0 })
    .where(sameConnection(ref));
}

/**
 * Writes down what is wrong with a connection: a code of the error catalogue, how many failures there have been in a row, and when to try
 * again (null: not before the person has done something). The cursor stays.
 */
export async function recordSyncFailure(
  db: Database,
  ref: ConnectionRef,
  failure: Pick<ConnectionRow, 'status' | 'errorCode' | 'failures' | 'nextSyncAt'>,
): Promise<void> {
  await db.update(connections).set(failure).where(sameConnection(ref));
}

/**
 * Takes up to `limit` connections that are due, in any user's name, and makes each due again at `nextSyncAt`, so that nobody else takes
 * it meanwhile; its sync will set the true time.
 */
export async function takeDueConnections(
  tx: Database,
  now: Date,
  nextSyncAt: Date,
  limit: number,
): Promise<ConnectionRow[]> {
  const due = tx
    .select({ userId: connections.userId, id: connections.id })
    .from(connections)
    .where(lte(connections.nextSyncAt, now))
    .orderBy(asc(connections.nextSyncAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  return tx
    .update(connections)
    .set({ nextSyncAt })
    .where(sql`(${connections.userId}, ${connections.id}) in ${due}`)
    .returning();
}

function ofConnection(ref: ConnectionRef) {
  return and(eq(syncRuns.userId, ref.userId), eq(syncRuns.connectionId, ref.connectionId));
}

function sameConnection(ref: ConnectionRef) {
  return and(eq(connections.userId, ref.userId), eq(connections.id, ref.connectionId));
}

function ownedBy(ref: ConnectionRef, owner: string) {
  return and(sameConnection(ref), eq(connections.leaseOwner, owner));
}

/** By the database's clock, which all processes share. */
function leaseEnd(leaseMs: number) {
  return sql`clock_timestamp() + ${`${leaseMs} milliseconds`}::interval`;
}
