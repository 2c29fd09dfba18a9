import { MAX_AMOUNT_CENTS } from './money.ts';

/**
 * Cents from a money field: `12`, `$1,234.50`, ` 3.5 `. At most two decimals; a comma only groups thousands.
 * Null for anything else, for negative amounts and for amounts over `MAX_AMOUNT_CENTS`.
 */
export function parseMoneyInput(text: string): number | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,2}))?$/.exec(text.trim());
  const [whole, fraction] = [match?.[1], match?.[2]];
  if (whole === undefined && !fraction) return null;
  const cents = Number((whole ?? '0').replaceAll(',', '')) * 100 + Number((fraction ?? '').padEnd(2, '0'));
  return cents <= MAX_AMOUNT_CENTS ? cents : null;
}

/** A search for `25` covers $25.00 to $25.99, `25.5` up to $25.59, both ends included. Null for other text. */
export function centsOfSearch(text: string): { from: number; to: number } | null {
  const from = parseMoneyInput(text);
  if (from === null) return null;
  const decimals = /\.(\d*)$/.exec(text.trim())?.[1]?.length ?? 0;
  return { from, to: from + 10 ** (2 - decimals) - 1 };
}
