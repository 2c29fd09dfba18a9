import type { Day } from '@oinkly/domain/days';
import { FEWEST_PAYMENTS, MOST_PAYMENTS, type Payment } from '@oinkly/domain/monthly-payments';
import { and, asc, between, count, eq, gte, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { inPages, VALUES_PER_PAGE } from '../../db/in-pages.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import { bankTransactions, expenses } from '../../db/tables/readable-tables.ts';
import { monthlyMerchants } from '../../db/tables/expenses.tables.ts';

export interface PaymentRow extends Payment {
  name: string;
  category: string;
  isCounted: boolean;
}

/** Lists spending and fixed bills in dollars. */
export async function listPayments(db: Database, userId: string, since: Day): Promise<PaymentRow[]> {
  return readPayments(db, userId, since);
}

/** Lists the same for merchants with enough payments for `findMonthlyPayments`, in parts, so that others run between them. */
export async function listRepeatedPayments(db: Database, userId: string, since: Day): Promise<PaymentRow[]> {
  const paid = count();
  const merchants = await db
    .select({ merchantKey: bankTransactions.merchantKey, paid })
    .from(bankTransactions)
    .where(and(eq(bankTransactions.userId, userId), isPayment, gte(bankTransactions.day, since)))
    .groupBy(bankTransactions.merchantKey)
    // The index also holds removed transactions.
    .having(between(paid, FEWEST_PAYMENTS, 2 * MOST_PAYMENTS));
  const payments: PaymentRow[] = [];
  for (let first = 0, last = 0; first < merchants.length; first = last) {
    for (let rows = 0; rows < VALUES_PER_PAGE && last < merchants.length; last += 1) {
      rows += merchants[last]?.paid ?? 0;
    }
    const keys = merchants.slice(first, last).map(({ merchantKey }) => merchantKey);
    payments.push(...(await readPayments(db, userId, since, isOneOf(bankTransactions.merchantKey, keys))));
  }
  return payments;
}

const isPayment = inArray(bankTransactions.kind, ['spending', 'fixed-bill']);

/** No join: without statistics, the planner may loop over all expenses for each transaction. */
async function readPayments(db: Database, userId: string, since: Day, which?: SQL): Promise<PaymentRow[]> {
  const transactions = await db
    .select({
      id: bankTransactions.id,
      merchantKey: bankTransactions.merchantKey,
      amountCents: bankTransactions.amountCents,
      day: bankTransactions.day,
      isPending: bankTransactions.isPending,
    })
    .from(bankTransactions)
    .where(
      and(
        eq(bankTransactions.userId, userId),
        isPayment,
        gte(bankTransactions.day, since),
        eq(bankTransactions.currency, 'USD'),
        isNull(bankTransactions.removedAt),
        which,
      ),
    );
  if (transactions.length === 0) return [];
  const ids = transactions.map(({ id }) => id);
  const shown = await inPages(ids, (page) =>
    db
      .select({
        id: expenses.bankTransactionId,
        name: expenses.name,
        category: expenses.category,
        isCounted: expenses.isCounted,
        refundedCents: expenses.refundedCents,
      })
      .from(expenses)
      .where(
        and(
          eq(expenses.userId, userId),
          isOneOf(expenses.bankTransactionId, page),
          isNull(expenses.deletedAt),
        ),
      ),
  );
  const expenseOf = new Map(shown.map((expense) => [expense.id, expense]));
  return transactions.flatMap(({ isPending, ...transaction }) => {
    const found = expenseOf.get(transaction.id);
    if (!found) return [];
    const { refundedCents, ...expense } = found;
    return [{ ...expense, ...transaction, isFinal: !isPending && refundedCents === 0 }];
  });
}

/** Reads the user's answers by merchant key. */
export async function readMonthlyAnswers(db: Database, userId: string): Promise<Map<string, boolean>> {
  const rows = await selectMonthlyAnswers(db, { userId });
  return new Map(rows.map(({ merchantKey, isMonthly }) => [merchantKey, isMonthly]));
}

const selectMonthlyAnswers = preparedQuery<{ userId: string }, typeof monthlyMerchants.$inferSelect>(
  'list_monthly_answers',
  (value, db) =>
    db
      .select()
      .from(monthlyMerchants)
      .where(eq(monthlyMerchants.userId, value('userId')))
      .orderBy(asc(monthlyMerchants.merchantKey)),
);

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

export async function deleteMonthlyAnswer(db: Database, userId: string, merchantKey: string): Promise<void> {
  await db
    .delete(monthlyMerchants)
    .where(and(eq(monthlyMerchants.userId, userId), eq(monthlyMerchants.merchantKey, merchantKey)));
}

export async function hasPaidMerchant(db: Database, userId: string, merchantKey: string): Promise<boolean> {
  const rows = await db
    .select({ id: bankTransactions.id })
    .from(bankTransactions)
    .where(and(eq(bankTransactions.userId, userId), eq(bankTransactions.merchantKey, merchantKey)))
    .limit(1);
  return rows.length > 0;
}
