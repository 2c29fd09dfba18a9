import type { TableRow } from './statement-table.ts';

export const QIF_COLUMNS = ['Date', 'Payee', 'Amount', 'Category', 'Memo'];

/** Other lists hold categories, accounts or securities. */
const WITH_MOVEMENTS = new Set(['bank', 'ccard', 'cash', 'oth a', 'oth l']);

/** Whether the text is in Quicken's interchange format. */
export function looksLikeQif(text: string): boolean {
  return /^\s*!(?:type:|account|option:|clear:)/i.test(text);
}

/**
 * The records, with their first line numbers. A line is a letter and its value, `^` ends a record, `!Type:`
 * starts a list. A split record keeps its total. A record without a payee uses its memo. Cost: n in the lines.
 */
export function tableOfQif(text: string): TableRow[] {
  const records: TableRow[] = [];
  let isMovements = true;
  let record: { line: number; fields: Map<string, string> } | null = null;
  const finish = () => {
    if (record && isMovements && record.fields.size > 0) {
      const field = (letter: string) => record?.fields.get(letter) ?? '';
      records.push({
        line: record.line,
        cells: [
          field('D'),
          field('P') || field('M'),
          field('T') || field('U'),
          field('L') || field('S'),
          field('M'),
        ],
      });
    }
    record = null;
  };
  text.split(/\r\n|\r|\n/).forEach((raw, index) => {
    const line = raw.trim();
    if (line === '') return;
    if (line.startsWith('!')) {
      finish();
      const list = /^!type:(.*)$/i.exec(line)?.[1]?.trim().toLowerCase();
      if (list !== undefined) isMovements = WITH_MOVEMENTS.has(list);
      else if (/^!account/i.test(line)) isMovements = false;
      return;
    }
    if (line.startsWith('^')) {
      finish();
      return;
    }
    record ??= { line: index + 1, fields: new Map() };
    const letter = line.charAt(0).toUpperCase();
    // Later letters belong to the parts of a split record.
    if (!record.fields.has(letter)) record.fields.set(letter, line.slice(1).trim());
  });
  finish();
  return records;
}
