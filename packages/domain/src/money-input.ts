import { MAX_AMOUNT_CENTS } from './money.ts';

const AMERICAN = /^([1-9]\d{0,2}(?:,\d{3})+|\d+)?(?:\.(\d{0,2}))?$/;
/** `14,99` and `1.299,50`: some keyboards have only this mark. */
const EUROPEAN = /^([1-9]\d{0,2}(?:\.\d{3})+|\d+),(\d{1,2})$/;
/** `1 850` and `1'850.50` */
const SPACED = /^([1-9]\d{0,2}(?:[ \xa0\u202f'\u2019]\d{3})+)(?:[.,](\d{1,2}))?$/;

/**
 * Reads cents from a money field: `12`, `$1,234.50`, ` 3.5 `, `14,99`, `1 850`. At most two decimals. Null for anything else, such as
 * the ambiguous `1.299`, for negative amounts and for amounts over `MAX_AMOUNT_CENTS`.
 */
export function parseMoneyInput(text: string): number | null {
  const digits = text.trim().replace(/^\$\s*/, '');
  const match = [AMERICAN, EUROPEAN, SPACED].map((way) => way.exec(digits)).find((found) => found !== null);
  const [whole, fraction] = [match?.[1], match?.[2]];
  if (whole === undefined && !fraction) return null;
  const cents = Number((whole ?? '0').replaceAll(/\D/g, '')) * 100 + Number((fraction ?? '').padEnd(2, '0'));
  return cents <= MAX_AMOUNT_CENTS ? cents : null;
}

/** Returns what `1.299` may mean, the larger first: a thousand or three decimals. Empty for other text. */
export function meaningsOfMoneyInput(text: string): number[] {
  const match = /^\$?\s*([1-9]\d{0,2})\.(\d{3})$/.exec(text.trim());
  if (!match) return [];
  const [, whole = '', rest = ''] = match;
  return [Number(whole + rest) * 100, Math.round(Number(`${whole}${rest}`) / 10)];
}

/** A search for `25` covers $25.00 to $25.99, `25.5` up to $25.59, both ends included. Null for other text. */
export function centsOfSearch(text: string): { from: number; to: number } | null {
  const from = parseMoneyInput(text);
  if (from === null) return null;
  const decimals = /[.,](\d{0,2})$/.exec(text.trim())?.[1]?.length ?? 0;
  return { from, to: from + 10 ** (2 - decimals) - 1 };
}
