import { expect, test } from 'vitest';
import { dayOfInstant } from './instants.ts';

test.each([
  ['2026-06-08T03:30:00Z', 'America/New_York', '2026-06-07'],
  ['2026-06-08T03:30:00.123Z', 'America/Los_Angeles', '2026-06-07'],
  ['2026-06-08 03:30:00 UTC', 'America/Chicago', '2026-06-07'],
  ['2026-06-07T23:30:00-04:00', 'America/New_York', '2026-06-07'],
  ['2026-06-07T23:30:00-0400', 'Europe/Berlin', '2026-06-08'],
  ['2026-06-07T23:30:00+02', 'America/New_York', '2026-06-07'],
  ['2026-06-07 22:15 +00:00', 'Asia/Kolkata', '2026-06-08'],
  ['20260608033000[0:GMT]', 'America/New_York', '2026-06-07'],
  ['20260607233000.000[-5:EST]', 'America/Chicago', '2026-06-07'],
  ['20260607233000[-3.30:NST]', 'America/New_York', '2026-06-07'],
  ['20260608010000[+5.5:IST]', 'America/New_York', '2026-06-07'],
])('%s is a day of %s: %s', (text, timeZone, day) => {
  expect(dayOfInstant(text, timeZone)).toBe(day);
});

test.each([
  '2026-06-08',
  '2026-06-08T03:30:00',
  '2026-06-08T00:00:00Z',
  '2026-06-08T12:00:00Z',
  '20260608000000[-5:EST]',
  '20260608120000[0:GMT]',
  '20260608',
  '20260608033000',
  '2026-13-08T03:30:00Z',
  '2026-02-30T10:00:00Z',
  '2026-06-31T23:30:00-05:00',
  'T03:30:00Z',
  '4.25',
  '',
])('%j is left to the bank’s day', (text) => {
  expect(dayOfInstant(text, 'America/New_York')).toBeNull();
});
