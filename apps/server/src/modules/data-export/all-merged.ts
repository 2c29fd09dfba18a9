import type { Expense } from '@oinkly/contract/expenses';
import type { Deps } from '../deps.ts';
import { presentExpense } from '../expenses/index.ts';
import { listMergedRows } from '../ledger/index.ts';
import { everyPage } from './every-page.ts';

type MergedPage = Awaited<ReturnType<typeof listMergedRows>>;

/** Reads merged manual expenses with the bank expense of each, newest first. */
export function allMerged(
  { db }: Pick<Deps, 'db'>,
  userId: string,
): AsyncGenerator<{ manual: Expense; bankId: number }> {
  return everyPage(async (after: NonNullable<MergedPage['next']> | undefined) => {
    const { rows, next } = await listMergedRows(db, userId, after);
    return { rows: rows.map((row) => ({ manual: presentExpense(row), bankId: row.mergedIntoId })), next };
  });
}
