import { merchantKey } from '@oinkly/domain/classification';
import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { bankTransactions, expenses, merchantCategories } from '../../db/schema.ts';
import type { ExpenseRow } from './expenses.queries.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';

/**
 * Files the merchant of an expense under a category: its later transactions, and its expenses whose category the user has not edited. No
 * total depends on categories, so no week is touched.
 */
export async function fileMerchantUnder(
  tx: LedgerTransaction,
  expense: Pick<ExpenseRow, 'userId' | 'bankTransactionId' | 'name'>,
  category: ExpenseCategory,
): Promise<void> {
  const { userId } = expense;
  const key = (await merchantKeyOfTransaction(tx, expense)) ?? merchantKey(expense.name);
  await tx
    .insert(merchantCategories)
    .values({ userId, merchantKey: key, category })
    .onConflictDoUpdate({
      target: [merchantCategories.userId, merchantCategories.merchantKey],
      set: { category },
    });
  await tx
    .update(expenses)
    .set({ category })
    .from(bankTransactions)
    .where(
      and(
        eq(expenses.userId, userId),
        eq(bankTransactions.userId, userId),
        eq(bankTransactions.id, expenses.bankTransactionId),
        eq(bankTransactions.merchantKey, key),
        sql`not 'category' = any(${expenses.editedFields})`,
      ),
    );
}

/** The categories under which the user files merchants, by merchant key. */
export async function listMerchantCategories(
  db: Database,
  userId: string,
): Promise<{ merchantKey: string; category: string }[]> {
  const { merchantKey: key, category } = merchantCategories;
  return db
    .select({ merchantKey: key, category })
    .from(merchantCategories)
    .where(eq(merchantCategories.userId, userId))
    .orderBy(asc(key));
}

async function merchantKeyOfTransaction(
  db: Database,
  { userId, bankTransactionId }: Pick<ExpenseRow, 'userId' | 'bankTransactionId'>,
): Promise<string | undefined> {
  if (bankTransactionId === null) return undefined;
  const [transaction] = await db
    .select({ merchantKey: bankTransactions.merchantKey })
    .from(bankTransactions)
    .where(and(eq(bankTransactions.userId, userId), eq(bankTransactions.id, bankTransactionId)));
  return transaction?.merchantKey;
}
