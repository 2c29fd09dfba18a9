import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database.ts';
import { connections, syncRuns } from '../../db/tables/banking.tables.ts';

export type ConnectionRow = typeof connections.$inferSelect;
export type SyncRunRow = typeof syncRuns.$inferSelect;

/** Finished runs kept per connection, for diagnosis. */
const KEPT_RUNS = 20;

export interface ConnectionRef {
  userId: string;
  connectionId: string;
}

/**
 * The key of a run's jobs. Were it the connection's, a job that waits for an ended run would keep out the next
 * run's.
 */
export function jobKey({ connectionId }: ConnectionRef, runId: number): string {
  return `${connectionId}:${runId}`;
}

/** The unfinished run serves all who ask. */
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
    // Otherwise it finished between the two statements.
    if (unfinished) return { run: unfinished, isNew: false };
  }
}

/** A connection has at most one unfinished run. */
export async function findUnfinishedRun(db: Database, ref: ConnectionRef): Promise<SyncRunRow | undefined> {
  const [row] = await db
    .select()
    .from(syncRuns)
    .where(and(ofConnection(ref), isNull(syncRuns.finishedAt)));
  return row;
}

/** Lists the runs of a user's other connections at the same provider that no worker has begun, oldest first. */
export async function listWaitingRuns(
  db: Database,
  ref: ConnectionRef,
  provider: string,
): Promise<SyncRunRow[]> {
  const rows = await db
    .select({ run: syncRuns })
    .from(syncRuns)
    .innerJoin(
      connections,
      and(eq(connections.userId, ref.userId), eq(connections.id, syncRuns.connectionId)),
    )
    .where(
      and(
        eq(syncRuns.userId, ref.userId),
        eq(connections.provider, provider),
        ne(connections.id, ref.connectionId),
        // Others wait for their bank, or for the job that was put off.
        eq(syncRuns.stage, 'queued'),
      ),
    )
    .orderBy(asc(syncRuns.id));
  return rows.map(({ run }) => run);
}

/** Omits unknown ids. */
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

export async function listLatestRuns(db: Database, userId: string): Promise<SyncRunRow[]> {
  return db
    .selectDistinctOn([syncRuns.connectionId])
    .from(syncRuns)
    .where(eq(syncRuns.userId, userId))
    .orderBy(asc(syncRuns.connectionId), desc(syncRuns.id));
}

/** Does nothing after the run's end. */
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

/** Has the user notified when a run ends (PD-86). Returns whether it has not ended yet. */
export async function announceEnd(
  db: Database,
  ref: ConnectionRef,
  runId: number,
  addedBefore: number,
): Promise<boolean> {
  const rows = await db
    .update(syncRuns)
    .set({ addedBefore: sql`coalesce(${syncRuns.addedBefore}, 0) + ${addedBefore}` })
    .where(and(ofConnection(ref), eq(syncRuns.id, runId), isNull(syncRuns.finishedAt)))
    .returning({ id: syncRuns.id });
  return rows.length > 0;
}

/** Ends a run and deletes the connection's oldest runs. Returns the run unless it had ended. */
export async function finishRun(
  db: Database,
  ref: ConnectionRef,
  runId: number,
  outcome: { stage: 'done' | 'failed'; finishedAt: Date; imported: number; errorCode: string | null },
): Promise<SyncRunRow | undefined> {
  const [run] = await db
    .update(syncRuns)
    .set(outcome)
    .where(and(ofConnection(ref), eq(syncRuns.id, runId), isNull(syncRuns.finishedAt)))
    .returning();
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
  return run;
}

/**
 * Lets one process sync without an open transaction. Undefined if the lease of this connection, or of another one of the user at the same
 * provider, is held: a user's syncs take turns, so that others find a worker (SEC-31).
 */
export async function takeLease(
  tx: Database,
  ref: ConnectionRef,
  owner: string,
  leaseMs: number,
): Promise<ConnectionRow | undefined> {
  // Otherwise, two could take theirs at the same time.
  const key = `lease of ${ref.userId}`;
  const { rows } = await tx.execute(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as "isFirst"`,
  );
  if (rows[0]?.['isFirst'] !== true) return undefined;
  const other = alias(connections, 'other');
  const isOtherSynced = tx
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        eq(other.userId, ref.userId),
        eq(other.provider, connections.provider),
        ne(other.id, ref.connectionId),
        sql`${other.leaseExpiresAt} >= statement_timestamp()`,
      ),
    );
  const [row] = await tx
    .update(connections)
    .set({
      leaseOwner: owner,
      leaseExpiresAt: leaseEnd(leaseMs),
      unfinishedSyncs: sql`${connections.unfinishedSyncs} + 1`,
    })
    .where(
      and(
        eq(connections.userId, ref.userId),
        eq(connections.id, ref.connectionId),
        sql`(${connections.leaseExpiresAt} is null or ${connections.leaseExpiresAt} < statement_timestamp() or ${connections.leaseOwner} = ${owner})`,
        notExists(isOtherSynced),
      ),
    )
    .returning();
  return row;
}

/** False if the lease was lost. */
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

/** Does nothing if the lease was lost. `unfinishedSyncs` says how many syncs in a row have not ended. */
export async function releaseLease(
  db: Database,
  ref: ConnectionRef,
  owner: string,
  unfinishedSyncs: number,
): Promise<void> {
  await db
    .update(connections)
    .set({ leaseOwner: null, leaseExpiresAt: null, unfinishedSyncs })
    .where(ownedBy(ref, owner));
}

/** Undefined unless we hold the lease. */
export async function lockLeasedConnection(
  db: Database,
  ref: ConnectionRef,
  owner: string,
): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(connections).where(ownedBy(ref, owner)).for('update');
  return row;
}

/** Records a success. Call it in the changes' transaction. */
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

/** The cursor stays. A null `nextSyncAt` waits for the user. */
export async function recordSyncFailure(
  db: Database,
  ref: ConnectionRef,
  failure: Pick<ConnectionRow, 'status' | 'errorCode' | 'failures' | 'nextSyncAt'>,
): Promise<void> {
  await db.update(connections).set(failure).where(sameConnection(ref));
}

/** Lists due connections of all users, longest due first. */
export async function listDueConnections(db: Database, now: Date, limit: number): Promise<ConnectionRef[]> {
  return db
    .select({ userId: connections.userId, connectionId: connections.id })
    .from(connections)
    .where(lte(connections.nextSyncAt, now))
    .orderBy(asc(connections.nextSyncAt))
    .limit(limit);
}

/**
 * Whether the connection is still due. Setting `nextSyncAt` keeps other processes off; the sync sets the true
 * time.
 */
export async function takeDueConnection(
  tx: Database,
  ref: ConnectionRef,
  now: Date,
  nextSyncAt: Date,
): Promise<boolean> {
  const taken = await tx
    .update(connections)
    .set({ nextSyncAt })
    .where(and(sameConnection(ref), lte(connections.nextSyncAt, now)))
    .returning({ id: connections.id });
  return taken.length > 0;
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

/** By the database's clock, which all processes share. It is not volatile, so that tables can be distributed (ADR 36). */
function leaseEnd(leaseMs: number) {
  return sql`statement_timestamp() + ${`${leaseMs} milliseconds`}::interval`;
}
