import type { Expense } from '@oinkly/contract/expenses';
import { dayOfExpenseDate, daysBetween, formatDay, yearOf, type Day } from '@oinkly/domain/days';
import type { MoneyKind } from '@oinkly/domain/money-kinds';
import { centsFromDollars, formatMoney } from '@oinkly/domain/money';
import { costCents } from '@oinkly/domain/week-summaries';

/** `Thu, Jun 5`, or 'Invalid date' (DB-15). `today` adds the year of another year. */
export function expenseDay(date: string, today?: Day): string {
  const day = dayOfExpenseDate(date);
  if (day === null) return 'Invalid date';
  const isOtherYear = today !== undefined && yearOf(day) !== yearOf(today);
  return formatDay(day, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(isOtherYear && { year: 'numeric' }),
  });
}

/** Banks post a purchase within days. One that stays pending may be a failed payment, which is never charged. */
const LONGEST_PENDING_DAYS = 10;

/** Whether the bank should have posted the purchase long ago. */
export function isLongPending({ pending, date }: Pick<Expense, 'pending' | 'date'>, today: Day): boolean {
  const day = dayOfExpenseDate(date);
  return pending && day !== null && daysBetween(day, today) > LONGEST_PENDING_DAYS;
}

/** `Pending`, or `Pending for 12 days` if that is unusually long; null for a posted purchase. */
export function pendingText(expense: Pick<Expense, 'pending' | 'date'>, today: Day): string | null {
  if (!expense.pending) return null;
  const day = dayOfExpenseDate(expense.date);
  return day !== null && isLongPending(expense, today)
    ? `Pending for ${daysBetween(day, today)} days`
    : 'Pending';
}

/** The cost after refunds in its own currency: `$19.46`. */
export function costText(expense: Pick<Expense, 'amount' | 'refunded' | 'currency'>): string {
  return formatMoney(costCents(expense), expense.currency);
}

/** `Refunded $12.00 of $31.46` (PD-6); null without a refund. */
export function refundedText(expense: Pick<Expense, 'amount' | 'refunded' | 'currency'>): string | null {
  if (expense.refunded <= 0) return null;
  const sum = (dollars: number) => formatMoney(Math.abs(centsFromDollars(dollars)), expense.currency);
  return `Refunded ${sum(expense.refunded)} of ${sum(expense.amount)}`;
}

const KIND_WORDS: Record<MoneyKind, string> = {
  spending: 'not counted as spending',
  'fixed-bill': 'a fixed bill',
  transfer: 'a transfer',
  'card-payment': 'a card payment',
  income: 'income',
  refund: 'a refund',
};

/** Why a row does not count (PD-4, PD-5); null for a counted one. */
export function notCountedText(
  expense: Pick<Expense, 'notCountedReason' | 'kind' | 'currency'>,
): string | null {
  switch (expense.notCountedReason) {
    case null:
      return null;
    case 'by-hand':
      return 'Not counted: your choice';
    case 'kind':
      return `Not counted: ${KIND_WORDS[expense.kind]}`;
    case 'currency':
      return `Not counted: paid in ${expense.currency}`;
  }
}
