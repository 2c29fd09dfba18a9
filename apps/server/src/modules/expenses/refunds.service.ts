import { isInRefundWindow } from '@oinkly/domain/refunds';
import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import {
  changeLedger,
  listMatches,
  listRefundTransactions,
  lockExpenseRow,
  lockRefundTransaction,
  merchantsOfExpenses,
  refreshRefundedCents,
  refundedByHandCents,
  rematchMerchants,
  storeDismissal,
  storeMatchByHand,
  type BankTransactionRow,
  type LedgerDeps,
} from '../ledger/index.ts';

/** The amount is positive. */
export interface RefundView {
  id: number;
  name: string;
  amountCents: number;
  day: string;
  currency: string;
  isMatchedByHand: boolean;
  isDismissed: boolean;
  matches: { expenseId: number; amountCents: number }[];
}

/** Lists them, newest first. */
export async function listRefunds({ db }: { db: Database }, ownerId: string): Promise<RefundView[]> {
  return withMatches(db, ownerId, await listRefundTransactions(db, ownerId));
}

/**
 * Null: no purchase. Automatic matching leaves the refund alone. Throws REFUND_NOT_FOUND, EXPENSE_NOT_FOUND,
 * and REFUND_DOES_NOT_FIT if nothing is left to refund or the purchase is not of the 90 days before.
 */
export async function matchRefundByHand(
  deps: LedgerDeps,
  command: { ownerId: string; refundId: string; expenseId: number | null },
): Promise<RefundView> {
  const { ownerId, expenseId } = command;
  return decideRefund(deps, command, async (tx, refund) => {
    let match: { expenseId: number; amountCents: number } | null = null;
    if (expenseId !== null) {
      const purchase = await lockExpenseRow(tx, ownerId, expenseId);
      if (!purchase) throw new AppError('EXPENSE_NOT_FOUND');
      const taken = await refundedByHandCents(tx, ownerId, expenseId, refund.id);
      const amountCents = Math.min(-refund.amountCents, Math.abs(purchase.amountCents) - taken);
      const isInWindow = isInRefundWindow(purchase.day, refund.day);
      if (amountCents <= 0 || purchase.currency !== refund.currency || !isInWindow)
        throw new AppError('REFUND_DOES_NOT_FIT');
      match = { expenseId, amountCents };
    }
    await storeMatchByHand(tx, ownerId, refund.id, match);
  });
}

/** Sets a refund apart, so that automatic matching leaves it alone. Throws REFUND_NOT_FOUND. */
export async function dismissRefund(
  deps: LedgerDeps,
  command: { ownerId: string; refundId: string; isDismissed: boolean },
): Promise<RefundView> {
  return decideRefund(deps, command, (tx, refund) =>
    storeDismissal(tx, command.ownerId, refund.id, command.isDismissed ? deps.clock() : null),
  );
}

/** Throws REFUND_NOT_FOUND. */
async function decideRefund(
  deps: LedgerDeps,
  { ownerId, refundId }: { ownerId: string; refundId: string },
  store: (tx: Database, refund: BankTransactionRow) => Promise<void>,
): Promise<RefundView> {
  return changeLedger(deps, ownerId, async (tx) => {
    const refund = /^\d{1,15}$/.test(refundId)
      ? await lockRefundTransaction(tx, ownerId, Number(refundId))
      : undefined;
    if (!refund) throw new AppError('REFUND_NOT_FOUND');
    const matchedExpenses = async () =>
      (await listMatches(tx, ownerId, [refund.id])).map((match) => match.expenseId);
    const before = await matchedExpenses();
    await store(tx, refund);
    const touched = [...before, ...(await matchedExpenses())];
    await rematchMerchants(tx, ownerId, [
      refund.merchantKey,
      ...(await merchantsOfExpenses(tx, ownerId, touched)),
    ]);
    await refreshRefundedCents(tx, ownerId, touched);

    const decided = await lockRefundTransaction(tx, ownerId, refund.id);
    const [view] = decided ? await withMatches(tx, ownerId, [decided]) : [];
    if (!view) throw new AppError('REFUND_NOT_FOUND');
    return view;
  });
}

async function withMatches(
  db: Database,
  ownerId: string,
  transactions: readonly BankTransactionRow[],
): Promise<RefundView[]> {
  const matches = Map.groupBy(
    await listMatches(
      db,
      ownerId,
      transactions.map((transaction) => transaction.id),
    ),
    (match) => match.refundTransactionId,
  );
  return transactions.map((transaction) => ({
    id: transaction.id,
    name: transaction.merchantName ?? transaction.name,
    amountCents: -transaction.amountCents,
    day: transaction.day,
    currency: transaction.currency,
    isMatchedByHand: transaction.isMatchedByHand,
    isDismissed: transaction.dismissedAt !== null,
    matches: (matches.get(transaction.id) ?? []).map(({ expenseId, amountCents }) => ({
      expenseId,
      amountCents,
    })),
  }));
}
