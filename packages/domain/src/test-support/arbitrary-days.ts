import fc from 'fast-check';
import { addDays, type Day } from '../days.ts';

/** Any day from `from` on, `span` days at the most after it. */
export function dayFrom(from: Day, span: number): fc.Arbitrary<Day> {
  return fc.integer({ min: 0, max: span }).map((count) => addDays(from, count));
}

/** Any day of 1990 to 2100. */
export const anyDay = dayFrom('1990-01-01', 40_541);
