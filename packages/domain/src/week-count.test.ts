import { expect, test } from 'vitest';
import { summarizeTotals } from './week-summaries.ts';
import { countWeeks, weekCountWords } from './week-count.ts';
import { weeksOfMap } from './weeks.ts';

const TODAY = '2026-02-04';
const budgets = [{ day: '2025-01-01', budgetCents: 10_000 }];

/** 2026 up to a Wednesday in the sixth week, with these amounts; null: no purchase. */
function weeksWith(...spent: (number | null)[]) {
  const starts = weeksOfMap(2026);
  const totals = new Map(
    spent.flatMap((spentCents, index) =>
      spentCents === null ? [] : [[starts[index] ?? '', { spentCents, purchases: 1 }] as const],
    ),
  );
  return summarizeTotals(starts, totals, budgets, TODAY);
}

test.each([
  [[], 0, 0],
  [[null, null, null, null, null, 5], 0, 0],
  [[null, 20_000, 10_000, null, 10_001, 5], 2, 4],
  [[null, 20_000, 10_000, null, 10_001, 20_000], 2, 4],
])(
  'the running week is in no count, and neither are those before the first expense: %j [PD-88]',
  (spent, under, closed) => {
    expect(countWeeks(weeksWith(...spent))).toEqual({ under, closed });
  },
);

test('the last weeks are counted among all: a week without expenses after the first one counts', () => {
  expect(countWeeks(weeksWith(20_000, 1, null, null, null), 3)).toEqual({ under: 3, closed: 3 });
});

test('one closed week is a week, and several are weeks', () => {
  expect(weekCountWords({ under: 1, closed: 1 })).toBe('1 of 1 week under budget');
  expect(weekCountWords({ under: 0, closed: 3 })).toBe('0 of 3 weeks under budget');
});
