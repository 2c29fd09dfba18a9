import { expenseCategoryOfBankRow, kindOfBankRow, merchantKey } from '@oinkly/domain/classification';
import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '../../../db/database.ts';
import { stagedChanges } from '../../../db/schema.ts';
import type { ProviderChanges, ProviderTransaction } from '../provider.ts';
import type { ConnectionRef } from './sync-runs.queries.ts';

type StagedRow = typeof stagedChanges.$inferInsert;

/** Rows a statement: PostgreSQL takes 65,535 parameters. */
const ROWS_PER_INSERT = 1_000;

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
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    await db.insert(stagedChanges).values(rows.slice(start, start + ROWS_PER_INSERT));
  }
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

function stagedTransaction(transaction: ProviderTransaction) {
  return {
    ...transaction,
    isRemoval: false,
    kind: kindOfBankRow(transaction),
    expenseCategory: expenseCategoryOfBankRow(transaction),
    merchantKey: merchantKey(transaction.merchantName ?? transaction.name),
  };
}
