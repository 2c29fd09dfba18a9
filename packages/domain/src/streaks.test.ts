import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from './days.ts';
import { streakOf, streakWords } from './streaks.ts';
import type { WeekSummary } from './week-summaries.ts';

const FIRST = '2026-01-05';

/** One letter per week: under, over, running, future, or empty before the first purchase. */
function weeksOf(letters: string): WeekSummary[] {
  return letters.split('').map((letter, index) => {
    const start = addDays(FIRST, 7 * index);
    return {
      start,
      end: addDays(start, 6),
      spentCents: letter === 'o' ? 120_00 : letter === 'u' || letter === 'r' ? 50_00 : 0,
      budgetCents: 100_00,
      purchases: letter === 'e' || letter === 'f' ? 0 : 1,
      isOver: letter === 'o',
      isFuture: letter === 'f',
      isComplete: letter !== 'r' && letter !== 'f',
    };
  });
}

describe('the streak', () => {
  test.each([
    ['', 0, 0],
    ['uuu', 3, 3],
    ['uuuou', 1, 3],
    ['uouuuuo', 0, 4],
    ['ouoou', 1, 1],
    ['ooo', 0, 0],
  ])('of %s is %i weeks, the best %i', (letters, current, best) => {
    expect(streakOf(weeksOf(letters), FIRST)).toEqual({ current, best });
  });

  test('counts closed weeks only: the running one neither adds nor breaks [PD-88]', () => {
    expect(streakOf(weeksOf('uurff'), FIRST)).toEqual({ current: 2, best: 2 });
  });

  test('counts from the week in which the budget was first set, also set on its Sunday [PD-89]', () => {
    const weeks = weeksOf('uuuouu');
    expect(streakOf(weeks, '2026-02-01')).toEqual({ current: 2, best: 2 });
    expect(streakOf(weeks, '2026-02-08')).toEqual({ current: 2, best: 2 });
    expect(streakOf(weeks, '2026-02-09')).toEqual({ current: 1, best: 1 });
    expect(streakOf(weeks, '2026-03-01')).toEqual({ current: 0, best: 0 });
  });

  test('counts no weeks before the first purchase, like the map [D-11]', () => {
    expect(streakOf(weeksOf('eeuu'), FIRST)).toEqual({ current: 2, best: 2 });
  });

  test('is never longer than the best, and adding an over week ends it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('u', 'o') }), (letters) => {
        const { current, best } = streakOf(weeksOf(letters), FIRST);
        expect(current).toBeLessThanOrEqual(best);
        expect(best).toBe(Math.max(...letters.split('o').map((run) => run.length)));
        expect(streakOf(weeksOf(`${letters}o`), FIRST)).toEqual({ current: 0, best });
      }),
    );
  });
});

test.each([
  [{ current: 4, best: 9 }, '4 weeks in a row under budget. Best: 9.'],
  [{ current: 1, best: 2 }, '1 week under budget. Best: 2.'],
  [{ current: 9, best: 9 }, '9 weeks in a row under budget. That’s your best.'],
  [{ current: 0, best: 9 }, 'Best: 9 weeks in a row under budget.'],
  [{ current: 0, best: 0 }, null],
])('a streak of %j reads %s', (streak, words) => {
  expect(streakWords(streak)).toBe(words);
});
