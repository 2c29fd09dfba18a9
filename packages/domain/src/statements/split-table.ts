import { isNamed, NO_NAME } from './column-names.ts';
import type { ColumnRole } from './layout.ts';
import { MAX_IMPORT_COLUMNS } from './limits.ts';
import { readAmount, type DecimalSign } from './read-amount.ts';
import { readDay, type DateOrder } from './read-day.ts';
import { shortened, type OtherLines, type StatementTable, type TableRow } from './statement-table.ts';

const LOOKED_THROUGH = 60;

/** Longer lines above the header are cut. */
const MAX_LINE_LENGTH = 500;

const ORDERS: DateOrder[] = ['ymd', 'mdy', 'dmy'];
const DECIMAL_SIGNS: DecimalSign[] = ['.', ','];

/**
 * Separates header and data; null if no row has a date and an amount. The header names a date and an amount,
 * or else is the row of words directly above the first data. Every row is in `rows` or `others`. Cost: n log n
 * in the rows.
 */
export function splitTable(all: readonly TableRow[]): Omit<StatementTable, 'format'> | null {
  const sample = firstData(all);
  const width = usualWidth(sample);
  const firstOfWidth = sample.find(({ cells }) => Math.abs(cells.length - width) <= 1);
  if (!firstOfWidth) return null;
  const begin = all.indexOf(firstOfWidth);
  const above = all.slice(0, begin).findLastIndex(({ cells }) => looksLikeHeader(cells, width));
  const headers = new Set(all.filter(namesColumns));
  const named = longestTable(all, headers);
  const at = named !== -1 ? named : begin - above <= LOOKED_THROUGH ? above : -1;
  const linesAbove = (count: number) =>
    all
      .slice(0, Math.min(LOOKED_THROUGH, count))
      .map(({ cells }) => cells.join(' ').slice(0, MAX_LINE_LENGTH).trim());
  const header = all[at];
  if (header) return { above: linesAbove(at), ...tablesBelow(all, at, { header, headers, width }) };
  // Rows as wide as readable ones may be transactions, so they are reported, not dropped.
  const first = all.findIndex(
    (row) => row.cells.length >= width && (row.cells.length === width || looksLikeData(row)),
  );
  const isShifted = ({ cells }: TableRow) => cells.length > width && cells.some(isPartOfNumber);
  const data = all.slice(first);
  return {
    header: null,
    above: linesAbove(first),
    rows: data.filter((row) => !isShifted(row)),
    others: [
      ...all.slice(0, first).map(leftOut('Above the transactions')),
      ...data.filter(isShifted).map(bad(TOO_WIDE)),
    ],
  };
}

const TOO_WIDE = 'Extra values. A name or an amount may contain a comma or semicolon';

/** The first header of the transactions' tables; -1 without one. Summaries name no payee and are shorter. */
function longestTable(all: readonly TableRow[], headers: ReadonlySet<TableRow>): number {
  const tables = new Map<string, { at: number; hasPayee: boolean; rows: number }>();
  let table: { rows: number } | undefined;
  for (const [at, row] of all.entries()) {
    if (headers.has(row)) {
      const key = lowerCells(row).join('\n');
      const hasPayee = row.cells.some((cell) => isNamed('name', cell.trim()) && !NO_NAME.test(cell));
      const known = tables.get(key) ?? { at, hasPayee, rows: 0 };
      tables.set(key, known);
      table = known;
    } else if (table && looksLikeData(row)) table.rows += 1;
  }
  const [longest] = [...tables.values()]
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => Number(b.hasPayee) - Number(a.hasPayee) || b.rows - a.rows || b.at - a.at);
  return longest?.at ?? -1;
}

/** Other tables are read by the main one's columns if they have them all. */
function tablesBelow(
  all: readonly TableRow[],
  at: number,
  { header, headers, width }: { header: TableRow; headers: ReadonlySet<TableRow>; width: number },
) {
  const names = header.cells.map((cell) => cell.trim());
  const dateOf = ({ cells }: TableRow) => cells.slice(0, MAX_IMPORT_COLUMNS).findIndex(isDate);
  const next = all.findIndex((row, index) => index > at && headers.has(row));
  const data = firstData(all.slice(at + 1, next === -1 ? undefined : next));
  const spare = Math.max(0, usualWidth(data) - names.length);
  const datePlace = data[0] && dateOf(data[0]);
  const isTooWide = (row: TableRow, columns: number) =>
    (row.cells.length > columns + spare || row.cells.slice(columns).some((cell) => cell.trim() !== '')) &&
    dateOf(row) >= 0;

  const rows: TableRow[] = [];
  const others: OtherLines[] = [];
  // Where this table has the main one's columns; null if it lacks one.
  let places: number[] | null = null;
  let columns = names.length;
  for (const [index, row] of all.entries()) {
    if (index === at || headers.has(row)) {
      places = placesOf(names, lowerCells(row));
      columns = row.cells.length;
      others.push(leftOut('Column names')(row));
    } else if (places !== null && isTooWide(row, columns)) others.push(bad(TOO_WIDE)(row));
    else if (places !== null) {
      const own = places;
      const isSame = own.every((place, column) => place === column);
      rows.push(isSame ? row : { ...row, cells: own.map((place) => row.cells[place] ?? '') });
    } else if (index > at)
      others.push(
        looksLikeData(row) ? bad('In a table with other columns')(row) : leftOut('No date and amount')(row),
      );
    else {
      const isAligned =
        looksLikeData(row) && dateOf(row) === datePlace && Math.abs(row.cells.length - width) <= 1;
      if (isAligned && !isTooWide(row, columns)) rows.push(row);
      else others.push(leftOut('Above the column names')(row));
    }
  }
  return { header: names, rows, others };
}

/** Returns as many rows of data as decide. */
function firstData(rows: readonly TableRow[]): TableRow[] {
  const data: TableRow[] = [];
  for (const row of rows) {
    if (looksLikeData(row)) data.push(row);
    if (data.length === LOOKED_THROUGH) break;
  }
  return data;
}

function lowerCells({ cells }: TableRow): string[] {
  return cells.map((cell) => cell.trim().toLowerCase());
}

/** The places of the columns among these names; null if one is missing. */
function placesOf(columns: readonly string[], names: readonly string[]): number[] | null {
  const places = columns.map((column, index) =>
    column === '' || names[index] === column.toLowerCase() ? index : names.indexOf(column.toLowerCase()),
  );
  return places.includes(-1) ? null : places;
}

/** A person may see a date, such as `Jun 4`. */
const NO_DATA = 'No line has both a date and an amount that we can read.';
const FROM_YOUR_BANK = 'Please choose a CSV, OFX, QFX or QIF file from your bank.';

/**
 * Says why a file is refused whose rows `splitTable` can't use: what its first promising line has and lacks.
 * Cost: n in the rows.
 */
export function whyNoTable(rows: readonly TableRow[], others: readonly OtherLines[]): string {
  const unread = others.find(({ outcome }) => outcome === 'bad');
  if (rows.length === 0 && unread)
    return `We can’t read this file. Line ${unread.line}: ${unread.reason.toLowerCase()}. ${FROM_YOUR_BANK}`;
  const facts = rows.slice(0, LOOKED_THROUGH).map((row) => {
    const cells = row.cells.slice(0, MAX_IMPORT_COLUMNS);
    const hasDate = cells.some(isDate);
    // What looks like both is only one.
    const hasAmount = cells.some((cell) => isAmount(cell) && !isDate(cell));
    return { row, hasDate, hasAmount, hasNumber: cells.some((cell) => /\d/.test(cell)) };
  });
  const best =
    facts.find(({ hasDate, hasAmount }) => hasDate || hasAmount) ?? facts.find(({ hasNumber }) => hasNumber);
  const shown = best ?? facts[0];
  if (!shown) return `${NO_DATA} ${FROM_YOUR_BANK}`;
  const { row, hasDate, hasAmount } = shown;
  const seen = hasDate
    ? 'has a date, but no readable amount'
    : hasAmount
      ? 'has an amount, but no readable date'
      : 'has neither';
  return `${NO_DATA} Line ${row.line} ${seen}: “${shortened(row.text, 120)}”. ${FROM_YOUR_BANK}`;
}

function leftOut(reason: string): (row: TableRow) => OtherLines {
  return ({ line, lines, text, cells }) => ({ line, lines, text, cells, outcome: 'left-out', reason });
}

function bad(reason: string): (row: TableRow) => OtherLines {
  return ({ line, lines, text, cells }) => ({ line, lines, text, cells, outcome: 'bad', reason });
}

export function isDate(text: string): boolean {
  return ORDERS.some((order) => readDay(text, order) !== null);
}

export function isAmount(text: string): boolean {
  return DECIMAL_SIGNS.some((sign) => !('problem' in readAmount(text, sign)));
}

/** A file of separators has millions of cells. Wider rows are refused later. */
function looksLikeData(row: TableRow): boolean {
  const cells = row.cells.slice(0, MAX_IMPORT_COLUMNS);
  return cells.some(isDate) && cells.some((cell) => isAmount(cell) && !isDate(cell));
}

/** Whether a cell and the next one are `-1` and `299.00`, the parts of `-1,299.00`. */
function isPartOfNumber(cell: string, index: number, cells: readonly string[]): boolean {
  return (
    /^[-+($\u20AC\u00A3\s]*\d{1,3}\s*$/.test(cell) && /^\d{3}(?:[.,]\d+)?\)?\s*$/.test(cells[index + 1] ?? '')
  );
}

/** Only words, among them names of a date and an amount. */
function namesColumns(row: TableRow): boolean {
  if (!looksLikeHeader(row.cells, 0)) return false;
  const hasName = (...roles: ColumnRole[]) =>
    row.cells.some((cell) => roles.some((role) => isNamed(role, cell.trim())));
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
