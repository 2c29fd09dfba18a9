import type { TableRow } from '../statements/statement-table.ts';

/** A row of CSV on one line. */
export function tableRow(line: number, cells: readonly string[]): TableRow {
  return { line, lines: 1, text: cells.join(','), cells };
}
