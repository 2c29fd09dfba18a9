import { addDays, dayOfMonth, daysBetween, type Day } from './days.ts';
import { readName } from './name-likeness.ts';
import { priceChangeOf, type PriceChange } from './price-changes.ts';
import { occurrenceOnOrAfter } from './recurrence.ts';
import type { Steps } from './steps.ts';

/** The amount is positive. */
export interface Payment {
  id: number;
  merchantKey: string;
  amountCents: number;
  day: Day;
  /** It is posted, and no refund reduces it. */
  isFinal: boolean;
}

export interface MonthlyPayments<P extends Payment> {
  /** The model for the next payment. */
  latest: P;
  count: number;
  /** Today if it is overdue. */
  expectedOn: Day;
  /** The next one after that. */
  followingOn: Day;
  /** The usual day of the month. */
  dayOfMonth: number;
  priceChange: PriceChange | null;
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
 * amount in between means that it is not monthly. Skips merchants with more than `MOST_PAYMENTS`. Cost: n log n in the
 * payments.
 */
export function* findMonthlyPayments<P extends Payment>(
  payments: readonly P[],
  today: Day,
): Steps<MonthlyPayments<P>[]> {
  const found: MonthlyPayments<P>[] = [];
  for (const ofMerchant of Map.groupBy(payments, (payment) => payment.merchantKey).values()) {
    yield;
    if (ofMerchant.length < FEWEST_PAYMENTS || ofMerchant.length > MOST_PAYMENTS) continue;
    const rows = new MerchantPayments(ofMerchant)
      .steadyRows()
      .filter(([latest]) => latest && daysBetween(latest.day, today) <= LONGEST_GAP_DAYS);
    const [longest] = rows.toSorted((a, b) => b.length - a.length);
    if (longest?.[0]) {
      found.push({
        latest: longest[0],
        count: longest.length,
        ...expectedAfter(longest, today),
        priceChange: priceChangeOf(longest, ofMerchant),
      });
    }
  }
  return found.toSorted((a, b) =>
    a.expectedOn === b.expectedOn ? compare(a.latest, b.latest) : a.expectedOn < b.expectedOn ? -1 : 1,
  );
}

/**
 * Returns which recurring expense the user entered for a monthly payment: one with a clear name match and about the same amount, which may be
 * negative, or the price before. Payments that were not entered are absent. Cost: n log n in the rows.
 */
export function enteredPayments<
  P extends Payment & { name: string },
  Entered extends { name: string; amountCents: number },
>(
  found: readonly MonthlyPayments<P>[],
  entered: readonly Entered[],
): ReadonlyMap<MonthlyPayments<P>, Entered> {
  const ofWhole = new Map<string, Entered[]>();
  const ofBeginning = new Map<string, Entered[]>();
  const add = (lists: Map<string, Entered[]>, key: string, one: Entered) => {
    const list = lists.get(key);
    if (list) list.push(one);
    else lists.set(key, [one]);
  };
  for (const one of entered.toSorted(byAmount)) {
    const { whole, beginnings } = readName(one.name);
    add(ofWhole, whole, one);
    for (const beginning of beginnings) add(ofBeginning, beginning, one);
  }
  const matches = new Map<MonthlyPayments<P>, Entered>();
  for (const payments of found) {
    const { latest, priceChange } = payments;
    const { whole, beginnings } = readName(latest.name);
    const lists = [ofBeginning.get(whole), ...Array.from(beginnings, (beginning) => ofWhole.get(beginning))];
    const prices = [latest.amountCents, ...(priceChange ? [priceChange.beforeCents] : [])];
    const [match] = lists.flatMap((list = []) => prices.flatMap((price) => findLike(list, price) ?? []));
    if (match) matches.set(payments, match);
  }
  return matches;
}

function byAmount(a: { amountCents: number }, b: { amountCents: number }): number {
  return Math.abs(a.amountCents) - Math.abs(b.amountCents);
}

/** Returns an expense of a list, sorted by amount, with an amount like the price. */
function findLike<Entered extends { amountCents: number }>(
  sorted: readonly Entered[],
  priceCents: number,
): Entered | undefined {
  const toleranceCents = toleranceOf(priceCents);
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const cents = Math.abs(sorted[middle]?.amountCents ?? Infinity);
    if (cents < priceCents - toleranceCents) low = middle + 1;
    else high = middle;
  }
  const first = sorted[low];
  return first && Math.abs(Math.abs(first.amountCents) - priceCents) <= toleranceCents ? first : undefined;
}

/** Where a series continues: at a later payment, nowhere, or it is not monthly after all. */
type Continuation = number | 'ends' | 'not-monthly';

/** One merchant's payments, the newest first, by their places. */
class MerchantPayments<P extends Payment> {
  readonly #payments: readonly P[];
  readonly #days: readonly number[];

  constructor(payments: readonly P[]) {
    this.#payments = payments.toSorted((a, b) => compare(b, a));
    this.#days = this.#payments.map(({ day }) => daysBetween('1970-01-01', day));
  }

  /** The series that each payment may be the newest steady one of, the newest payments first. */
  steadyRows(): P[][] {
    const continuations = this.#payments.map((_, place) => this.#continuationOf(place));
    return this.#payments.flatMap((_, place) => {
      const steady = this.#steadyFrom(place);
      if (steady.length < FEWEST_PAYMENTS) return [];
      const newer: P[] = [];
      let next = continuations[place];
      while (typeof next === 'number') {
        newer.push(...this.#payments.slice(next, next + 1));
        next = continuations[next];
      }
      return next === 'ends' ? [[...newer.toReversed(), ...steady]] : [];
    });
  }

  /** The payment and alike older ones, each a month before the next. */
  #steadyFrom(place: number): P[] {
    const newest = this.#payments[place];
    if (!newest) return [];
    const row = [newest];
    let last = place;
    for (let older = place + 1; older < this.#payments.length; older += 1) {
      const payment = this.#payments[older];
      const gapDays = this.#gapDays(older, last);
      if (!payment || gapDays > LONGEST_GAP_DAYS) break;
      if (Math.abs(payment.amountCents - newest.amountCents) > toleranceOf(newest.amountCents)) continue;
      if (gapDays < SHORTEST_GAP_DAYS) break;
      row.push(payment);
      last = older;
    }
    return row;
  }

  /**
   * Not monthly if a similar amount came sooner or later than a month. Another amount, such as a new price, continues
   * the series only if the merchant was paid on no other day since: else it may be a purchase.
   */
  #continuationOf(place: number): Continuation {
    const latest = this.#payments[place];
    if (!latest) return 'ends';
    let isPaidOnce = true;
    let hasLater = false;
    let alike: number | undefined;
    let nearest: number | undefined;
    const differenceAt = (at: number) =>
      Math.abs((this.#payments[at]?.amountCents ?? Infinity) - latest.amountCents);
    for (let later = place - 1; later >= 0; later -= 1) {
      const gapDays = this.#gapDays(place, later);
      const isAlike = differenceAt(later) <= toleranceOf(latest.amountCents);
      if (gapDays < SHORTEST_GAP_DAYS) {
        if (isAlike) return 'not-monthly';
        isPaidOnce &&= gapDays === 0;
      } else if (gapDays <= LONGEST_GAP_DAYS) {
        if (isAlike) alike ??= later;
        if (nearest === undefined || differenceAt(later) < differenceAt(nearest)) nearest = later;
      } else {
        hasLater ||= isAlike;
      }
    }
    return alike ?? (isPaidOnce ? nearest : undefined) ?? (hasLater ? 'not-monthly' : 'ends');
  }

  #gapDays(older: number, newer: number): number {
    return (this.#days[newer] ?? NaN) - (this.#days[older] ?? NaN);
  }
}

function toleranceOf(amountCents: number): number {
  return Math.max(STEADY_CENTS, amountCents * STEADY_SHARE);
}

function expectedAfter(
  newestFirst: readonly Payment[],
  today: Day,
): Pick<MonthlyPayments<Payment>, 'expectedOn' | 'followingOn' | 'dayOfMonth'> {
  const [latest] = newestFirst;
  if (!latest) throw new RangeError('No payments');
  const usualDay = mostFrequent(newestFirst.map(({ day }) => dayOfMonth(day)));
  const after = (day: Day) => occurrenceOnOrAfter(addDays(day, HALF_A_MONTH_DAYS), usualDay);
  const expected = after(latest.day);
  const expectedOn = expected < today ? today : expected;
  return { expectedOn, followingOn: after(expectedOn), dayOfMonth: usualDay };
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
