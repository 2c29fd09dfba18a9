import { addDays, type Day } from './days.ts';
import type { Steps } from './steps.ts';

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
 * the user's own matches, or `lockedRefundIds` are not matched. Cost: n log n in the rows.
 */
export function* matchRefunds(input: {
  refunds: readonly RefundableRow[];
  purchases: readonly RefundableRow[];
  fixed?: readonly RefundMatch[];
  lockedRefundIds?: ReadonlySet<number>;
}): Steps<RefundMatch[]> {
  const open = new Map(input.purchases.map((purchase) => [purchase.id, purchase.amountCents]));
  const locked = new Set(input.lockedRefundIds);
  for (const match of input.fixed ?? []) {
    locked.add(match.refundId);
    open.set(match.purchaseId, (open.get(match.purchaseId) ?? 0) - match.amountCents);
  }

  const purchases = input.purchases.toSorted(compare);
  const matches: RefundMatch[] = [];
  // The last one of each list is its newest. Used-up purchases are dropped when they are met.
  const newest: RefundableRow[] = [];
  const ofOpenCents = new Map<number, RefundableRow[]>();
  const openCentsOf = ({ id }: RefundableRow) => open.get(id) ?? 0;
  const addToSum = (purchase: RefundableRow) => {
    const ofSum = ofOpenCents.get(openCentsOf(purchase));
    if (ofSum) ofSum.push(purchase);
    else ofOpenCents.set(openCentsOf(purchase), [purchase]);
  };
  let next = 0;
  for (const refund of input.refunds.toSorted(compare)) {
    yield;
    if (locked.has(refund.id)) continue;
    const { from, to } = refundWindow(refund.day);
    for (let row = purchases[next]; row && row.day <= to; row = purchases[next]) {
      newest.push(row);
      addToSum(row);
      next += 1;
    }
    const lastOf = (rows: RefundableRow[], isFit: (openCents: number) => boolean) => {
      let last = rows.at(-1);
      while (last && !isFit(openCentsOf(last))) {
        rows.pop();
        last = rows.at(-1);
      }
      return last && last.day >= from ? last : undefined;
    };
    let leftCents = refund.amountCents;
    const exact = lastOf(ofOpenCents.get(leftCents) ?? [], (openCents) => openCents === refund.amountCents);
    while (leftCents > 0) {
      const purchase = exact ?? lastOf(newest, (openCents) => openCents > 0);
      if (!purchase) break;
      const openCents = openCentsOf(purchase);
      const amountCents = Math.min(leftCents, openCents);
      matches.push({ refundId: refund.id, purchaseId: purchase.id, amountCents });
      open.set(purchase.id, openCents - amountCents);
      leftCents -= amountCents;
      // All newer ones are used up, so it is the newest of its new sum.
      if (amountCents < openCents) addToSum(purchase);
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

function compare(a: RefundableRow, b: RefundableRow): number {
  return a.day === b.day ? a.id - b.id : a.day < b.day ? -1 : 1;
}
