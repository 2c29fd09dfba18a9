import { addDays, type Day } from './days.ts';

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

  const purchases = [...input.purchases].sort(compare);
  const matches: RefundMatch[] = [];
  // The window moves with the refunds: looking at each purchase for each refund blocked the server for seconds.
  let start = 0;
  let end = 0;
  for (const refund of [...input.refunds].sort(compare)) {
    if (locked.has(refund.id)) continue;
    const { from, to } = refundWindow(refund.day);
    const dayAfter = addDays(to, 1);
    while (isBefore(purchases[start], from)) start += 1;
    while (isBefore(purchases[end], dayAfter)) end += 1;
    const candidates = purchases.slice(start, end).reverse();
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

/** Returns the days, both included, of the purchases that a refund may match. */
export function refundWindow(refundDay: Day): { from: Day; to: Day } {
  return { from: addDays(refundDay, -REFUND_WINDOW_DAYS), to: refundDay };
}

export function isInRefundWindow(purchaseDay: Day, refundDay: Day): boolean {
  const { from, to } = refundWindow(refundDay);
  return purchaseDay >= from && purchaseDay <= to;
}

function isBefore(row: RefundableRow | undefined, day: Day): boolean {
  return row !== undefined && row.day < day;
}

function compare(a: RefundableRow, b: RefundableRow): number {
  return a.day.localeCompare(b.day) || a.id - b.id;
}
