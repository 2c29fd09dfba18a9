import type { ReadRow } from './read-statement.ts';

/** How many lines of a file have each fate. Each line has one, so that all of them add up to `all`. */
export interface LineCounts {
  all: number;
  imported: number;
  known: number;
  /** Expenses that the user does not want. */
  deselected: number;
  leftOut: number;
  bad: number;
}

/** Counts the file's lines by their fate. `fateOf` decides about expenses, by index. Cost: n in the rows. */
export function countLines(
  rows: readonly ReadRow[],
  fateOf: (index: number) => 'imported' | 'known' | 'deselected',
): LineCounts {
  const counts: LineCounts = { all: 0, imported: 0, known: 0, deselected: 0, leftOut: 0, bad: 0 };
  rows.forEach((row, index) => {
    counts.all += row.lines;
    const fate = row.outcome === 'expense' ? fateOf(index) : row.outcome === 'bad' ? 'bad' : 'leftOut';
    counts[fate] += row.lines;
  });
  return counts;
}
