import { daysBetween, type Day } from './days.ts';
import { compareNames, type NameLikeness } from './name-likeness.ts';

/** How far apart the days of what was typed and of what a bank tells may lie for both to be one purchase. */
export const SAME_PURCHASE_REACH_DAYS = 3;

/** A purchase that a person typed. The amount may be negative, as typed. */
export interface TypedPurchase {
  id: number;
  name: string;
  amountCents: number;
  day: Day;
  /** Whether it is what comes every month: its day is when it was to be paid, not when somebody typed it. */
  isOfSeries: boolean;
}

/** A purchase that a bank told of. The amount is positive. */
export interface ToldPurchase {
  id: number;
  /** All that the bank calls it. */
  names: readonly string[];
  amountCents: number;
  day: Day;
  /** Whether the day is that of the purchase itself, and not the one on which it was posted. */
  isDayOfPurchase: boolean;
}

/** A typed purchase and one of a bank that may be the same. */
export interface PurchasePair<
  T extends TypedPurchase = TypedPurchase,
  B extends ToldPurchase = ToldPurchase,
> {
  typed: T;
  told: B;
  /** Whether a person has decided that they are two. */
  areTwo: boolean;
}

/** A dinner with its tip, the sum of a bill that somebody rounded, a purchase in whole dollars: so much more or less is close. */
const CLOSE_SHARE = 1.25;
const ROUNDED_TO_CENTS = 100;
/** A day that the bank knows to be that of the purchase is one off at most, for who types it around midnight. */
const REACH_OF_DAY_OF_PURCHASE = 1;

/**
 * Whether two are one purchase, looked at alone:
 *
 * - `same`: exactly this sum, clearly this name, and told of the day on which it was typed or up to three days later, one day where the
 *   bank knows the day of the purchase. A bank tells nothing before it was bought: what was typed later is rather a second one like it.
 *   What comes every month may be three days early as well as late, because banks pay around weekends;
 * - `maybe`: up to three days before or after, exactly this sum and a name that is close, or a sum that is close and clearly this name;
 * - `different`: all else.
 */
export function comparePurchases({
  typed,
  told,
}: Pick<PurchasePair, 'typed' | 'told'>): 'same' | 'maybe' | 'different' {
  const gapDays = daysBetween(typed.day, told.day);
  const { low, high } = closeAmounts(typed.amountCents);
  const isClose = told.amountCents >= low && told.amountCents <= high;
  const isExact = hasExactAmount({ typed, told });
  if (Math.abs(gapDays) > SAME_PURCHASE_REACH_DAYS || !isClose) return 'different';
  const likeness = nameLikeness({ typed, told });
  const isClear = likeness === 'clear';
  if (likeness === 'none') return 'different';
  if (!isExact) return isClear ? 'maybe' : 'different';
  if (typed.isOfSeries) return isClear ? 'same' : 'maybe';
  const reachDays = told.isDayOfPurchase ? REACH_OF_DAY_OF_PURCHASE : SAME_PURCHASE_REACH_DAYS;
  return isClear && gapDays >= 0 && gapDays <= reachDays ? 'same' : 'maybe';
}

/** The sums, in cents, that are close to what was typed: a quarter more or less, or less than a dollar off whole dollars. */
export function closeAmounts(typedCents: number): { low: number; high: number } {
  const cents = Math.abs(typedCents);
  const roundingCents = cents % ROUNDED_TO_CENTS === 0 ? ROUNDED_TO_CENTS - 1 : 0;
  return {
    low: Math.max(1, Math.min(Math.ceil(cents / CLOSE_SHARE), cents - roundingCents)),
    high: Math.max(Math.floor(cents * CLOSE_SHARE), cents + roundingCents),
  };
}

/**
 * The pairs that are one purchase unmistakably: the same, and neither side could be any other one's of exactly this sum. `pairs` are all
 * that may be, as far as their sums are exactly the same. Those that a person has decided are two count against the others: a coffee that
 * was not Monday's is not Tuesday's either without being asked about.
 */
export function unmistakablePairs<P extends PurchasePair>(pairs: readonly P[]): P[] {
  const possible = pairs.filter((pair) => hasExactAmount(pair) && comparePurchases(pair) !== 'different');
  const ofTyped = Map.groupBy(possible, ({ typed }) => typed.id);
  const ofTold = Map.groupBy(possible, ({ told }) => told.id);
  return possible.filter(
    (pair) =>
      !pair.areTwo &&
      comparePurchases(pair) === 'same' &&
      ofTyped.get(pair.typed.id)?.length === 1 &&
      ofTold.get(pair.told.id)?.length === 1,
  );
}

/**
 * The pairs to ask a person about, newest first, each purchase in one of them at most: exactly the same sum first, then clearly the same
 * name, then the nearest days.
 */
export function pairsToAskAbout<P extends PurchasePair>(pairs: readonly P[]): P[] {
  const [typed, told] = [new Set<number>(), new Set<number>()];
  return pairs
    .filter((pair) => !pair.areTwo && comparePurchases(pair) !== 'different')
    .toSorted(bySurest)
    .filter((pair) => {
      if (typed.has(pair.typed.id) || told.has(pair.told.id)) return false;
      typed.add(pair.typed.id);
      told.add(pair.told.id);
      return true;
    })
    .toSorted((a, b) => compareTexts(b.typed.day, a.typed.day) || b.typed.id - a.typed.id);
}

function hasExactAmount({ typed, told }: Pick<PurchasePair, 'typed' | 'told'>): boolean {
  return Math.abs(typed.amountCents) === told.amountCents;
}

/** How like the typed name is to the likest of the bank's. */
function nameLikeness({ typed, told }: Pick<PurchasePair, 'typed' | 'told'>): NameLikeness {
  const likenesses = told.names.map((name) => compareNames(typed.name, name));
  return likenesses.find((one) => one === 'clear') ?? likenesses.find((one) => one === 'close') ?? 'none';
}

function bySurest(a: PurchasePair, b: PurchasePair): number {
  return (
    Number(hasExactAmount(b)) - Number(hasExactAmount(a)) ||
    Number(nameLikeness(b) === 'clear') - Number(nameLikeness(a) === 'clear') ||
    distanceDays(a) - distanceDays(b) ||
    a.typed.id - b.typed.id ||
    a.told.id - b.told.id
  );
}

function distanceDays({ typed, told }: PurchasePair): number {
  return Math.abs(daysBetween(typed.day, told.day));
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
