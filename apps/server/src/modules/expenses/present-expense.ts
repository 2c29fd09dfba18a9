import type { DuplicateOffer, Expense } from '@oinkly/contract/expenses';
import type { Refund } from '@oinkly/contract/refunds';
import { notCountedReason } from '@oinkly/domain/counted-kinds';
import { dollarsFromCents } from '@oinkly/domain/money';
import { expenseCategoryOf } from './expense-category.ts';
import type { Offer } from './duplicates.service.ts';
import type { ShownExpense } from './list-expenses.queries.ts';
import type { RefundView } from './refunds.service.ts';

export function presentOffer({ manual, bank }: Offer): DuplicateOffer {
  return { manual: presentExpense(manual), bank: presentExpense(bank) };
}

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
    source: sourceOf(row),
    kind: row.kind,
    counted: isCounted,
    countedByHand: row.countedByHand,
    // A merged expense, which only the export shows, is replaced for none of these reasons.
    notCountedReason: isCounted ? null : (notCountedReason(row) ?? 'kind'),
    refunded: dollarsFromCents(row.refundedCents),
    pending: row.isPending,
    currency: row.currency,
    merged: row.fieldsFromManual !== null,
    ...(row.requestId !== null && { requestId: row.requestId }),
  };
}

export function sourceOf({ bankTransactionId }: Pick<ShownExpense, 'bankTransactionId'>): Expense['source'] {
  return bankTransactionId === null ? 'manual' : 'bank';
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
