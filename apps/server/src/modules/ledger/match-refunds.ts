import { matchRefunds, type RefundMatch, type RefundableRow } from '@oinkly/domain/refunds';
import type { Steps } from '@oinkly/domain/steps';
import { inTurns, turnsOfWork } from '../../concurrency/event-loop-turns.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';
import {
  dropMatchesOfFormerRefunds,
  expensesMatchedWith,
  listMatchesByHand,
  listMerchantPurchases,
  listMerchantRefunds,
  refreshRefundedCents,
  replaceAutomaticMatches,
  type MerchantRefund,
  type StoredMatch,
} from './refund-matches.queries.ts';

/** Matches the refunds of merchants whose transactions changed (PD-6). */
export async function matchRefundsOf(
  tx: LedgerTransaction,
  userId: string,
  merchantKeys: readonly string[],
): Promise<void> {
  await refreshRefundedCents(tx, userId, await dropMatchesOfFormerRefunds(tx, userId));
  await rematchMerchants(tx, userId, merchantKeys);
}

/** The user's own matches and dismissals stay. */
export async function rematchMerchants(
  tx: LedgerTransaction,
  userId: string,
  merchantKeys: readonly string[],
): Promise<void> {
  const refunds = await listMerchantRefunds(tx, userId, merchantKeys);
  const affected = await expensesMatchedWith(tx, userId, merchantKeys);
  const automatic: StoredMatch[] = [];
  if (refunds.length > 0) {
    const byMerchant = groupByMerchant(refunds);
    const purchases = groupByMerchant(await listMerchantPurchases(tx, userId, [...byMerchant.keys()]));
    const byHand = await listMatchesByHand(
      tx,
      userId,
      [...purchases.values()].flat().map((purchase) => purchase.id),
    );
    const pause = turnsOfWork();
    const byHandOf = Map.groupBy(byHand, ({ expenseId }) => expenseId);
    for (const [key, own] of byMerchant) {
      await pause();
      const bought = purchases.get(key) ?? [];
      const decided = bought.flatMap(({ id }) => byHandOf.get(id) ?? []);
      for (const one of await inTurns(automaticMatches(own, bought, decided))) automatic.push(one);
    }
    await replaceAutomaticMatches(
      tx,
      userId,
      refunds.map((refund) => refund.id),
      automatic,
    );
  }
  await refreshRefundedCents(tx, userId, [
    ...new Set([...affected, ...automatic.map((match) => match.expenseId)]),
  ]);
}

function* automaticMatches(
  refunds: readonly MerchantRefund[],
  purchases: readonly RefundableRow[],
  byHand: readonly StoredMatch[],
): Steps<StoredMatch[]> {
  const fixed: RefundMatch[] = byHand.map(({ refundTransactionId, expenseId, amountCents }) => ({
    refundId: refundTransactionId,
    purchaseId: expenseId,
    amountCents,
  }));
  const isDecidedByHand = ({ isMatchedByHand, dismissedAt }: MerchantRefund) =>
    isMatchedByHand || dismissedAt !== null;
  const lockedRefundIds = new Set(refunds.filter(isDecidedByHand).map((refund) => refund.id));
  const positive = refunds.map(({ id, day, amountCents }) => ({ id, day, amountCents: -amountCents }));
  const matches = yield* matchRefunds({ refunds: positive, purchases, fixed, lockedRefundIds });
  return matches.map(({ refundId, purchaseId, amountCents }) => ({
    refundTransactionId: refundId,
    expenseId: purchaseId,
    amountCents,
    isByHand: false,
  }));
}

function groupByMerchant<Row extends { merchantKey: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => row.merchantKey);
}
