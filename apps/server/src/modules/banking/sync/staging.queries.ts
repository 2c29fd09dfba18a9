import { expenseCategoryOfBankRow, kindOfBankRow, merchantKey } from '@oinkly/domain/classification';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../db/database.ts';
import { stagedChanges } from '../../../db/schema.ts';
import type { ProviderChanges, ProviderTransaction } from '../provider.ts';
import type { ConnectionRef } from './sync-runs.queries.ts';

type StagedRow = typeof stagedChanges.$inferInsert;

/** Stages one page, classified, numbered from `firstSeq`. Returns the number of the next row. */
export async function stagePage(
  db: Database,
  ref: ConnectionRef,
  leaseOwner: string,
  changes: ProviderChanges,
  firstSeq: number,
): Promise<number> {
  const key = { ...ref, leaseOwner };
  let seq = firstSeq;
  const rows: StagedRow[] = [
    ...changes.upserted.map((transaction) => ({ ...key, seq: seq++, ...stagedTransaction(transaction) })),
    ...changes.removed.map((removal) => ({ ...key, seq: seq++, ...removal, isRemoval: true })),
  ];
  await db.execute(sql`
    insert into ${stagedChanges}
    select * from json_populate_recordset(null::${stagedChanges}, ${JSON.stringify(rows.map(byColumnName))}::json)`);
  return seq;
}

/** Drops what is staged of a connection under any lease. Only for who holds the lease in the same transaction. */
export async function dropStage(tx: Transaction, ref: ConnectionRef): Promise<void> {
  await tx.delete(stagedChanges).where(ofConnection(ref));
}

/** Drops what is staged under one lease, which may have been lost by now: what its new holder has staged is not touched. */
export async function dropStageOfLease(db: Database, ref: ConnectionRef, leaseOwner: string): Promise<void> {
  await db.delete(stagedChanges).where(and(ofConnection(ref), eq(stagedChanges.leaseOwner, leaseOwner)));
}

function ofConnection(ref: ConnectionRef) {
  return and(eq(stagedChanges.userId, ref.userId), eq(stagedChanges.connectionId, ref.connectionId));
}

/** A page is one parameter: as one for each value of each row, building the statement takes longer than all the rest of an import. */
function byColumnName(row: StagedRow): Record<string, unknown> {
  return Object.fromEntries(COLUMN_NAMES.map(([key, name]) => [name, row[key]]));
}

const COLUMN_NAMES = Object.entries(getTableColumns(stagedChanges)).map(
  ([key, column]) => [key as keyof StagedRow, column.name] as const,
);

function stagedTransaction(transaction: ProviderTransaction) {
  return {
    ...transaction,
    isRemoval: false,
    kind: kindOfBankRow(transaction),
    expenseCategory: expenseCategoryOfBankRow(transaction),
    merchantKey: merchantKey(transaction.merchantName ?? transaction.name),
  };
}
