import { addDays, daysBetween, type Day } from './days.ts';
import type { Steps } from './steps.ts';

/** A transaction, as far as it shows that two accounts are one. */
export interface AccountRow {
  id: number;
  amountCents: number;
  currency: string;
  postedOn: Day;
}

/** Providers report one posting on days this far apart at most. */
const CLOSE_DAYS = 3;
/** Savings at two banks may get the same monthly transfer, so equal amounts count once. */
const FEWEST_AMOUNTS = 5;
const LEAST_SHARE = 0.8;

/**
 * Pairs the rows of equal amounts on close days, the closest first. Each row is in one pair at most. Cost: n log n
 * in the rows.
 */
export function* pairRows<Row extends AccountRow>(
  ones: readonly Row[],
  others: readonly Row[],
): Steps<[Row, Row][]> {
  const queues = new Map<string, { row: Row; place: number }[]>();
  // Backwards, so that the first row of a queue is its last element.
  for (const [index, row] of others.toReversed().entries()) {
    yield;
    const entry = { row, place: others.length - 1 - index };
    const queue = queues.get(keyOnDay(row, 0));
    if (queue) queue.push(entry);
    else queues.set(keyOnDay(row, 0), [entry]);
  }
  const pairs: [Row, Row][] = [];
  let left = ones;
  for (let distance = 0; distance <= CLOSE_DAYS; distance += 1) {
    const unpaired: Row[] = [];
    for (const one of left) {
      yield;
      const [before = [], after = []] = [-distance, distance].map((days) => queues.get(keyOnDay(one, days)));
      const isFirstBefore = (before.at(-1)?.place ?? Infinity) < (after.at(-1)?.place ?? Infinity);
      const other = (isFirstBefore ? before : after).pop();
      if (other) pairs.push([one, other.row]);
      else unpaired.push(one);
    }
    left = unpaired;
  }
  return pairs;
}

/**
 * Whether nearly all rows of the days that both accounts cover are the same. Names are no evidence. Takes rows oldest
 * first. Cost: n log n in the rows of these days.
 */
export function* areOneAccount(
  ones: readonly AccountRow[],
  others: readonly AccountRow[],
  fewestAmounts = FEWEST_AMOUNTS,
): Steps<boolean> {
  const [first, otherFirst, last, otherLast] = [ones[0], others[0], ones.at(-1), others.at(-1)];
  if (!first || !otherFirst || !last || !otherLast) return false;
  const from = first.postedOn > otherFirst.postedOn ? first.postedOn : otherFirst.postedOn;
  const to = last.postedOn < otherLast.postedOn ? last.postedOn : otherLast.postedOn;
  if (from > to) return false;
  const isCovered = ({ postedOn }: AccountRow) => postedOn >= from && postedOn <= to;
  // A row of these days may pair with one just before or after them.
  const [start, end] = [addDays(from, -CLOSE_DAYS), addDays(to, CLOSE_DAYS)];
  const [near, otherNear] = [rowsBetween(ones, start, end), rowsBetween(others, start, end)];
  const [count, otherCount] = [rowsBetween(ones, from, to).length, rowsBetween(others, from, to).length];
  if (otherNear.length < LEAST_SHARE * count || near.length < LEAST_SHARE * otherCount) return false;
  const pairs = yield* pairRows(near, otherNear);
  const areMostlyPaired = (rows: readonly AccountRow[], of: number) =>
    new Set(rows.map(keyOf)).size >= fewestAmounts && rows.length >= LEAST_SHARE * of;
  return (
    areMostlyPaired(pairs.map(([one]) => one).filter(isCovered), count) &&
    areMostlyPaired(pairs.map(([, other]) => other).filter(isCovered), otherCount)
  );
}

/** A new card arrives within days, but may lie unused for some weeks. */
const LONGEST_GAP_DAYS = 30;
/** An older card may be used seldom. */
const SILENT_DAYS = 10;

/**
 * Returns the last day of a card that has been silent since: its bank may have replaced it, for example after a
 * fraud. Null for one that is in use, or was hardly used. Takes rows oldest first. Cost: n log n in the rows.
 */
export function lastDayIfSilent(rows: readonly AccountRow[], today: Day): Day | null {
  const last = rows.at(-1)?.postedOn;
  if (last === undefined || daysBetween(last, today) < SILENT_DAYS) return null;
  return new Set(rows.map(keyOf)).size >= FEWEST_AMOUNTS ? last : null;
}

/** Whether a card's first day fits one that replaces a card with this last day. */
export function beginsAfter(firstDay: Day, lastDay: Day): boolean {
  return lastDay < firstDay && daysBetween(lastDay, firstDay) <= LONGEST_GAP_DAYS;
}

/** Returns the first and last day that rows were posted on; null without rows. Cost: n log n in the rows. */
export function daysOf(rows: readonly Pick<AccountRow, 'postedOn'>[]): { first: Day; last: Day } | null {
  const days = rows.map(({ postedOn }) => postedOn).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  return first === undefined || last === undefined ? null : { first, last };
}

/** Both days included. */
function rowsBetween(rows: readonly AccountRow[], from: Day, to: Day): readonly AccountRow[] {
  const begin = countUpTo(rows, (row) => row.postedOn < from);
  return rows.slice(
    begin,
    countUpTo(rows, (row) => row.postedOn <= to),
  );
}

/** How many rows at the beginning of a sorted list pass the test. */
function countUpTo(rows: readonly AccountRow[], isBefore: (row: AccountRow) => boolean): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = rows[middle];
    if (row && isBefore(row)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function keyOnDay(row: AccountRow, days: number): string {
  return `${keyOf(row)} ${days === 0 ? row.postedOn : addDays(row.postedOn, days)}`;
}

function keyOf({ amountCents, currency }: AccountRow): string {
  return `${amountCents} ${currency}`;
}
