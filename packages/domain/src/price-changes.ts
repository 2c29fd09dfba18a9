import { daysBetween, type Day } from './days.ts';
import { formatUsd } from './money.ts';
import { weekStartOf } from './weeks.ts';

/** Less is no news. */
const SMALLEST_SHARE = 0.02;
/** More is another thing than was charged before, such as a year instead of a month. */
const LARGEST_FACTOR = 2.5;
/** A charge at the new price within this time before is another subscription, or the change is known already. */
const MONTH_DAYS = 40;

/** More changes in a week are only counted. */
const SENTENCES = 3;

/** A monthly payment that was charged at another price than the two times before (PD-112). */
export interface PriceChange {
  /** The day of the first charge at the new price. */
  day: Day;
  amountCents: number;
  beforeCents: number;
}

interface Charge {
  day: Day;
  amountCents: number;
  /** It is posted, and no refund reduces it. */
  isFinal: boolean;
}

/**
 * Returns the change of price with the newest final charge of a monthly payment; null unless the two before it were equal and all before had
 * two prices at most, because a bill that varies has no price. `ofMerchant` are all its charges. Cost: n in the charges.
 */
export function priceChangeOf(
  newestFirst: readonly Charge[],
  ofMerchant: readonly Omit<Charge, 'isFinal'>[] = newestFirst,
): PriceChange | null {
  const [newest, ...earlier] = newestFirst.filter(({ isFinal }) => isFinal);
  const [before, beforeThat] = earlier;
  if (!newest || !before || before.amountCents !== beforeThat?.amountCents) return null;
  if (new Set(earlier.map((charge) => charge.amountCents)).size > 2) return null;
  const { day, amountCents } = newest;
  const beforeCents = before.amountCents;
  const factor = amountCents / beforeCents;
  if (isAlike(amountCents, beforeCents) || factor > LARGEST_FACTOR || factor < 1 / LARGEST_FACTOR)
    return null;
  const isKnown = ofMerchant.some(
    (charge) =>
      charge.day < day &&
      daysBetween(charge.day, day) <= MONTH_DAYS &&
      isAlike(charge.amountCents, amountCents),
  );
  return isKnown ? null : { day, amountCents, beforeCents };
}

function isAlike(oneCents: number, beforeCents: number): boolean {
  return Math.abs(oneCents - beforeCents) <= beforeCents * SMALLEST_SHARE;
}

/** `$17.99 now, it was $15.49` */
export function priceChangeWords({
  amountCents,
  beforeCents,
}: Pick<PriceChange, 'amountCents' | 'beforeCents'>): string {
  return `${formatUsd(amountCents)} now, it was ${formatUsd(beforeCents)}`;
}

/**
 * Returns "Netflix is $17.99 now, it was $15.49." for each price that changed in a week, the largest difference first. Cost: n log n in the
 * changes.
 */
export function priceSentences(
  changes: readonly (PriceChange & { name: string })[],
  weekStart: Day,
): string[] {
  const ofWeek = changes
    .filter(({ day }) => weekStartOf(day) === weekStart)
    .toSorted((a, b) => differenceOf(b) - differenceOf(a));
  const shown = ofWeek.slice(0, SENTENCES);
  const more = ofWeek.length - shown.length;
  return [
    ...shown.map((change) => `${change.name} is ${priceChangeWords(change)}.`),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'price' : 'prices'} changed.`] : []),
  ];
}

function differenceOf({ amountCents, beforeCents }: PriceChange): number {
  return Math.abs(amountCents - beforeCents);
}
