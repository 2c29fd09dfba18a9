import type { Expense } from '@oinkly/contract/endpoints';
import { neutralised, OWN_EXPORT_COLUMNS, type OwnExportColumn } from '@oinkly/domain/statements/own-export';
import { stringify } from 'csv-stringify';
import { pipeline, Readable } from 'node:stream';
import type { Deps } from '../../deps.ts';
import { allExpenses } from './all-expenses.ts';

/** A new field of an expense becomes a column, or stays out here because a table of expenses does not need it. */
type LeftOut = 'id' | 'seriesId' | 'userId' | 'notCountedReason' | 'merged';
const COLUMNS = OWN_EXPORT_COLUMNS satisfies readonly Exclude<keyof Expense, LeftOut>[];
type MissingColumn = Exclude<keyof Expense, LeftOut | OwnExportColumn>;
COLUMNS satisfies [MissingColumn] extends [never] ? unknown : never;

/** The user's expenses as CSV, with no text that a spreadsheet would run (SEC-18). */
export function csvOfExpenses(deps: Pick<Deps, 'db'>, userId: string): Readable {
  const csv = stringify({
    header: true,
    columns: [...COLUMNS],
    cast: { string: neutralised, boolean: (value) => (value ? 'yes' : 'no') },
  });
  // A table that breaks off must not look whole: whoever reads it gets the error. Who stops reading it stops the rows.
  pipeline(Readable.from(allExpenses(deps, userId)), csv, () => undefined);
  return csv;
}
