import type { Day } from '../days.ts';
import { directionOf, signOfPurchases } from './money-direction.ts';
import { OFX_ROLES } from './ofx-columns.ts';
import { currencyIn, guessDecimalSign, readAmount, type DecimalSign } from './read-amount.ts';
import { guessDateOrder, type DateOrder } from './read-day.ts';
import { isAmount, isDate } from './split-table.ts';
import { columnCount, isBlank, type StatementTable } from './statement-table.ts';

/** What a column of a file can hold. */
export type ColumnRole =
  'date' | 'name' | 'amount' | 'moneyOut' | 'moneyIn' | 'direction' | 'category' | 'currency';

/** Which sums of the column 'amount' are purchases. */
export const PURCHASE_SIGNS = ['negative', 'positive', 'all'] as const;

type PurchaseSign = (typeof PURCHASE_SIGNS)[number];

/** How a kind of file is read. */
export interface Layout {
  /** The column of each role, from 0; null where the file has none. */
  columns: Record<ColumnRole, number | null>;
  dateOrder: DateOrder;
  decimalSign: DecimalSign;
  /** Where the column 'direction' says which rows are purchases, this does not matter. */
  purchases: PurchaseSign;
  /** Of rows that name none; ISO 4217. */
  currency: string;
}

/** So many rows decide what a column holds; how it is written, all of them. */
const SAMPLE_ROWS = 500;
/** So much of a column must be a date or an amount for it to be one: the rest are lines that cannot be read. */
const ENOUGH = 0.6;

/** Names of columns, the surest first. */
const NAMES: Record<ColumnRole, RegExp[]> = {
  date: [
    /^(transaction|trans\.?|purchase|buchungs?) ?(date|datum|tag)$/i,
    /^(started|booking) date$/i,
    /^(date|datum|fecha|data)$/i,
    /date|datum|buchung|valuta|fecha|completed/i,
  ],
  name: [
    /^(payee|merchant|merchant name|partner name|counter ?party|naam.*|beguenstigter.*|empfänger.*|name.*zahlungsbeteiligter.*)$/i,
    /^(description|name|transaction description|beschreibung)$/i,
    /payee|merchant|description|empfänger|auftraggeber|libell|omschrijving|concepto|narrative|verwendungszweck/i,
    /details|name|memo|reference|text/i,
  ],
  amount: [
    /^(amount|betrag|umsatz|montant|importe|sum|gross|bedrag)\b/i,
    /amount|betrag|umsatz|montant|importe|value/i,
  ],
  moneyOut: [/d[eé]bit|withdrawal|money out|paid out|outflow|\bsoll\b|ausgang|charge/i],
  moneyIn: [/cr[eé]dit|deposit|money in|paid in|inflow|\bhaben\b|eingang/i],
  direction: [/^(transaction type|type|debit.?credit|credit.?debit|dr.?cr|soll.?haben|direction)$/i, /./],
  category: [/^(category|kategorie|catégorie|categoría)$/i, /categor|kategorie/i],
  currency: [/^(currency|währung|waehrung|devise|moneda)$/i, /currency|währung|waehrung/i],
};

const NO_AMOUNT =
  /balance|\bbal\b|saldo|rate|kurs|number|nummer|check|cheque|fee|iban|card|konto|foreign|original|reference|ref\b|\bid\b/i;

/** A currency that an amount was changed from, which stands in another column. */
const OTHER_CURRENCY = /original|foreign|local|exchange/i;

/**
 * Guesses from names and contents of its columns how a file is to be read. The surest name whose column holds what it should wins; without
 * names the contents alone decide. `today` helps to tell 6/4 from 4/6. Of OFX and QIF it is known which sign purchases have, and of OFX
 * which column is what.
 */
export function guessLayout(table: StatementTable, today: Day): Layout {
  const { format, header } = table;
  const columns = Array.from({ length: columnCount(table) }, (_, index) =>
    table.rows
      .slice(0, SAMPLE_ROWS)
      .map(({ cells }) => (cells[index] ?? '').trim())
      .filter((cell) => !isBlank(cell)),
  );
  const share = (index: number, test: (cell: string) => boolean) => {
    const cells = columns[index] ?? [];
    return cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
  };
  const nameOf = (index: number) => header?.[index] ?? '';
  const indexes = columns.map((_, index) => index);
  const taken = new Set<number>();
  const find = (role: ColumnRole, isFit: (index: number) => boolean, needsName = false): number | null => {
    const fit = indexes.filter((index) => !taken.has(index) && isFit(index));
    const named = NAMES[role].flatMap((pattern) => fit.filter((index) => pattern.test(nameOf(index))));
    const found = named[0] ?? (needsName ? undefined : fit[0]) ?? null;
    if (found !== null) taken.add(found);
    return found;
  };

  const isDateColumn = (index: number) => share(index, isDate) >= ENOUGH;
  const date = find('date', isDateColumn);
  const isAmountColumn = (index: number) =>
    share(index, isAmount) >= ENOUGH && !isDateColumn(index) && !NO_AMOUNT.test(nameOf(index));
  // A running number is an amount as well: one with decimals is rather meant.
  const hasDecimals = (index: number) => share(index, (cell) => /[.,]\d{2}\D*$/.test(cell)) > 0;
  const isNamed = (role: ColumnRole, index: number) =>
    NAMES[role].some((pattern) => pattern.test(nameOf(index)));
  // 'Debit Amount' is one side of two, 'Debit/Credit Amount' is both.
  const isOneSide = (index: number) => isNamed('moneyOut', index) !== isNamed('moneyIn', index);
  const isNamedAmount = (index: number) => isNamed('amount', index) && !isOneSide(index);
  const isSplit = (index: number) =>
    isAmountColumn(index) && isOneSide(index) && !isDirection(columns[index] ?? []);
  const hasNamedAmount = indexes.some((index) => isAmountColumn(index) && isNamedAmount(index));
  const moneyOut = hasNamedAmount ? null : find('moneyOut', isSplit, true);
  const moneyIn = moneyOut === null ? null : find('moneyIn', isSplitIn, true);
  const amount =
    moneyOut !== null
      ? null
      : (find('amount', (index) => isAmountColumn(index) && hasDecimals(index)) ??
        find('amount', isAmountColumn));
  function isSplitIn(index: number): boolean {
    // Nobody may have paid anything in: an empty column has no contents that would speak against it.
    return isSplit(index) || (isOneSide(index) && (columns[index] ?? []).length === 0);
  }
  const amountName = nameOf(amount ?? moneyOut ?? -1);
  const isCurrencyColumn = (index: number) =>
    share(index, (cell) => /^[A-Z]{3}$/.test(cell)) === 1 && !OTHER_CURRENCY.test(nameOf(index));
  // An amount in a currency that its column's name tells is in no other.
  const currency =
    currencyIn(amountName) === null ? find('currency', isCurrencyColumn, header !== null) : null;
  const wholeColumn = (index: number | null) =>
    index === null
      ? []
      : table.rows.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => !isBlank(cell));
  const amounts = [amount, moneyOut, moneyIn].flatMap(wholeColumn);
  const decimalSign = guessDecimalSign(amounts);
  const signed = table.rows.map(({ cells }) => ({
    cells,
    sign: amount === null ? 0 : signOf(cells[amount] ?? '', decimalSign),
  }));
  const isAllAbove = signed.every(({ sign }) => sign >= 0);
  const direction = isAllAbove ? find('direction', (index) => isDirection(columns[index] ?? [])) : null;
  const category = find('category', () => true, true);
  const isText = (index: number) =>
    share(index, (cell) => /\p{L}/u.test(cell)) >= ENOUGH && !isDateColumn(index);
  const wordiness = (index: number) => new Set(columns[index]).size;
  const name =
    find('name', isText, true) ??
    mostOf(
      indexes.filter((index) => !taken.has(index) && isText(index)),
      wordiness,
    );

  return {
    columns:
      format === 'ofx' ? OFX_ROLES : { date, name, amount, moneyOut, moneyIn, direction, category, currency },
    dateOrder: guessDateOrder(wholeColumn(date), today),
    decimalSign,
    purchases: format === 'csv' && signOfPurchases(signed) > 0 ? 'positive' : 'negative',
    currency: currencyIn(`${amountName} ${amounts[0] ?? ''}`) ?? 'USD',
  };
}

/** A name for files of this kind, by which what was corrected is found again: the header, or how many columns there are. */
export function fileKindOf(table: StatementTable): string {
  const { format, header } = table;
  if (format === 'qif') return 'qif';
  if (header === null) return `${columnCount(table)} columns`;
  const names = header.map((name) => name.toLowerCase().replace(/\s+/g, ' '));
  return `csv: ${names.join('|')}`.slice(0, MAX_FILE_KIND_LENGTH);
}

/** A longer header is known by its beginning. */
export const MAX_FILE_KIND_LENGTH = 500;

/** Whether a layout names enough columns, all of which the table has, for its rows to be read. */
export function isComplete({ columns }: Layout, table: StatementTable): boolean {
  const width = columnCount(table);
  const exists = (index: number | null) => index !== null && index < width;
  return exists(columns.date) && exists(columns.name) && (exists(columns.amount) || exists(columns.moneyOut));
}

function isDirection(cells: readonly string[]): boolean {
  const told = cells.map(directionOf);
  return cells.length > 0 && told.every((direction) => direction !== null) && told.includes('out');
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
