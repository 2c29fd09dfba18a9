import { addDays, dayOfMonth, daysBetween, type Day } from './days.ts';
import { compareNames } from './name-likeness.ts';
import { occurrenceOnOrAfter } from './recurrence.ts';

/** A payment as a bank reported it. The amount is positive. */
export interface Payment {
  id: number;
  merchantKey: string;
  amountCents: number;
  day: Day;
}

/** Payments to one merchant that look monthly. */
export interface MonthlyPayments<P extends Payment> {
  /** The newest one: the next is expected to be like it. */
  latest: P;
  /** How many there were in a row. */
  count: number;
  /** When the next one is expected; an overdue one is expected today. */
  expectedOn: Day;
}

/** How many days back payments are looked at: enough to know the usual day of the month of half a year. */
export const MONTHLY_PAYMENTS_REACH_DAYS = 190;

/** Fewer payments to a merchant are no pattern. */
export const FEWEST_PAYMENTS = 3;
/** Merchants that are paid more often than daily are left out. */
export const MOST_PAYMENTS = 190;
/** How far apart two payments are that are a month apart: banks pay early and late around weekends. */
const [SHORTEST_GAP_DAYS, LONGEST_GAP_DAYS] = [26, 35];
/** What the day of the newest payment may differ from the usual one, at the most: the next one is never that near. */
const HALF_A_MONTH_DAYS = 15;

const STEADY_SHARE = 0.2;
const STEADY_CENTS = 500;

/**
 * Finds what is paid every month: three or more payments to one merchant, 26 to 35 days apart, of a steady amount (within a fifth or five
 * dollars of the newest), and what has continued them since, the newest one of the last 35 days: after that, no payment would continue
 * them. Payments of other amounts to the same merchant do not matter, others of such an amount in between do: who is paid every week is
 * not paid monthly. Merchants with more than `MOST_PAYMENTS` are left out. At most one for each merchant, by the day they are expected.
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
 * Whether a payment is of what a person has entered as recurring themselves: clearly called so, and of about that amount. The entered
 * amount may be negative, as typed.
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

/** The payments like the newest of these that lead up to it month after month, newest first. */
function steadyUpTo<P extends Payment>(newestFirst: readonly P[]): P[] {
  const alike = newestFirst.filter((payment) => isLike(payment, newestFirst[0] ?? payment));
  const breakAt = alike.findIndex((payment, index) => {
    const later = alike[index - 1];
    return later !== undefined && !isMonthBefore(payment, later);
  });
  return breakAt === -1 ? alike : alike.slice(0, breakAt);
}

/**
 * A row with the later payments that continue it month after month, newest first; empty when one like its newest came sooner or later than
 * that. A payment of another amount continues it too, as that of a bill whose price has changed, unless the merchant was paid on other days
 * since the month before: then it may be a purchase like those.
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

/** The value that stands there most often; of several, the one that stands first. */
function mostFrequent(values: readonly number[]): number {
  const counts = Map.groupBy(values, (value) => value);
  const [[winner] = [NaN]] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  return winner;
}

function compare(a: Payment, b: Payment): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  return a.id - b.id;
}
