import type { Day } from '@oinkly/domain/days';
import { weekStartOf } from '@oinkly/domain/weeks';
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { expenseImports } from '../../db/schema.ts';
import { expenses } from '../../db/schema.ts';
import { touchWeeks, type LedgerTransaction } from './ledger-transaction.ts';

/** An expense of an import, in whole cents. */
export interface ImportedExpense {
  name: string;
  amountCents: number;
  currency: string;
  day: Day;
  category: string;
  kind: string;
  countsByKind: boolean;
  countedByHand: boolean | null;
  isPaid: boolean;
  /** SHA-256 in hex digits. */
  refHash: string | null;
}

/** Whether undoing the import removes the expense: the user has neither deleted it nor made it recurring, and no bank reported it. */
export function isUndoneWithImport(
  userId: string,
  importId: string | typeof expenseImports.id,
): SQL | undefined {
  return and(
    eq(expenses.userId, userId),
    eq(expenses.importId, importId),
    isNull(expenses.deletedAt),
    isNull(expenses.bankTransactionId),
    isNull(expenses.seriesId),
    isNull(expenses.mergedIntoId),
  );
}

/** Adds the expenses of an import in one statement with one parameter. */
export async function insertImportedRows(
  tx: LedgerTransaction,
  { userId, importId, createdAt }: { userId: string; importId: string; createdAt: Date },
  rows: readonly ImportedExpense[],
): Promise<void> {
  // PostgreSQL's JSON refuses lone surrogates.
  const json = JSON.stringify(rows.map((row) => ({ ...row, name: row.name.toWellFormed() })));
  await tx.execute(sql`
    insert into expenses (user_id, import_id, created_at, name, amount_cents, currency, day, category, kind,
      counts_by_kind, counted_by_hand, is_paid, import_ref)
    select ${userId}::uuid, ${importId}::uuid, ${createdAt.toISOString()}::timestamptz, name, "amountCents", currency, day, category, kind,
      "countsByKind", "countedByHand", "isPaid", decode("refHash", 'hex')
    from jsonb_to_recordset(${json}::jsonb) as r(name text, "amountCents" bigint, currency text, day date, category text, kind text,
      "countsByKind" boolean, "countedByHand" boolean, "isPaid" boolean, "refHash" text)`);
  touchWeeks(
    tx,
    rows.map(({ day }) => ({ weekStart: weekStartOf(day) })),
  );
}

/** Deletes the expenses that undoing an import removes. Returns how many. */
export async function deleteImportedRows(
  tx: LedgerTransaction,
  userId: string,
  importId: string,
): Promise<number> {
  const rows = await tx
    .delete(expenses)
    .where(isUndoneWithImport(userId, importId))
    .returning({ weekStart: expenses.weekStart });
  touchWeeks(tx, rows);
  return rows.length;
}
