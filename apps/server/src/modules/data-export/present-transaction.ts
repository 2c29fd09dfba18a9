import { dollarsFromCents } from '@oinkly/domain/money';
import type { AccountTransaction } from '../banking/index.ts';

/** Presents a transaction; positive amounts are money out. */
export function presentTransaction({ transaction, account }: AccountTransaction) {
  const { currency, postedOn, authorizedOn, name, merchantName } = transaction;
  return {
    account,
    amount: dollarsFromCents(transaction.amountCents),
    currency,
    postedOn,
    authorizedOn,
    name,
    merchantName,
    pending: transaction.isPending,
    category: transaction.reportedCategory,
    removedAt: transaction.removedAt?.toISOString() ?? null,
  };
}
