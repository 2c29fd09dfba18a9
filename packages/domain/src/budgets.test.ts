import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  budgetOfWeek,
  PROPOSED_BUDGET_CENTS,
  UNSET_BUDGET_CENTS,
  WEEKS_PER_MONTH,
  weeklyBudgetFromMonthlyIncome,
  type BudgetChange,
} from './budgets.ts';
import { addDays } from './days.ts';
import { dayFrom } from './test-support/arbitrary-days.ts';
import { weekEndOf, weekStartOf } from './weeks.ts';

const changes: BudgetChange[] = [
  { day: '2026-06-03', budgetCents: 10_000 },
  { day: '2026-06-10', budgetCents: 20_000 },
  { day: '2026-06-17', budgetCents: 5000 },
];

describe('the budget of a week', () => {
  test.each([
    ['before the first one', '2026-05-04', 10_000],
    ['that is the first one', '2026-06-01', 10_000],
    ['raised in its middle', '2026-06-08', 10_000],
    ['lowered in its middle', '2026-06-15', 5000],
    ['that runs', '2026-06-22', 5000],
    ['to come', '2026-07-06', 5000],
  ])('%s (%s) is, on 24 June, %i cents [PD-11]', (_, week, cents) => {
    expect(budgetOfWeek(changes, week, '2026-06-24')).toBe(cents);
  });

  test('that runs is the budget of now, on the day of a raise too [PD-11]', () => {
    expect(budgetOfWeek(changes.slice(0, 2), '2026-06-08', '2026-06-10')).toBe(20_000);
    expect(budgetOfWeek(changes.slice(0, 2), '2026-06-08', '2026-06-14')).toBe(20_000);
  });

  test('that has ended is no longer the raised one from the next Monday on [PD-11]', () => {
    expect(budgetOfWeek(changes.slice(0, 2), '2026-06-08', '2026-06-15')).toBe(10_000);
  });

  test('counts a change on its Monday as made in it, and one on its Sunday as its end [PD-11]', () => {
    const raised = [
      { day: '2026-06-01', budgetCents: 10_000 },
      { day: '2026-06-08', budgetCents: 30_000 },
    ];
    expect(budgetOfWeek(raised, '2026-06-08', '2026-06-20')).toBe(10_000);
    const lowered = [
      { day: '2026-06-01', budgetCents: 10_000 },
      { day: '2026-06-14', budgetCents: 4000 },
    ];
    expect(budgetOfWeek(lowered, '2026-06-08', '2026-06-20')).toBe(4000);
  });

  test('depends only on its start and end, not on changes in between [PD-11]', () => {
    const tried = [
      { day: '2026-06-01', budgetCents: 10_000 },
      { day: '2026-06-09', budgetCents: 1000 },
      { day: '2026-06-11', budgetCents: 15_000 },
    ];
    expect(budgetOfWeek(tried, '2026-06-08', '2026-06-20')).toBe(10_000);
  });

  test('before the first one follows the current budget until that week ends, then stays [PD-11]', () => {
    const twice = [
      { day: '2026-06-03', budgetCents: 10_000 },
      { day: '2026-06-05', budgetCents: 15_000 },
    ];
    expect(budgetOfWeek(twice.slice(0, 1), '2026-05-04', '2026-06-04')).toBe(10_000);
    expect(budgetOfWeek(twice, '2026-05-04', '2026-06-07')).toBe(15_000);
    const later = [...twice, { day: '2026-06-08', budgetCents: 90_000 }];
    expect(budgetOfWeek(later, '2026-05-04', '2026-06-08')).toBe(15_000);
    expect(budgetOfWeek(later, '2026-06-01', '2026-06-08')).toBe(15_000);
  });

  test('is 1000 dollars while none is set [DB-19] [PD-10]', () => {
    expect(UNSET_BUDGET_CENTS).toBe(100_000);
    for (const week of ['2026-05-04', '2026-06-01', '2026-07-06']) {
      expect(budgetOfWeek([], week, '2026-06-03')).toBe(100_000);
    }
  });

  test('of 0 stays 0 and is not treated as unset [PD-11]', () => {
    const none = [{ day: '2026-06-01', budgetCents: 0 }];
    expect(budgetOfWeek(none, '2026-06-01', '2026-06-03')).toBe(0);
    expect(budgetOfWeek(none, '2026-06-01', '2026-07-03')).toBe(0);
    expect(budgetOfWeek(none, '2026-05-04', '2026-07-03')).toBe(0);
  });

  test('never changes after the week has closed [PD-11]', () => {
    const historyOf = fc
      .uniqueArray(
        fc.record({ day: dayFrom('2026-01-01', 120), budgetCents: fc.integer({ min: 0, max: 9 }) }),
        {
          selector: (change) => change.day,
          minLength: 1,
          maxLength: 12,
        },
      )
      .map((history) => history.sort((a, b) => (a.day < b.day ? -1 : 1)));
    fc.assert(
      fc.property(
        historyOf,
        dayFrom('2025-12-01', 180),
        fc.nat(400),
        fc.nat(400),
        (history, day, soon, late) => {
          const week = weekStartOf(day);
          const firstDay = history[0]?.day ?? day;
          // A week before the user's first one closes together with that week.
          const closedOn = addDays(weekEndOf(week > firstDay ? week : weekStartOf(firstDay)), 1);
          fc.pre(week < closedOn);
          const known = history.filter((change) => change.day < closedOn);
          const verdict = budgetOfWeek(known, week, closedOn);
          expect(budgetOfWeek(known, week, addDays(closedOn, soon))).toBe(verdict);
          expect(budgetOfWeek(history, week, addDays(closedOn, late))).toBe(verdict);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('the monthly income', () => {
  test.each([
    [0, 0],
    [400, 100],
    [401, 100],
    [402, 101],
    [403, 101],
    [5000, 1250],
  ])('of $%i is a weekly budget of $%i: a quarter, rounded [DB-19]', (income, budget) => {
    expect(weeklyBudgetFromMonthlyIncome(income)).toBe(budget);
  });

  test('mirrors every whole weekly budget times four [PD-10]', () => {
    expect(WEEKS_PER_MONTH).toBe(4);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_500_000 }), (budget) => {
        expect(weeklyBudgetFromMonthlyIncome(budget * 4)).toBe(budget);
      }),
    );
  });
});

test('onboarding proposes a weekly budget of $100 [D-1]', () => {
  expect(PROPOSED_BUDGET_CENTS).toBe(10_000);
});
