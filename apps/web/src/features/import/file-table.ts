import type { Guess } from '@oinkly/domain/statements/guess-layout';
import type { StatementTable } from '@oinkly/domain/statements/statement-table';
import { FileProblem } from './file-problem.ts';

export interface FileTable {
  table: StatementTable;
  guess: Guess;
}

export function tooLarge(): FileProblem {
  return new FileProblem('This file is larger than 5 MB. Please split it, for example by year.');
}
