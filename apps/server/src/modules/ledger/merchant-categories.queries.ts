import { merchantKey } from '@oinkly/domain/classification';
import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { bankRecords, expenses, merchantCategories } from '../../db/schema.ts';
import type { ExpenseRow } from './expenses.queries.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';

/**
 * Files the merchant of an expense under a category: its later transactions, and its expenses whose category the user has not edited. No
 * total depends on categories, so no week is touched.
 */
export async function fileMerchantUnder(
  tx: LedgerTransaction,
  expense: Pick<ExpenseRow, 'userId' | 'bankRecordId' | 'name'>,
  category: ExpenseCategory,
): Promise<void> {
  const { userId } = expense;
  const key = (await merchantKeyOfRecord(tx, expense)) ?? merchantKey(expense.name);
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
    .from(bankRecords)
    .where(
      and(
        eq(expenses.userId, userId),
        eq(bankRecords.userId, userId),
        eq(bankRecords.id, expenses.bankRecordId),
        eq(bankRecords.merchantKey, key),
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

async function merchantKeyOfRecord(
  db: Database,
  { userId, bankRecordId }: Pick<ExpenseRow, 'userId' | 'bankRecordId'>,
): Promise<string | undefined> {
  if (bankRecordId === null) return undefined;
  const [record] = await db
    .select({ merchantKey: bankRecords.merchantKey })
    .from(bankRecords)
    .where(and(eq(bankRecords.userId, userId), eq(bankRecords.id, bankRecordId)));
  return record?.merchantKey;
}
