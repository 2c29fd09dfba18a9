import type { Day } from '@oinkly/domain/days';
import { csvRows } from '@oinkly/domain/statements/csv';
import { guessLayout } from '@oinkly/domain/statements/guess-layout';
import { withDaysOfInstants } from '@oinkly/domain/statements/instants';
import {
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_FILE_BYTES,
  MAX_IMPORT_LINES,
} from '@oinkly/domain/statements/limits';
import { looksLikeOfx, OFX_COLUMNS, ofxRows } from '@oinkly/domain/statements/ofx';
import { looksLikeQif, tableOfQif } from '@oinkly/domain/statements/qif';
import { splitTable, whyNoTable } from '@oinkly/domain/statements/split-table';
import { columnCount, type StatementTable } from '@oinkly/domain/statements/statement-table';
import { decodeText } from './decode-text.ts';
import { FileProblem } from './file-problem.ts';
import { tooLarge, type FileTable } from './file-table.ts';

/** Transactions and all lines around them. */
const MAX_LINES = 2 * MAX_IMPORT_LINES;

/** `today` is the user's day in `timeZone`. `onProgress` gets the share of the work that is done. Throws a FileProblem. */
export function readFile(
  bytes: Uint8Array,
  today: Day,
  timeZone: string,
  onProgress: (share: number) => void = () => undefined,
): FileTable {
  if (bytes.length === 0) throw new FileProblem('This file is empty.');
  if (bytes.length > MAX_IMPORT_FILE_BYTES) throw tooLarge();
  const text = decodeText(bytes);
  if (text.trim() === '') throw new FileProblem('This file is empty.');
  onProgress(0.1);
  const table = withDaysOfInstants(tableOf(text, onProgress), timeZone);
  onProgress(0.6);
  refuseTooMany(table.rows.length, MAX_IMPORT_LINES);
  const columns = columnCount(table);
  if (columns > MAX_IMPORT_COLUMNS) {
    throw new FileProblem(
      `This file has ${columns.toLocaleString('en-US')} columns, and no statement has more than ${MAX_IMPORT_COLUMNS}. Please choose another file.`,
    );
  }
  return { table, guess: guessLayout(table, today) };
}

function tableOf(text: string, onProgress: (share: number) => void): StatementTable {
  if (looksLikeOfx(text)) {
    const { hasStatement, rows, others } = ofxRows(text);
    const [first] = others;
    if (!hasStatement && rows.length + others.length === 0)
      throw new FileProblem('This OFX file has no bank or card statement.');
    if (rows.length === 0)
      throw new FileProblem(
        `This OFX file has no purchases or payments. ${first ? `Its first entry ${first.outcome === 'bad' ? 'can’t be read' : 'is left out'}: ${lower(first.reason)}, “${first.text}”.` : 'Its statement has no entries.'}`,
      );
    refuseTooMany(rows.length + others.length, MAX_LINES);
    return { format: 'ofx', header: OFX_COLUMNS, rows, others };
  }
  if (looksLikeQif(text)) {
    const table = tableOfQif(text);
    const [first] = table.others;
    if (table.rows.length === 0)
      throw new FileProblem(
        `This QIF file has no purchases or payments.${first ? ` Line ${first.line} begins another list: “${first.text}”.` : ''}`,
      );
    refuseTooMany(table.rows.length + table.others.length, MAX_LINES);
    return { format: 'qif', ...table };
  }
  const { rows, others } = csvRows(text);
  // Looking for tables in many more lines would take longer than users wait.
  refuseTooMany(rows.length + others.length, MAX_LINES);
  onProgress(0.3);
  const split = splitTable(rows);
  if (!split) throw new FileProblem(whyNoTable(rows, others));
  const [unread] = split.others.filter(({ outcome }) => outcome === 'bad');
  if (split.rows.length === 0 && unread)
    throw new FileProblem(
      `We can’t read any line of this file. Line ${unread.line} has ${lower(unread.reason)}: “${unread.text}”.`,
    );
  return { format: 'csv', ...split, others: [...others, ...split.others] };
}

function refuseTooMany(count: number, most: number): void {
  if (count <= most) return;
  throw new FileProblem(
    `This file has ${count.toLocaleString('en-US')} entries. Up to ${MAX_IMPORT_LINES.toLocaleString('en-US')} can be imported at a time. Please split it, for example by year.`,
  );
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
