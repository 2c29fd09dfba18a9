import { daysBetween, type Day } from './days.ts';

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

/** Pairs the rows of equal amounts on close days, the closest first. Each row is in one pair at most. */
export function pairRows<Row extends AccountRow>(ones: readonly Row[], others: readonly Row[]): [Row, Row][] {
  const byAmount = Map.groupBy(others, keyOf);
  const candidates = ones
    .flatMap((one) =>
      (byAmount.get(keyOf(one)) ?? []).map((other) => ({
        one,
        other,
        distance: Math.abs(daysBetween(one.postedOn, other.postedOn)),
      })),
    )
    .filter(({ distance }) => distance <= CLOSE_DAYS)
    .toSorted((a, b) => a.distance - b.distance);
  const paired = new Set<Row>();
  const pairs: [Row, Row][] = [];
  for (const { one, other } of candidates) {
    if (paired.has(one) || paired.has(other)) continue;
    paired.add(one).add(other);
    pairs.push([one, other]);
  }
  return pairs;
}

/** Whether nearly all rows of the days that both accounts cover are the same. Names are no evidence. */
export function areOneAccount(
  ones: readonly AccountRow[],
  others: readonly AccountRow[],
  fewestAmounts = FEWEST_AMOUNTS,
): boolean {
  const [days, otherDays] = [daysOf(ones), daysOf(others)];
  if (!days || !otherDays) return false;
  const from = days.first > otherDays.first ? days.first : otherDays.first;
  const to = days.last < otherDays.last ? days.last : otherDays.last;
  const isCovered = ({ postedOn }: AccountRow) => postedOn >= from && postedOn <= to;
  const pairs = pairRows(ones, others);
  const isMostlyPaired = (rows: readonly AccountRow[], side: 0 | 1) => {
    const matched = pairs.map((pair) => pair[side]).filter(isCovered);
    return (
      new Set(matched.map(keyOf)).size >= fewestAmounts &&
      matched.length >= LEAST_SHARE * rows.filter(isCovered).length
    );
  };
  return isMostlyPaired(ones, 0) && isMostlyPaired(others, 1);
}

/** A new card arrives within days, but may lie unused for some weeks. */
const LONGEST_GAP_DAYS = 30;
/** An older card may be used seldom. */
const SILENT_DAYS = 10;

/** Whether a card has been silent since another one began: its bank may have replaced it, for example after a fraud. */
export function isReplacedBy(olds: readonly AccountRow[], news: readonly AccountRow[], today: Day): boolean {
  const [days, newDays] = [daysOf(olds), daysOf(news)];
  return (
    days !== null &&
    newDays !== null &&
    new Set(olds.map(keyOf)).size >= FEWEST_AMOUNTS &&
    days.last < newDays.first &&
    daysBetween(days.last, newDays.first) <= LONGEST_GAP_DAYS &&
    daysBetween(days.last, today) >= SILENT_DAYS
  );
}

/** Returns the first and last day that rows were posted on; null without rows. */
export function daysOf(rows: readonly Pick<AccountRow, 'postedOn'>[]): { first: Day; last: Day } | null {
  const days = rows.map(({ postedOn }) => postedOn).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  return first === undefined || last === undefined ? null : { first, last };
}

function keyOf({ amountCents, currency }: AccountRow): string {
  return `${amountCents} ${currency}`;
}
