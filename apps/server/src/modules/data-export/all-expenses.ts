import type { Expense } from '@oinkly/contract/endpoints';
import type { Deps } from '../../deps.ts';
import { listExpenses, presentExpense, type ExpensePage } from '../expenses/index.ts';

const ROWS_PER_PAGE = 1_000;

/** All of a user's expenses, counted or not, newest first. A page at a time is in memory, and none while the reader is slow. */
export async function* allExpenses(deps: Pick<Deps, 'db'>, userId: string): AsyncGenerator<Expense> {
  let next: ExpensePage['next'] = null;
  do {
    const page: ExpensePage = await listExpenses(deps, userId, {
      counted: 'all',
      limit: ROWS_PER_PAGE,
      ...(next && { after: next }),
    });
    for (const row of page.rows) yield presentExpense(row);
    next = page.next;
  } while (next);
}
