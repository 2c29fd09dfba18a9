import { signsQuestion, type Guess } from './guess-layout.ts';
import { isComplete, type Layout } from './layout.ts';
import { readStatement } from './read-statement.ts';
import type { StatementTable } from './statement-table.ts';

/**
 * Returns how a file is read at first: as such files were read before, unless more of its rows can be read as guessed. The user's earlier
 * answers are not asked for again. One exception: if this file's rows speak for the opposite sign, it may be another bank's file with the
 * same columns, so the sign is asked. `remembered` is null if no such file was read before.
 */
export function chooseLayout(table: StatementTable, remembered: Layout | null, guess: Guess): Guess {
  if (!remembered || !isComplete(remembered, table)) return guess;
  if (unreadRows(table, remembered) > unreadRows(table, guess.layout)) return guess;
  const question = signsQuestion(table, remembered);
  return { layout: remembered, questions: question ? [question] : [] };
}

function unreadRows(table: StatementTable, layout: Layout): number {
  return readStatement(table, layout).filter(({ outcome }) => outcome === 'bad').length;
}
