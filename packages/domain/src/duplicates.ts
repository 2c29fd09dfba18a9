import { daysAround, daysBetween, type Day } from './days.ts';
import { compareReadNames, ReadNames, type NameLikeness } from './name-likeness.ts';
import { remembering } from './remembering.ts';
import type { Steps } from './steps.ts';

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

/**
 * The most candidates that an expense is compared with. Beyond it no pair of the expense is certain, so the user is
 * asked.
 */
export const MOST_CANDIDATES = 20;

/** For tips, rounded bills and amounts entered in whole dollars. */
const CLOSE_SHARE = 1.25;
const ROUNDED_TO_CENTS = 100;
/** An expense entered around midnight is a day off. */
const REACH_OF_DAY_OF_PURCHASE = 1;

/**
 * Compares two expenses without looking at others. Counting a purchase twice distorts the week, and dropping one does so less visibly:
 * certain pairs are merged, others are a question.
 * - `duplicate`: the same amount, a clear name match and the bank's day 0 to 3 days later, 0 to 1 if it is the day of purchase.
 * Banks never report before the purchase: Thursday's coffee is not Monday's. Occurrences of a series may be 3 days early: banks pay around weekends.
 * - `maybe`: at most 3 days apart, with the same amount and a close name, or a close amount and a clear name match.
 *
 * Cost: n in the names.
 */
export function compareExpenses(
  { manual, bank }: ComparedPair,
  names = new ReadNames(),
): 'duplicate' | 'maybe' | 'different' {
  const gapDays = daysBetween(manual.day, bank.day);
  const { low, high } = closeAmounts(manual.amountCents);
  const isClose = bank.amountCents >= low && bank.amountCents <= high;
  const isExact = hasExactAmount({ manual, bank });
  if (Math.abs(gapDays) > DUPLICATE_REACH_DAYS || !isClose) return 'different';
  const likeness = nameLikeness({ manual, bank }, names);
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

/** A candidate as it is stored. `names` are not needed to find it. */
interface Dated {
  id: number;
  amountCents: number;
  day: Day;
}

export interface ExactPair<M extends Dated, B extends Dated> {
  manual: M;
  bank: B;
  /** Either has more than `MOST_CANDIDATES`, so this pair is not certain. */
  isCrowded: boolean;
}

/**
 * Pairs manual and bank expenses of one amount on near days. An expense with more than `MOST_CANDIDATES` appears only
 * beside those with fewer. Of a day's expenses of one amount, the first `MOST_CANDIDATES` and one more are enough.
 * Cost: n log n in the rows.
 */
export function* pairExactAmounts<M extends Dated, B extends Dated>(
  manual: readonly M[],
  bank: readonly B[],
): Steps<ExactPair<M, B>[]> {
  const [manualOn, bankOn] = [new AmountsOnDays(manual), new AmountsOnDays(bank)];
  const isCrowded = (candidates: readonly unknown[]) => candidates.length > MOST_CANDIDATES;
  const [crowdedManual, crowdedBank] = [new Set<M>(), new Set<B>()];
  const nearManual = new Map<M, B[]>();
  for (const one of manual) {
    yield;
    const candidates = bankOn.near(one);
    if (isCrowded(candidates)) crowdedManual.add(one);
    else nearManual.set(one, candidates);
  }
  const pairs: ExactPair<M, B>[] = [];
  for (const other of bank) {
    yield;
    const candidates = manualOn.near(other);
    if (isCrowded(candidates)) {
      crowdedBank.add(other);
      continue;
    }
    // A bank expense with few candidates must know those that have many.
    for (const one of candidates)
      if (crowdedManual.has(one)) pairs.push({ manual: one, bank: other, isCrowded: true });
  }
  for (const [one, candidates] of nearManual) {
    yield;
    for (const other of candidates)
      pairs.push({ manual: one, bank: other, isCrowded: crowdedBank.has(other) });
  }
  return pairs;
}

/**
 * Pairs manual expenses with bank ones on near days whose amounts are close, at most `MOST_CANDIDATES` for each: the
 * same amount first, then the nearest day. Stops after `limit` pairs. Cost: n log n in the rows and in the pairs of near
 * days that are not open.
 */
export function* pairCloseAmounts<M extends Dated, B extends Dated>(
  manual: readonly M[],
  bank: readonly B[],
  { reachOf, isOpen, limit }: ClosePairing<M, B>,
): Steps<{ manual: M; bank: B }[]> {
  const bankOn = new Map<Day, B[]>();
  for (const [day, ofDay] of Map.groupBy(bank, (one) => one.day))
    bankOn.set(
      day,
      ofDay.toSorted((a, b) => a.amountCents - b.amountCents || a.id - b.id),
    );
  const nearestDaysOf = remembering(nearestDays);
  const count = new Map<B, number>();
  const pairs: { manual: M; bank: B }[] = [];
  for (const one of manual) {
    yield;
    const days = nearestDaysOf(one.day);
    const candidates = yield* candidatesOf(one, days, bankOn, reachOf(one), (other) => isOpen(one, other));
    for (const other of candidates) {
      const seen = count.get(other) ?? 0;
      if (seen === MOST_CANDIDATES) continue;
      if (pairs.length === limit) return pairs;
      count.set(other, seen + 1);
      pairs.push({ manual: one, bank: other });
    }
  }
  return pairs;
}

export interface ClosePairing<M, B> {
  /** The amounts in cents, both included, that may be the manual expense's. */
  reachOf: (manual: M) => { low: number; high: number };
  /** Whether the pair is still a question. */
  isOpen: (manual: M, bank: B) => boolean;
  limit: number;
}

/**
 * Duplicates where neither expense fits another of the same amount. `pairs` must be those of `pairExactAmounts`, also
 * separated ones, which make a pair uncertain too. Cost: n log n in the pairs.
 */
export function* clearDuplicates<P extends CandidatePair & { isCrowded: boolean }>(
  pairs: readonly P[],
): Steps<P[]> {
  const names = new ReadNames();
  const possible: { pair: P; isDuplicate: boolean }[] = [];
  for (const pair of pairs) {
    yield;
    const verdict = hasExactAmount(pair) ? compareExpenses(pair, names) : 'different';
    if (verdict !== 'different') possible.push({ pair, isDuplicate: verdict === 'duplicate' });
  }
  const ofManual = Map.groupBy(possible, ({ pair }) => pair.manual.id);
  const ofBank = Map.groupBy(possible, ({ pair }) => pair.bank.id);
  const isAlone = (ofOne: readonly unknown[] | undefined) => ofOne?.length === 1;
  return possible.flatMap(({ pair, isDuplicate }) =>
    isDuplicate &&
    !pair.isSeparate &&
    !pair.isCrowded &&
    isAlone(ofManual.get(pair.manual.id)) &&
    isAlone(ofBank.get(pair.bank.id))
      ? [pair]
      : [],
  );
}

/**
 * Newest first, each expense in one pair at most. Exact amounts win, then clear names, then nearest days. Cost: n log n
 * in the pairs.
 */
export function* pairsToAskAbout<P extends CandidatePair>(pairs: readonly P[]): Steps<P[]> {
  const names = new ReadNames();
  const possible: Rated<P>[] = [];
  for (const pair of pairs) {
    yield;
    if (pair.isSeparate || compareExpenses(pair, names) === 'different') continue;
    possible.push({
      pair,
      isExact: hasExactAmount(pair),
      isClear: nameLikeness(pair, names) === 'clear',
      distanceDays: Math.abs(daysBetween(pair.manual.day, pair.bank.day)),
    });
  }
  const [manual, bank] = [new Set<number>(), new Set<number>()];
  return possible
    .toSorted(bySurest)
    .map(({ pair }) => pair)
    .filter((pair) => {
      if (manual.has(pair.manual.id) || bank.has(pair.bank.id)) return false;
      manual.add(pair.manual.id);
      bank.add(pair.bank.id);
      return true;
    })
    .toSorted((a, b) => daysBetween(a.manual.day, b.manual.day) || b.manual.id - a.manual.id);
}

type ComparedPair = Pick<CandidatePair, 'manual' | 'bank'>;

interface Rated<P> {
  pair: P;
  isExact: boolean;
  isClear: boolean;
  distanceDays: number;
}

function hasExactAmount({ manual, bank }: ComparedPair): boolean {
  return Math.abs(manual.amountCents) === bank.amountCents;
}

/** How similar the manual name is to the closest of the bank's names. */
function nameLikeness({ manual, bank }: ComparedPair, names: ReadNames): NameLikeness {
  const likenesses = bank.names.map((name) => compareReadNames(names.of(manual.name), names.of(name)));
  return likenesses.find((one) => one === 'clear') ?? likenesses.find((one) => one === 'close') ?? 'none';
}

function bySurest(a: Rated<CandidatePair>, b: Rated<CandidatePair>): number {
  return (
    Number(b.isExact) - Number(a.isExact) ||
    Number(b.isClear) - Number(a.isClear) ||
    a.distanceDays - b.distanceDays ||
    a.pair.manual.id - b.pair.manual.id ||
    a.pair.bank.id - b.pair.bank.id
  );
}

/** Rows by amount and day. */
class AmountsOnDays<Row extends Dated> {
  readonly #groups: ReadonlyMap<string, readonly Row[]>;
  readonly #nearestDaysOf = remembering(nearestDays);

  constructor(rows: readonly Row[]) {
    this.#groups = Map.groupBy(rows, ({ amountCents, day }) => amountAndDay(amountCents, day));
  }

  /** The rows of this amount on near days; of each day, one more than `MOST_CANDIDATES` at most. */
  near({ amountCents, day }: Dated): Row[] {
    return this.#nearestDaysOf(day).flatMap(
      // Stryker disable next-line MethodExpression: only speed, which bounded-work.test.ts counts
      (one) => this.#groups.get(amountAndDay(amountCents, one))?.slice(0, MOST_CANDIDATES + 1) ?? [],
    );
  }
}

function amountAndDay(amountCents: number, day: Day): string {
  return `${Math.abs(amountCents)} ${day}`;
}

/** The near days of a day, the day itself first. */
function nearestDays(day: Day): Day[] {
  const distance = (other: Day) => Math.abs(daysBetween(day, other));
  return daysAround(day, DUPLICATE_REACH_DAYS).toSorted((a, b) => distance(a) - distance(b));
}

/** Those of the same amount first, then the nearest days. Decided ones take no place of open ones. */
function* candidatesOf<B extends Dated>(
  manual: Dated,
  days: readonly Day[],
  bankOn: ReadonlyMap<Day, readonly B[]>,
  { low, high }: { low: number; high: number },
  isOpen: (bank: B) => boolean,
): Steps<B[]> {
  const cents = Math.abs(manual.amountCents);
  const found: B[] = [];
  const ranges = [
    [cents, cents],
    [low, cents - 1],
    [cents + 1, high],
  ] as const;
  function* take(day: Day, [from, to]: readonly [number, number]): Steps<void> {
    const rows = bankOn.get(day) ?? [];
    for (let place = placeOf(rows, from); found.length < MOST_CANDIDATES; place += 1) {
      const row = rows[place];
      if (!row || row.amountCents > to) return;
      if (isOpen(row)) found.push(row);
      else yield;
    }
  }
  const [exact, ...close] = ranges;
  for (const day of days) yield* take(day, exact);
  for (const day of days) for (const range of close) yield* take(day, range);
  return found;
}

/** The place of the first row with at least this amount. */
function placeOf(rows: readonly Dated[], cents: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((rows[middle]?.amountCents ?? Infinity) < cents) low = middle + 1;
    else high = middle;
  }
  return low;
}
