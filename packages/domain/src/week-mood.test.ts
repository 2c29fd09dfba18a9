import { expect, test } from 'vitest';
import { moodOfWeek } from './week-mood.ts';

test('the pig sleeps without data, is proud, worries above 80%, and cracks over budget', () => {
  expect(
    [
      [0, false],
      [5000, true],
      [8000, true],
      [8001, true],
      [10_000, true],
      [10_001, true],
    ].map(([spent, hasData]) => moodOfWeek(Number(spent), 10_000, hasData === true)),
  ).toEqual(['asleep', 'proud', 'content', 'worried', 'worried', 'cracked']);
});

test('with a budget of 0, any spending cracks the pig [PD-12]', () => {
  expect(moodOfWeek(1, 0, true)).toBe('cracked');
});
