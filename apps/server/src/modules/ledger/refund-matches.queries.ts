import type { Day } from '@oinkly/domain/days';
import type { RefundableRow } from '@oinkly/domain/refunds';
import { and, asc, eq, inArray, isNull, lt, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { bankTransactions, expenses, refundMatches } from '../../db/schema.ts';
import { touchWeeks, type LedgerTransaction } from './ledger-transaction.ts';

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

/** Newest first. */
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
  if (refundIds.length === 0) return [];
  return selectMatches(db, userId, isOneOf(refundMatches.refundTransactionId, refundIds));
}

/** Call `rematchMerchants` afterwards. */
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

/** Call `rematchMerchants` afterwards. */
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
  if (expenseIds.length === 0) return;
  const { rows } = await tx.execute<{ weekStart: Day }>(sql`
    update expenses e set refunded_cents = m.sum
    from (
      select x.id, coalesce((select sum(amount_cents) from refund_matches where user_id = ${userId} and expense_id = x.id), 0) as sum
      from unnest(${sql.param([...expenseIds])}::bigint[]) as x(id)
    ) m
    where e.user_id = ${userId} and e.id = m.id and e.refunded_cents <> m.sum
    returning e.week_start as "weekStart"`);
  touchWeeks(tx, rows);
}

/** The user's matches with these expenses, for refunds of any merchant. */
export async function listMatchesByHand(
  db: Database,
  userId: string,
  expenseIds: readonly number[],
): Promise<StoredMatch[]> {
  if (expenseIds.length === 0) return [];
  const isOfThese = isOneOf(refundMatches.expenseId, expenseIds);
  return selectMatches(db, userId, and(isOfThese, eq(refundMatches.isByHand, true)));
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
      and(eq(bankTransactions.userId, expenses.userId), eq(bankTransactions.id, expenses.bankTransactionId)),
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

/** Only US dollars, oldest first. */
export async function listMerchantRefunds(
  db: Database,
  userId: string,
  merchantKeys: readonly string[],
): Promise<MerchantRefund[]> {
  if (merchantKeys.length === 0) return [];
  return db
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
        isOneOf(bankTransactions.merchantKey, merchantKeys),
        isRefund,
        eq(bankTransactions.currency, 'USD'),
      ),
    )
    .orderBy(asc(bankTransactions.id));
}

/**
 * Only US dollars, oldest first. Two statements instead of a join: right after a first import, the planner knows nothing of the new rows and would
 * compare each with each.
 */
export async function listMerchantPurchases(
  db: Database,
  userId: string,
  merchantKeys: readonly string[],
): Promise<MerchantPurchase[]> {
  const rows = await db
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
        isOneOf(bankTransactions.merchantKey, merchantKeys),
        isNull(bankTransactions.removedAt),
        eq(bankTransactions.currency, 'USD'),
        inArray(bankTransactions.kind, ['spending', 'fixed-bill']),
      ),
    );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const found = await db
    .select({ id: expenses.id, transactionId: expenses.bankTransactionId })
    .from(expenses)
    .where(and(eq(expenses.userId, userId), isOneOf(expenses.bankTransactionId, [...rowOf.keys()])))
    .orderBy(asc(expenses.id));
  return found.flatMap(({ id, transactionId }) => {
    const row = transactionId === null ? undefined : rowOf.get(transactionId);
    return row ? [{ ...row, id }] : [];
  });
}

export async function expensesMatchedWith(
  db: Database,
  userId: string,
  merchantKeys: readonly string[],
): Promise<number[]> {
  if (merchantKeys.length === 0) return [];
  const rows = await db
    .selectDistinct({ expenseId: refundMatches.expenseId })
    .from(refundMatches)
    .innerJoin(
      bankTransactions,
      and(
        eq(bankTransactions.userId, refundMatches.userId),
        eq(bankTransactions.id, refundMatches.refundTransactionId),
      ),
    )
    .where(and(eq(refundMatches.userId, userId), isOneOf(bankTransactions.merchantKey, merchantKeys)));
  return rows.map((row) => row.expenseId);
}

export async function replaceAutomaticMatches(
  db: Database,
  userId: string,
  refundIds: readonly number[],
  matches: readonly StoredMatch[],
): Promise<void> {
  await db
    .delete(refundMatches)
    .where(
      and(
        eq(refundMatches.userId, userId),
        isOneOf(refundMatches.refundTransactionId, refundIds),
        eq(refundMatches.isByHand, false),
      ),
    );
  if (matches.length === 0) return;
  await db.execute(sql`
    insert into refund_matches (user_id, refund_transaction_id, expense_id, amount_cents, is_by_hand)
    select ${userId}::uuid, m."refundTransactionId", m."expenseId", m."amountCents", m."isByHand"
    from json_to_recordset(${JSON.stringify(matches)}::json)
      as m("refundTransactionId" bigint, "expenseId" bigint, "amountCents" bigint, "isByHand" boolean)`);
}

/** Deletes matches of refunds that the bank removed or reclassified. Returns the ids of their expenses. */
export async function dropMatchesOfFormerRefunds(db: Database, userId: string): Promise<number[]> {
  const transaction = db
    .select({ id: bankTransactions.id })
    .from(bankTransactions)
    .where(
      and(
        eq(bankTransactions.userId, refundMatches.userId),
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
