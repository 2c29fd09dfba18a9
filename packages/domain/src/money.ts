/** The largest sum the product handles, in cents: ten million dollars. Sums of a lifetime of these stay exact integers. */
export const MAX_AMOUNT_CENTS = 1_000_000_000;

/**
 * Whole cents of a sum in dollars, rounded half away from zero. Banks and JSON send decimals such as 0.285 or 1.005, which
 * binary floats miss by a hair; the rounding goes through the shortest decimal form, so that 1.005 is 101 cents.
 * Throws a RangeError for NaN, infinities and sums beyond ±`MAX_AMOUNT_CENTS`.
 */
export function centsFromDollars(dollars: number): number {
  if (!Number.isFinite(dollars)) throw new RangeError(`Not a sum of money: ${dollars}`);
  const magnitude = Math.abs(dollars);
  const cents = magnitude < 1e-6 ? 0 : Math.round(Number(`${magnitude}e2`));
  // From 1e21 on a number is written with an exponent of its own: its cents are NaN here, and too large as well.
  if (Number.isNaN(cents) || cents > MAX_AMOUNT_CENTS)
    throw new RangeError(`Too large a sum of money: ${dollars}`);
  return dollars < 0 && cents !== 0 ? -cents : cents;
}

/** Dollars with at most two decimals, as they travel on the wire. */
export function dollarsFromCents(cents: number): number {
  return cents / 100;
}

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** A sum as people read it: `$1,234.50`, `-$3.00` (RT-16). */
export function formatUsd(cents: number): string {
  return usd.format(cents / 100);
}

/** A sum in any currency, in en-US style: `€12.00`. An unknown currency code is written behind the figure. */
export function formatMoney(cents: number, currency: string): string {
  if (currency === 'USD') return formatUsd(cents);
  try {
    return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return `${(cents / 100).toFixed(2)} ${currency}`;
  }
}
