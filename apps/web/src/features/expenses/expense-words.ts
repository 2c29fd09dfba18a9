import type { Expense } from '@oinkly/contract/endpoints';
import { dayOfExpenseDate, formatDay } from '@oinkly/domain/days';
import type { MoneyKind } from '@oinkly/domain/money-kinds';

const KIND_WORDS: Record<MoneyKind, string> = {
  spending: 'not counted as spending',
  'fixed-bill': 'a fixed bill',
  transfer: 'a transfer',
  'card-payment': 'a card payment',
  income: 'income',
  refund: 'a refund',
};

/** Why a row is not counted, in words (PD-4, PD-5); null for a counted one. */
export function notCountedText(
  expense: Pick<Expense, 'notCountedReason' | 'kind' | 'currency'>,
): string | null {
  switch (expense.notCountedReason) {
    case null:
      return null;
    case 'by-hand':
      return 'Not counted: you said so';
    case 'kind':
      return `Not counted: ${KIND_WORDS[expense.kind]}`;
    case 'currency':
      return `Not counted: paid in ${expense.currency}`;
  }
}

/** The day of an expense: `Thu, Jun 5`, or 'Invalid date' (DB-15). */
export function expenseDay(date: string): string {
  const day = dayOfExpenseDate(date);
  return day === null ? 'Invalid date' : formatDay(day, { weekday: 'short', month: 'short', day: 'numeric' });
}
