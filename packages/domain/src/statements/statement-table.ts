export interface TableRow {
  /** The line of the file from 1, or the entry's number in formats without meaningful lines. */
  line: number;
  cells: readonly string[];
  /** The bank's id, including its account. */
  bankRef?: string;
}

export interface StatementTable {
  format: 'csv' | 'ofx' | 'qif';
  header: readonly string[] | null;
  /** The lines above the header, such as the account's number. */
  above?: readonly string[];
  rows: readonly TableRow[];
}

/** Returns the cells of the widest row or the header. Cost: n in the rows. */
export function columnCount({ header, rows }: StatementTable): number {
  return rows.reduce((count, { cells }) => Math.max(count, cells.length), header?.length ?? 0);
}

/** Whether a cell is empty or has a dash, as some banks write. */
export function isBlank(cell: string): boolean {
  return /^\s*[-\u2010-\u2015\u2212]*\s*$/.test(cell);
}

/** The sample that decides what a column holds. All rows decide how it is written. */
export const SAMPLE_ROWS = 500;

/** Returns a column's cells that are not blank; none for null. Cost: n in the rows. */
export function cellsOf(table: StatementTable, index: number | null): string[] {
  if (index === null) return [];
  return table.rows.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => !isBlank(cell));
}
