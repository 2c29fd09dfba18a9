import { daysBetween } from './days.ts';
import { LARGEST_STEP_BACK_DAYS, LONGEST_PENDING_DAYS, type MissingRow, type NewRow } from './successors.ts';

/**
 * Finds the removed pending rows that a bank reports as posted without saying so. A bank that names what it removes also names what a row
 * continues, so only the sole new row of a merchant and amount continues the sole removed one: a doubtful pair could hide a purchase
 * behind what the user decided about another. Returns new transaction ids by the removed row's `id`. Cost: linear in the rows.
 */
export function findUnlinkedSuccessors(
  removed: readonly MissingRow[],
  reported: readonly NewRow[],
): Map<number, string> {
  const successors = new Map<number, string>();
  const news = Map.groupBy(
    reported.filter(({ isPending }) => !isPending),
    keyOf,
  );
  const olds = Map.groupBy(
    removed.filter(({ isPending }) => isPending),
    keyOf,
  );
  for (const [key, [old, ...others]] of olds) {
    const [next, ...moreNext] = news.get(key) ?? [];
    if (!old || !next || others.length > 0 || moreNext.length > 0) continue;
    const days = daysBetween(old.day, next.postedOn);
    if (days >= -LARGEST_STEP_BACK_DAYS && days <= LONGEST_PENDING_DAYS)
      successors.set(old.id, next.transactionId);
  }
  return successors;
}

function keyOf({ accountId, currency, merchantKey, amountCents }: MissingRow | NewRow): string {
  return JSON.stringify([accountId, currency, merchantKey, amountCents]);
}
