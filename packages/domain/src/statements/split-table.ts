import { isNamed } from './column-names.ts';
import type { ColumnRole } from './layout.ts';
import { MAX_IMPORT_COLUMNS } from './limits.ts';
import { guessDecimalSign, readAmount } from './read-amount.ts';
import { readDay, type DateOrder } from './read-day.ts';
import type { StatementTable, TableRow } from './statement-table.ts';

const LOOKED_THROUGH = 60;

/** Longer lines above the header are cut. */
const MAX_LINE_LENGTH = 500;

const LINES_OF_ACCOUNT = 10;

const ORDERS: DateOrder[] = ['ymd', 'mdy', 'dmy'];

/**
 * Separates header and data; null if the file is not a statement. The first row with a date and an amount,
 * about as wide as most such rows, is data; the row of words directly above it is the header. Higher lines,
 * such as the account and its balance, and empty rows are skipped. Cost: n in the rows.
 */
export function splitTable(all: readonly TableRow[]): Omit<StatementTable, 'format'> | null {
  const rows = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const begin = rows.findIndex(looksLikeData);
  if (begin < 0) return null;
  const width = usualWidth(rows.slice(begin, begin + LOOKED_THROUGH).filter(looksLikeData));
  const firstData = rows.findIndex(
    (row, index) => index >= begin && Math.abs(row.cells.length - width) <= 1 && looksLikeData(row),
  );
  const isHeader = (row: TableRow) => looksLikeHeader(row.cells, width);
  // An account line may also have a date and an amount, but a header with both names below it wins.
  const below = rows
    .slice(firstData, firstData + LINES_OF_ACCOUNT)
    .findLastIndex(({ cells }) => namesColumns(cells) && isHeader({ line: 0, cells }));
  const above = rows.slice(0, firstData).findLastIndex(isHeader);
  const at = below >= 0 ? firstData + below : firstData - above > LOOKED_THROUGH ? -1 : above;
  const linesAbove = (count: number) =>
    rows
      .slice(0, Math.min(LOOKED_THROUGH, Math.max(0, count)))
      .map(({ cells }) => cells.join(' ').slice(0, MAX_LINE_LENGTH).trim());
  if (at >= 0) {
    return {
      header: rows[at]?.cells.map((cell) => cell.trim()) ?? null,
      above: linesAbove(at),
      rows: rows.slice(at + 1),
    };
  }
  // Rows as wide as readable ones may be transactions, so they are reported, not dropped.
  const first = rows.findIndex((row) => {
    const { length } = row.cells;
    return (length === width && width > 1) || (length > width && looksLikeData(row));
  });
  return { header: null, above: linesAbove(first), rows: rows.slice(Math.max(0, first)) };
}

export function isDate(text: string): boolean {
  return ORDERS.some((order) => readDay(text, order) !== null);
}

export function isAmount(text: string): boolean {
  return !('problem' in readAmount(text, guessDecimalSign([text])));
}

/** A file of separators has millions of cells. Wider rows are refused later. */
function looksLikeData(row: TableRow): boolean {
  const cells = row.cells.slice(0, MAX_IMPORT_COLUMNS);
  const date = cells.findIndex(isDate);
  return date >= 0 && cells.some((cell, index) => index !== date && isAmount(cell) && !isDate(cell));
}

function namesColumns(cells: readonly string[]): boolean {
  const hasName = (...roles: ColumnRole[]) =>
    cells.some((cell) => roles.some((role) => isNamed(role, cell.trim())));
  return hasName('date') && hasName('amount', 'moneyOut', 'moneyIn');
}

/** The larger of two equally common widths. */
function usualWidth(rows: readonly TableRow[]): number {
  const byWidth = Map.groupBy(rows, ({ cells }) => cells.length);
  const [usual] = [...byWidth].sort(([a, some], [b, others]) => others.length - some.length || b - a);
  return usual?.[0] ?? 0;
}

/**
 * Only words, and not much narrower than the data: some banks end data lines with an extra separator, and
 * some omit empty trailing cells.
 */
function looksLikeHeader(cells: readonly string[], width: number): boolean {
  const words = cells.filter((cell) => cell.trim() !== '');
  return (
    words.length >= 2 &&
    cells.length >= width - 1 &&
    words.every((cell) => /\p{L}/u.test(cell) && !isDate(cell) && !isAmount(cell))
  );
}
