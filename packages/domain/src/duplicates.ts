import { daysBetween, type Day } from './days.ts';
import { compareNames, type NameLikeness } from './name-likeness.ts';

export const DUPLICATE_REACH_DAYS = 3;

/** The amount may be negative. */
export interface ManualExpense {
  id: number;
  name: string;
  amountCents: number;
  day: Day;
  /** Whether it is an occurrence of a series. Its day is then the due day, not the day of the purchase. */
  isOfSeries: boolean;
}

/** The amount is positive. */
export interface BankExpense {
  id: number;
  names: readonly string[];
  amountCents: number;
  day: Day;
  isDayOfPurchase: boolean;
}

export interface CandidatePair<M extends ManualExpense = ManualExpense, B extends BankExpense = BankExpense> {
  manual: M;
  bank: B;
  /** The user decided that they are two purchases. */
  isSeparate: boolean;
}

/** For tips, rounded bills and amounts entered in whole dollars. */
const CLOSE_SHARE = 1.25;
const ROUNDED_TO_CENTS = 100;
/** An expense entered around midnight is a day off. */
const REACH_OF_DAY_OF_PURCHASE = 1;

/**
 * Compares two expenses without looking at others (ADR 12):
 * - `duplicate`: the same amount, a clear name match and the bank's day 0 to 3 days later, 0 to 1 if it is the day of purchase.
 * Occurrences of a series may be 3 days early.
 * - `maybe`: at most 3 days apart, with the same amount and a close name, or a close amount and a clear name match.
 */
export function compareExpenses({
  manual,
  bank,
}: Pick<CandidatePair, 'manual' | 'bank'>): 'duplicate' | 'maybe' | 'different' {
  const gapDays = daysBetween(manual.day, bank.day);
  const { low, high } = closeAmounts(manual.amountCents);
  const isClose = bank.amountCents >= low && bank.amountCents <= high;
  const isExact = hasExactAmount({ manual, bank });
  if (Math.abs(gapDays) > DUPLICATE_REACH_DAYS || !isClose) return 'different';
  const likeness = nameLikeness({ manual, bank });
  const isClear = likeness === 'clear';
  if (likeness === 'none') return 'different';
  if (!isExact) return isClear ? 'maybe' : 'different';
  if (manual.isOfSeries) return isClear ? 'duplicate' : 'maybe';
  const reachDays = bank.isDayOfPurchase ? REACH_OF_DAY_OF_PURCHASE : DUPLICATE_REACH_DAYS;
  return isClear && gapDays >= 0 && gapDays <= reachDays ? 'duplicate' : 'maybe';
}

/** The cents close to a manual amount: within a quarter, or less than a dollar from whole dollars. */
export function closeAmounts(manualCents: number): { low: number; high: number } {
  const cents = Math.abs(manualCents);
  const roundingCents = cents % ROUNDED_TO_CENTS === 0 ? ROUNDED_TO_CENTS - 1 : 0;
  return {
    low: Math.max(1, Math.min(Math.ceil(cents / CLOSE_SHARE), cents - roundingCents)),
    high: Math.max(Math.floor(cents * CLOSE_SHARE), cents + roundingCents),
  };
}

/**
 * Duplicates where neither expense fits another of the same amount. `pairs` must hold every candidate of the
 * same amount, also separated ones, which make a pair uncertain too.
 */
export function clearDuplicates<P extends CandidatePair>(pairs: readonly P[]): P[] {
  const possible = pairs.filter((pair) => hasExactAmount(pair) && compareExpenses(pair) !== 'different');
  const ofManual = Map.groupBy(possible, ({ manual }) => manual.id);
  const ofBank = Map.groupBy(possible, ({ bank }) => bank.id);
  return possible.filter(
    (pair) =>
      !pair.isSeparate &&
      compareExpenses(pair) === 'duplicate' &&
      ofManual.get(pair.manual.id)?.length === 1 &&
      ofBank.get(pair.bank.id)?.length === 1,
  );
}

/** Newest first, each expense in one pair at most. Exact amounts win, then clear names, then nearest days. */
export function pairsToAskAbout<P extends CandidatePair>(pairs: readonly P[]): P[] {
  const [manual, bank] = [new Set<number>(), new Set<number>()];
  return pairs
    .filter((pair) => !pair.isSeparate && compareExpenses(pair) !== 'different')
    .toSorted(bySurest)
    .filter((pair) => {
      if (manual.has(pair.manual.id) || bank.has(pair.bank.id)) return false;
      manual.add(pair.manual.id);
      bank.add(pair.bank.id);
      return true;
    })
    .toSorted((a, b) => b.manual.day.localeCompare(a.manual.day) || b.manual.id - a.manual.id);
}

function hasExactAmount({ manual, bank }: Pick<CandidatePair, 'manual' | 'bank'>): boolean {
  return Math.abs(manual.amountCents) === bank.amountCents;
}

/** How similar the manual name is to the closest of the bank's names. */
function nameLikeness({ manual, bank }: Pick<CandidatePair, 'manual' | 'bank'>): NameLikeness {
  const likenesses = bank.names.map((name) => compareNames(manual.name, name));
  return likenesses.find((one) => one === 'clear') ?? likenesses.find((one) => one === 'close') ?? 'none';
}

function bySurest(a: CandidatePair, b: CandidatePair): number {
  return (
    Number(hasExactAmount(b)) - Number(hasExactAmount(a)) ||
    Number(nameLikeness(b) === 'clear') - Number(nameLikeness(a) === 'clear') ||
    distanceDays(a) - distanceDays(b) ||
    a.manual.id - b.manual.id ||
    a.bank.id - b.bank.id
  );
}

function distanceDays({ manual, bank }: CandidatePair): number {
  return Math.abs(daysBetween(manual.day, bank.day));
}
