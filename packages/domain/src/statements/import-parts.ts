import { MAX_IMPORT_BODY_BYTES, MAX_IMPORT_ROWS } from './limits.ts';

/** What decides how many rows one request takes. */
export interface SentRow {
  name: string;
  /** Positive. */
  amountCents: number;
  bankRef: string | null;
}

interface PartLimits {
  rows: number;
  bytes: number;
}

/** Field names and derived values of a row. */
const REST_OF_ROW_BYTES = 200;
/** The file's name and its layout. */
const REST_OF_BODY_BYTES = 10_000;
const OF_REQUEST: PartLimits = { rows: MAX_IMPORT_ROWS, bytes: MAX_IMPORT_BODY_BYTES - REST_OF_BODY_BYTES };

/**
 * Returns the indexes of the rows that each request compares with existing expenses. Rows of one amount are compared in one request, if it
 * takes them all: they may repeat the same expense. Cost: n in the rows.
 */
export function partsToCheck(rows: readonly SentRow[], limits = OF_REQUEST): number[][] {
  let [open, bytes]: [number[], number] = [[], 0];
  const parts = [open];
  for (const [, ofAmount] of Map.groupBy(rows.entries(), ([, { amountCents }]) => amountCents)) {
    const sizes = ofAmount.map(([, row]) => bytesOf(row));
    const fits = (count: number, size: number) =>
      open.length + count <= limits.rows && bytes + size <= limits.bytes;
    const isTogether = fits(
      ofAmount.length,
      sizes.reduce((sum, size) => sum + size, 0),
    );
    for (const [place, [index]] of ofAmount.entries()) {
      const size = sizes[place] ?? 0;
      if (open.length > 0 && ((place === 0 && !isTogether) || !fits(1, size))) {
        parts.push((open = []));
        bytes = 0;
      }
      open.push(index);
      bytes += size;
    }
  }
  return rows.length === 0 ? [] : parts;
}

/** Returns the rows from `begin` on that one request takes, in order. Cost: n in the rows. */
export function partToImport<Row extends SentRow>(
  rows: readonly Row[],
  begin: number,
  limits = OF_REQUEST,
): Row[] {
  let [end, bytes] = [begin, 0];
  for (let row = rows[end]; row && end - begin < limits.rows; row = rows[(end += 1)]) {
    bytes += bytesOf(row);
    if (bytes > limits.bytes) break;
  }
  return rows.slice(begin, end);
}

function bytesOf({ name, bankRef }: SentRow): number {
  return REST_OF_ROW_BYTES + jsonBytes(name) + jsonBytes(bankRef ?? '');
}

/** At least what a text takes as JSON in UTF-8. */
function jsonBytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isEscaped = code < 0x20 || (code >= 0xd800 && code < 0xe000);
    const isMarked = code === 0x22 || code === 0x5c;
    bytes += isEscaped ? 6 : code >= 0x800 ? 3 : code >= 0x80 || isMarked ? 2 : 1;
  }
  return bytes;
}
