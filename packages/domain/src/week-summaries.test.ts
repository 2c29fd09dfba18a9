import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BudgetChange } from './budgets.ts';
import { anyDay, dayFrom } from './test-support/arbitrary-days.ts';
import { costCents, summarizeTotals, totalsOfWeeks, type CountableExpense } from './week-summaries.ts';
import { weekStartOf } from './weeks.ts';

const spent = (amount: number, date: string, rest: Partial<CountableExpense> = {}): CountableExpense => ({
  amount,
  date,
  refunded: 0,
  counted: true,
  ...rest,
});
const budgets = [{ day: '2026-01-01', budgetCents: 10_000 }];
const today = '2026-06-10';
const summarizeWeeks = (
  weekStarts: readonly string[],
  expenses: readonly CountableExpense[],
  changes: readonly BudgetChange[],
  now: string,
) => summarizeTotals(weekStarts, totalsOfWeeks(expenses), changes, now);
/** The summary of the completed week of June 1 to 7, 2026. */
const firstOfJune = (...expenses: CountableExpense[]) =>
  summarizeWeeks(['2026-06-01'], expenses, budgets, today)[0];

describe('a week’s spending', () => {
  test('adds absolute amounts from Monday to Sunday [DB-20]', () => {
    const expenses = [
      spent(40.1, '2026-05-31'),
      spent(10.25, '2026-06-01'),
      spent(-20.5, '2026-06-03'),
      spent(7.99, '2026-06-07T23:59:59'),
      spent(99, '2026-06-08'),
    ];
    // 10.25 + 20.50 + 7.99
    expect(firstOfJune(...expenses)).toMatchObject({ spentCents: 3874, purchases: 3, isOver: false });
    expect(
      summarizeWeeks(['2026-06-08', '2026-05-25', '2026-06-01'], expenses, budgets, today).map(
        (week) => week.spentCents,
      ),
    ).toEqual([9900, 4010, 3874]);
  });

  test('adds up cents and not floats: ten times a dime is a dollar [PD-1]', () => {
    const dimes = Array.from({ length: 10 }, () => spent(0.1, '2026-06-02'));
    expect(firstOfJune(...dimes)?.spentCents).toBe(100);
  });

  test.each(['soon', '', '2026-02-30', '06/03/2026', '2026-13-45T10:00'])(
    'leaves out an expense with the unreadable date %j [DB-15]',
    (date) => {
      expect(firstOfJune(spent(5, '2026-06-03'), spent(100, date))).toMatchObject({
        spentCents: 500,
        purchases: 1,
      });
    },
  );

  test('leaves out rows that do not count [PD-4]', () => {
    expect(firstOfJune(spent(5, '2026-06-03'), spent(1500, '2026-06-01', { counted: false }))).toMatchObject({
      spentCents: 500,
      purchases: 1,
    });
  });

  test('is less what was refunded, and a purchase never costs less than nothing [PD-6]', () => {
    expect(costCents({ amount: 50, refunded: 12.34 })).toBe(3766);
    expect(
      firstOfJune(spent(50, '2026-06-03', { refunded: 50 }), spent(20, '2026-06-04', { refunded: 4.5 })),
    ).toMatchObject({ spentCents: 1550, purchases: 2 });
  });

  test.each([
    [100, false],
    [100.01, true],
    [99.99, false],
  ])('of $%d is over a budget of $100: %s', (dollars, isOver) => {
    expect(firstOfJune(spent(dollars, '2026-06-03'))).toMatchObject({ budgetCents: 10_000, isOver });
  });

  test('is over a budget of 0 with any purchase, and not without one [PD-12]', () => {
    const none = [{ day: '2026-01-01', budgetCents: 0 }];
    expect(summarizeWeeks(['2026-06-01'], [spent(0.01, '2026-06-03')], none, today)).toMatchObject([
      { budgetCents: 0, isOver: true },
    ]);
    expect(summarizeWeeks(['2026-06-01'], [], none, today)).toMatchObject([
      { budgetCents: 0, isOver: false },
    ]);
  });

  test("is compared with its own week's budget [PD-11]", () => {
    const raised = [...budgets, { day: '2026-06-08', budgetCents: 50_000 }];
    const expenses = [spent(300, '2026-06-03'), spent(300, '2026-06-09')];
    expect(summarizeWeeks(['2026-06-01', '2026-06-08'], expenses, raised, today)).toMatchObject([
      { budgetCents: 10_000, isOver: true },
      { budgetCents: 50_000, isOver: false },
    ]);
  });
});

describe('a week', () => {
  test.each([
    ['2026-06-07', true, false],
    ['2026-06-08', false, false],
    ['2026-06-14', false, false],
    ['2026-06-15', false, true],
  ])('of 8 to 14 June is on %s to come: %s, complete: %s', (now, isFuture, isComplete) => {
    expect(summarizeWeeks(['2026-06-08'], [], budgets, now)).toMatchObject([
      { start: '2026-06-08', end: '2026-06-14', isFuture, isComplete },
    ]);
  });
});

describe('with any expenses', () => {
  const cents = fc.integer({ min: -2_000_000, max: 2_000_000 });
  const expense: fc.Arbitrary<CountableExpense> = fc.record({
    amount: cents.map((value) => value / 100),
    refunded: fc.nat(200_000).map((value) => value / 100),
    date: fc.oneof(dayFrom('2026-06-01', 27), anyDay, fc.constant('soon')),
    counted: fc.boolean(),
  });
  const weekStarts = ['2026-06-01', '2026-06-08', '2026-06-15', '2026-06-22'];
  const expenses = fc.array(expense, { maxLength: 20 });

  test('totals do not depend on the order of the expenses [PD-1]', () => {
    const twice = expenses.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(twice, ([all, shuffled]) => {
        expect(summarizeWeeks(weekStarts, shuffled, budgets, today)).toEqual(
          summarizeWeeks(weekStarts, all, budgets, today),
        );
      }),
      { numRuns: 200 },
    );
  });

  test('each counted expense is in exactly one week [DB-20]', () => {
    fc.assert(
      fc.property(expenses, (all) => {
        const dated = all.filter(({ counted, date }) => counted && date !== 'soon');
        const weeks = [...new Set(dated.map(({ date }) => weekStartOf(date)))];
        const summaries = summarizeWeeks(weeks, all, budgets, today);
        const totalCents = dated
          .map(({ amount, refunded }) => Math.round(Math.abs(amount) * 100) - Math.round(refunded * 100))
          .reduce((total, cost) => total + Math.max(0, cost), 0);
        expect(summaries.reduce((total, week) => total + week.spentCents, 0)).toBe(totalCents);
        expect(summaries.reduce((total, week) => total + week.purchases, 0)).toBe(dated.length);
      }),
      { numRuns: 200 },
    );
  });
});
