import type { Expense } from '@oinkly/contract/endpoints';
import type { MoneyKind } from '@oinkly/domain/money-kinds';

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
