import { daysBetween, type Day } from './days.ts';
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

/** The longest that a payment stays pending. */
const LONGEST_PENDING_DAYS = 10;

/** Rows with equal keys continue each other in order, if they fit. */
interface Likeness {
  applies: (missing: MissingRow) => boolean;
  key: (row: LikenessOfRow) => unknown[];
  fits?: (missing: MissingRow, row: NewRow) => boolean;
}

/** The surest likeness first: equal amounts before others, so that two purchases at one shop are not swapped. */
const LIKENESSES: readonly Likeness[] = [
  {
    applies: () => true,
    key: (row) => [row.postedOn, row.amountCents, row.name, row.isPending],
  },
  { applies: isReported, key: (row) => [row.day, row.amountCents, row.name], fits: isNoStepBack },
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
        const next = free.get(keyOf(row))?.find((one) => !taken.has(one) && (fits?.(row, one) ?? true));
        if (!next) continue;
        successors.set(row.id, next.transactionId);
        taken.add(next);
      }
    }
  }
  return successors;
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
  return !row.isPending && daysLater >= 0 && daysLater <= LONGEST_PENDING_DAYS;
}

function isWithTip(missing: MissingRow, row: NewRow): boolean {
  if (Math.sign(missing.amountCents) !== Math.sign(row.amountCents)) return false;
  const { low, high } = closeAmounts(missing.amountCents);
  const cents = Math.abs(row.amountCents);
  return cents >= low && cents <= high;
}
