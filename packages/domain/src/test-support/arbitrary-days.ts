import fc from 'fast-check';
import { addDays, type Day } from '../days.ts';

/** Any day from `from` to `span` days later. */
export function dayFrom(from: Day, span: number): fc.Arbitrary<Day> {
  return fc.integer({ min: 0, max: span }).map((count) => addDays(from, count));
}

export const anyDay = dayFrom('1990-01-01', 40_541);
