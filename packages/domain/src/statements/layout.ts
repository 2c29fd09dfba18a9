import type { DecimalSign } from './read-amount.ts';
import type { DateOrder } from './read-day.ts';
import { columnCount, type StatementTable } from './statement-table.ts';

export type ColumnRole =
  'date' | 'name' | 'amount' | 'moneyOut' | 'moneyIn' | 'direction' | 'category' | 'currency';

/** Which amounts in the column 'amount' are purchases. */
export const PURCHASE_SIGNS = ['negative', 'positive', 'all'] as const;

type PurchaseSign = (typeof PURCHASE_SIGNS)[number];

export interface Layout {
  /** The index of each role's column; null if the file has none. */
  columns: Record<ColumnRole, number | null>;
  dateOrder: DateOrder;
  decimalSign: DecimalSign;
  /** Ignored if the column 'direction' marks purchases. */
  purchases: PurchaseSign;
  /** The ISO 4217 code for rows that name none. */
  currency: string;
}

/** The key of the user's corrections for such files: the header, or the number of columns. Cost: n in the rows. */
export function fileKindOf(table: StatementTable): string {
  const { format, header } = table;
  if (format !== 'csv') return format;
  if (header === null) return `${columnCount(table)} columns`;
  const names = header.map((name) => name.toLowerCase().replace(/\s+/g, ' '));
  return `csv: ${names.join('|')}`.slice(0, MAX_FILE_KIND_LENGTH);
}

/** A longer header is cut. */
export const MAX_FILE_KIND_LENGTH = 500;

/** Names enough columns to read rows, all of which exist. Cost: n in the rows. */
export function isComplete({ columns }: Layout, table: StatementTable): boolean {
  const width = columnCount(table);
  const exists = (index: number | null) => index !== null && index < width;
  return exists(columns.date) && exists(columns.name) && (exists(columns.amount) || exists(columns.moneyOut));
}
