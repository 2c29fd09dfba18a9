import type { Expense, Refund } from '@oinkly/contract/endpoints';
import { dollarsFromCents } from '@oinkly/domain/money';
import { expenseCategoryOf } from './expense-category.ts';
import type { ShownExpense } from './list-expenses.queries.ts';
import type { RefundView } from './refunds.service.ts';

/** An upcoming expense counts as it will on its day. */
export function presentExpense(row: ShownExpense): Expense {
  const isCounted = row.isUpcoming ? (row.countedByHand ?? row.countsByKind) : row.isCounted;
  return {
    id: row.id,
    name: row.name,
    amount: dollarsFromCents(row.amountCents),
    date: row.day,
    category: expenseCategoryOf(row),
    type: row.type,
    dayOfMonth: row.dayOfMonth,
    seriesId: row.type === 'recurring' ? row.seriesId : null,
    paid: row.isPaid,
    userId: row.userId,
    source: row.bankTransactionId === null ? 'manual' : 'bank',
    kind: row.kind,
    counted: isCounted,
    notCountedReason: isCounted ? null : notCountedReason(row),
    refunded: dollarsFromCents(row.refundedCents),
    pending: row.isPending,
    currency: row.currency,
    merged: row.fieldsFromManual !== null,
  };
}

function notCountedReason(row: ShownExpense): 'by-hand' | 'kind' | 'currency' {
  if (row.currency !== 'USD') return 'currency';
  return row.countedByHand === false ? 'by-hand' : 'kind';
}

export function presentRefund(refund: RefundView): Refund {
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
    dismissed: refund.isDismissed,
  };
}
