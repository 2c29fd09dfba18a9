import { currencyCode, currencyIn } from './currencies.ts';
import { COLUMN_NAMES, isNamed, NO_AMOUNT, NO_NAME, OTHER_CURRENCY, OWN_ACCOUNT } from './column-names.ts';
import { IBAN } from './iban.ts';
import { knownLayout } from './known-layouts.ts';
import type { ColumnRole, Layout } from './layout.ts';
import { directionOf } from './money-direction.ts';
import { OFX_ROLES, OFX_TYPE } from './ofx.ts';
import { guessDecimalSign, isNothing, signOf } from './read-amount.ts';
import { isAmount, isDate } from './split-table.ts';
import { isTransferType } from './statement-category.ts';
import { cellsOf, columnCount, isBlank, SAMPLE_ROWS, type StatementTable } from './statement-table.ts';

/** The share of dates or amounts that makes a date or amount column; the rest are unreadable lines. */
const ENOUGH = 0.6;
/** The share of rows with an amount in only one of two columns that makes them money out and money in. */
const ALMOST_ALL = 0.9;

/** `sides` are the two columns of an amount when no name says which one is money out. */
export type FoundColumns = Layout['columns'] & { sides: [one: number, other: number] | null };

interface Columns {
  table: StatementTable;
  nameOf: (index: number) => string;
  /** The column's non-empty cells in the sample rows. */
  sampleOf: (index: number) => readonly string[];
  share: (index: number, test: (cell: string) => boolean) => number;
  indexes: readonly number[];
}

/** Returns what a file's columns hold. Cost: n in the rows. */
export function guessColumns(table: StatementTable): FoundColumns {
  const columns = columnsOf(table);
  return table.format === 'ofx' ? ofxColumns(columns) : findColumns(columns);
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

/** If all amounts of an OFX file are positive, the type says which went out. */
function ofxColumns({ table, sampleOf }: Columns): FoundColumns {
  const types = sampleOf(OFX_TYPE);
  const amounts = cellsOf(table, OFX_ROLES.amount);
  const decimalSign = guessDecimalSign(amounts);
  const isAllAbove = amounts.every((cell) => signOf(cell, decimalSign) >= 0);
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
      ? // An account may be called Cash, which is also a direction.
        find(
          'direction',
          (index) => !OWN_ACCOUNT.test(nameOf(index)) && isDirection(sampleOf(index), nameOf(index)),
        )
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

/** Every row fills exactly one of two columns, and both are used. */
function sidesOf(table: StatementTable, candidates: readonly number[]): [number, number] | null {
  const rows = table.rows.slice(0, SAMPLE_ROWS);
  const columns = candidates.map((index) => {
    const decimalSign = guessDecimalSign(cellsOf({ rows }, index));
    const isFilled = rows.map(({ cells }) => !isNothing(cells[index] ?? '', decimalSign));
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

/** If all cells are money in, the column's name must say so: 'Payment' alone is not a direction. */
function isDirection(cells: readonly string[], name: string): boolean {
  // A transfer's direction follows from its amount or its type.
  const directions = cells.filter((cell) => !isTransferType(cell)).map(directionOf);
  const isDirectionKnown = directions.length > 0 && directions.every((direction) => direction !== null);
  const isCalledSo =
    COLUMN_NAMES.direction[0]?.test(name) === true && !cells.some((cell) => /^payment$/i.test(cell));
  return isDirectionKnown && (directions.includes('out') || isCalledSo);
}

function mostOf(indexes: readonly number[], measure: (index: number) => number): number | null {
  return indexes.reduce<number | null>(
    (best, index) => (best === null || measure(index) > measure(best) ? index : best),
    null,
  );
}
