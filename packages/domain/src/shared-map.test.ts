import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mapQuip } from './quips.ts';
import { moodOfSharedMap, sharedMapInWords, sharedMapOf, sharedMapTitle } from './shared-map.ts';
import type { WeekVerdict } from './week-verdicts.ts';
import { summarizeTotals, type WeekTotal } from './week-summaries.ts';
import { weeksOfMap, weekStartOf } from './weeks.ts';

const TODAY = '2026-06-05';
const budgets = [{ day: '2025-01-01', budgetCents: 10_000 }];

/** The map of 2026 with these amounts, in cents, spent in its first weeks; null: no purchase. */
function mapOf(...spent: (number | null)[]) {
  const starts = weeksOfMap(2026);
  const totals = new Map<string, WeekTotal>();
  spent.forEach((spentCents, index) => {
    const start = starts[index];
    if (start !== undefined && spentCents !== null) totals.set(start, { spentCents, purchases: 1 });
  });
  const weeks = summarizeTotals(starts, totals, budgets, TODAY);
  return { weeks, map: sharedMapOf(weeks, 2026) };
}

describe('what others see of a map', () => {
  test('has a verdict for each week: over, or untracked before the first expense [PD-28] [PD-23]', () => {
    const { map } = mapOf(null, 10_001, 10_000, null);
    expect(map.weeks.slice(0, 5)).toEqual(['untracked', 'over', 'under', 'under', 'under']);
    expect(map.weeks.filter((week) => week === 'future')).toHaveLength(52 - 23);
  });

  test('is nothing but untracked weeks while nothing was recorded', () => {
    expect(new Set(mapOf().map.weeks)).toEqual(new Set(['untracked', 'future']));
  });

  test('reveals no amounts: equal verdicts give equal maps [PD-23]', () => {
    const anySum = fc.option(fc.integer({ min: 0, max: 30_000 }));
    fc.assert(
      fc.property(fc.array(anySum, { maxLength: 23 }), (spent) => {
        const { weeks, map } = mapOf(...spent);
        expect(map.quip).toBe(mapQuip(weeks, 2026));
        expect(map.weeks).toHaveLength(52);
        const coarse = spent.map((sum) => (sum === null ? null : sum > 10_000 ? 10_001 : 10_000));
        expect(mapOf(...coarse).map).toEqual(map);
      }),
    );
  });

  test('has the quip count what its squares show, but for the week that still runs [DB-11]', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 2, maxLength: 22 }), (spent) => {
        const { map } = mapOf(...spent);
        const closed = map.weeks.slice(0, weeksOfMap(2026).indexOf(weekStartOf(TODAY)));
        const count = (verdict: WeekVerdict) => closed.filter((week) => week === verdict).length;
        expect(map.quip).toContain(`${count('under')} of ${count('under') + count('over')} weeks`);
      }),
    );
  });

  test('every quip counts weeks and holds no other figure than the year [PD-23] [DB-11]', () => {
    for (let over = 0; over <= 22; over += 1) {
      const { map } = mapOf(...Array.from({ length: 22 }, (_, week) => (week < over ? 20_000 : 1234)));
      expect(map.quip.replace(`${22 - over} of 22 weeks`, '').replace('2026', '')).not.toMatch(/[\d$%]/);
    }
  });
});

describe('the pig beside a shared map', () => {
  const moodOf = (under: number, over: number) =>
    moodOfSharedMap({ counted: { under, closed: under + over } });

  test.each([
    [0, 0, 'asleep'],
    [8, 2, 'proud'],
    [79, 21, 'content'],
    [4, 6, 'content'],
    [39, 61, 'worried'],
    [2, 8, 'worried'],
    [1, 9, 'cracked'],
    [0, 1, 'cracked'],
  ] as const)('with %i closed weeks under and %i over is %s', (under, over, mood) => {
    expect(moodOf(under, over)).toBe(mood);
  });
});

test('a map’s title isolates a name from the text around it, in either direction', () => {
  expect(sharedMapTitle({ name: 'שרה', year: 2026 })).toBe('\u2068שרה\u2069’s 2026, week by week');
  expect(sharedMapTitle({ name: null, year: 2026 })).toBe('2026, week by week');
});

test('a map in words counts its closed weeks as its headline does [PD-88]', () => {
  const { map } = mapOf(10_001, ...Array.from({ length: 22 }, () => 10_000));
  expect(map.counted).toEqual({ under: 21, closed: 22 });
  expect(map.quip).toContain('21 of 22 weeks under budget.');
  expect(sharedMapInWords(map)).toBe('The weeks of 2026 as squares: 21 of 22 weeks under budget, 1 over.');
});
