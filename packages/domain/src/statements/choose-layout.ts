import { signsQuestion, type Guess } from './guess-layout.ts';
import { isComplete, type Layout } from './layout.ts';
import { readStatement } from './read-statement.ts';
import type { StatementTable } from './statement-table.ts';

/**
 * The remembered layout, without questions already answered, unless the guess reads more rows. Rows that
 * contradict its sign lead to a question: another bank's file may have the same columns. Cost: n in the rows.
 */
export function chooseLayout(table: StatementTable, remembered: Layout | null, guess: Guess): Guess {
  if (!remembered || !isComplete(remembered, table)) return guess;
  if (unreadRows(table, remembered) > unreadRows(table, guess.layout)) return guess;
  const question = signsQuestion(table, remembered);
  return { layout: remembered, questions: question ? [question] : [] };
}

function unreadRows(table: StatementTable, layout: Layout): number {
  return readStatement(table, layout, false).filter(({ outcome }) => outcome === 'bad').length;
}
