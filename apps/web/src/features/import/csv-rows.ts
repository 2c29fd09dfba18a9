import type { TableRow } from '@oinkly/domain/statements/statement-table';
import Papa from 'papaparse';

const DELIMITERS = [',', ';', '\t', '|'];
/** The part of a file that decides its separator. */
const PROBE_CHARACTERS = 64_000;

export interface CsvRows {
  rows: TableRow[];
  unclosedQuoteLine: number | null;
}

/**
 * Splits at the separator that gives most rows the same width, or the one of a spreadsheet's line `sep=;`.
 */
export function csvRows(text: string): CsvRows {
  const said = /^sep=(.)\r?\n/i.exec(text);
  const body = said ? text.slice(said[0].length) : text;
  const delimiter = said?.[1] ?? guessDelimiter(body.slice(0, PROBE_CHARACTERS));
  const { data, errors } = Papa.parse<string[]>(body, { delimiter });
  const unclosed = errors.find(({ code }) => code === 'MissingQuotes');
  let next = said ? 2 : 1;
  const all = data.map((cells) => {
    const line = next;
    // A quoted cell may contain line breaks.
    next += 1 + cells.reduce((count, cell) => count + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
    return { line, cells };
  });
  // Everything after an unclosed quotation mark is one cell.
  const rows = unclosed?.row === undefined ? all : all.slice(0, unclosed.row);
  return { rows, unclosedQuoteLine: all[rows.length]?.line ?? null };
}

function guessDelimiter(probe: string): string {
  const scored = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(probe, { delimiter, skipEmptyLines: true });
    const rowsByWidth = Map.groupBy(data, (cells) => cells.length);
    rowsByWidth.delete(1);
    const [width, rows] = [...rowsByWidth].reduce<[number, number]>(
      (best, [cells, { length }]) => (length > best[1] ? [cells, length] : best),
      [0, 0],
    );
    return { delimiter, rows, width };
  });
  const [best] = scored.sort((a, b) => b.rows - a.rows || b.width - a.width);
  return best?.delimiter ?? ',';
}
