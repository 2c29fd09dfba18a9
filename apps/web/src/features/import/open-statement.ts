import type { Day } from '@oinkly/domain/days';
import { isFarAway } from '@oinkly/domain/expense-fields';
import { chooseLayout } from '@oinkly/domain/statements/choose-layout';
import { guessAgain, type Guess } from '@oinkly/domain/statements/guess-layout';
import { partsToCheck } from '@oinkly/domain/statements/import-parts';
import { fileKindOf, type Layout } from '@oinkly/domain/statements/layout';
import { proveStatement, type Proof } from '@oinkly/domain/statements/prove-statement';
import { readStatement, type ReadRow } from '@oinkly/domain/statements/read-statement';
import { sketchOf, type StatementTable } from '@oinkly/domain/statements/statement-table';
import type { FileTable, RememberedLayouts, StatementLines } from './file-table.ts';
import { readFile } from './read-file.ts';

export interface GivenFile {
  bytes: Uint8Array;
  today: Day;
  timeZone: string;
  layouts: RememberedLayouts;
}

/** A file with its whole table, which stays in the worker. */
export class OpenStatement {
  readonly #table: StatementTable;
  readonly #today: Day;
  /** The table has one row, with the first value of each column. */
  readonly read: FileTable;

  /** `onProgress` gets the share that is done. Throws a FileProblem. */
  constructor({ bytes, today, timeZone, layouts }: GivenFile, onProgress?: (share: number) => void) {
    const { table, guess } = readFile(bytes, today, timeZone, onProgress);
    const kind = fileKindOf(table);
    const remembered = layouts.find(({ fileKind }) => fileKind === kind)?.layout ?? null;
    this.#table = table;
    this.#today = today;
    this.read = { table: sketchOf(table), guess: chooseLayout(table, remembered, guess) };
  }

  guessAgain(before: Guess, next: Layout): Guess {
    return guessAgain(this.#table, before, next, this.#today);
  }

  lines(layout: Layout, countFixedBills: boolean): StatementLines {
    const rows = readStatement(this.#table, layout, countFixedBills);
    return linesOf(rows, proveStatement(this.#table, layout), this.#today);
  }
}

/** Finds what the page would have to look for among all rows. */
function linesOf(rows: readonly ReadRow[], proof: Proof, today: Day): StatementLines {
  const indexesOf = (outcome: ReadRow['outcome']) =>
    Int32Array.from(rows.flatMap((row, index) => (row.outcome === outcome ? [index] : [])));
  const indexes = {
    expense: indexesOf('expense'),
    'left-out': indexesOf('left-out'),
    bad: indexesOf('bad'),
  };
  const expenses = rows.flatMap((row) => (row.outcome === 'expense' ? [row.expense] : []));
  return {
    ...{ rows, indexes, proof },
    farAway: new Set(indexes.expense.filter((_, place) => isFarAway(expenses[place]?.day ?? today, today))),
    currencies: [...new Set(expenses.map(({ currency }) => currency))],
    parts: partsToCheck(expenses).map((part) =>
      Int32Array.from(part, (place) => indexes.expense[place] ?? -1),
    ),
  };
}
