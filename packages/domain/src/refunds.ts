import { daysBetween, type Day } from './days.ts';

/** How far back a refund looks for its purchase, in days (PD-6). */
export const REFUND_WINDOW_DAYS = 90;

/** A refund or a purchase of one merchant. `id` also breaks ties, so that the outcome never depends on the order of input. */
export interface RefundableRow {
  id: number;
  amountCents: number;
  day: Day;
}

/** So much of a refund reduces so much of a purchase. */
export interface RefundMatch {
  refundId: number;
  purchaseId: number;
  amountCents: number;
}

/**
 * Matches one merchant's refunds with its purchases (PD-6): a refund reduces a purchase up to 90 days back, up to what of it is not
 * yet refunded; one of exactly its amount first, else the newest, and what is left of it the next newest. Amounts are positive.
 * `fixed` are the matches made by hand; refunds in `fixed` or `lockedRefundIds` are not matched automatically. Returns the automatic
 * matches only.
 */
export function matchRefunds(input: {
  refunds: readonly RefundableRow[];
  purchases: readonly RefundableRow[];
  fixed?: readonly RefundMatch[];
  lockedRefundIds?: ReadonlySet<number>;
}): RefundMatch[] {
  const open = new Map(input.purchases.map((purchase) => [purchase.id, purchase.amountCents]));
  const locked = new Set(input.lockedRefundIds);
  for (const match of input.fixed ?? []) {
    locked.add(match.refundId);
    open.set(match.purchaseId, (open.get(match.purchaseId) ?? 0) - match.amountCents);
  }

  const newestFirst = [...input.purchases].sort((a, b) => compare(b, a));
  const matches: RefundMatch[] = [];
  for (const refund of [...input.refunds].sort(compare)) {
    if (locked.has(refund.id)) continue;
    const candidates = newestFirst.filter((purchase) => isInRefundWindow(purchase.day, refund.day));
    const exact = candidates.find((purchase) => open.get(purchase.id) === refund.amountCents);
    let leftCents = refund.amountCents;
    for (const purchase of exact ? [exact] : candidates) {
      const amountCents = Math.min(leftCents, open.get(purchase.id) ?? 0);
      if (amountCents <= 0) continue;
      matches.push({ refundId: refund.id, purchaseId: purchase.id, amountCents });
      open.set(purchase.id, (open.get(purchase.id) ?? 0) - amountCents);
      leftCents -= amountCents;
      if (leftCents === 0) break;
    }
  }
  return matches;
}

/** Whether a purchase of one day can be reduced by a refund of the other (PD-6). */
export function isInRefundWindow(purchaseDay: Day, refundDay: Day): boolean {
  const age = daysBetween(purchaseDay, refundDay);
  return age >= 0 && age <= REFUND_WINDOW_DAYS;
}

function compare(a: RefundableRow, b: RefundableRow): number {
  return a.day.localeCompare(b.day) || a.id - b.id;
}
