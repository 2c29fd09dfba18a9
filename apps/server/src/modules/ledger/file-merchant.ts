import { merchantKey as merchantKeyOf } from '@oinkly/domain/classification';
import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import type { ExpenseRow } from './expenses.queries.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';
import {
  findMerchantKey,
  updateUneditedCategories,
  upsertMerchantCategory,
} from './merchant-categories.queries.ts';

/** Sets a merchant's category for later transactions and for expenses whose category the user has not edited. */
export async function fileMerchantUnder(
  tx: LedgerTransaction,
  { userId, bankTransactionId, name }: Pick<ExpenseRow, 'userId' | 'bankTransactionId' | 'name'>,
  category: ExpenseCategory,
): Promise<void> {
  const ofBank =
    bankTransactionId === null ? undefined : await findMerchantKey(tx, userId, bankTransactionId);
  const filed = { userId, merchantKey: ofBank ?? merchantKeyOf(name), category };
  await upsertMerchantCategory(tx, filed);
  await updateUneditedCategories(tx, filed);
}
