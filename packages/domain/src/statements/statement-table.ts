/** A row of a file: its cells, and where it stands in the file. */
export interface TableRow {
  /** From 1: the line of the file, or the number of the entry where a file has no lines to speak of. */
  line: number;
  cells: readonly string[];
  /** The bank's own name for it, with its account; where a format has one. */
  bankRef?: string;
}

/** A file as a table, before anybody knows what its columns mean. */
export interface StatementTable {
  format: 'csv' | 'ofx' | 'qif';
  /** The names of the columns; null when the file gives none. */
  header: readonly string[] | null;
  /** The lines above the header, such as the account's number; none in most files. */
  above?: readonly string[];
  /** What comes after the header. */
  rows: readonly TableRow[];
}

/** How many columns the widest row has. */
export function columnCount({ header, rows }: StatementTable): number {
  return rows.reduce((count, { cells }) => Math.max(count, cells.length), header?.length ?? 0);
}

/** Whether nothing stands in a cell; some banks write a dash there. */
export function isBlank(cell: string): boolean {
  return /^\s*[-\u2010-\u2015\u2212]*\s*$/.test(cell);
}
