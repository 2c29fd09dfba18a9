import { addDays, daysBetween, type Day } from './days.ts';
import { closeAmounts } from './duplicates.ts';

/** A bank transaction, as far as it shows that two rows are one. */
interface LikenessOfRow {
  accountId: string;
  amountCents: number;
  currency: string;
  /** The day of purchase if the bank reports it, else `postedOn`. */
  day: Day;
  postedOn: Day;
  name: string;
  merchantKey: string;
  isPending: boolean;
}

/** A stored row that the bank no longer reports. */
export interface MissingRow extends LikenessOfRow {
  id: number;
  /** Whether an earlier answer left it out too. */
  isWithdrawn: boolean;
}

/** A row with an id that the bank did not report before. */
export interface NewRow extends LikenessOfRow {
  transactionId: string;
}

/** The longest that a payment stays pending … */
export const LONGEST_PENDING_DAYS = 10;
/** … unless the bank reports it until it posts. */
const LONGEST_HOLD_DAYS = 60;
/** A bank that issues rows again may count their days in another time zone. Fewer amounts may be a habit. */
const SHIFTED_DAYS = [1, -1];
const FEWEST_SHIFTED_AMOUNTS = 3;
/** A row without a day gets the day that it was first seen. Others may be a time zone ahead. */
export const LARGEST_STEP_BACK_DAYS = 3;

/** Rows with equal keys continue each other in order, if they fit. */
interface Likeness {
  applies: (missing: MissingRow) => boolean;
  key: (row: LikenessOfRow) => unknown[];
  fits?: (missing: MissingRow, row: NewRow) => boolean;
}

/** The surest likeness first: equal amounts before others, so that two purchases at one shop are not swapped. */
const LIKENESSES: readonly Likeness[] = [
  // Rather than in another pending row, which may be another purchase.
  {
    applies: ({ isPending }) => isPending,
    key: (row) => [row.day, row.amountCents, row.name],
    fits: isPosted,
  },
  {
    applies: () => true,
    key: (row) => [row.postedOn, row.amountCents, row.name, row.isPending],
  },
  { applies: isReported, key: (row) => [row.day, row.amountCents, row.name] },
  { applies: ({ isPending }) => isPending, key: (row) => [row.merchantKey, row.amountCents], fits: isPosted },
  { applies: isReported, key: (row) => [row.day, row.amountCents], fits: isNoStepBack },
  {
    applies: ({ isPending }) => isPending,
    key: (row) => [row.merchantKey],
    fits: (missing, row) => isPosted(missing, row) && isWithTip(missing, row),
  },
  // Whatever the amount: a hold at a gas pump is larger than the purchase.
  {
    applies: (missing) => isReported(missing) && missing.isPending,
    key: (row) => [row.day, row.name],
    fits: isNoStepBack,
  },
];

/**
 * Finds the stored rows that a bank reports under new ids: reissued rows, and posted rows of pending ones. Each
 * row is in one pair at most. Returns new transaction ids by the stored row's `id`.
 */
export function findSuccessors(
  missing: readonly MissingRow[],
  reported: readonly NewRow[],
): Map<number, string> {
  const successors = new Map<number, string>();
  const taken = new Set<NewRow>();
  // A row that vanished just now is a likelier predecessor than one that vanished earlier.
  for (const isWithdrawn of [false, true]) {
    for (const { applies, key, fits } of LIKENESSES) {
      const keyOf = (row: LikenessOfRow) => JSON.stringify([row.accountId, row.currency, ...key(row)]);
      const free = Map.groupBy(
        reported.filter((row) => !taken.has(row)),
        keyOf,
      );
      for (const row of missing) {
        if (row.isWithdrawn !== isWithdrawn || successors.has(row.id) || !applies(row)) continue;
        const next = nearestTo(
          row,
          free.get(keyOf(row))?.filter((one) => !taken.has(one) && (fits?.(row, one) ?? true)) ?? [],
        );
        if (!next) continue;
        successors.set(row.id, next.transactionId);
        taken.add(next);
      }
    }
  }
  const free = missing.filter((row) => isReported(row) && !row.isPending && !successors.has(row.id));
  for (const [row, next] of shiftedPairs(
    free,
    reported.filter((row) => !row.isPending && !taken.has(row)),
  ))
    successors.set(row.id, next.transactionId);
  return successors;
}

/** Pairs posted rows that all moved by one day. Each row is in one pair at most. */
function shiftedPairs(missing: readonly MissingRow[], reported: readonly NewRow[]): [MissingRow, NewRow][] {
  const ofAccount = Map.groupBy(missing, ({ accountId }) => accountId);
  return [...ofAccount.values()].flatMap((rows) => {
    for (const days of SHIFTED_DAYS) {
      const taken = new Set<NewRow>();
      const pairs = rows.flatMap((row): [MissingRow, NewRow][] => {
        const next = reported.find((one) => !taken.has(one) && isShifted(row, one, days));
        if (!next) return [];
        taken.add(next);
        return [[row, next]];
      });
      if (new Set(pairs.map(([{ amountCents }]) => amountCents)).size >= FEWEST_SHIFTED_AMOUNTS) return pairs;
    }
    return [];
  });
}

function isShifted(missing: MissingRow, row: NewRow, days: number): boolean {
  return (
    row.accountId === missing.accountId &&
    row.currency === missing.currency &&
    row.amountCents === missing.amountCents &&
    row.name === missing.name &&
    row.postedOn === addDays(missing.postedOn, days)
  );
}

/** The first of those with the fewest days between. */
function nearestTo(missing: MissingRow, rows: readonly NewRow[]): NewRow | undefined {
  const distances = rows.map((row) => Math.abs(daysBetween(missing.postedOn, row.postedOn)));
  return rows[distances.indexOf(Math.min(...distances))];
}

/** A withdrawn payment may have been canceled, so a mere likeness does not revive it. */
function isReported({ isWithdrawn }: MissingRow): boolean {
  return !isWithdrawn;
}

/** A posted row never becomes pending again. */
function isNoStepBack(missing: MissingRow, row: NewRow): boolean {
  return missing.isPending || !row.isPending;
}

function isPosted(missing: MissingRow, row: NewRow): boolean {
  const daysLater = daysBetween(missing.day, row.postedOn);
  const isSameAmount = missing.amountCents === row.amountCents;
  const longestDays = isReported(missing) && isSameAmount ? LONGEST_HOLD_DAYS : LONGEST_PENDING_DAYS;
  return !row.isPending && daysLater >= -LARGEST_STEP_BACK_DAYS && daysLater <= longestDays;
}

function isWithTip(missing: MissingRow, row: NewRow): boolean {
  if (Math.sign(missing.amountCents) !== Math.sign(row.amountCents)) return false;
  const { low, high } = closeAmounts(missing.amountCents);
  const cents = Math.abs(row.amountCents);
  return cents >= low && cents <= high;
}
