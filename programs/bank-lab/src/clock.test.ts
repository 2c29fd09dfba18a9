import { expect, test } from 'vitest';
import { createClock, firstOfNextMonth } from './clock.ts';

const startClock = (now: string, saved: number[] = []) =>
  createClock({ realTime: () => new Date(now), offsetMs: 0, save: (offsetMs) => saved.push(offsetMs) });

test.each(['2026-07-01T07:10:00Z', '2026-12-01T08:10:00Z', '2026-12-02T07:50:00Z'])(
  'at %s, just before or after midnight there, every day of a year can be reached',
  (now) => {
    const clock = startClock(now);
    for (let month = 1; month <= 12; month += 1) {
      const day = `2027-${String(month).padStart(2, '0')}-15`;
      clock.moveTo(day);
      expect(clock.today()).toBe(day);
    }
  },
);

test('a day that is too far away changes nothing', () => {
  const saved: number[] = [];
  const clock = startClock('2026-06-10T19:00:00Z', saved);
  expect(() => clock.moveTo('2032-01-01')).toThrow(RangeError);
  expect([clock.offsetDays(), saved]).toEqual([0, []]);
});

test.each([
  ['2026-06-10', '2026-07-01'],
  ['2026-12-31', '2027-01-01'],
])('the month after %s begins on %s', (day, first) => {
  expect(firstOfNextMonth(day)).toBe(first);
});
