import type { Day } from '../days.ts';
import { ABROAD } from './column-names.ts';
import { currencyCode, currencyIn } from './currencies.ts';
import { guessColumns, type FoundColumns } from './guess-columns.ts';
import { CURRENCY_OF_COUNTRY, IBAN } from './iban.ts';
import { knownLayout } from './known-layouts.ts';
import { isComplete, type ColumnRole, type Layout } from './layout.ts';
import { signOfPurchases, speakAgainst, type ExpectedSign, type SignedRow } from './money-direction.ts';
import { isOwnExport } from './own-export.ts';
import { fitsPeriod, mayBeOwed, proveStatement } from './prove-statement.ts';
import { guessDecimalSign, isNothing, signOf } from './read-amount.ts';
import { guessDateOrder, readDay } from './read-day.ts';
import { cellsOf, SAMPLE_ROWS, type StatementTable } from './statement-table.ts';

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

const EXAMPLES = 3;

/** Transfers between Canadian banks. */
const CANADIAN = /\binterac\b|\be-?transfer\b/i;

/**
 * What a file's columns hold, and how it writes dates and amounts. `today` helps to tell 6/4 from 4/6.
 * Cost: n in the rows.
 */
export function guessLayout(table: StatementTable, today: Day): Guess {
  const guess = guessWriting(table, guessColumns(table), today);
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
  const origin = known?.isUs && !isForeign ? 'us' : isAbroad ? 'abroad' : 'unknown';
  const { order, isSure: isOrderSure } = table.dateOrder
    ? { order: table.dateOrder, isSure: true }
    : guessDateOrder(dates, today, origin);

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
  return answeredByFile(table, { layout: guessed, questions });
}

/** Asks nothing that the file's own balance, totals or period answer. */
function answeredByFile(table: StatementTable, { layout, questions }: Guess): Guess {
  const only = (answers: Layout[], isProven: (answer: Layout) => boolean) => {
    const [proven, other] = answers.filter(isProven);
    return other ? undefined : proven;
  };
  let settled = layout;
  const open = questions.filter((question) => {
    const answer =
      question.about === 'dates'
        ? only(
            (['mdy', 'dmy'] as const).map((dateOrder) => ({ ...settled, dateOrder })),
            (one) => fitsPeriod(table, one),
          )
        : question.about === 'signs' && !mayBeOwed(table)
          ? only(
              [question.ifPurchases, question.ifPayments].map((one) => ({ ...settled, ...one })),
              (one) => {
                const proof = proveStatement(table, one);
                return proof.outcome === 'proven' && proof.provesSigns;
              },
            )
          : undefined;
    settled = answer ?? settled;
    return !answer;
  });
  return { layout: settled, questions: open };
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

function isSameEitherWay(dates: readonly string[]): boolean {
  return dates.every((date) => readDay(date, 'mdy') === readDay(date, 'dmy'));
}
