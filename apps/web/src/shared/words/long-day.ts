import type { Day } from '@oinkly/domain/days';

const words = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `November 28, 2026` */
export function longDay(day: Day): string {
  return words.format(new Date(day));
}
