import { and, asc, count, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { bankTransactions } from '../../db/tables/readable-tables.ts';
import { rules } from '../../db/tables/expenses.tables.ts';

export type RuleRow = typeof rules.$inferSelect;

/** Null sets nothing. */
export type RuleFields = Pick<RuleRow, 'name' | 'category' | 'isCounted'>;

export type Merchant = Pick<RuleRow, 'merchantKey' | 'merchant'>;

const isThis = (userId: string, merchantKey: string) =>
  and(eq(rules.userId, userId), eq(rules.merchantKey, merchantKey));

const merchantColumns = {
  merchantKey: bankTransactions.merchantKey,
  merchant: sql<string>`coalesce(${bankTransactions.merchantName}, ${bankTransactions.name})`,
};

export async function listRules(db: Database, userId: string): Promise<RuleRow[]> {
  return db
    .select()
    .from(rules)
    .where(eq(rules.userId, userId))
    .orderBy(asc(sql`lower(${rules.merchant})`), asc(rules.merchantKey));
}

export async function findRule(
  db: Database,
  userId: string,
  merchantKey: string,
): Promise<RuleRow | undefined> {
  const [row] = await db.select().from(rules).where(isThis(userId, merchantKey));
  return row;
}

/** The keys of merchants whose rules say whether they count. */
export async function readMerchantsWithDecision(db: Database, userId: string): Promise<Set<string>> {
  const rows = await db
    .select({ merchantKey: rules.merchantKey })
    .from(rules)
    .where(and(eq(rules.userId, userId), isNotNull(rules.isCounted)));
  return new Set(rows.map(({ merchantKey }) => merchantKey));
}

export async function countRules(db: Database, userId: string): Promise<number> {
  const [row] = await db.select({ stored: count() }).from(rules).where(eq(rules.userId, userId));
  return row?.stored ?? 0;
}

export async function storeRule(db: Database, rule: RuleRow): Promise<void> {
  const { userId: _userId, merchantKey: _key, ...set } = rule;
  await db
    .insert(rules)
    .values(rule)
    .onConflictDoUpdate({ target: [rules.userId, rules.merchantKey], set });
}

/** False if there was none. */
export async function deleteRule(db: Database, userId: string, merchantKey: string): Promise<boolean> {
  const deleted = await db
    .delete(rules)
    .where(isThis(userId, merchantKey))
    .returning({ merchantKey: rules.merchantKey });
  return deleted.length > 0;
}

export async function findMerchantOf(
  db: Database,
  userId: string,
  transactionId: number,
): Promise<Merchant | undefined> {
  const [merchant] = await db
    .select(merchantColumns)
    .from(bankTransactions)
    .where(and(eq(bankTransactions.userId, userId), eq(bankTransactions.id, transactionId)));
  return merchant;
}

export async function findMerchant(
  db: Database,
  userId: string,
  merchantKey: string,
): Promise<Merchant | undefined> {
  const [merchant] = await db
    .select(merchantColumns)
    .from(bankTransactions)
    .where(and(eq(bankTransactions.userId, userId), eq(bankTransactions.merchantKey, merchantKey)))
    .orderBy(desc(bankTransactions.day), desc(bankTransactions.id))
    .limit(1);
  return merchant;
}

/** The merchants with the most purchases, first those with most. Cost: n log n in the user's transactions. */
export async function listMerchants(
  db: Database,
  userId: string,
  limit: number,
): Promise<(Merchant & { purchases: number })[]> {
  const newest = sql<string>`(array_agg(${merchantColumns.merchant} order by ${bankTransactions.day} desc, ${bankTransactions.id} desc))[1]`;
  const { merchantKey } = merchantColumns;
  return db
    .select({ merchantKey, merchant: newest, purchases: count() })
    .from(bankTransactions)
    .where(
      and(
        eq(bankTransactions.userId, userId),
        isNull(bankTransactions.removedAt),
        gt(bankTransactions.amountCents, 0),
      ),
    )
    .groupBy(merchantKey)
    .orderBy(desc(count()), asc(merchantKey))
    .limit(limit);
}
