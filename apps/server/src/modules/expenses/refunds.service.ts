import { isInRefundWindow } from '@oinkly/domain/refunds';
import { AppError } from '../../app-error.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { inLedgerTransaction, type LedgerDeps } from '../notifications/index.ts';
import { lockExpenseRow } from './expenses.queries.ts';
import {
  dropMatchesOfFormerRefunds,
  listMatches,
  listRefundRecords,
  lockRefundRecord,
  merchantsOfExpenses,
  refreshRefundedCents,
  refundedByHandCents,
  rematchMerchants,
  storeMatchByHand,
  type BankRecordRow,
} from './refunds.queries.ts';

/** A refund and the purchases it reduces. The amount is positive. */
export interface RefundView {
  id: number;
  name: string;
  amountCents: number;
  day: string;
  currency: string;
  isMatchedByHand: boolean;
  matches: { expenseId: number; amountCents: number }[];
}

/** A user's refunds, newest first. */
export async function listRefunds({ db }: Pick<Deps, 'db'>, ownerId: string): Promise<RefundView[]> {
  return withMatches(db, ownerId, await listRefundRecords(db, ownerId));
}

/**
 * Lets a person decide which purchase a refund reduces, or that it reduces none (`expenseId` null). The automatic matching leaves this
 * refund alone from then on. Throws REFUND_NOT_FOUND, EXPENSE_NOT_FOUND, and REFUND_DOES_NOT_FIT when nothing of the purchase
 * is left to be refunded, or when it is not of the 90 days before the refund.
 */
export async function matchRefundByHand(
  deps: LedgerDeps,
  command: { ownerId: string; refundId: string; expenseId: number | null },
): Promise<RefundView> {
  const { ownerId, expenseId } = command;
  const refundId = /^\d{1,15}$/.test(command.refundId) ? Number(command.refundId) : NaN;
  return inLedgerTransaction(deps, ownerId, async (tx) => {
    const refund = Number.isNaN(refundId) ? undefined : await lockRefundRecord(tx, ownerId, refundId);
    if (!refund) throw new AppError('REFUND_NOT_FOUND');
    const before = (await listMatches(tx, ownerId, [refundId])).map((match) => match.expenseId);

    let match: { expenseId: number; amountCents: number } | null = null;
    if (expenseId !== null) {
      const purchase = await lockExpenseRow(tx, ownerId, expenseId);
      if (!purchase) throw new AppError('EXPENSE_NOT_FOUND');
      const taken = await refundedByHandCents(tx, ownerId, expenseId, refundId);
      const amountCents = Math.min(-refund.amountCents, Math.abs(purchase.amountCents) - taken);
      const isInWindow = isInRefundWindow(purchase.day, refund.day);
      if (amountCents <= 0 || purchase.currency !== refund.currency || !isInWindow)
        throw new AppError('REFUND_DOES_NOT_FIT');
      match = { expenseId, amountCents };
    }
    await storeMatchByHand(tx, ownerId, refundId, match);
    const touched = [...before, ...(match ? [match.expenseId] : [])];
    await rematchMerchants(tx, ownerId, [
      refund.merchantKey,
      ...(await merchantsOfExpenses(tx, ownerId, touched)),
    ]);
    await refreshRefundedCents(tx, ownerId, touched);

    const [view] = await withMatches(tx, ownerId, [{ ...refund, isMatchedByHand: true }]);
    if (!view) throw new AppError('REFUND_NOT_FOUND');
    return view;
  });
}

/**
 * Brings the refunds of these merchants up to date after their records have changed. Call it in the transaction that changed them.
 */
export async function settleRefunds(
  db: Database,
  ownerId: string,
  merchantKeys: readonly string[],
): Promise<void> {
  await refreshRefundedCents(db, ownerId, await dropMatchesOfFormerRefunds(db, ownerId));
  await rematchMerchants(db, ownerId, merchantKeys);
}

async function withMatches(
  db: Database,
  ownerId: string,
  records: readonly BankRecordRow[],
): Promise<RefundView[]> {
  const matches = Map.groupBy(
    await listMatches(
      db,
      ownerId,
      records.map((record) => record.id),
    ),
    (match) => match.refundRecordId,
  );
  return records.map((record) => ({
    id: record.id,
    name: record.merchantName ?? record.name,
    amountCents: -record.amountCents,
    day: record.day,
    currency: record.currency,
    isMatchedByHand: record.isMatchedByHand,
    matches: (matches.get(record.id) ?? []).map(({ expenseId, amountCents }) => ({ expenseId, amountCents })),
  }));
}
