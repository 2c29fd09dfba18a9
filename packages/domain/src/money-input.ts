import { MAX_AMOUNT_CENTS } from './money.ts';

/**
 * Cents of what a person typed into a money field: `12`, `$1,234.50`, ` 3.5 `. At most two decimals; a comma only groups
 * thousands. Null when it is not a sum, negative, or beyond `MAX_AMOUNT_CENTS`.
 */
export function parseMoneyInput(text: string): number | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,2}))?$/.exec(text.trim());
  const [whole, fraction] = [match?.[1], match?.[2]];
  if (whole === undefined && !fraction) return null;
  const cents = Number((whole ?? '0').replaceAll(',', '')) * 100 + Number((fraction ?? '').padEnd(2, '0'));
  return cents <= MAX_AMOUNT_CENTS ? cents : null;
}

/** The cents that a search for a sum takes in, both ends included: `25` from $25.00 to $25.99, `25.5` to $25.59. Null for other text. */
export function centsOfSearch(text: string): { from: number; to: number } | null {
  const from = parseMoneyInput(text);
  if (from === null) return null;
  const decimals = /\.(\d*)$/.exec(text.trim())?.[1]?.length ?? 0;
  return { from, to: from + 10 ** (2 - decimals) - 1 };
}
