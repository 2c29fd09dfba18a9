import { stringify } from 'csv-stringify';
import { Readable } from 'node:stream';
import type { Deps } from '../../deps.ts';
import { allExpenses } from './all-expenses.ts';

const COLUMNS = [
  'date',
  'name',
  'amount',
  'currency',
  'category',
  'type',
  'dayOfMonth',
  'paid',
  'counted',
  'kind',
  'refunded',
  'pending',
  'source',
];

/** The user's expenses as CSV. A spreadsheet would run a text that begins like a formula: such texts begin with an apostrophe (SEC-18). */
export function csvOfExpenses(deps: Pick<Deps, 'db'>, userId: string): Readable {
  const csv = stringify({
    header: true,
    columns: COLUMNS,
    cast: { string: neutralised, boolean: (value) => (value ? 'yes' : 'no') },
  });
  const rows = Readable.from(allExpenses(deps, userId));
  // A table that breaks off must not look whole.
  rows.on('error', (error) => csv.destroy(error));
  return rows.pipe(csv);
}

function neutralised(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
