import type { StatementExpense } from '@oinkly/domain/statements/read-statement';
import { expect, test } from 'vitest';
import { notCountedWords, sumWords } from './import-words.ts';

const coffee: StatementExpense = {
  day: '2026-06-04',
  name: 'Coffee',
  amountCents: 425,
  currency: 'USD',
  category: 'Dining',
  kind: 'spending',
  counted: null,
  paid: false,
  bankRef: null,
};

test.each<[Partial<StatementExpense>, string | null]>([
  [{}, null],
  [{ kind: 'transfer' }, 'Not counted: a transfer'],
  [{ kind: 'card-payment' }, 'Not counted: a card payment'],
  [{ kind: 'fixed-bill' }, 'Not counted: a fixed bill'],
  [{ kind: 'transfer', counted: true }, null],
  [{ counted: false }, 'Not counted: your choice'],
  [{ currency: 'EUR' }, 'Not counted: paid in EUR'],
  [{ currency: 'EUR', counted: true }, 'Not counted: paid in EUR'],
])('an imported expense says beforehand why it will not be counted: %j [PD-4] [PD-5]', (fields, words) => {
  expect(notCountedWords({ ...coffee, ...fields }, false)).toBe(words);
});

test('a fixed bill counts for users who count fixed bills [PD-5]', () => {
  expect(notCountedWords({ ...coffee, kind: 'fixed-bill' }, true)).toBeNull();
});

test('the total includes only counted expenses: no savings transfer and no euros [PD-30] [PD-4]', () => {
  const transfer: StatementExpense = { ...coffee, kind: 'transfer', amountCents: 30_000 };
  const abroad = { ...coffee, currency: 'EUR', amountCents: 1000 };
  expect(sumWords([coffee, coffee], false)).toEqual({ counted: '$8.50', without: null });
  expect(sumWords([coffee, transfer, coffee], false)).toEqual({
    counted: '$8.50',
    without: 'Not counted: 1 expense, $300.00',
  });
  expect(sumWords([abroad, transfer, abroad], false)).toEqual({
    counted: '$0.00',
    without: 'Not counted: 3 expenses, €20.00 and $300.00',
  });
});
