import type { Guess } from '@oinkly/domain/statements/guess-layout';
import type { StatementTable } from '@oinkly/domain/statements/statement-table';
import { FileProblem } from './file-problem.ts';

/** A file as a table, and what could not become a row of it. */
export interface FileTable {
  table: StatementTable;
  /** How it is probably read, and what it leaves open. */
  guess: Guess;
  /** The line from which on nothing could be read, because a quotation mark is never closed; null when all could. */
  unclosedQuoteLine: number | null;
}

/** Of a file over the limit, which is not read. */
export function tooLarge(): FileProblem {
  return new FileProblem('This file is larger than 5 MB. Please split it, for example by year.');
}
