import type { Day } from '../days.ts';

/**
 * How many rows are already there, if they begin or end the file and none is missing between the first and the
 * last of them: then two files of one account overlap without a gap. Null if they are of fewer than two days, or
 * if a day between them has a new one. Cost: n in the rows.
 */
export function overlapOf(rows: readonly { day: Day; isKnown: boolean }[]): number | null {
  const known = rows.filter(({ isKnown }) => isKnown);
  const [from, to] = rangeOf(known);
  const [first, last] = rangeOf(rows);
  if (from >= to || (from !== first && to !== last)) return null;
  // The earlier file may have ended during its last day.
  return rows.every(({ day, isKnown }) => isKnown || day <= from || day >= to) ? known.length : null;
}

function rangeOf(rows: readonly { day: Day }[]): [from: Day, to: Day] {
  return rows.reduce<[Day, Day]>(
    ([least, most], { day }) => [day < least ? day : least, day > most ? day : most],
    ['9999-12-31', '0001-01-01'],
  );
}
