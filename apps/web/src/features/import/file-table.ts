import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { Guess } from '@oinkly/domain/statements/guess-layout';
import type { Layout } from '@oinkly/domain/statements/layout';
import type { Proof } from '@oinkly/domain/statements/prove-statement';
import type { ReadRow } from '@oinkly/domain/statements/read-statement';
import type { StatementTable } from '@oinkly/domain/statements/statement-table';
import { FileProblem } from './file-problem.ts';

export interface FileTable {
  table: StatementTable;
  guess: Guess;
}

export type RememberedLayouts = RouteResponse<'listImports'>['layouts'];

/** All lines of a file, read by a layout. */
export interface StatementLines {
  rows: readonly ReadRow[];
  /** The indexes of the rows with each outcome. */
  indexes: Readonly<Record<ReadRow['outcome'], Int32Array>>;
  /** The indexes of expenses whose year is probably a typing error or misread. */
  farAway: ReadonlySet<number>;
  /** Those of the expenses. */
  currencies: readonly string[];
  /** The indexes of the expenses that each request compares with existing ones. */
  parts: readonly Int32Array[];
  proof: Proof;
}

/** A file that can be read in different ways. */
export interface Statement {
  /** Guesses again for columns that the user chose. */
  guessAgain(before: Guess, next: Layout): Promise<Guess>;
  lines(layout: Layout, countFixedBills: boolean): Promise<StatementLines>;
}

export function tooLarge(): FileProblem {
  return new FileProblem('This file is larger than 16 MB. Please split it, for example by year.');
}
