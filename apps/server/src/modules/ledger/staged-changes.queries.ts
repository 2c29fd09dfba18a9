import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/database.ts';
import { stagedChanges } from '../../db/tables/ledger.tables.ts';
import { insertInto } from '../../db/writable-table.ts';

export type StagedRow = typeof stagedChanges.$inferInsert;

export interface StageRef {
  userId: string;
  connectionId: string;
  leaseOwner: string;
}

type ConnectionKey = Pick<StageRef, 'userId' | 'connectionId'>;

/** Inserts a page with one parameter: one per value would take longer than the rest of an import. */
export async function insertStagedRows(db: Database, rows: readonly StagedRow[]): Promise<void> {
  await db.execute(sql`
    ${insertInto(stagedChanges)}
    select * from json_populate_recordset(null::${stagedChanges}, ${JSON.stringify(rows.map(byColumnName))}::json)`);
}

/** Deletes a connection's staged changes. Only the lease's holder may call it. */
export async function dropStage(tx: Transaction, ref: ConnectionKey): Promise<void> {
  await tx.delete(stagedChanges).where(ofConnection(ref));
}

/** Deletes what one lease staged, even if it was lost. */
export async function dropStageOfLease(db: Database, ref: StageRef): Promise<void> {
  await db.delete(stagedChanges).where(and(ofConnection(ref), eq(stagedChanges.leaseOwner, ref.leaseOwner)));
}

function ofConnection(ref: ConnectionKey) {
  return and(eq(stagedChanges.userId, ref.userId), eq(stagedChanges.connectionId, ref.connectionId));
}

function byColumnName(row: StagedRow): Record<string, unknown> {
  return Object.fromEntries(COLUMN_NAMES.map(([key, name]) => [name, row[key]]));
}

const COLUMN_NAMES = Object.entries(getTableColumns(stagedChanges)).map(
  ([key, column]) => [key as keyof StagedRow, column.name] as const,
);
