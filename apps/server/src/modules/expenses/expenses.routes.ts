import type { Expense } from '@oinkly/contract/endpoints';
import { isDay } from '@oinkly/domain/days';
import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import { dollarsFromCents } from '@oinkly/domain/money';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import type { ExpenseCursor, ShownExpense } from './expenses.queries.ts';
import {
  addExpense,
  deleteExpense,
  listExpenses,
  restoreExpense,
  updateExpense,
} from './expenses.service.ts';
import { listRefunds, matchRefundByHand, type RefundView } from './refunds.service.ts';

/** Tells where the next page of the list goes on; absent on the last one. */
const NEXT_CURSOR_HEADER = 'x-next-cursor';

/** Expenses (API-3 to API-5) and refunds (PD-6). */
export function expensesRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, 'listExpenses', async ({ raw, reply, query }) => {
    const { rows, next } = await listExpenses(deps, userOf(raw).id, {
      from: query.from,
      to: query.to,
      nameContains: query.q,
      counted: query.counted,
      category: query.category,
      source: query.source,
      type: query.type,
      after: query.cursor === undefined ? undefined : parseCursor(query.cursor),
      limit: query.limit,
    });
    if (next) reply.header(NEXT_CURSOR_HEADER, `${next.day}.${next.id}`);
    return rows.map(presentExpense);
  });

  serve(app, 'createExpense', async ({ raw, body }) =>
    presentExpense(await addExpense(deps, userOf(raw).id, body)),
  );

  serve(app, 'updateExpense', async ({ raw, params, body }) =>
    presentExpense(await updateExpense(deps, { ownerId: userOf(raw).id, id: params.id, patch: body })),
  );

  serve(app, 'deleteExpense', async ({ raw, params }) => {
    await deleteExpense(deps, { ownerId: userOf(raw).id, id: params.id });
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
}

function presentExpense(row: ShownExpense): Expense {
  return {
    id: row.id,
    name: row.name,
    amount: dollarsFromCents(row.amountCents),
    date: row.day,
    category: EXPENSE_CATEGORIES.find((category) => category === row.category) ?? 'Other',
    type: row.type,
    dayOfMonth: row.dayOfMonth,
    paid: row.isPaid,
    userId: row.userId,
    source: row.bankRecordId === null ? 'manual' : 'bank',
    kind: row.kind,
    counted: row.isCounted,
    notCountedReason: row.isCounted ? null : notCountedReason(row),
    refunded: dollarsFromCents(row.refundedCents),
    pending: row.isPending,
    currency: row.currency,
  };
}

function notCountedReason(row: ShownExpense): 'by-hand' | 'kind' | 'currency' {
  if (row.currency !== 'USD') return 'currency';
  return row.countedByHand === false ? 'by-hand' : 'kind';
}

function presentRefund(refund: RefundView) {
  return {
    id: String(refund.id),
    name: refund.name,
    amount: dollarsFromCents(refund.amountCents),
    date: refund.day,
    currency: refund.currency,
    matches: refund.matches.map(({ expenseId, amountCents }) => ({
      expenseId,
      amount: dollarsFromCents(amountCents),
    })),
    matchedByHand: refund.isMatchedByHand,
  };
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
