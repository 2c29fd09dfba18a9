import type { ImportedColumn } from '@oinkly/domain/expense-fields';
import { weekStartOf } from '@oinkly/domain/weeks';
import { and, count, eq, getTableColumns, isNull, sql, type SQL } from 'drizzle-orm';
import type { expenseImports } from '../../db/tables/readable-tables.ts';
import { expenses } from '../../db/tables/ledger.tables.ts';
import type { ExpenseRow } from './expenses.queries.ts';
import { touchWeeks, type LedgerTransaction } from './ledger-transaction.ts';
import { insertInto } from '../../db/writable-table.ts';

export type ImportedExpense = Pick<
  ExpenseRow,
  ImportedColumn | 'currency' | 'kind' | 'countsByKind' | 'countedByHand'
> & {
  /** SHA-256, hex. */
  refHash: string | null;
};

/** Columns that a file's row fills. */
const IMPORTED = {
  name: 'text',
  amountCents: 'bigint',
  currency: 'text',
  day: 'date',
  category: 'text',
  kind: 'text',
  countsByKind: 'boolean',
  countedByHand: 'boolean',
  isPaid: 'boolean',
} satisfies Record<Exclude<keyof ImportedExpense, 'refHash'>, string>;
const importedKeys = Object.keys(IMPORTED) as (keyof typeof IMPORTED)[];
const columns = getTableColumns(expenses);
const INTO = sql.raw(importedKeys.map((key) => columns[key].name).join(', '));
const FROM = sql.raw(importedKeys.map((key) => `"${key}"`).join(', '));
const COLUMN_TYPES = sql.raw(importedKeys.map((key) => `"${key}" ${IMPORTED[key]}`).join(', '));

/** Whether undoing the import deletes an expense: not deleted, not recurring, and not reported by a bank. */
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

/** Inserts the rows in one statement with one parameter. */
export async function insertImportedRows(
  tx: LedgerTransaction,
  { userId, importId, createdAt }: { userId: string; importId: string; createdAt: Date },
  rows: readonly ImportedExpense[],
): Promise<void> {
  // PostgreSQL's JSON refuses lone surrogates.
  const json = JSON.stringify(rows, (_key, field: unknown) =>
    typeof field === 'string' ? field.toWellFormed() : field,
  );
  await tx.execute(sql`
    ${insertInto(expenses)} (user_id, import_id, created_at, import_ref, ${INTO})
    select ${userId}::uuid, ${importId}::uuid, ${createdAt.toISOString()}::timestamptz, decode("refHash", 'hex'), ${FROM}
    from jsonb_to_recordset(${json}::jsonb) as r("refHash" text, ${COLUMN_TYPES})`);
  touchWeeks(
    tx,
    rows.map(({ day }) => ({ weekStart: weekStartOf(day) })),
  );
}

/** Returns how many it deleted. The weeks are counted in the database: a file has 50,000 rows. */
export async function deleteImportedRows(
  tx: LedgerTransaction,
  userId: string,
  importId: string,
): Promise<number> {
  const isUndone = isUndoneWithImport(userId, importId);
  const weeks = await tx
    .select({ weekStart: expenses.weekStart, rows: count() })
    .from(expenses)
    .where(isUndone)
    .groupBy(expenses.weekStart);
  await tx.delete(expenses).where(isUndone);
  touchWeeks(tx, weeks);
  return weeks.reduce((sum, { rows }) => sum + rows, 0);
}
