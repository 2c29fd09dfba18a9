import type { Expense } from '@oinkly/contract/expenses';
import { neutralized, OWN_EXPORT_COLUMNS, type OwnExportColumn } from '@oinkly/domain/statements/own-export';
import { stringify } from 'csv-stringify';
import { pipeline, Readable } from 'node:stream';
import type { Deps } from '../deps.ts';
import { allExpenses } from './all-expenses.ts';

/** A new field becomes a column or is listed here. */
type LeftOut = 'id' | 'seriesId' | 'userId' | 'countedByHand' | 'notCountedReason' | 'merged' | 'requestId';
const COLUMNS = OWN_EXPORT_COLUMNS satisfies readonly Exclude<keyof Expense, LeftOut>[];
type MissingColumn = Exclude<keyof Expense, LeftOut | OwnExportColumn>;
COLUMNS satisfies [MissingColumn] extends [never] ? unknown : never;

/** The user's expenses as CSV, without text that a spreadsheet would run (SEC-18). */
export function csvOfExpenses(deps: Pick<Deps, 'db'>, userId: string): Readable {
  const csv = stringify({
    header: true,
    columns: [...COLUMNS],
    cast: { string: neutralized, boolean: (value) => (value ? 'yes' : 'no') },
  });
  // An error reaches the reader, so that a partial table never looks whole.
  pipeline(Readable.from(allExpenses(deps, userId)), csv, () => undefined);
  return csv;
}
