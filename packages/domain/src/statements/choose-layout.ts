import { signsQuestion, type Guess } from './guess-layout.ts';
import { isComplete, type Layout } from './layout.ts';
import { readStatement } from './read-statement.ts';
import type { StatementTable } from './statement-table.ts';

/**
 * Returns the first layout to try: the remembered one for such files, unless the guess can read more rows. The user's earlier answers are
 * not asked for again. Exception: if the rows contradict the remembered sign, the sign is asked for, because another bank's file may have
 * the same columns. `remembered` is null for a new kind of file.
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
