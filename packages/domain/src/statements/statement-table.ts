/** Lines of a file. Each line with text belongs to one of these, so that no line can vanish. */
export interface FileLines {
  /** The first line from 1, or the entry's number in formats without meaningful lines. */
  line: number;
  /** How many lines with text they are; 1 for an entry. */
  lines: number;
  /** As they stand in the file, perhaps cut. */
  text: string;
}

/** Lines that may be a transaction. */
export interface TableRow extends FileLines {
  cells: readonly string[];
  /** The bank's id, including its account. */
  bankRef?: string;
}

/** Lines that are no transaction or can't be read, whatever the columns hold. */
export interface OtherLines extends FileLines {
  outcome: 'left-out' | 'bad';
  reason: string;
  /** None if the line can't be split. */
  cells?: readonly string[];
}

/** All lines of a file that have text. */
export interface SplitFile {
  rows: TableRow[];
  others: OtherLines[];
}

export interface StatementTable {
  format: 'csv' | 'ofx' | 'qif';
  header: readonly string[] | null;
  /** The lines above the header, such as the account's number. */
  above?: readonly string[];
  /** The order of dates that the file itself states. */
  dateOrder?: 'mdy' | 'dmy';
  rows: readonly TableRow[];
  others: readonly OtherLines[];
}

/** The longest text of unread lines. */
const SHOWN_LENGTH = 300;

/** Cuts a text, but no character in two. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Returns what is shown of lines that can't be read. */
export function shownText(text: string): string {
  return shortened(text.slice(0, 2 * SHOWN_LENGTH).trim(), SHOWN_LENGTH);
}

/** Returns the cells of the widest row or the header. Cost: n in the rows. */
export function columnCount({ header, rows }: Pick<StatementTable, 'header' | 'rows'>): number {
  return rows.reduce((count, { cells }) => Math.max(count, cells.length), header?.length ?? 0);
}

/** Whether a cell is empty or has a dash, as some banks write. */
export function isBlank(cell: string): boolean {
  return /^\s*[-\u2010-\u2015\u2212]*\s*$/.test(cell);
}

/** The sample that decides what a column holds. All rows decide how it is written. */
export const SAMPLE_ROWS = 500;

/** Returns a column's cells that are not blank; none for null. Cost: n in the rows. */
export function cellsOf({ rows }: Pick<StatementTable, 'rows'>, index: number | null): string[] {
  if (index === null) return [];
  return rows.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => !isBlank(cell));
}

/** Returns the table with one row, which has the first value of each column. Cost: n in the cells. */
export function sketchOf(table: StatementTable): StatementTable {
  const { format, header, rows } = table;
  const cells = Array.from({ length: columnCount(table) }, (_, index) => {
    const filled = rows.find((row) => (row.cells[index] ?? '').trim() !== '');
    return filled?.cells[index] ?? '';
  });
  return { format, header, rows: [{ line: 0, lines: 1, text: '', cells }], others: [] };
}
