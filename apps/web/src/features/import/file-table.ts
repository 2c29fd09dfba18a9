import type { Guess } from '@oinkly/domain/statements/guess-layout';
import type { StatementTable } from '@oinkly/domain/statements/statement-table';
import { FileProblem } from './file-problem.ts';

/** A file as a table, and the part that could not be read. */
export interface FileTable {
  table: StatementTable;
  /** The guessed layout with its open questions. */
  guess: Guess;
  /** The line of an unclosed quotation mark, after which nothing could be read; null if there is none. */
  unclosedQuoteLine: number | null;
}

/** For a file over the limit, which is not read. */
export function tooLarge(): FileProblem {
  return new FileProblem('This file is larger than 5 MB. Please split it, for example by year.');
}
