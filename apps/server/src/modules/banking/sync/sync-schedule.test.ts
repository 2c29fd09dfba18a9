import { expect, test } from 'vitest';
import { nextSyncAt } from './sync-schedule.ts';

const NOW = new Date('2026-06-05T19:00:00Z');
const minutesUntil = (failures: number, random: number) =>
  (nextSyncAt(NOW, failures, random).getTime() - NOW.getTime()) / 60_000;

test('a healthy connection is synced every 6 hours, each at its own time', () => {
  expect(minutesUntil(0, 0)).toBe(360);
  expect(minutesUntil(0, 0.5)).toBe(324);
  expect(minutesUntil(0, 1)).toBe(288);
});

test('repeated failures lengthen the pause up to that of a healthy connection', () => {
  expect([1, 2, 3, 4, 50].map((failures) => minutesUntil(failures, 0))).toEqual([2, 10, 60, 360, 360]);
});

test('where syncs are rarer, retries are rarer too', () => {
  const hours = (failures: number) =>
    (nextSyncAt(NOW, failures, 0, 24 * 60 * 60_000).getTime() - NOW.getTime()) / (60 * 60_000);
  expect([0, 3, 4].map(hours)).toEqual([24, 4, 24]);
});
