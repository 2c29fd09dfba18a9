import { matchRefunds, type RefundMatch, type RefundableRow } from '@oinkly/domain/refunds';
import { and, asc, eq, inArray, isNull, lt, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { Day } from '@oinkly/domain/days';
import type { Database } from '../../db/database.ts';
import { bankRecords, expenses, refundMatches } from '../../db/schema.ts';
import { touchWeeks, type LedgerTransaction } from '../ledger/index.ts';

export type BankRecordRow = typeof bankRecords.$inferSelect;

/** What a refund reduces, and by how much. */
export interface StoredMatch {
  refundRecordId: number;
  expenseId: number;
  amountCents: number;
  isByHand: boolean;
}

const isRefund = and(
  eq(bankRecords.kind, 'refund'),
  isNull(bankRecords.removedAt),
  lt(bankRecords.amountCents, 0),
);

/** The most refunds that are listed: they wait to be matched within 90 days. */
const MAX_LISTED_REFUNDS = 1000;

/** Returns a user's refunds, newest first. */
export async function listRefundRecords(db: Database, userId: string): Promise<BankRecordRow[]> {
  return db
    .select()
    .from(bankRecords)
    .where(and(eq(bankRecords.userId, userId), isRefund))
    .orderBy(sql`${bankRecords.day} desc`, sql`${bankRecords.id} desc`)
    .limit(MAX_LISTED_REFUNDS);
}

/** The user's refund, locked; undefined when it is not there or somebody else's. */
export async function lockRefundRecord(
  db: Database,
  userId: string,
  id: number,
): Promise<BankRecordRow | undefined> {
  const [row] = await db
    .select()
    .from(bankRecords)
    .where(and(eq(bankRecords.userId, userId), eq(bankRecords.id, id), isRefund))
    .for('update');
  return row;
}

/** What these refunds reduce. */
export async function listMatches(
  db: Database,
  userId: string,
  refundIds: readonly number[],
): Promise<StoredMatch[]> {
  if (refundIds.length === 0) return [];
  return selectMatches(db, userId, inArray(refundMatches.refundRecordId, [...refundIds]));
}

/**
 * Replaces what the user decided about one refund: the expense it reduces, or none. This ends a dismissal. Call
 * `rematchMerchants` afterwards.
 */
export async function storeMatchByHand(
  db: Database,
  userId: string,
  refundId: number,
  match: { expenseId: number; amountCents: number } | null,
): Promise<void> {
  await deleteMatches(db, userId, refundId);
  if (match) {
    await db.insert(refundMatches).values({ userId, refundRecordId: refundId, ...match, isByHand: true });
  }
  await updateRefund(db, userId, refundId, { isMatchedByHand: true, dismissedAt: null });
}

/** Dismisses a refund and deletes its matches, or with null takes that back. Call `rematchMerchants` afterwards. */
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
    .where(and(eq(refundMatches.userId, userId), eq(refundMatches.refundRecordId, refundId)));
}

async function updateRefund(
  db: Database,
  userId: string,
  refundId: number,
  decision: Partial<Pick<BankRecordRow, 'isMatchedByHand' | 'dismissedAt'>>,
): Promise<void> {
  await db
    .update(bankRecords)
    .set(decision)
    .where(and(eq(bankRecords.userId, userId), eq(bankRecords.id, refundId)));
}

/** The part of a purchase that other refunds matched by hand have already taken. */
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
        sql`${refundMatches.refundRecordId} <> ${exceptRefundId}`,
      ),
    );
  return Number(row?.sum ?? 0);
}

/**
 * Matches the refunds of these merchants again (PD-6) and updates `expenses.refunded_cents`. The user's own matches and
 * dismissals stay. Call it in the transaction that changed the records.
 */
export async function rematchMerchants(
  tx: LedgerTransaction,
  userId: string,
  merchantKeys: readonly string[],
): Promise<void> {
  const refunds = await listMerchantRefunds(tx, userId, merchantKeys);
  const affected = await expensesMatchedWith(tx, userId, merchantKeys);
  const automatic: StoredMatch[] = [];
  if (refunds.length > 0) {
    const keys = [...new Set(refunds.map((refund) => refund.merchantKey))];
    const purchases = groupByMerchant(await listMerchantPurchases(tx, userId, keys));
    const byMerchant = groupByMerchant(refunds);
    const byHand = await listMatchesByHand(
      tx,
      userId,
      [...purchases.values()].flat().map((purchase) => purchase.id),
    );
    for (const key of keys) {
      const own = byMerchant.get(key) ?? [];
      automatic.push(...automaticMatches(own, purchases.get(key) ?? [], byHand));
    }
    await replaceAutomaticMatches(
      tx,
      userId,
      refunds.map((refund) => refund.id),
      automatic,
    );
  }
  await refreshRefundedCents(tx, userId, [
    ...new Set([...affected, ...automatic.map((match) => match.expenseId)]),
  ]);
}

/** Brings the refunded sums of these expenses up to date with their matches. */
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
    returning e.week_start::text as "weekStart"`);
  touchWeeks(tx, rows);
}

/** What people decided of these purchases, whichever merchant the refund came from. */
async function listMatchesByHand(
  db: Database,
  userId: string,
  expenseIds: readonly number[],
): Promise<StoredMatch[]> {
  if (expenseIds.length === 0) return [];
  const isOfThese = inArray(refundMatches.expenseId, [...expenseIds]);
  return selectMatches(db, userId, and(isOfThese, eq(refundMatches.isByHand, true)));
}

async function selectMatches(
  db: Database,
  userId: string,
  condition: SQL | undefined,
): Promise<StoredMatch[]> {
  return db
    .select({
      refundRecordId: refundMatches.refundRecordId,
      expenseId: refundMatches.expenseId,
      amountCents: refundMatches.amountCents,
      isByHand: refundMatches.isByHand,
    })
    .from(refundMatches)
    .where(and(eq(refundMatches.userId, userId), condition));
}

/** The merchants of these purchases, as far as they came from a bank. */
export async function merchantsOfExpenses(
  db: Database,
  userId: string,
  expenseIds: readonly number[],
): Promise<string[]> {
  if (expenseIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ merchantKey: bankRecords.merchantKey })
    .from(expenses)
    .innerJoin(
      bankRecords,
      and(eq(bankRecords.userId, expenses.userId), eq(bankRecords.id, expenses.bankRecordId)),
    )
    .where(and(eq(expenses.userId, userId), inArray(expenses.id, [...expenseIds])));
  return rows.map((row) => row.merchantKey);
}

interface MerchantRow extends RefundableRow {
  merchantKey: string;
}

async function listMerchantRefunds(
  db: Database,
  userId: string,
  merchantKeys: readonly string[],
): Promise<(MerchantRow & { isDecidedByHand: boolean })[]> {
  if (merchantKeys.length === 0) return [];
  const rows = await db
    .select({
      id: bankRecords.id,
      amountCents: bankRecords.amountCents,
      day: bankRecords.day,
      merchantKey: bankRecords.merchantKey,
      isMatchedByHand: bankRecords.isMatchedByHand,
      dismissedAt: bankRecords.dismissedAt,
    })
    .from(bankRecords)
    .where(
      and(
        eq(bankRecords.userId, userId),
        inArray(bankRecords.merchantKey, [...merchantKeys]),
        isRefund,
        eq(bankRecords.currency, 'USD'),
      ),
    )
    .orderBy(asc(bankRecords.id));
  return rows.map(({ isMatchedByHand, dismissedAt, ...row }) => ({
    ...row,
    amountCents: -row.amountCents,
    isDecidedByHand: isMatchedByHand || dismissedAt !== null,
  }));
}

async function listMerchantPurchases(
  db: Database,
  userId: string,
  merchantKeys: readonly string[],
): Promise<MerchantRow[]> {
  const rows = await db
    .select({
      id: expenses.id,
      amountCents: bankRecords.amountCents,
      day: bankRecords.day,
      merchantKey: bankRecords.merchantKey,
    })
    .from(bankRecords)
    .innerJoin(
      expenses,
      and(eq(expenses.userId, bankRecords.userId), eq(expenses.bankRecordId, bankRecords.id)),
    )
    .where(
      and(
        eq(bankRecords.userId, userId),
        inArray(bankRecords.merchantKey, [...merchantKeys]),
        isNull(bankRecords.removedAt),
        eq(bankRecords.currency, 'USD'),
        inArray(bankRecords.kind, ['spending', 'fixed-bill']),
      ),
    )
    .orderBy(asc(expenses.id));
  return rows;
}

async function expensesMatchedWith(
  db: Database,
  userId: string,
  merchantKeys: readonly string[],
): Promise<number[]> {
  if (merchantKeys.length === 0) return [];
  const rows = await db
    .selectDistinct({ expenseId: refundMatches.expenseId })
    .from(refundMatches)
    .innerJoin(
      bankRecords,
      and(eq(bankRecords.userId, refundMatches.userId), eq(bankRecords.id, refundMatches.refundRecordId)),
    )
    .where(and(eq(refundMatches.userId, userId), inArray(bankRecords.merchantKey, [...merchantKeys])));
  return rows.map((row) => row.expenseId);
}

function automaticMatches(
  refunds: readonly (RefundableRow & { isDecidedByHand: boolean })[],
  purchases: readonly RefundableRow[],
  byHand: readonly StoredMatch[],
): StoredMatch[] {
  const fixed: RefundMatch[] = byHand.map(({ refundRecordId, expenseId, amountCents }) => ({
    refundId: refundRecordId,
    purchaseId: expenseId,
    amountCents,
  }));
  const lockedRefundIds = new Set(
    refunds.filter((refund) => refund.isDecidedByHand).map((refund) => refund.id),
  );
  return matchRefunds({ refunds, purchases, fixed, lockedRefundIds }).map(
    ({ refundId, purchaseId, amountCents }) => ({
      refundRecordId: refundId,
      expenseId: purchaseId,
      amountCents,
      isByHand: false,
    }),
  );
}

async function replaceAutomaticMatches(
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
        inArray(refundMatches.refundRecordId, [...refundIds]),
        eq(refundMatches.isByHand, false),
      ),
    );
  if (matches.length > 0)
    await db.insert(refundMatches).values(matches.map((match) => ({ userId, ...match })));
}

function groupByMerchant<Row extends MerchantRow>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => row.merchantKey);
}

/**
 * Deletes the matches of records that are refunds no longer: the bank took them back, or says now that they are something else. Returns
 * the expenses they had reduced.
 */
export async function dropMatchesOfFormerRefunds(db: Database, userId: string): Promise<number[]> {
  const record = db
    .select({ id: bankRecords.id })
    .from(bankRecords)
    .where(
      and(
        eq(bankRecords.userId, refundMatches.userId),
        eq(bankRecords.id, refundMatches.refundRecordId),
        isRefund,
        or(eq(bankRecords.currency, 'USD'), eq(refundMatches.isByHand, true)),
      ),
    );
  const rows = await db
    .delete(refundMatches)
    .where(and(eq(refundMatches.userId, userId), notExists(record)))
    .returning({ expenseId: refundMatches.expenseId });
  return [...new Set(rows.map((row) => row.expenseId))];
}
