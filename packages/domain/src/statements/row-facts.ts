import { COLUMN_NAMES, NO_NAME, OWN_ACCOUNT, STATUS, TYPE } from './column-names.ts';
import { currencyCode } from './currencies.ts';
import type { Layout } from './layout.ts';
import { directionOf } from './money-direction.ts';
import { isAmount, isDate } from './split-table.ts';
import { isBlank, type StatementTable } from './statement-table.ts';

/** What a row says in columns that only some files have. */
export interface RowFacts {
  /** The payee; may be empty. */
  name: (cells: readonly string[]) => string;
  /** The payer's note; may be empty. */
  note: (cells: readonly string[]) => string;
  /** More exact than the category; empty if the file has none. */
  subcategory: (cells: readonly string[]) => string;
  /** The bank's transaction type; empty if the file has none. */
  type: (cells: readonly string[]) => string;
  /** A column says that the money stays the user's. */
  isTransfer: (cells: readonly string[]) => boolean;
  /** Null for a completed transaction. */
  undoneStatus: (cells: readonly string[]) => string | null;
}

const UNDONE =
  /\b(?:revert|declin|fail|cancel|void|denied|reject|expired|revers|unsuccessful|aborted|blocked)/i;
const IBAN = /^[A-Z]{2}\d{2}[ ]?(?:[A-Z0-9]{4}[ ]?){2,7}[A-Z0-9]{0,4}$/;
const IS_TRANSFER = /^(?:is[ _-]?)?transfer$/i;
const SUBCATEGORY = /^sub-?category(?: name)?$/i;
const NOTE = /^(?:notes?|memo|message|comment)$/i;

/** Returns functions that read what only some files say. Cost: n in the rows. */
export function rowFacts(table: StatementTable, { columns }: Layout): RowFacts {
  const header = (table.header ?? []).map((name) => name.trim());
  const cellAt = (cells: readonly string[], index: number | null) => (cells[index ?? -1] ?? '').trim();
  const columnNamed = (pattern: RegExp) => {
    const index = header.findIndex((name) => pattern.test(name));
    return index < 0 ? null : index;
  };
  const [status, type, note] = [columnNamed(STATUS), columnNamed(TYPE), columnNamed(NOTE)];
  const transfer = columnNamed(IS_TRANSFER);
  const subcategory = columnNamed(SUBCATEGORY);
  const isOneOfTwoSides = twoSides(table, columnNamed(OWN_ACCOUNT), columns.name);
  const [from, to] = [columnNamed(/^from$/i), columnNamed(/^to$/i)];
  const fallbacks = fallbackColumns(header, columns);
  // Between two users, the one who asked for the money is listed first.
  const isBetweenPeople = from !== null && to !== null && (columns.name === to || columns.name === from);
  const person = (cells: readonly string[]) =>
    /^(?:charge|request)/i.test(cellAt(cells, type)) ? cellAt(cells, from) : cellAt(cells, to);
  return {
    name: (cells) => {
      const said = isBetweenPeople ? person(cells) : cellAt(cells, columns.name);
      if (isName(said)) return said;
      const others = fallbacks.map((index) => cellAt(cells, index));
      const kind = cellAt(cells, type);
      return (
        [...others, cellAt(cells, columns.category)].find(isName) ??
        (isName(kind) && directionOf(kind) === null ? kind : said)
      );
    },
    note: (cells) => (note === columns.name ? '' : cellAt(cells, note)),
    subcategory: (cells) => cellAt(cells, subcategory),
    type: (cells) => cellAt(cells, type),
    // An app that has categories gives none to money that moves between accounts.
    isTransfer: (cells) =>
      /^(?:true|yes|y|1)$/i.test(cellAt(cells, transfer)) ||
      (columns.category !== null && isBlank(cellAt(cells, columns.category)) && isOneOfTwoSides(cells)),
    undoneStatus: (cells) => (UNDONE.test(cellAt(cells, status)) ? cellAt(cells, status) : null),
  };
}

/**
 * Returns whether a row's payee is another account of the file, which names this one in turn: an account may be called like a
 * shop. Cost: n in the rows.
 */
function twoSides(
  { rows }: StatementTable,
  account: number | null,
  payee: number | null,
): (cells: readonly string[]) => boolean {
  if (account === null || payee === null) return () => false;
  const sides = new Set(rows.map(({ cells }) => `${cells[account]}\n${cells[payee]}`));
  return (cells) => cells[account] !== cells[payee] && sides.has(`${cells[payee]}\n${cells[account]}`);
}

/** Other columns that may name the payee, most certain first. */
function fallbackColumns(header: readonly string[], columns: Layout['columns']): number[] {
  const taken = new Set<number | null>(Object.values(columns));
  const found = [...COLUMN_NAMES.name, NOTE, /^description/i].flatMap((pattern) =>
    header.flatMap((name, index) =>
      pattern.test(name) && !NO_NAME.test(name) && !TYPE.test(name) && !taken.has(index) ? [index] : [],
    ),
  );
  return [...new Set(found)];
}

/** Whether a text can be a name: not a number, date, amount, currency or account. */
function isName(text: string): boolean {
  return (
    /\p{L}/u.test(text) && currencyCode(text) === null && !IBAN.test(text) && !isDate(text) && !isAmount(text)
  );
}
