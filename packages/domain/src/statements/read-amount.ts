import { MAX_AMOUNT_CENTS } from '../money.ts';
import { remembering } from '../remembering.ts';
import { isBlank } from './statement-table.ts';

/** `1,234.50` or `1.234,50` */
export type DecimalSign = '.' | ',';

/** Cents with the written sign. */
export type ReadAmount =
  { cents: number } | { problem: 'not-an-amount' | 'too-large' | 'fraction-of-a-cent' };

/** Longer texts are no amounts, so patterns need not run on them. */
const MAX_LENGTH = 40;

/** Most amounts. Three digits behind a point may be thousands. */
const PLAIN = /^(-?)(\d{1,12})(?:([.,])(\d{1,2}))?$/;
/** Most names are not. `EURCR` is the longest run of letters. */
const MAY_BE_AMOUNT = /^(?!.*[A-Za-z]{6}).*\d/s;
const NO_AMOUNT: ReadAmount = { problem: 'not-an-amount' };

const CURRENCY = String.raw`(?:(?:US|CA?|CDN|AU?|NZ|HK|MX|S|R)\$|[A-Z]{3}|kr\.?|z\u0142|K\u010D|\p{Sc})`;
const CURRENCY_BEFORE = new RegExp(String.raw`^${CURRENCY} ?([\d.,(+-].*)$`, 'u');
const CURRENCY_BEHIND = new RegExp(String.raw`^(.*[\d.,)+-]) ?${CURRENCY}$`, 'u');

const numbersWith = (group: string, point: string) =>
  new RegExp(
    String.raw`^(\d{1,3}(?:(?:${group}|[ '])\d{3})+|\d{1,2}(?:${group}\d{2})+${group}\d{3}|\d+)?(?:${point}(\d*))?$`,
  );
const NUMBERS: Record<DecimalSign, RegExp> = {
  '.': numbersWith(',', String.raw`\.`),
  ',': numbersWith(String.raw`\.`, ','),
};

/** What can surround the number, from the outside in. The first group is the rest. */
const AROUND: [pattern: RegExp, isNegative: boolean][] = [
  [/^(.*\d.*?) ?DR\.?$/i, true],
  [/^(.*\d.*?) ?CR\.?$/i, false],
  [CURRENCY_BEFORE, false],
  [CURRENCY_BEHIND, false],
  [/^\((.*)\)$/, true],
  [/^-(.*)$/, true],
  [/^(.*)-$/, true],
  [/^\+(.*)$/, false],
  [CURRENCY_BEFORE, false],
  [CURRENCY_BEHIND, false],
];

/**
 * `-1,234.50`, `1.234,50-`, `(12.00)`, `$5`, `12.00 EUR`, `1 234,50`, `12.00 DR`. A minus on either side,
 * parentheses or `DR` make it negative. Thousands are grouped by threes, by twos as in India (`1,40,000`), or not
 * at all.
 */
export function readAmount(text: string, decimal: DecimalSign): ReadAmount {
  const plain = PLAIN.exec(text);
  if (!plain) return text.length <= MAX_LENGTH && MAY_BE_AMOUNT.test(text) ? READ[decimal](text) : NO_AMOUNT;
  const [, minus, whole = '', point = decimal, fraction = ''] = plain;
  return point === decimal ? centsOf(whole, fraction, minus !== '') : NO_AMOUNT;
}

const READ: Record<DecimalSign, (text: string) => ReadAmount> = {
  '.': remembering((text) => amountIn(text, '.')),
  ',': remembering((text) => amountIn(text, ',')),
};

function amountIn(text: string, decimal: DecimalSign): ReadAmount {
  let rest = text
    .replace(/[\u2212\u2012-\u2014]/g, '-')
    .replaceAll('’', "'")
    // Spreadsheets keep numbers as text behind an apostrophe.
    .replace(/^\s*'/, '')
    .replace(/\s+/g, ' ')
    .trim();
  let isNegative = false;
  for (const [pattern, negates] of AROUND) {
    const match = pattern.exec(rest);
    if (!match) continue;
    rest = (match[1] ?? '').trim();
    isNegative ||= negates;
  }

  const match = NUMBERS[decimal].exec(rest);
  const [whole, fraction = ''] = [match?.[1], match?.[2]];
  if (whole === undefined && fraction === '') return NO_AMOUNT;
  if (/[1-9]/.test(fraction.slice(2))) return { problem: 'fraction-of-a-cent' };
  return centsOf((whole ?? '0').replace(/\D/g, ''), fraction, isNegative);
}

function centsOf(whole: string, fraction: string, isNegative: boolean): ReadAmount {
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  if (cents > MAX_AMOUNT_CENTS) return { problem: 'too-large' };
  return { cents: isNegative && cents !== 0 ? -cents : cents };
}

/**
 * The sign that reads more of a column's amounts; in a tie the point, unless it only groups thousands.
 * Cost: n in the amounts.
 */
export function guessDecimalSign(texts: readonly string[]): DecimalSign {
  const readable = (decimal: DecimalSign) =>
    texts.filter((text) => !('problem' in readAmount(text, decimal))).length;
  const [comma, point] = [readable(','), readable('.')];
  if (comma !== point) return comma > point ? ',' : '.';
  const pointed = texts.filter((text) => text.includes('.'));
  return pointed.length > 0 && pointed.every((text) => /\d\.\d{3}(?!\d)/.test(text)) ? ',' : '.';
}

/** Whatever the sign, `12.00 CR` is money in, `12.00 DR` money out. */
export function creditOrDebit(text: string): 'out' | 'in' | null {
  const mark = /\d\)? ?([CD])R\.?$/i.exec(text.trim())?.[1];
  if (mark === undefined) return null;
  return mark.toUpperCase() === 'D' ? 'out' : 'in';
}

/** Whether an amount has a plus sign, as in `+ $12.00`. */
export function hasPlus(text: string): boolean {
  return /^\W{0,3}\+/.test(text.trim());
}

/** Returns -1, 0 or 1; 0 for what is no amount. */
export function signOf(text: string, decimalSign: DecimalSign): number {
  const read = readAmount(text, decimalSign);
  return 'cents' in read ? Math.sign(read.cents) : 0;
}

/** Returns whether a cell is blank, zero or no amount. */
export function isNothing(cell: string, decimalSign: DecimalSign): boolean {
  return isBlank(cell) || signOf(cell, decimalSign) === 0;
}
