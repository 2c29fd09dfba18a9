import { addDays, daysBetween, type Day } from './days.ts';

/** A refund matches purchases up to this many days earlier (PD-6). */
export const REFUND_WINDOW_DAYS = 90;

/**
 * A refund or a purchase at one merchant. `id` breaks ties, so the result does not depend on the input order.
 */
export interface RefundableRow {
  id: number;
  amountCents: number;
  day: Day;
}

export interface RefundMatch {
  refundId: number;
  purchaseId: number;
  amountCents: number;
}

/**
 * Returns the automatic matches of one merchant's refunds (PD-6). A refund reduces a purchase of up to 90 days earlier by at most what is
 * left of it: one of exactly its amount first, else the newest, and the rest the next newest. Amounts are positive. Refunds in `fixed`,
 * the user's own matches, or `lockedRefundIds` are not matched.
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
    const oldestDay = addDays(refund.day, -REFUND_WINDOW_DAYS);
    // Counting the days of each purchase took twenty times longer.
    const candidates = newestFirst.filter(({ day }) => day >= oldestDay && day <= refund.day);
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

export function isInRefundWindow(purchaseDay: Day, refundDay: Day): boolean {
  const age = daysBetween(purchaseDay, refundDay);
  return age >= 0 && age <= REFUND_WINDOW_DAYS;
}

function compare(a: RefundableRow, b: RefundableRow): number {
  return a.day.localeCompare(b.day) || a.id - b.id;
}
