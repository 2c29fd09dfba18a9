import type { Day } from '../days.ts';

/**
 * How many rows are already there, if none is missing between the first and the last of them: then two files
 * of one account overlap without a gap. Null if fewer than two are there or a day between them has a new one.
 * Cost: n in the rows.
 */
export function overlapOf(rows: readonly { day: Day; isKnown: boolean }[]): number | null {
  const known = rows.filter(({ isKnown }) => isKnown);
  if (known.length < 2) return null;
  const from = known.reduce((least, { day }) => (day < least ? day : least), '9999-12-31');
  const to = known.reduce((most, { day }) => (day > most ? day : most), '0001-01-01');
  // The earlier file may have ended during its last day.
  return rows.every(({ day, isKnown }) => isKnown || day <= from || day >= to) ? known.length : null;
}
