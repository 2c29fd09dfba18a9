import type { DecimalSign } from './read-amount.ts';
import type { DateOrder } from './read-day.ts';
import { columnCount, type StatementTable } from './statement-table.ts';

/** What a column of a file can hold. */
export type ColumnRole =
  'date' | 'name' | 'amount' | 'moneyOut' | 'moneyIn' | 'direction' | 'category' | 'currency';

/** Which sums of the column 'amount' are purchases. */
export const PURCHASE_SIGNS = ['negative', 'positive', 'all'] as const;

type PurchaseSign = (typeof PURCHASE_SIGNS)[number];

/** How a kind of file is read. */
export interface Layout {
  /** The column of each role, from 0; null where the file has none. */
  columns: Record<ColumnRole, number | null>;
  dateOrder: DateOrder;
  decimalSign: DecimalSign;
  /** Where the column 'direction' says which rows are purchases, this does not matter. */
  purchases: PurchaseSign;
  /** Of rows that name none; ISO 4217. */
  currency: string;
}

/** A name for files of this kind, by which what was corrected is found again: the header, or how many columns there are. */
export function fileKindOf(table: StatementTable): string {
  const { format, header } = table;
  if (format !== 'csv') return format;
  if (header === null) return `${columnCount(table)} columns`;
  const names = header.map((name) => name.toLowerCase().replace(/\s+/g, ' '));
  return `csv: ${names.join('|')}`.slice(0, MAX_FILE_KIND_LENGTH);
}

/** A longer header is known by its beginning. */
export const MAX_FILE_KIND_LENGTH = 500;

/** Whether a layout names enough columns, all of which the table has, for its rows to be read. */
export function isComplete({ columns }: Layout, table: StatementTable): boolean {
  const width = columnCount(table);
  const exists = (index: number | null) => index !== null && index < width;
  return exists(columns.date) && exists(columns.name) && (exists(columns.amount) || exists(columns.moneyOut));
}
