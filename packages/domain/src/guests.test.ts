import { expect, test } from 'vitest';
import { guestMarks, guestWeeks, weekToTap } from './guests.ts';

/* June 1, 2026 is a Monday. */

test.each([
  ['2026-06-07', null],
  ['2026-06-08', '2026-06-01'],
  ['2026-06-10', '2026-06-01'],
  ['2026-06-11', null],
  ['2026-06-15', '2026-06-08'],
])('a guest of the week of June 1 can tap on %s: %s [PD-103]', (today, week) => {
  expect(weekToTap('2026-06-01', today)).toBe(week);
});

test('a week without a tap is missed once it can’t be tapped anymore [PD-103]', () => {
  const taps = new Map([['2026-06-01', true]]);
  const marksOn = (today: string) =>
    guestMarks(
      ['2026-05-25', '2026-06-01', '2026-06-08'],
      '2026-06-01',
      guestWeeks('2026-06-01', taps, today),
    );
  expect(marksOn('2026-06-17')).toEqual(['before', 'kept', 'open']);
  expect(marksOn('2026-06-18')).toEqual(['before', 'kept', 'missed']);
  // With an account, no tap follows.
  const final = guestWeeks('2026-06-01', taps, '2026-06-17', { canStillTap: false });
  expect([...final]).toEqual([
    ['2026-06-01', true],
    ['2026-06-08', false],
  ]);
  taps.set('2026-06-08', false);
  expect(marksOn('2026-06-17')).toEqual(['before', 'kept', 'missed']);
});
