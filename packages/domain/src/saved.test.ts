import { expect, test } from 'vitest';
import { savedThisYear } from './saved.ts';
import type { WeekSummary } from './week-summaries.ts';

const week = (spentCents: number, rest: Partial<WeekSummary> = {}): WeekSummary => ({
  start: '2026-06-01',
  end: '2026-06-07',
  spentCents,
  budgetCents: 100_00,
  purchases: spentCents > 0 ? 2 : 0,
  isOver: spentCents > 100_00,
  isFuture: false,
  isComplete: true,
  ...rest,
});

const FROM_THE_START = [{ day: '2026-01-01', budgetCents: 100_00 }];

test.each([
  ['adds what weeks within budget left over', [week(80_00), week(99_99)], 20_01],
  ['takes nothing away for a week over budget', [week(80_00), week(300_00)], 20_00],
  ['counts a week without purchases between others', [week(90_00), week(0), week(90_00)], 120_00],
  ['starts with the first week that has a purchase', [week(0), week(90_00)], 10_00],
  [
    'leaves out the current week and those to come',
    [week(60_00), week(5_00, { isComplete: false }), week(0, { isComplete: false, isFuture: true })],
    40_00,
  ],
  ['is nothing for a budget spent to the cent', [week(100_00)], 0],
  ['is nothing before a week has ended', [], 0],
])('what was saved this year %s [PD-75]', (_, weeks, cents) => {
  expect(savedThisYear(weeks, FROM_THE_START)?.cents ?? 0).toBe(cents);
});

test('only weeks since the first budget count as saved [PD-89]', () => {
  const weeks = ['2026-05-18', '2026-05-25', '2026-06-01'].map((start) => week(70_00, { start }));
  const saved = (day: string) => savedThisYear(weeks, [{ day, budgetCents: 100_00 }]);
  expect(saved('2026-05-24')).toEqual({ cents: 90_00, isReal: true });
  expect(saved('2026-05-25')).toEqual({ cents: 60_00, isReal: true });
  expect(saved('2026-06-07')).toEqual({ cents: 30_00, isReal: true });
  expect(saved('2026-06-08')).toEqual({ cents: 90_00, isReal: false });
  expect(savedThisYear(weeks, [])).toBeNull();
});

test('claims no savings if a week that closed with a budget left nothing [PD-89]', () => {
  const weeks = [week(10_00, { start: '2026-05-25' }), week(300_00)];
  expect(savedThisYear(weeks, [{ day: '2026-06-03', budgetCents: 100_00 }])).toBeNull();
});
