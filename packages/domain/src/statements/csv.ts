import { MAX_IMPORT_COLUMNS } from './limits.ts';
import { isDate } from './split-table.ts';
import { shownText, type OtherLines, type SplitFile, type TableRow } from './statement-table.ts';

const DELIMITERS = [',', ';', '\t', '|', '~', '^'];
/** The part of a file that decides its separator. */
const PROBE_CHARACTERS = 64_000;

/** A longer record has a quotation mark that was never meant to open a cell. */
const MAX_RECORD_LINES = 200;

/** Nothing but separators, as spreadsheets write for empty rows. */
const WITHOUT_TEXT = /^[\s,;|~^"]*$/;

/**
 * Splits CSV at the separator that gives most rows the same width, or the one of a spreadsheet's line `sep=;`.
 * Every line break counts, also if a file mixes them. A quotation mark that is not closed or not doubled costs
 * its line alone. Cost: n in the characters.
 */
export function csvRows(text: string): SplitFile {
  const lines = text.split(/\r\n|\r|\n/);
  const said = /^sep=(.)\s*$/i.exec(lines[0] ?? '')?.[1];
  const delimiter = said ?? guessDelimiter(text.slice(0, PROBE_CHARACTERS).split(/\r\n|\r|\n/));
  const rows: TableRow[] = [];
  const others: OtherLines[] = [];
  const widths = new Set<number>();
  for (let at = 0; at < lines.length;) {
    const { cells, height } = recordAt(lines, at, delimiter, widths);
    const taken = height === 1 ? [lines[at] ?? ''] : lines.slice(at, at + height);
    const own = {
      line: at + 1,
      lines: taken.filter((line) => !WITHOUT_TEXT.test(line)).length,
      text: shownText(taken.join('\n')),
    };
    if (cells === null) others.push({ ...own, outcome: 'bad', reason: 'A quotation mark is never closed' });
    else if (at === 0 && said !== undefined)
      others.push({ ...own, cells, outcome: 'left-out', reason: 'The separator of the columns' });
    else if (own.lines > 0) {
      rows.push({ ...own, cells });
      widths.add(cells.length);
    }
    at += height;
  }
  return { rows, others };
}

interface CsvRecord {
  /** Null if a quotation mark is never closed. */
  cells: string[] | null;
  /** How many lines it takes. */
  height: number;
}

interface QuotedRecord extends CsvRecord {
  cells: string[];
  /** A separator follows, in its line, the mark that opens a cell of several lines. */
  opensWithin: boolean;
}

/** Those of the rows above. */
type Widths = Pick<ReadonlySet<number>, 'has'>;

function recordAt(lines: readonly string[], at: number, delimiter: string, widths: Widths): CsvRecord {
  const line = lines[at] ?? '';
  if (!line.includes('"')) return { cells: WITHOUT_TEXT.test(line) ? [] : line.split(delimiter), height: 1 };
  const record = quotedRecord(lines, at, delimiter);
  if (
    !record ||
    (record.height > 1 && isTorn(lines.slice(at, at + record.height), record, delimiter, widths))
  )
    return { cells: cellsOfLine(line, delimiter), height: 1 };
  const [only = '', ...others] = record.cells;
  // A spreadsheet that took each row for one cell has put the row into quotation marks.
  return others.length === 0 && record.height === 1 && only.includes(delimiter)
    ? recordAt([only], 0, delimiter, widths)
    : record;
}

/** Whether a record is several rows between two marks that were never meant to open and close a cell. */
function isTorn(
  [own = '', ...later]: readonly string[],
  { cells, opensWithin }: QuotedRecord,
  delimiter: string,
  widths: Widths,
): boolean {
  const partsOf = (line: string) => line.split(delimiter);
  const dated = later
    .map(partsOf)
    .filter((parts) => parts.length > 1 && parts.slice(0, MAX_IMPORT_COLUMNS).some(isDate));
  if (dated.length === 0 || !widths.has(cells.length)) return dated.length > 0;
  // A note may hold such rows too, but it is only one cell of a row, whose others stand outside of it.
  const isWhole = (parts: readonly string[]) => parts.length === cells.length;
  return opensWithin && isWhole(partsOf(own)) && dated.some(isWhole);
}

/** Reads by the rules: marks in quoted cells are doubled. Null if the text breaks them. */
function quotedRecord(lines: readonly string[], first: number, delimiter: string): QuotedRecord | null {
  const cells: string[] = [];
  let opensWithin = false;
  let [at, place] = [first, 0];
  let line = lines[at] ?? '';
  for (;;) {
    const opened = openingMark(line, place);
    if (opened === null) {
      const next = line.indexOf(delimiter, place);
      cells.push(next < 0 ? line.slice(place) : line.slice(place, next));
      if (next < 0) return { cells, height: at + 1 - first, opensWithin };
      place = next + 1;
      continue;
    }
    let value = '';
    let from = opened;
    for (;;) {
      const mark = line.indexOf('"', from);
      if (mark >= 0 && line[mark + 1] === '"') {
        value += line.slice(from, mark + 1);
        from = mark + 2;
        continue;
      }
      value += mark < 0 ? line.slice(from) : line.slice(from, mark);
      if (mark >= 0) {
        place = afterBlanks(line, mark + 1);
        break;
      }
      if (at === first) opensWithin = line.includes(delimiter, from);
      at += 1;
      const next = lines[at];
      if (next === undefined || at - first >= MAX_RECORD_LINES) return null;
      value += '\n';
      [line, from] = [next, 0];
    }
    cells.push(value);
    if (place === line.length) return { cells, height: at + 1 - first, opensWithin };
    if (line[place] !== delimiter) return null;
    place += 1;
  }
}

/**
 * A mark ends a cell before a separator or the end of the line; others are text. If the next mark opens another cell
 * or there is none, the cell is all text up to the next separator.
 */
function cellsOfLine(line: string, delimiter: string): string[] | null {
  const cells: string[] = [];
  for (let place = 0; ;) {
    const opened = openingMark(line, place);
    let end: number;
    if (opened === null) {
      const next = line.indexOf(delimiter, place);
      end = next < 0 ? line.length : next;
      cells.push(line.slice(place, end));
    } else {
      let inner = -1;
      for (let mark = line.indexOf('"', opened); ; mark = line.indexOf('"', mark + 1)) {
        end = afterBlanks(line, mark + 1);
        if (mark >= 0 && (end >= line.length || line[end] === delimiter)) {
          cells.push(line.slice(opened, mark).replace(/\\"|""/g, '"'));
          break;
        }
        if (mark < 0 || line[mark - 1] === delimiter) {
          if (inner < 0) return null;
          const next = line.indexOf(delimiter, inner);
          end = next < 0 ? line.length : next;
          cells.push(line.slice(place, end));
          break;
        }
        if (inner < 0) inner = mark;
      }
    }
    if (end >= line.length) return cells;
    place = end + 1;
  }
}

/** The place behind the mark that opens a cell, also of a spreadsheet's `="0042"`; null for other cells. */
function openingMark(line: string, place: number): number | null {
  const start = afterBlanks(line, place);
  if (line[start] === '"') return start + 1;
  return line[start] === '=' && line[start + 1] === '"' ? start + 2 : null;
}

function afterBlanks(line: string, place: number): number {
  let at = place;
  while (line[at] === ' ') at += 1;
  return at;
}

function guessDelimiter(lines: readonly string[]): string {
  const scored = DELIMITERS.map((delimiter) => {
    const countByWidth = new Map<number, number>();
    for (let at = 0; at < lines.length;) {
      const { cells, height } = recordAt(lines, at, delimiter, countByWidth);
      const width = cells?.length ?? 1;
      if (width > 1) countByWidth.set(width, (countByWidth.get(width) ?? 0) + 1);
      at += height;
    }
    const [width, rows] = [...countByWidth].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0]);
    return { delimiter, rows, width };
  });
  const [best] = scored.sort((a, b) => b.rows - a.rows || b.width - a.width);
  return best?.delimiter ?? ',';
}
