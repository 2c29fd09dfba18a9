import type { Day } from '@oinkly/domain/days';
import type { RefundableRow } from '@oinkly/domain/refunds';
import { and, asc, eq, inArray, isNull, lt, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { forEachPage, inPages } from '../../db/in-pages.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { bankTransactions, expenses, refundMatches } from '../../db/tables/ledger.tables.ts';
import { touchWeeks, type LedgerTransaction } from './ledger-transaction.ts';
import { insertInto, update } from '../../db/writable-table.ts';

export type BankTransactionRow = typeof bankTransactions.$inferSelect;

export interface StoredMatch {
  refundTransactionId: number;
  expenseId: number;
  amountCents: number;
  isByHand: boolean;
}

const isRefund = and(
  eq(bankTransactions.kind, 'refund'),
  isNull(bankTransactions.removedAt),
  lt(bankTransactions.amountCents, 0),
);

/** Refunds wait 90 days to be matched. */
const MAX_LISTED_REFUNDS = 1000;

/** Lists them, newest first. */
export async function listRefundTransactions(db: Database, userId: string): Promise<BankTransactionRow[]> {
  return db
    .select()
    .from(bankTransactions)
    .where(and(eq(bankTransactions.userId, userId), isRefund))
    .orderBy(sql`${bankTransactions.day} desc`, sql`${bankTransactions.id} desc`)
    .limit(MAX_LISTED_REFUNDS);
}

export async function lockRefundTransaction(
  db: Database,
  userId: string,
  id: number,
): Promise<BankTransactionRow | undefined> {
  const [row] = await db
    .select()
    .from(bankTransactions)
    .where(and(eq(bankTransactions.userId, userId), eq(bankTransactions.id, id), isRefund))
    .for('update');
  return row;
}

export async function listMatches(
  db: Database,
  userId: string,
  refundIds: readonly number[],
): Promise<StoredMatch[]> {
  return inPages(refundIds, (page) =>
    selectMatches(db, userId, isOneOf(refundMatches.refundTransactionId, page)),
  );
}

/** Stores the user's choice. Call `rematchMerchants` afterwards. */
export async function storeMatchByHand(
  db: Database,
  userId: string,
  refundId: number,
  match: { expenseId: number; amountCents: number } | null,
): Promise<void> {
  await deleteMatches(db, userId, refundId);
  if (match) {
    await db
      .insert(refundMatches)
      .values({ userId, refundTransactionId: refundId, ...match, isByHand: true });
  }
  await updateRefund(db, userId, refundId, { isMatchedByHand: true, dismissedAt: null });
}

/** Stores the user's choice. Call `rematchMerchants` afterwards. */
export async function storeDismissal(
  db: Database,
  userId: string,
  refundId: number,
  dismissedAt: Date | null,
): Promise<void> {
  if (dismissedAt) await deleteMatches(db, userId, refundId);
  await updateRefund(db, userId, refundId, { dismissedAt });
}

async function deleteMatches(db: Database, userId: string, refundId: number): Promise<void> {
  await db
    .delete(refundMatches)
    .where(and(eq(refundMatches.userId, userId), eq(refundMatches.refundTransactionId, refundId)));
}

async function updateRefund(
  db: Database,
  userId: string,
  refundId: number,
  decision: Partial<Pick<BankTransactionRow, 'isMatchedByHand' | 'dismissedAt'>>,
): Promise<void> {
  await db
    .update(bankTransactions)
    .set(decision)
    .where(and(eq(bankTransactions.userId, userId), eq(bankTransactions.id, refundId)));
}

/** What other refunds matched by hand take off the expense, in cents. */
export async function refundedByHandCents(
  db: Database,
  userId: string,
  expenseId: number,
  exceptRefundId: number,
): Promise<number> {
  const [row] = await db
    .select({ sum: sql<string | null>`sum(${refundMatches.amountCents})` })
    .from(refundMatches)
    .where(
      and(
        eq(refundMatches.userId, userId),
        eq(refundMatches.expenseId, expenseId),
        eq(refundMatches.isByHand, true),
        sql`${refundMatches.refundTransactionId} <> ${exceptRefundId}`,
      ),
    );
  return Number(row?.sum ?? 0);
}

export async function refreshRefundedCents(
  tx: LedgerTransaction,
  userId: string,
  expenseIds: readonly number[],
): Promise<void> {
  const touched = await inPages(expenseIds, async (page) => {
    const { rows } = await tx.execute<{ weekStart: Day }>(sql`
      ${update(expenses)} e set refunded_cents = m.sum
      from (
        select x.id, coalesce((select sum(amount_cents) from refund_matches where user_id = ${userId} and expense_id = x.id), 0) as sum
        from unnest(${sql.param(page)}::bigint[]) as x(id)
      ) m
      where e.user_id = ${userId} and e.id = m.id and e.refunded_cents <> m.sum
      returning e.week_start as "weekStart"`);
    return rows;
  });
  touchWeeks(tx, touched);
}

/** The user's matches with these expenses, for refunds of any merchant. */
export async function listMatchesByHand(
  db: Database,
  userId: string,
  expenseIds: readonly number[],
): Promise<StoredMatch[]> {
  return inPages(expenseIds, (page) =>
    selectMatches(db, userId, and(isOneOf(refundMatches.expenseId, page), eq(refundMatches.isByHand, true))),
  );
}

async function selectMatches(
  db: Database,
  userId: string,
  condition: SQL | undefined,
): Promise<StoredMatch[]> {
  return db
    .select({
      refundTransactionId: refundMatches.refundTransactionId,
      expenseId: refundMatches.expenseId,
      amountCents: refundMatches.amountCents,
      isByHand: refundMatches.isByHand,
    })
    .from(refundMatches)
    .where(and(eq(refundMatches.userId, userId), condition));
}

export async function merchantsOfExpenses(
  db: Database,
  userId: string,
  expenseIds: readonly number[],
): Promise<string[]> {
  if (expenseIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ merchantKey: bankTransactions.merchantKey })
    .from(expenses)
    .innerJoin(
      bankTransactions,
      and(eq(bankTransactions.userId, userId), eq(bankTransactions.id, expenses.bankTransactionId)),
    )
    .where(and(eq(expenses.userId, userId), isOneOf(expenses.id, expenseIds)));
  return rows.map((row) => row.merchantKey);
}

export interface MerchantPurchase extends RefundableRow {
  merchantKey: string;
}

/** The amount is negative. */
export type MerchantRefund = Pick<
  BankTransactionRow,
  'id' | 'amountCents' | 'day' | 'merchantKey' | 'isMatchedByHand' | 'dismissedAt'
>;

/** Lists those in US dollars, the oldest of each merchant first. */
export async function listMerchantRefunds(
  db: Database,
  userId: string,
  merchantKeys: readonly string[],
): Promise<MerchantRefund[]> {
  return inPages(merchantKeys, (page) =>
    db
      .select({
        id: bankTransactions.id,
        amountCents: bankTransactions.amountCents,
        day: bankTransactions.day,
        merchantKey: bankTransactions.merchantKey,
        isMatchedByHand: bankTransactions.isMatchedByHand,
        dismissedAt: bankTransactions.dismissedAt,
      })
      .from(bankTransactions)
      .where(
        and(
          eq(bankTransactions.userId, userId),
          isOneOf(bankTransactions.merchantKey, page),
          isRefund,
          eq(bankTransactions.currency, 'USD'),
        ),
      )
      .orderBy(asc(bankTransactions.id)),
  );
}

/**
 * Only US dollars, the oldest first. Two reads instead of a join: right after a first import, the planner knows nothing of the new rows and would
 * compare each with each.
 */
export async function listMerchantPurchases(
  db: Database,
  userId: string,
  merchantKeys: readonly string[],
): Promise<MerchantPurchase[]> {
  const rows = await inPages(merchantKeys, (page) =>
    db
      .select({
        id: bankTransactions.id,
        amountCents: bankTransactions.amountCents,
        day: bankTransactions.day,
        merchantKey: bankTransactions.merchantKey,
      })
      .from(bankTransactions)
      .where(
        and(
          eq(bankTransactions.userId, userId),
          isOneOf(bankTransactions.merchantKey, page),
          isNull(bankTransactions.removedAt),
          eq(bankTransactions.currency, 'USD'),
          inArray(bankTransactions.kind, ['spending', 'fixed-bill']),
        ),
      ),
  );
  const purchases = await inPages(rows, async (page) => {
    const rowOf = new Map(page.map((row) => [row.id, row]));
    const found = await db
      .select({ id: expenses.id, transactionId: expenses.bankTransactionId })
      .from(expenses)
      .where(and(eq(expenses.userId, userId), isOneOf(expenses.bankTransactionId, [...rowOf.keys()])));
    return found.flatMap(({ id, transactionId }) => {
      const row = transactionId === null ? undefined : rowOf.get(transactionId);
      return row ? [{ ...row, id }] : [];
    });
  });
  return purchases.toSorted((one, other) => one.id - other.id);
}

export async function expensesMatchedWith(
  db: Database,
  userId: string,
  merchantKeys: readonly string[],
): Promise<number[]> {
  const rows = await inPages(merchantKeys, (page) =>
    db
      .selectDistinct({ expenseId: refundMatches.expenseId })
      .from(refundMatches)
      .innerJoin(
        bankTransactions,
        and(eq(bankTransactions.userId, userId), eq(bankTransactions.id, refundMatches.refundTransactionId)),
      )
      .where(and(eq(refundMatches.userId, userId), isOneOf(bankTransactions.merchantKey, page))),
  );
  return rows.map((row) => row.expenseId);
}

export async function replaceAutomaticMatches(
  db: Database,
  userId: string,
  refundIds: readonly number[],
  matches: readonly StoredMatch[],
): Promise<void> {
  await forEachPage(refundIds, (page) =>
    db
      .delete(refundMatches)
      .where(
        and(
          eq(refundMatches.userId, userId),
          isOneOf(refundMatches.refundTransactionId, page),
          eq(refundMatches.isByHand, false),
        ),
      ),
  );
  await forEachPage(matches, (page) =>
    db.execute(sql`
      ${insertInto(refundMatches)} (user_id, refund_transaction_id, expense_id, amount_cents, is_by_hand)
      select ${userId}::uuid, m."refundTransactionId", m."expenseId", m."amountCents", m."isByHand"
      from json_to_recordset(${JSON.stringify(page)}::json)
        as m("refundTransactionId" bigint, "expenseId" bigint, "amountCents" bigint, "isByHand" boolean)`),
  );
}

/** Deletes matches of refunds that the bank removed or reclassified. Returns the ids of their expenses. */
export async function dropMatchesOfFormerRefunds(db: Database, userId: string): Promise<number[]> {
  const transaction = db
    .select({ id: bankTransactions.id })
    .from(bankTransactions)
    .where(
      and(
        eq(bankTransactions.userId, userId),
        eq(bankTransactions.id, refundMatches.refundTransactionId),
        isRefund,
        or(eq(bankTransactions.currency, 'USD'), eq(refundMatches.isByHand, true)),
      ),
    );
  const rows = await db
    .delete(refundMatches)
    .where(and(eq(refundMatches.userId, userId), notExists(transaction)))
    .returning({ expenseId: refundMatches.expenseId });
  return [...new Set(rows.map((row) => row.expenseId))];
}
