/** Ten million dollars: the largest amount of one expense. A lifetime's total is still an exact integer. */
export const MAX_AMOUNT_CENTS = 1_000_000_000;

/**
 * Rounds the shortest decimal form half away from zero: 1.005, a slightly smaller float, is 101 cents. Throws
 * a RangeError for NaN, infinities and sums whose cents aren't a safe integer. Totals may exceed `MAX_AMOUNT_CENTS`.
 */
export function centsFromDollars(dollars: number): number {
  if (!Number.isFinite(dollars)) throw new RangeError(`Not a sum of money: ${dollars}`);
  const magnitude = Math.abs(dollars);
  const cents = magnitude < 1e-6 ? 0 : Math.round(Number(`${magnitude}e2`));
  // From 1e21 on, numbers print with an exponent, so the cents are NaN.
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Too large a sum of money: ${dollars}`);
  return dollars < 0 && cents !== 0 ? -cents : cents;
}

/** Dollars with at most two decimals, as sent on the wire. */
export function dollarsFromCents(cents: number): number {
  return cents / 100;
}

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$1,234.50`, `-$3.00` (RT-16) */
export function formatUsd(cents: number): string {
  return usd.format(cents / 100);
}

/** Writes an amount in US style: `€12.00`. Other units follow the number, without needless decimals: `1,200 points`. */
export function formatMoney(cents: number, currency: string): string {
  if (currency === 'USD') return formatUsd(cents);
  try {
    return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const decimals = cents % 100 === 0 ? 0 : 2;
    const number = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: decimals });
    return `${number} ${currency}`;
  }
}
