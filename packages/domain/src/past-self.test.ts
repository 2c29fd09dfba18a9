import { describe, expect, test } from 'vitest';
import { pastSelfSpentCents } from './past-self.ts';
import type { WeekSummary } from './week-summaries.ts';

const week = (spentCents: number, rest: Partial<WeekSummary> = {}): WeekSummary => ({
  start: '2026-06-01',
  end: '2026-06-07',
  spentCents,
  budgetCents: 10_000,
  purchases: spentCents > 0 ? 2 : 0,
  isOver: spentCents > 10_000,
  isFuture: false,
  isComplete: true,
  ...rest,
});
const weeks = (...spent: number[]) => spent.map((cents) => week(cents));

describe('the past self', () => {
  test.each([
    ['one week', [7000], 7000],
    ['three weeks, the middle one', [9000, 1000, 4000], 4000],
    ['two weeks, what lies between', [1000, 4001], 2501], // 2500.5
    ['four weeks, what lies between the middle two', [8000, 1000, 3000, 5000], 4000],
    ['eight weeks', [8000, 7000, 6000, 5000, 4000, 3000, 2000, 1000], 4500],
  ])('of %s spent the median: %j is %i [PD-25]', (_, spent, median) => {
    expect(pastSelfSpentCents(weeks(...spent))).toBe(median);
  });

  test('looks back on the last eight completed weeks only [PD-25]', () => {
    // The median of the last eight, 1000 to 8000.
    const ten = weeks(100, 100, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000);
    expect(pastSelfSpentCents(ten)).toBe(4500);
  });

  test('does not count the week that runs, nor those to come [PD-25]', () => {
    const all = [
      ...weeks(3000, 5000, 4000),
      week(90_000, { isComplete: false }),
      week(0, { isComplete: false, isFuture: true }),
    ];
    expect(pastSelfSpentCents(all)).toBe(4000);
  });

  test('begins with the first purchase, and a week without any counts after it [PD-25]', () => {
    expect(pastSelfSpentCents(weeks(0, 0, 0, 3000, 0, 5000))).toBe(3000);
  });

  test('does not exist before a week with a purchase is complete [PD-25]', () => {
    expect(pastSelfSpentCents([])).toBeNull();
    expect(pastSelfSpentCents(weeks(0, 0))).toBeNull();
    expect(pastSelfSpentCents([week(0), week(5000, { isComplete: false })])).toBeNull();
  });
});
