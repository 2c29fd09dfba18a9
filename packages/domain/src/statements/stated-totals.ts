import type { Day } from '../days.ts';
import type { Layout } from './layout.ts';
import { readAmount, type DecimalSign } from './read-amount.ts';
import { readDay } from './read-day.ts';

/** What a file says about itself in lines of their own. Null for what it does not say. */
export interface StatedTotals {
  openingCents: number | null;
  closingCents: number | null;
  /** Positive. */
  inCents: number | null;
  /** Positive. */
  outCents: number | null;
  /** The sum below the column of amounts, with its sign. */
  columnCents: number | null;
  count: number | null;
  period: { from: Day; to: Day } | null;
}

const OPENING =
  /\b(?:opening|beginning|starting|previous)\b.*\bbalance\b|\bbalance brought forward\b|\banfangssaldo\b/i;
const CLOSING = /\b(?:closing|ending|final)\b.*\bbalance\b|\bbalance carried forward\b|\bendsaldo\b/i;
const MONEY_IN = /\btotal (?:of )?(?:credits?|deposits?|money in|paid in|income|additions)\b/i;
const MONEY_OUT =
  /\btotal (?:of )?(?:debits?|withdrawals?|money out|paid out|charges|purchases|spending|expenses)\b/i;
const TOTAL = /^\W*(?:grand )?totals?\W*$/i;
const COUNT =
  /\b(?:number of (?:transactions|records|entries)|(?:transactions?|records?) count|total (?:transactions|records))\b/i;
const PERIOD = /\b(?:period|from|between|date range|statement dates?)\b/i;
const DATES = /(?<!\d)\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?!\d)/g;
/** Only so many lines of this kind are read. */
const MAX_LINES = 2000;
const MAX_LENGTH = 300;

/** Reads the lines that are no transactions. Cost: n in the lines. */
export function statedTotals(
  lines: readonly (readonly string[])[],
  { columns, decimalSign, dateOrder }: Layout,
): StatedTotals {
  const stated: StatedTotals = {
    ...{ openingCents: null, closingCents: null, inCents: null, outCents: null },
    ...{ columnCents: null, count: null, period: null },
  };
  for (const cells of lines.slice(0, MAX_LINES)) {
    const text = cells.join(' ').slice(0, MAX_LENGTH);
    const cents = cells.flatMap((cell) => centsOf(cell, decimalSign)).at(-1);
    const centsBelow = (index: number | null) => centsOf(cells[index ?? -1] ?? '', decimalSign)[0];
    if (cells.some((cell) => TOTAL.test(cell))) {
      const [out, into] = [centsBelow(columns.moneyOut), centsBelow(columns.moneyIn)];
      stated.columnCents ??= centsBelow(columns.amount) ?? null;
      stated.outCents ??= out === undefined ? null : Math.abs(out);
      stated.inCents ??= into === undefined ? null : Math.abs(into);
    } else if (COUNT.test(text)) stated.count ??= wholeNumberIn(text);
    else if (cents !== undefined) {
      if (OPENING.test(text)) stated.openingCents ??= cents;
      else if (CLOSING.test(text)) stated.closingCents = cents;
      else if (MONEY_IN.test(text)) stated.inCents ??= Math.abs(cents);
      else if (MONEY_OUT.test(text)) stated.outCents ??= Math.abs(cents);
    }
    const days = PERIOD.test(text) ? (text.match(DATES) ?? []).map((date) => readDay(date, dateOrder)) : [];
    const [from, to] = days;
    if (from && to && from < to) stated.period ??= { from, to };
  }
  return stated;
}

/** Sums have decimals or a sign of their currency; other numbers may be accounts or years. */
function centsOf(cell: string, decimalSign: DecimalSign): number[] {
  if (!/[.,]\d{2}\D*$|\p{Sc}/u.test(cell)) return [];
  const amount = readAmount(cell.trim(), decimalSign);
  return 'cents' in amount ? [amount.cents] : [];
}

function wholeNumberIn(text: string): number | null {
  const number = /(?<![\d.,])\d{1,6}(?![\d.,])/.exec(text)?.[0];
  return number === undefined ? null : Number(number);
}
