import type { Day } from '@oinkly/domain/days';
import { and, count, desc, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { expenseImports, importLayouts } from '../../db/tables/expense-import.tables.ts';
import { expenses } from '../../db/tables/readable-tables.ts';
import { isUndoneWithImport } from '../ledger/index.ts';

const LISTED_IMPORTS = 10;

type ImportRow = typeof expenseImports.$inferSelect;

/** `remaining`: expenses that undoing would delete. */
export interface ImportView extends Pick<ImportRow, 'id' | 'fileName' | 'rows' | 'rowsInAll' | 'createdAt'> {
  remaining: number;
}

interface ComparedRange {
  from: Day;
  to: Day;
  amountsCents: readonly number[];
  /** Hex. */
  bankRefs: readonly string[];
}

export async function listUndoableImports(db: Database, userId: string): Promise<ImportView[]> {
  return selectImports(db, userId)
    .having(gt(count(expenses.id), 0))
    .limit(LISTED_IMPORTS);
}

/** Lists all imports, even those with nothing left to undo. */
export async function listAllImports(db: Database, userId: string): Promise<ImportView[]> {
  return selectImports(db, userId);
}

function selectImports(db: Database, userId: string) {
  return db
    .select({
      id: expenseImports.id,
      fileName: expenseImports.fileName,
      rows: expenseImports.rows,
      rowsInAll: expenseImports.rowsInAll,
      createdAt: expenseImports.createdAt,
      remaining: count(expenses.id),
    })
    .from(expenseImports)
    .leftJoin(expenses, isUndoneWithImport(userId, expenseImports.id))
    .where(eq(expenseImports.userId, userId))
    .groupBy(expenseImports.userId, expenseImports.id)
    .orderBy(desc(expenseImports.createdAt), expenseImports.id);
}

export async function listLayouts(
  db: Database,
  userId: string,
): Promise<Pick<typeof importLayouts.$inferSelect, 'fileKind' | 'layout'>[]> {
  return db
    .select({ fileKind: importLayouts.fileKind, layout: importLayouts.layout })
    .from(importLayouts)
    .where(eq(importLayouts.userId, userId))
    .orderBy(desc(importLayouts.usedAt), importLayouts.fileKind);
}

export async function upsertLayout(db: Database, row: typeof importLayouts.$inferInsert): Promise<void> {
  await db
    .insert(importLayouts)
    .values(row)
    .onConflictDoUpdate({
      target: [importLayouts.userId, importLayouts.fileKind],
      set: { layout: row.layout, usedAt: row.usedAt },
    });
}

export async function keepLatestLayouts(db: Database, userId: string, count: number): Promise<void> {
  const older = db
    .select({ fileKind: importLayouts.fileKind })
    .from(importLayouts)
    .where(eq(importLayouts.userId, userId))
    .orderBy(desc(importLayouts.usedAt), importLayouts.fileKind)
    .offset(count);
  await db
    .delete(importLayouts)
    .where(and(eq(importLayouts.userId, userId), inArray(importLayouts.fileKind, older)));
}

/** Other requests are served between pages. */
export const COMPARED_PER_PAGE = 2_000;

/**
 * Lists a page of those on these days with one of these amounts, or with one of these hashes. Includes deleted ones, not
 * withdrawn ones. A merged pair is the bank expense with the manual one's hash.
 */
export async function listComparedExpenses(
  db: Database,
  userId: string,
  { from, to, amountsCents, bankRefs }: ComparedRange,
  after?: { day: Day; id: number },
) {
  const sums = sql`any(array(select x::bigint from ${elementsOf(amountsCents)} x))`;
  return db
    .select({
      id: expenses.id,
      day: expenses.day,
      name: expenses.name,
      amountCents: expenses.amountCents,
      costCents: expenses.costCents,
      currency: expenses.currency,
      bankTransactionId: expenses.bankTransactionId,
      importId: expenses.importId,
      importRef: sql<Buffer | null>`coalesce(expenses.import_ref, (
        select m.import_ref from expenses m where m.user_id = ${userId} and m.merged_into_id = expenses.id
      ))`,
      deletedAt: expenses.deletedAt,
    })
    .from(expenses)
    .where(
      and(
        eq(expenses.userId, userId),
        isNull(expenses.withdrawnAt),
        isNull(expenses.mergedIntoId),
        after && sql`(${expenses.day}, ${expenses.id}) > (${after.day}, ${after.id})`,
        sql`(
          ${expenses.day} between ${from} and ${to}
            and (abs(${expenses.amountCents}) = ${sums} or ${expenses.costCents} = ${sums})
          or ${expenses.id} in (
            select coalesce(merged_into_id, id) from expenses
            where user_id = ${userId} and import_ref = any(select decode(x, 'hex') from ${elementsOf(bankRefs)} x)
          )
        )`,
      ),
    )
    .orderBy(expenses.day, expenses.id)
    .limit(COMPARED_PER_PAGE);
}

/** As JSON: the driver escapes the values of a long array in a tenth of a second, without a turn for other requests. */
function elementsOf(values: readonly (string | number)[]): SQL {
  return sql`json_array_elements_text(${JSON.stringify(values)}::json)`;
}

export async function lockImport(db: Database, userId: string, id: string): Promise<ImportRow | undefined> {
  const [row] = await db
    .select()
    .from(expenseImports)
    .where(and(eq(expenseImports.userId, userId), eq(expenseImports.id, id)))
    .for('update');
  return row;
}

/** Adds the row of an import, or updates its numbers of rows. Call it before adding the expenses. */
export async function upsertImport(db: Database, row: typeof expenseImports.$inferInsert): Promise<void> {
  await db
    .insert(expenseImports)
    .values(row)
    .onConflictDoUpdate({
      target: [expenseImports.userId, expenseImports.id],
      set: { rows: row.rows, rowsInAll: row.rowsInAll },
    });
}

export async function markUndone(db: Database, userId: string, id: string, undoneAt: Date): Promise<void> {
  await db
    .update(expenseImports)
    .set({ undoneAt })
    .where(and(eq(expenseImports.userId, userId), eq(expenseImports.id, id)));
}
