import type { Expense } from '@oinkly/contract/expenses';
import type { Deps } from '../deps.ts';
import { listExpenses, presentExpense, type ExpensePage } from '../expenses/index.ts';
import { everyPage } from './every-page.ts';

const ROWS_PER_PAGE = 1_000;

/** Reads counted and uncounted ones, newest first. */
export function allExpenses(deps: Pick<Deps, 'db'>, userId: string): AsyncGenerator<Expense> {
  return everyPage(async (after: NonNullable<ExpensePage['next']> | undefined) => {
    const { rows, next } = await listExpenses(deps, userId, { counted: 'all', limit: ROWS_PER_PAGE, after });
    return { rows: rows.map(presentExpense), next };
  });
}
