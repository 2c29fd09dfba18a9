import { MAX_LISTED_EXPENSES } from '@oinkly/contract/limits';
import { isDay } from '@oinkly/domain/days';
import { readSearch } from '@oinkly/domain/expense-search';
import { dollarsFromCents } from '@oinkly/domain/money';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import type { Deps } from '../deps.ts';
import type { LedgerDeps } from '../ledger/index.ts';
import { serve, SUCCEEDED, type ContractRequest } from '../../http/contract-routes.ts';
import { RateLimit } from '../../http/rate-limit.ts';
import { userOf } from '../identity/index.ts';
import { todayOf } from '../time/index.ts';
import type { ExpenseCursor, ExpenseFilter } from './list-expenses.queries.ts';
import {
  addExpense,
  deleteExpense,
  listExpenses,
  restoreExpense,
  sumExpenses,
  updateExpense,
} from './expenses.service.ts';
import { presentExpense, presentRefund } from './present-expense.ts';
import { presentRule } from './present-rule.ts';
import { dismissRefund, listRefunds, matchRefundByHand } from './refunds.service.ts';

/** Absent on the last page. */
const NEXT_CURSOR_HEADER = 'x-next-cursor';

const LONG_LIST_ROWS = 500;
/** Writing 10,000 rows blocks the event loop for 0.2 s (SEC-22). */
const ROWS_OF_LONG_LISTS = { name: 'rows-of-long-lists', times: 500_000 };

/** Adds, edits and lists expenses (API-3 to API-5) and matches refunds (PD-6). */
export function expensesRoutes(app: FastifyInstance, deps: Deps & LedgerDeps): void {
  const filterOf = (
    raw: FastifyRequest,
    { from, to, q, counted, category, source, type }: ContractRequest<'sumExpenses'>['query'],
  ): ExpenseFilter => ({
    from,
    to,
    search: q ? readSearch(q, todayOf(userOf(raw), deps.clock)) : undefined,
    counted,
    category,
    source,
    type,
  });
  const longLists = new RateLimit(deps.db, ROWS_OF_LONG_LISTS);

  serve(app, 'listExpenses', async ({ raw, reply, query }) => {
    const { rows, next } = await listExpenses(deps, userOf(raw).id, {
      ...filterOf(raw, query),
      after: query.cursor === undefined ? undefined : parseCursor(query.cursor),
      limit: query.limit ?? MAX_LISTED_EXPENSES,
    });
    if (rows.length > LONG_LIST_ROWS) await longLists.spend(userOf(raw).id, rows.length);
    if (next) reply.header(NEXT_CURSOR_HEADER, cursorText(next));
    return rows.map(presentExpense);
  });

  serve(app, 'sumExpenses', async ({ raw, query }) => {
    const { spentCents, ...counts } = await sumExpenses(deps, userOf(raw).id, filterOf(raw, query));
    return { ...counts, spent: dollarsFromCents(spentCents) };
  });

  serve(app, 'createExpense', async ({ raw, body }) =>
    presentExpense(await addExpense(deps, userOf(raw), body)),
  );

  serve(app, 'updateExpense', async ({ raw, params, query, body }) => {
    const command = { owner: userOf(raw), id: params.id, patch: body, scope: query.scope };
    const { expense, ruleOffer } = await updateExpense(deps, command);
    return { ...presentExpense(expense), ...(ruleOffer && { ruleOffer: presentRule(ruleOffer) }) };
  });

  serve(app, 'deleteExpense', async ({ raw, params, query }) => {
    await deleteExpense(deps, { ownerId: userOf(raw).id, id: params.id, scope: query.scope });
    return SUCCEEDED;
  });

  serve(app, 'restoreExpense', async ({ raw, params }) =>
    presentExpense(await restoreExpense(deps, { ownerId: userOf(raw).id, id: params.id })),
  );

  serve(app, 'listRefunds', async ({ raw }) => ({
    refunds: (await listRefunds(deps, userOf(raw).id)).map(presentRefund),
  }));

  serve(app, 'matchRefund', async ({ raw, params, body }) =>
    presentRefund(
      await matchRefundByHand(deps, {
        ownerId: userOf(raw).id,
        refundId: params.id,
        expenseId: body.expenseId,
      }),
    ),
  );

  serve(app, 'dismissRefund', async ({ raw, params, body }) =>
    presentRefund(
      await dismissRefund(deps, {
        ownerId: userOf(raw).id,
        refundId: params.id,
        isDismissed: body.dismissed,
      }),
    ),
  );
}

export function cursorText({ day, id }: ExpenseCursor): string {
  return `${day}.${id}`;
}

function parseCursor(cursor: string): ExpenseCursor {
  const [day = '', id = ''] = cursor.split('.');
  if (!isDay(day) || !/^\d{1,15}$/.test(id)) {
    throw new AppError('VALIDATION_FAILED', {
      fields: [{ path: 'cursor', message: 'Not a cursor of this list' }],
    });
  }
  return { day, id: Number(id) };
}
