import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { bankTransactions, expenses, merchantCategories } from '../../db/schema.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';

export async function upsertMerchantCategory(
  tx: LedgerTransaction,
  row: typeof merchantCategories.$inferInsert,
): Promise<void> {
  await tx
    .insert(merchantCategories)
    .values(row)
    .onConflictDoUpdate({
      target: [merchantCategories.userId, merchantCategories.merchantKey],
      set: { category: row.category },
    });
}

/** Sets the category of a merchant's bank expenses unless the user edited it. Totals don't depend on it, so no week is touched. */
export async function updateUneditedCategories(
  tx: LedgerTransaction,
  { userId, merchantKey, category }: typeof merchantCategories.$inferInsert,
): Promise<void> {
  await tx
    .update(expenses)
    .set({ category })
    .from(bankTransactions)
    .where(
      and(
        eq(expenses.userId, userId),
        eq(bankTransactions.userId, userId),
        eq(bankTransactions.id, expenses.bankTransactionId),
        eq(bankTransactions.merchantKey, merchantKey),
        sql`not 'category' = any(${expenses.editedFields})`,
      ),
    );
}

/** By merchant key. */
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

/** The merchant of a transaction. */
export async function findMerchantKey(
  db: Database,
  userId: string,
  transactionId: number,
): Promise<string | undefined> {
  const [transaction] = await db
    .select({ merchantKey: bankTransactions.merchantKey })
    .from(bankTransactions)
    .where(and(eq(bankTransactions.userId, userId), eq(bankTransactions.id, transactionId)));
  return transaction?.merchantKey;
}
