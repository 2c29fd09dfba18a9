import type { Day } from '@oinkly/test-banks/day';

/** Epoch seconds of noon UTC, which real banks send for a day. */
export function noonOf(day: Day): number {
  return Date.parse(`${day}T12:00:00Z`) / 1000;
}
