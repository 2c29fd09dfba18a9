import { addDays, dayOfMonth, daysBetween, type Day } from './days.ts';
import { compareNames } from './name-likeness.ts';
import { occurrenceOnOrAfter } from './recurrence.ts';

/** The amount is positive. */
export interface Payment {
  id: number;
  merchantKey: string;
  amountCents: number;
  day: Day;
}

export interface MonthlyPayments<P extends Payment> {
  /** The model for the next payment. */
  latest: P;
  count: number;
  /** Today if it is overdue. */
  expectedOn: Day;
}

/** Enough to find the usual day of the month over half a year. */
export const MONTHLY_PAYMENTS_REACH_DAYS = 190;

/** Fewer payments are not a pattern. */
export const FEWEST_PAYMENTS = 3;
/** Merchants paid more often than daily are skipped. */
export const MOST_PAYMENTS = 190;
/** Banks pay early and late around weekends. */
const [SHORTEST_GAP_DAYS, LONGEST_GAP_DAYS] = [26, 35];
/**
 * The newest payment's day differs from the usual one by less than this; the next payment is never so close.
 */
const HALF_A_MONTH_DAYS = 15;

const STEADY_SHARE = 0.2;
const STEADY_CENTS = 500;

/**
 * One series per merchant at most, sorted by expected day: three or more payments, 26 to 35 days apart, with
 * a steady amount (within a fifth or five dollars of the newest), the last one at most 35 days ago. A similar
 * amount in between means that it is not monthly. Skips merchants with more than `MOST_PAYMENTS`.
 */
export function findMonthlyPayments<P extends Payment>(
  payments: readonly P[],
  today: Day,
): MonthlyPayments<P>[] {
  const found: MonthlyPayments<P>[] = [];
  for (const ofMerchant of Map.groupBy(payments, (payment) => payment.merchantKey).values()) {
    if (ofMerchant.length < FEWEST_PAYMENTS || ofMerchant.length > MOST_PAYMENTS) continue;
    const newestFirst = ofMerchant.toSorted((a, b) => compare(b, a));
    const rows = newestFirst
      .map((_, index) => steadyUpTo(newestFirst.slice(index)))
      .filter((row) => row.length >= FEWEST_PAYMENTS)
      .map((row) => withLater(row, newestFirst))
      .filter(([latest]) => latest && daysBetween(latest.day, today) <= LONGEST_GAP_DAYS);
    const [longest] = rows.toSorted((a, b) => b.length - a.length);
    if (longest?.[0]) {
      found.push({ latest: longest[0], count: longest.length, expectedOn: expectedAfter(longest, today) });
    }
  }
  return found.toSorted((a, b) =>
    a.expectedOn === b.expectedOn ? compare(a.latest, b.latest) : a.expectedOn < b.expectedOn ? -1 : 1,
  );
}

/**
 * The user entered a recurring expense with a clear name match and about the same amount, which may be
 * negative.
 */
export function isOfEntered(
  payment: Payment & { name: string },
  entered: { name: string; amountCents: number },
): boolean {
  return (
    compareNames(entered.name, payment.name) === 'clear' &&
    isLike({ amountCents: Math.abs(entered.amountCents) }, payment)
  );
}

function steadyUpTo<P extends Payment>(newestFirst: readonly P[]): P[] {
  const alike = newestFirst.filter((payment) => isLike(payment, newestFirst[0] ?? payment));
  const breakAt = alike.findIndex((payment, index) => {
    const later = alike[index - 1];
    return later !== undefined && !isMonthBefore(payment, later);
  });
  return breakAt === -1 ? alike : alike.slice(0, breakAt);
}

/**
 * Empty if a similar amount came sooner or later than a month. Another amount, such as a new price, continues
 * the series only if the merchant was paid on no other day since: else it may be a purchase.
 */
function withLater<P extends Payment>(row: readonly P[], newestFirst: readonly P[]): readonly P[] {
  const [latest] = row;
  if (!latest) return row;
  const later = newestFirst.slice(0, newestFirst.indexOf(latest)).reverse();
  const sooner = later.filter((payment) => daysBetween(latest.day, payment.day) < SHORTEST_GAP_DAYS);
  const isAlike = (payment: P) => isLike(payment, latest);
  if (sooner.some(isAlike)) return [];
  const monthLater = later.filter((payment) => isMonthBefore(latest, payment));
  const isPaidOnce = sooner.every(({ day }) => day === latest.day);
  const next = monthLater.find(isAlike) ?? (isPaidOnce ? nearestInAmount(monthLater, latest) : undefined);
  if (next) return withLater([next, ...row], newestFirst);
  return later.some(isAlike) ? [] : row;
}

function nearestInAmount<P extends Payment>(payments: readonly P[], { amountCents }: P): P | undefined {
  const difference = (payment: P) => Math.abs(payment.amountCents - amountCents);
  return payments.toSorted((a, b) => difference(a) - difference(b))[0];
}

function isMonthBefore(payment: Payment, later: Payment): boolean {
  const gap = daysBetween(payment.day, later.day);
  return gap >= SHORTEST_GAP_DAYS && gap <= LONGEST_GAP_DAYS;
}

function isLike(payment: Pick<Payment, 'amountCents'>, latest: Payment): boolean {
  const tolerance = Math.max(STEADY_CENTS, latest.amountCents * STEADY_SHARE);
  return Math.abs(payment.amountCents - latest.amountCents) <= tolerance;
}

function expectedAfter(newestFirst: readonly Payment[], today: Day): Day {
  const [latest] = newestFirst;
  if (!latest) throw new RangeError('No payments');
  const usualDay = mostFrequent(newestFirst.map(({ day }) => dayOfMonth(day)));
  const expected = occurrenceOnOrAfter(addDays(latest.day, HALF_A_MONTH_DAYS), usualDay);
  return expected < today ? today : expected;
}

function mostFrequent(values: readonly number[]): number {
  const counts = Map.groupBy(values, (value) => value);
  const [[winner] = [NaN]] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  return winner;
}

function compare(a: Payment, b: Payment): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  return a.id - b.id;
}
