import type { Guess } from './guess-layout.ts';
import { isComplete, type Layout } from './layout.ts';
import { readStatement } from './read-statement.ts';
import type { StatementTable } from './statement-table.ts';

/**
 * How a file is read at first: as such files were read before, unless more of its rows can be read as guessed. What was remembered may be a
 * guess from a file of few days, or of another bank whose files name no columns either. `remembered` is null when there was none. What a
 * person has decided before is not asked again.
 */
export function chooseLayout(table: StatementTable, remembered: Layout | null, guess: Guess): Guess {
  if (!remembered || !isComplete(remembered, table)) return guess;
  if (unreadRows(table, remembered) > unreadRows(table, guess.layout)) return guess;
  return { layout: remembered, questions: [] };
}

function unreadRows(table: StatementTable, layout: Layout): number {
  return readStatement(table, layout).filter(({ outcome }) => outcome === 'bad').length;
}
