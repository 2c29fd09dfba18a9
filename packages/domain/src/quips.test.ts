import { describe, expect, test } from 'vitest';
import { mapQuip, purchasesHeadline } from './quips.ts';
import { trackedWeeks } from './week-verdicts.ts';
import type { WeekSummary } from './week-summaries.ts';

const week = (rest: Partial<WeekSummary> = {}): WeekSummary => ({
  start: '2026-06-01',
  end: '2026-06-07',
  spentCents: 5000,
  budgetCents: 10_000,
  purchases: 3,
  isOver: false,
  isFuture: false,
  isComplete: true,
  ...rest,
});
const weeks = (under: number, over: number) => [
  ...Array.from({ length: under }, () => week()),
  ...Array.from({ length: over }, () => week({ isOver: true })),
];
const untracked = week({ purchases: 0, spentCents: 0 });
const running = week({ isComplete: false });
const future = week({ isComplete: false, isFuture: true, purchases: 0, spentCents: 0 });

const wordingOf = (under: number, over: number, year = 2026) =>
  mapQuip(weeks(under, over), year)
    .replace(/\d+ weeks?/g, '# weeks')
    .replace(/\d+/g, '#');

describe('the headline above the year map', () => {
  const noneCompleted = 'No spending data yet. The year is your oyster!';

  test('with no completed week is the one of the specification [DB-11]', () => {
    expect(mapQuip([], 2026)).toBe(noneCompleted);
    expect(mapQuip([running, future], 2026)).toBe(noneCompleted);
  });

  /** One share per tier: 0 under, 0 over, at least 80, 60, 40 and 20 percent, and lower. */
  const tiers: [under: number, over: number][] = [
    [0, 10],
    [10, 0],
    [8, 2],
    [6, 4],
    [4, 6],
    [2, 8],
    [1, 9],
  ];

  test('has a different wording in each tier [DB-11]', () => {
    const wordings = tiers.map(([under, over]) => wordingOf(under, over));
    expect(new Set([...wordings, noneCompleted]).size).toBe(8);
  });

  test.each<{ tier: string; shares: [under: number, over: number][] }>([
    {
      tier: 'at least 80 percent',
      shares: [
        [8, 2],
        [42, 10],
        [9, 1],
        [51, 1],
        [4, 1],
      ],
    },
    {
      tier: 'at least 60 percent',
      shares: [
        [6, 4],
        [32, 20],
        [41, 11],
        [3, 2],
        [79, 21],
      ],
    },
    {
      tier: 'at least 40 percent',
      shares: [
        [4, 6],
        [21, 31],
        [31, 21],
        [2, 3],
        [59, 41],
      ],
    },
    {
      tier: 'at least 20 percent',
      shares: [
        [2, 8],
        [11, 41],
        [20, 32],
        [1, 4],
        [39, 61],
      ],
    },
    {
      tier: 'less than 20 percent',
      shares: [
        [1, 9],
        [10, 42],
        [1, 51],
        [19, 81],
      ],
    },
    {
      tier: 'no week under budget',
      shares: [
        [0, 10],
        [0, 1],
        [0, 52],
        [0, 53],
      ],
    },
    {
      tier: 'no week over budget',
      shares: [
        [10, 0],
        [1, 0],
        [52, 0],
        [53, 0],
      ],
    },
  ])('keeps its wording within a tier: $tier [DB-11]', ({ shares }) => {
    expect(new Set(shares.map(([under, over]) => wordingOf(under, over))).size).toBe(1);
  });

  test.each(tiers)(
    'names the figures and the year of the map: %i under, %i over [DB-11] [D-3]',
    (under, over) => {
      const quip = mapQuip(weeks(under, over), 2031);
      expect(quip).toContain(`${under} of 10 weeks under budget.`);
      expect(quip).toContain('2031');
      expect(quip).not.toContain('2025');
    },
  );

  test('counts only completed weeks from the first purchase on', () => {
    const quiet = week({ purchases: 0, spentCents: 0 });
    const map = [untracked, untracked, week({ isOver: true }), quiet, week(), running, future];
    expect(trackedWeeks(map)).toEqual([week({ isOver: true }), quiet, week()]);
    expect(mapQuip(map, 2026)).toContain('2 of 3 weeks under budget.');
    expect(mapQuip([untracked, untracked, future], 2026)).toBe(noneCompleted);
  });
});

describe('the headline above the purchases', () => {
  const tiers: [from: number, to: number][] = [
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 6],
    [7, 10],
    [11, 15],
    [16, 20],
    [21, 30],
    [31, 50],
    [51, 400],
  ];
  const quipOf = (count: number) => purchasesHeadline(count).replace(/^\d+ purchases?\. /, '');

  test.each(tiers)('says the same from %i to %i purchases [DB-13]', (from, to) => {
    const quips = Array.from({ length: to - from + 1 }, (_, index) => quipOf(from + index));
    expect(new Set(quips).size).toBe(1);
    expect(quips[0]).not.toMatch(/\d|^$/);
  });

  test('has a different wording in each of the eleven tiers [DB-13]', () => {
    expect(new Set(tiers.map(([from]) => quipOf(from))).size).toBe(11);
  });

  test.each([
    [0, /^0 purchases\. /],
    [1, /^1 purchase\. /],
    [2, /^2 purchases\. /],
    [123, /^123 purchases\. /],
  ])('names the count of %i [DB-13]', (count, pattern) => {
    expect(purchasesHeadline(count)).toMatch(pattern);
  });
});
