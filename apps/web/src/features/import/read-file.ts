import type { Day } from '@oinkly/domain/days';
import { guessLayout } from '@oinkly/domain/statements/guess-layout';
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_FILE_BYTES, MAX_IMPORT_ROWS } from '@oinkly/domain/statements/limits';
import { OFX_COLUMNS } from '@oinkly/domain/statements/ofx-columns';
import { looksLikeQif, QIF_COLUMNS, tableOfQif } from '@oinkly/domain/statements/qif';
import { splitTable } from '@oinkly/domain/statements/split-table';
import { columnCount } from '@oinkly/domain/statements/statement-table';
import { csvRows } from './csv-rows.ts';
import { decodeText } from './decode-text.ts';
import { FileProblem } from './file-problem.ts';
import { tooLarge, type FileTable } from './file-table.ts';
import { looksLikeOfx, ofxRows } from './ofx-rows.ts';

/** `today` is the user's day. Throws a FileProblem. */
export function readFile(bytes: Uint8Array, today: Day): FileTable {
  if (bytes.length === 0) throw new FileProblem('This file is empty.');
  if (bytes.length > MAX_IMPORT_FILE_BYTES) throw tooLarge();
  const text = decodeText(bytes);
  if (text.trim() === '') throw new FileProblem('This file is empty.');
  const read = tableOf(text);
  if (read.table.rows.length > MAX_IMPORT_ROWS) {
    throw new FileProblem(
      `This file has ${read.table.rows.length.toLocaleString('en-US')} entries. Up to ${MAX_IMPORT_ROWS.toLocaleString('en-US')} can be imported at a time. Please split it, for example by year.`,
    );
  }
  const columns = columnCount(read.table);
  if (columns > MAX_IMPORT_COLUMNS) {
    throw new FileProblem(
      `This file has ${columns.toLocaleString('en-US')} columns, and no statement has more than ${MAX_IMPORT_COLUMNS}. Please choose another file.`,
    );
  }
  return { ...read, guess: guessLayout(read.table, today) };
}

function tableOf(text: string): Omit<FileTable, 'guess'> {
  if (looksLikeOfx(text)) {
    const rows = ofxRows(text);
    return { table: { format: 'ofx', header: OFX_COLUMNS, rows }, unclosedQuoteLine: null };
  }
  if (looksLikeQif(text)) {
    const rows = tableOfQif(text);
    if (rows.length === 0) throw new FileProblem('This QIF file has no purchases or payments.');
    return { table: { format: 'qif', header: QIF_COLUMNS, rows }, unclosedQuoteLine: null };
  }
  const { rows, unclosedQuoteLine } = csvRows(text);
  const split = splitTable(rows);
  if (!split) {
    throw new FileProblem(
      'No line in this file has a date and an amount. Please choose a CSV, OFX, QFX or QIF file from your bank.',
    );
  }
  return { table: { format: 'csv', ...split }, unclosedQuoteLine };
}
