import type { Day } from '@oinkly/domain/days';
import type { Payment } from '@oinkly/domain/monthly-payments';
import { and, asc, eq, gte, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { bankTransactions, expenses, monthlyMerchants } from '../../db/schema.ts';

/** A payment that a bank told of, with what the user sees of it. */
export interface PaymentRow extends Payment {
  name: string;
  category: string;
  isCounted: boolean;
}

/** A user's spending and fixed bills in dollars that banks told of since the day `since`; what was deleted is left out. */
export async function listPayments(db: Database, userId: string, since: Day): Promise<PaymentRow[]> {
  return db
    .select({
      id: bankTransactions.id,
      merchantKey: bankTransactions.merchantKey,
      amountCents: bankTransactions.amountCents,
      day: bankTransactions.day,
      name: expenses.name,
      category: expenses.category,
      isCounted: expenses.isCounted,
    })
    .from(bankTransactions)
    .innerJoin(
      expenses,
      and(eq(expenses.userId, bankTransactions.userId), eq(expenses.bankTransactionId, bankTransactions.id)),
    )
    .where(
      and(
        eq(bankTransactions.userId, userId),
        gte(bankTransactions.day, since),
        inArray(bankTransactions.kind, ['spending', 'fixed-bill']),
        eq(bankTransactions.currency, 'USD'),
        isNull(bankTransactions.removedAt),
        isNull(expenses.deletedAt),
      ),
    );
}

/** What a user said of merchants: whether payments to them are monthly, by the key of the merchant. */
export async function readMonthlyAnswers(db: Database, userId: string): Promise<Map<string, boolean>> {
  const rows = await db
    .select()
    .from(monthlyMerchants)
    .where(eq(monthlyMerchants.userId, userId))
    .orderBy(asc(monthlyMerchants.merchantKey));
  return new Map(rows.map(({ merchantKey, isMonthly }) => [merchantKey, isMonthly]));
}

/** Remembers what a user says of a merchant. */
export async function storeMonthlyAnswer(
  db: Database,
  answer: typeof monthlyMerchants.$inferInsert,
): Promise<void> {
  await db
    .insert(monthlyMerchants)
    .values(answer)
    .onConflictDoUpdate({
      target: [monthlyMerchants.userId, monthlyMerchants.merchantKey],
      set: { isMonthly: answer.isMonthly },
    });
}

/** Forgets what a user said of a merchant. */
export async function deleteMonthlyAnswer(db: Database, userId: string, merchantKey: string): Promise<void> {
  await db
    .delete(monthlyMerchants)
    .where(and(eq(monthlyMerchants.userId, userId), eq(monthlyMerchants.merchantKey, merchantKey)));
}

/** Whether a bank told the user of anything at this merchant. */
export async function hasPaidMerchant(db: Database, userId: string, merchantKey: string): Promise<boolean> {
  const rows = await db
    .select({ id: bankTransactions.id })
    .from(bankTransactions)
    .where(and(eq(bankTransactions.userId, userId), eq(bankTransactions.merchantKey, merchantKey)))
    .limit(1);
  return rows.length > 0;
}
