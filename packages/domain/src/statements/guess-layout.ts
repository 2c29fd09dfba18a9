import type { Day } from '../days.ts';
import { ABROAD, COLUMN_NAMES, isNamed, NO_AMOUNT, NO_NAME, OTHER_CURRENCY } from './column-names.ts';
import { currencyCode, currencyIn } from './currencies.ts';
import { knownLayout } from './known-layouts.ts';
import { isComplete, type ColumnRole, type Layout } from './layout.ts';
import {
  directionOf,
  signOfPurchases,
  speakAgainst,
  type ExpectedSign,
  type SignedRow,
} from './money-direction.ts';
import { OFX_ROLES, OFX_TYPE } from './ofx-columns.ts';
import { isOwnExport } from './own-export.ts';
import { guessDecimalSign, readAmount, type DecimalSign } from './read-amount.ts';
import { guessDateOrder, readDay } from './read-day.ts';
import { isAmount, isDate } from './split-table.ts';
import { columnCount, isBlank, type StatementTable } from './statement-table.ts';

/** What the user must answer before any import. */
export type Question =
  /** Are these amounts purchases, or payments and refunds? */
  | { about: 'signs'; examples: Example[]; ifPurchases: Partial<Layout>; ifPayments: Partial<Layout> }
  /** Is `text` this day or that one? */
  | { about: 'dates'; text: string; monthFirst: Day; dayFirst: Day }
  /** Which currency are the amounts in? */
  | { about: 'currency'; onlyIfDayFirst: boolean };

interface Example {
  name: string;
  amount: string;
}

export interface Guess {
  layout: Layout;
  questions: Question[];
}

/** The sample that decides what a column holds. All rows decide how it is written. */
const SAMPLE_ROWS = 500;
/** The share of dates or amounts that makes a date or amount column; the rest are unreadable lines. */
const ENOUGH = 0.6;
/** The share of rows with an amount in only one of two columns that makes them money out and money in. */
const ALMOST_ALL = 0.9;
const EXAMPLES = 3;

const IBAN = /^[A-Z]{2}\d{2}[ ]?(?:[A-Z0-9]{4}[ ]?){2,7}[A-Z0-9]{1,4}$/;
/** Transfers between Canadian banks. */
const CANADIAN = /\binterac\b|\be-?transfer\b/i;

/** The country code in the account's own number implies the currency. */
const EURO_COUNTRIES = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK';
const CURRENCY_OF_COUNTRY = new Map([
  ...EURO_COUNTRIES.split(' ').map((country) => [country, 'EUR'] as const),
  ['GB', 'GBP'],
  ['CH', 'CHF'],
  ['PL', 'PLN'],
  ['CZ', 'CZK'],
  ['SE', 'SEK'],
  ['NO', 'NOK'],
  ['DK', 'DKK'],
]);

interface Columns {
  table: StatementTable;
  nameOf: (index: number) => string;
  /** The column's non-empty cells in the sample rows. */
  sampleOf: (index: number) => readonly string[];
  share: (index: number, test: (cell: string) => boolean) => number;
  indexes: readonly number[];
}

/**
 * What a file's columns hold, and how it writes dates and amounts. `today` helps to tell 6/4 from 4/6.
 * Cost: n in the rows.
 */
export function guessLayout(table: StatementTable, today: Day): Guess {
  const columns = columnsOf(table);
  const found = table.format === 'ofx' ? ofxColumns(columns) : findColumns(columns);
  const guess = guessWriting(table, found, today);
  // Oinkly's own export leaves only the dates open: a spreadsheet may have rewritten them.
  const isOwn = table.header !== null && isOwnExport(table.header);
  return isOwn ? { ...guess, questions: guess.questions.filter(({ about }) => about === 'dates') } : guess;
}

/** Guesses again for columns that the user chose, whose dates and signs are not known yet. Cost: n in the rows. */
export function guessAgain(table: StatementTable, before: Guess, next: Layout, today: Day): Guess {
  const isOther = (...roles: ColumnRole[]) =>
    roles.some((role) => next.columns[role] !== before.layout.columns[role]);
  const hasOtherDates = isOther('date');
  const hasOtherSums = isOther('amount', 'moneyOut', 'moneyIn', 'direction');
  const again = guessWriting(table, { ...next.columns, sides: null }, today);
  const { dateOrder, decimalSign, purchases } = again.layout;
  const layout = {
    ...next,
    ...(hasOtherDates && { dateOrder }),
    ...(hasOtherSums && { decimalSign, purchases }),
  };
  // What the user set needs no question.
  const isAnswered: Record<Question['about'], boolean> = {
    signs: hasOtherSums || next.purchases !== before.layout.purchases,
    dates: hasOtherDates || next.dateOrder !== before.layout.dateOrder,
    currency: isOther('currency') || next.currency !== before.layout.currency,
  };
  const open = before.questions.filter(({ about }) => !isAnswered[about]);
  const asked = again.questions.filter(
    ({ about }) => (about === 'signs' && hasOtherSums) || (about === 'dates' && hasOtherDates),
  );
  return { layout, questions: isComplete(layout, table) ? [...asked, ...open] : open };
}

function columnsOf(table: StatementTable): Columns {
  const samples = Array.from({ length: columnCount(table) }, (_, index) =>
    table.rows
      .slice(0, SAMPLE_ROWS)
      .map(({ cells }) => (cells[index] ?? '').trim())
      .filter((cell) => !isBlank(cell)),
  );
  return {
    table,
    nameOf: (index) => table.header?.[index]?.trim() ?? '',
    sampleOf: (index) => samples[index] ?? [],
    share: (index, test) => {
      const cells = samples[index] ?? [];
      return cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
    },
    indexes: samples.map((_, index) => index),
  };
}

/** `sides` are the two columns of an amount when no name says which one is money out. */
type FoundColumns = Layout['columns'] & { sides: [one: number, other: number] | null };

/** If all amounts of an OFX file are positive, the type says which went out. */
function ofxColumns({ table, sampleOf }: Columns): FoundColumns {
  const types = sampleOf(OFX_TYPE);
  const isAllAbove = cellsOf(table, OFX_ROLES.amount).every((cell) => signOf(cell, '.') >= 0);
  const hasOut = types.some((type) => directionOf(type) === 'out');
  return { ...OFX_ROLES, direction: isAllAbove && hasOut ? OFX_TYPE : null, sides: null };
}

/** The most certain name with fitting contents wins. Without names, the contents decide. */
function findColumns(columns: Columns): FoundColumns {
  const { table, nameOf, sampleOf, share, indexes } = columns;
  const known = knownLayout(table.header);
  const taken = new Set<number>();
  const find = (role: ColumnRole, isFit: (index: number) => boolean, needsName = false): number | null => {
    const fit = indexes.filter((index) => !taken.has(index) && isFit(index));
    const named = COLUMN_NAMES[role].flatMap((pattern) => fit.filter((index) => pattern.test(nameOf(index))));
    const found = named[0] ?? (needsName ? undefined : fit[0]) ?? null;
    if (found !== null) taken.add(found);
    return found;
  };

  const isDateColumn = once((index) => share(index, isDate) >= ENOUGH);
  const date = find('date', isDateColumn);
  const isAmountColumn = once(
    (index) => share(index, isAmount) >= ENOUGH && !isDateColumn(index) && !NO_AMOUNT.test(nameOf(index)),
  );
  // A running number also looks like an amount, but has no decimals.
  const hasDecimals = once((index) => share(index, (cell) => /[.,]\d{2}\D*$/.test(cell)) > 0);
  const isFilled = (index: number) =>
    sampleOf(index).length >= ENOUGH * Math.min(table.rows.length, SAMPLE_ROWS);
  // 'Debit Amount' is one of two sides, 'Debit/Credit Amount' is both.
  const isOneSide = (index: number) =>
    isNamed('moneyOut', nameOf(index)) !== isNamed('moneyIn', nameOf(index));
  const isNamedAmount = (index: number) => isNamed('amount', nameOf(index)) && !isOneSide(index);
  const isSplit = (index: number) =>
    isAmountColumn(index) && isOneSide(index) && !isDirection(sampleOf(index), nameOf(index));
  const hasNamedAmount = indexes.some((index) => isAmountColumn(index) && isNamedAmount(index));
  const moneyOut = hasNamedAmount ? null : find('moneyOut', isSplit, true);
  // Perhaps nothing was paid in: an empty column contradicts nothing.
  const isSplitIn = (index: number) => isSplit(index) || (isOneSide(index) && sampleOf(index).length === 0);
  const moneyIn = moneyOut === null ? null : find('moneyIn', isSplitIn, true);
  const sides =
    moneyOut === null && !hasNamedAmount
      ? sidesOf(
          table,
          indexes.filter((index) => isAmountColumn(index) && hasDecimals(index)),
        )
      : null;
  for (const side of sides ?? []) taken.add(side);
  const amount =
    moneyOut !== null || sides !== null
      ? null
      : (find('amount', (index) => isAmountColumn(index) && hasDecimals(index) && isFilled(index)) ??
        find('amount', (index) => isAmountColumn(index) && hasDecimals(index)) ??
        find('amount', isAmountColumn));
  const isCurrencyColumn = (index: number) =>
    share(index, (cell) => currencyCode(cell) !== null) === 1 && !OTHER_CURRENCY.test(nameOf(index));
  const currency =
    currencyIn(nameOf(amount ?? moneyOut ?? -1)) === null ? find('currency', isCurrencyColumn) : null;
  const decimalSign = guessDecimalSign(cellsOf(table, amount));
  const isAllAbove = cellsOf(table, amount).every((cell) => signOf(cell, decimalSign) >= 0);
  const direction =
    amount !== null && isAllAbove
      ? find('direction', (index) => isDirection(sampleOf(index), nameOf(index)))
      : null;
  const category = find('category', () => true, true);
  const isText = once(
    (index) =>
      share(index, (cell) => /\p{L}/u.test(cell)) >= ENOUGH &&
      !isDateColumn(index) &&
      share(index, (cell) => IBAN.test(cell) || currencyCode(cell) !== null) < ENOUGH,
  );
  const wordiness = once((index) => new Set(sampleOf(index)).size);
  // The account and its holder repeat in every row.
  const isOfAccount = (index: number) =>
    NO_NAME.test(nameOf(index)) || (wordiness(index) === 1 && sampleOf(index).length > 2);
  const published = indexes.find((index) => known?.name === nameOf(index).toLowerCase());
  const name =
    published ??
    find('name', (index) => isText(index) && !isOfAccount(index), true) ??
    mostOf(
      indexes.filter((index) => !taken.has(index) && isText(index) && !isOfAccount(index)),
      wordiness,
    ) ??
    find('name', isText, true) ??
    mostOf(
      indexes.filter((index) => !taken.has(index) && isText(index)),
      wordiness,
    );
  return { date, name, amount, moneyOut, moneyIn, direction, category, currency, sides };
}

function guessWriting(table: StatementTable, { sides, ...roles }: FoundColumns, today: Day): Guess {
  const { format, header } = table;
  const known = knownLayout(header);
  const [one, other] = sides ?? [null, null];
  const sums = [roles.amount, roles.moneyOut, roles.moneyIn, one, other].flatMap((index) =>
    cellsOf(table, index),
  );
  const decimalSign = guessDecimalSign(sums);

  const named = currencyNamed(table, roles, sums);
  const currencies = new Set(cellsOf(table, roles.currency).map(currencyCode));
  currencies.add(named);
  const isForeign = [...currencies].some((code) => code !== null && code !== 'USD' && code !== 'CAD');
  const isAbroad =
    isForeign ||
    decimalSign === ',' ||
    (header ?? []).some((name) => ABROAD.test(name)) ||
    table.rows.slice(0, SAMPLE_ROWS).some(({ cells }) => cells.some((cell) => IBAN.test(cell.trim())));
  const dates = cellsOf(table, roles.date);
  const { order, isSure: isOrderSure } = guessDateOrder(
    dates,
    today,
    known?.isUs && !isForeign ? 'us' : isAbroad ? 'abroad' : 'unknown',
  );

  const columns = sides === null ? roles : { ...roles, moneyOut: sides[0], moneyIn: sides[1] };
  const layout: Layout = {
    columns,
    dateOrder: order,
    decimalSign,
    purchases: 'negative',
    currency: named ?? 'USD',
  };
  const signs = guessSigns(table, layout, sides);
  const guessed: Layout = { ...layout, ...signs.patch };
  const questions: Question[] = [];
  if (!isComplete(guessed, table)) return { layout: guessed, questions };
  if (signs.question) questions.push(signs.question);
  if (!isOrderSure) {
    const text = dates.find(
      (date) =>
        readDay(date, 'mdy') !== readDay(date, 'dmy') &&
        readDay(date, 'mdy') !== null &&
        readDay(date, 'dmy') !== null,
    );
    const [monthFirst, dayFirst] = [readDay(text ?? '', 'mdy'), readDay(text ?? '', 'dmy')];
    if (text !== undefined && monthFirst !== null && dayFirst !== null)
      questions.push({ about: 'dates', text, monthFirst, dayFirst });
  }
  const isUnnamed = named === null && roles.currency === null && !known?.isUs && format !== 'ofx';
  const isCanadian = table.rows.some(({ cells }) => CANADIAN.test(cells[roles.name ?? -1] ?? ''));
  const isDayFirst = order === 'dmy' && !isSameEitherWay(dates);
  if (isUnnamed && (isAbroad || isCanadian || isDayFirst || !isOrderSure)) {
    questions.push({ about: 'currency', onlyIfDayFirst: !(isAbroad || isCanadian || isDayFirst) });
  }
  return { layout: guessed, questions };
}

/** The sign of purchases, or which of two columns is money out, and the question if the rows do not say. */
function guessSigns(
  table: StatementTable,
  layout: Layout,
  sides: [number, number] | null,
): { patch: Partial<Layout>; question: Question | null } {
  const { columns, decimalSign } = layout;
  if (sides === null && (columns.amount === null || columns.direction !== null))
    return { patch: {}, question: null };
  const { rows, as } = signedRows(table, layout, sides);
  const minus = new Set(rows.flatMap((row) => (signOf(row.amount, decimalSign) < 0 ? [row.sign] : [])));
  const [onlyMinus] = minus;
  if (sides !== null && minus.size === 1) return { patch: as(onlyMinus === -1), question: null };
  const { sign, isSure } = signOfPurchases(rows, sides === null ? expectedSign(table) : null);
  const patch = as(sign < 0);
  return { patch, question: isSure ? null : questionOfSigns(rows, as) };
}

/** Null if the rows don't contradict the layout's sign of purchases. Cost: n in the rows. */
export function signsQuestion(table: StatementTable, layout: Layout): Question | null {
  const { columns, purchases } = layout;
  if (columns.amount === null || columns.direction !== null || purchases === 'all') return null;
  const { rows, as } = signedRows(table, layout, null);
  return speakAgainst(rows, purchases === 'negative' ? -1 : 1) ? questionOfSigns(rows, as) : null;
}

/** Returns the rows with an amount, and the layouts for money out being negative and positive. */
function signedRows(table: StatementTable, layout: Layout, sides: [number, number] | null) {
  const { columns, decimalSign } = layout;
  const rows = table.rows.flatMap(({ cells }): SignedRow[] => {
    const cell = (index: number | null) => (index === null ? '' : (cells[index] ?? '').trim());
    const [one, other] = sides ?? [columns.amount, null];
    const isOther = other !== null && isNothing(cell(one), decimalSign);
    const amount = isOther ? cell(other) : cell(one);
    const written = signOf(amount, decimalSign);
    const sign = sides === null ? written : written === 0 ? 0 : isOther ? 1 : -1;
    if (sign === 0) return [];
    return [{ cells, sign, amount, name: cell(columns.name), category: cell(columns.category) }];
  });
  const as = (below: boolean): Partial<Layout> => {
    if (sides === null) return { purchases: below ? 'negative' : 'positive' };
    const [moneyOut, moneyIn] = below ? sides : [sides[1], sides[0]];
    return { columns: { ...columns, moneyOut, moneyIn } };
  };
  return { rows, as };
}

function questionOfSigns(
  rows: readonly SignedRow[],
  as: (below: boolean) => Partial<Layout>,
): Extract<Question, { about: 'signs' }> {
  const shown = rows.filter((row) => row.sign < 0).length * 2 >= rows.length ? -1 : 1;
  const examples = rows
    .filter((row) => row.sign === shown)
    .slice(0, EXAMPLES)
    .map(({ name, amount }) => ({ name, amount }));
  return { about: 'signs', examples, ifPurchases: as(shown < 0), ifPayments: as(shown > 0) };
}

/** Published by the bank, or by the format, which not every bank follows. */
function expectedSign({ format, header }: StatementTable): ExpectedSign | null {
  if (format !== 'csv') return { sign: -1, isOfBank: false };
  const sign = knownLayout(header)?.purchases ?? null;
  return sign === null ? null : { sign, isOfBank: true };
}

function currencyNamed(
  table: StatementTable,
  { amount, moneyOut }: Layout['columns'],
  sums: readonly string[],
): string | null {
  const nameOf = (index: number | null) => table.header?.[index ?? -1] ?? '';
  const inAmounts = sums.slice(0, SAMPLE_ROWS).map(currencyIn);
  const [said] = inAmounts;
  const above = table.above ?? [];
  const ofCurrency = above.find((text) => /currency|währung|devise|munt|moneda/i.test(text));
  const iban = above
    .flatMap((text) => text.split(/[\s;,:"]+(?=[A-Z]{2}\d{2})/))
    .map((text) => /^([A-Z]{2})\d{2}[ ]?[A-Z0-9]{4}/.exec(text.trim())?.[1])
    .find((country) => country !== undefined);
  return (
    currencyIn(nameOf(amount ?? moneyOut)) ??
    said ??
    inAmounts.find((code) => code !== null) ??
    currencyIn(ofCurrency ?? '') ??
    above.map((text) => currencyIn(text)).find((code) => code !== null) ??
    CURRENCY_OF_COUNTRY.get(iban ?? '') ??
    currencyOfAccounts(table)
  );
}

/** The currency of the account numbers' country; null for several or none. */
function currencyOfAccounts({ rows }: StatementTable): string | null {
  const accounts = rows
    .slice(0, SAMPLE_ROWS)
    .flatMap(({ cells }) => cells.map((cell) => cell.trim()).filter((cell) => IBAN.test(cell)));
  const currencies = new Set(accounts.map((iban) => CURRENCY_OF_COUNTRY.get(iban.slice(0, 2)) ?? null));
  const [currency = null] = currencies;
  return currencies.size === 1 ? currency : null;
}

/** Every row fills exactly one of two columns, and both are used. */
function sidesOf(table: StatementTable, candidates: readonly number[]): [number, number] | null {
  const rows = table.rows.slice(0, SAMPLE_ROWS);
  const columns = candidates.map((index) => {
    const isFilled = rows.map(({ cells }) => !isNothing(cells[index] ?? '', '.'));
    return { index, isFilled, count: isFilled.filter(Boolean).length };
  });
  const used = columns.filter(({ count }) => count > 0);
  for (const [place, one] of used.entries()) {
    for (const other of used.slice(place + 1)) {
      if (one.count + other.count < ALMOST_ALL * rows.length) continue;
      const single = one.isFilled.filter((isFilled, row) => isFilled !== other.isFilled[row]).length;
      if (single >= ALMOST_ALL * rows.length) return [one.index, other.index];
    }
  }
  return null;
}

/** Measures each column once: a wide file has hundreds. */
function once<Measure>(measure: (index: number) => Measure): (index: number) => Measure {
  const known = new Map<number, Measure>();
  return (index) => {
    const before = known.get(index);
    if (before !== undefined) return before;
    const measured = measure(index);
    known.set(index, measured);
    return measured;
  };
}

function isNothing(cell: string, decimalSign: DecimalSign): boolean {
  return isBlank(cell) || signOf(cell, decimalSign) === 0;
}

function cellsOf(table: StatementTable, index: number | null): string[] {
  if (index === null) return [];
  return table.rows.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => !isBlank(cell));
}

function isSameEitherWay(dates: readonly string[]): boolean {
  return dates.every((date) => readDay(date, 'mdy') === readDay(date, 'dmy'));
}

/** If all cells are money in, the column's name must say so: 'Payment' alone is not a direction. */
function isDirection(cells: readonly string[], name: string): boolean {
  const directions = cells.map(directionOf);
  const isDirectionKnown = cells.length > 0 && directions.every((direction) => direction !== null);
  const isCalledSo =
    COLUMN_NAMES.direction[0]?.test(name) === true && !cells.some((cell) => /^payment$/i.test(cell));
  return isDirectionKnown && (directions.includes('out') || isCalledSo);
}

function signOf(text: string, decimalSign: DecimalSign): number {
  const read = readAmount(text, decimalSign);
  return 'cents' in read ? Math.sign(read.cents) : 0;
}

function mostOf(indexes: readonly number[], measure: (index: number) => number): number | null {
  return indexes.reduce<number | null>(
    (best, index) => (best === null || measure(index) > measure(best) ? index : best),
    null,
  );
}
