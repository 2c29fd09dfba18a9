import { readAmount } from './read-amount.ts';
import { isDate } from './split-table.ts';
import { shownText, type OtherLines, type StatementTable, type TableRow } from './statement-table.ts';

const QIF_COLUMNS = ['Date', 'Payee', 'Amount', 'Category', 'Memo'];

/** Other lists hold categories, accounts or securities. */
const WITH_MOVEMENTS = new Set(['bank', 'ccard', 'cash', 'oth a', 'oth l']);

/** Whether the text is in Quicken's interchange format. */
export function looksLikeQif(text: string): boolean {
  return /^\s*!(?:type:|account|option:|clear:)/i.test(text);
}

interface QifRecord {
  line: number;
  lines: string[];
  isMovement: boolean;
  hasDay: boolean;
}

/**
 * The records, with their first line numbers. A line is a letter and its value, `^` ends a record, `!Type:`
 * starts a list, and `!Option:` may state the order of dates. A split record keeps its total. A record without
 * a payee uses its memo, and one whose text has no letter before it, that text. Cost: n in the lines.
 */
export function tableOfQif(text: string): Omit<StatementTable, 'format'> {
  const { records, others, dateOrder } = recordsOf(text);
  const movements = records.filter(({ isMovement }) => isMovement);
  // Some programs write the payee without its letter, so that its own first letter looks like one.
  const labeled = movements.filter(({ lines }) => lines.some((line) => /^[PM]/i.test(line))).length;
  const unlabeled = movements.filter(({ lines }) => lines.some((line) => isText(line, false))).length;
  const isUnlabeled = unlabeled > labeled;
  const rows: TableRow[] = [];
  for (const { line, lines, isMovement } of records) {
    const own = { line, lines: lines.length, text: shownText(lines.join('\n')) };
    if (isMovement) rows.push({ ...own, cells: cellsOfRecord(lines, isUnlabeled) });
    else others.push({ ...own, outcome: 'left-out', reason: 'Not from a list of transactions' });
  }
  return { header: QIF_COLUMNS, rows, others, ...(dateOrder && { dateOrder }) };
}

function recordsOf(text: string) {
  const records: QifRecord[] = [];
  const others: OtherLines[] = [];
  let dateOrder: 'mdy' | 'dmy' | undefined;
  let isMovement = true;
  let open: QifRecord | null = null;
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim();
    if (line === '') continue;
    const isEnd = line.startsWith('^');
    if (line.startsWith('!') || (isEnd && !open)) {
      open = null;
      others.push({
        ...{ line: index + 1, lines: 1, text: shownText(line) },
        ...{ outcome: 'left-out', reason: isEnd ? 'An empty entry' : 'The name of a list' },
      });
      const list = /^!type:(.*)$/i.exec(line)?.[1]?.trim().toLowerCase();
      if (list !== undefined) isMovement = WITH_MOVEMENTS.has(list);
      else if (/^!account/i.test(line)) isMovement = false;
      const order = /^!option:\s*([md])[md/]*y/i.exec(line)?.[1]?.toLowerCase();
      if (order !== undefined) dateOrder = order === 'm' ? 'mdy' : 'dmy';
      continue;
    }
    // A second date is of the next record, whose predecessor lacks its `^`: split records repeat only S, E and $.
    const isDay = /^d/i.test(line) && isDate(line.slice(1));
    if (!open || (isDay && open.hasDay))
      records.push((open = { line: index + 1, lines: [], isMovement, hasDay: false }));
    open.hasDay ||= isDay;
    open.lines.push(line);
    if (isEnd) open = null;
  }
  return { records, others, dateOrder };
}

function cellsOfRecord(lines: readonly string[], isUnlabeled: boolean): string[] {
  const texts = isUnlabeled ? lines.filter((line) => isText(line, true)) : [];
  const fields = new Map<string, string>();
  for (const line of lines) {
    const letter = line.charAt(0).toUpperCase();
    // Later letters belong to the parts of a split record.
    if (!fields.has(letter) && !texts.includes(line)) fields.set(letter, line.slice(1).trim());
  }
  const field = (letter: string) => fields.get(letter) ?? '';
  return [
    field('D'),
    texts[0] ?? (field('P') || field('M')),
    field('T') || field('U'),
    field('L') || field('S'),
    field('M'),
  ];
}

/** Whether a line can't be the field that its first letter names. Without letters, only dates, sums and numbers are no text. */
function isText(line: string, isUnlabeled: boolean): boolean {
  const value = line.slice(1).trim();
  switch (line.charAt(0).toUpperCase()) {
    case 'D':
      return !isDate(value);
    case 'T':
    case 'U':
    case '$':
      return 'problem' in readAmount(value, '.') && 'problem' in readAmount(value, ',');
    case 'C':
      return value.length > 1;
    case 'N':
      return value.length > 12;
    case '^':
      return false;
    case 'L':
    case 'S':
    case 'E':
    case 'A':
    case 'M':
    case 'P':
      return isUnlabeled;
    default:
      return /\p{L}{2}/u.test(line);
  }
}
