import type { Day } from '@oinkly/domain/days';
import {
  closeAmounts,
  SAME_PURCHASE_REACH_DAYS,
  type PurchasePair,
  type TypedPurchase,
} from '@oinkly/domain/same-purchase';
import { and, eq, getTableColumns, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { bankRecords, expenses, merchantCategories, separatePurchases } from '../../db/schema.ts';
import type { ExpenseRow } from './expenses.queries.ts';
import type { MergeChanges } from './lending.ts';

/** A typed expense and a bank's one by their ids. */
export interface PairIds {
  typedId: number;
  bankId: number;
}

/** A typed expense and the bank's one that it is merged into or is about to be, with what the bank says of it. */
export interface MergedPair {
  typed: ExpenseRow;
  bank: ExpenseRow;
  record: {
    name: string;
    merchantName: string | null;
    day: Day;
    authorizedOn: Day | null;
    /** As nobody has edited it: the bank's, or what the person files the merchant under. */
    category: string;
  };
}

const typed = alias(expenses, 'typed');
const bank = alias(expenses, 'bank');

/**
 * The user's typed expenses that may turn out to be a bank's. One that a person has matched a refund with stands for itself: the refund
 * would be without it.
 */
export async function listTypedAlone(db: Database, userId: string): Promise<TypedPurchase[]> {
  return db
    .select({
      id: expenses.id,
      name: expenses.name,
      amountCents: expenses.amountCents,
      day: expenses.day,
    })
    .from(expenses)
    .where(
      and(
        eq(expenses.userId, userId),
        isNull(expenses.bankRecordId),
        isNull(expenses.deletedAt),
        isNull(expenses.mergedIntoId),
        eq(expenses.refundedCents, 0),
      ),
    );
}

/**
 * Each of these typed purchases with each of the user's bank purchases that is near it, of exactly or about its sum, except those that the
 * person called two; which of them are one, `domain` says.
 */
export async function listPairs(
  db: Database,
  userId: string,
  ofTyped: readonly TypedPurchase[],
  sums: 'exact' | 'close',
): Promise<PurchasePair[]> {
  const amounts = ofTyped.map(({ amountCents }) => closeAmounts(amountCents));
  const hasSum =
    sums === 'exact' ? sql`e.bank_amount_cents = t.cents` : sql`e.bank_amount_cents between t.low and t.high`;
  const { rows } = await db.execute(sql`
    select t.id as "typedId", e.id, e.bank_amount_cents::float8 as "amountCents", e.day::text, r.name, r.merchant_name as "merchantName",
      r.authorized_on is not null as "isDayOfPurchase"
    from unnest(
        ${sql.param(ofTyped.map(({ id }) => id))}::bigint[], ${sql.param(ofTyped.map(({ day }) => day))}::date[],
        ${sql.param(ofTyped.map(({ amountCents }) => Math.abs(amountCents)))}::bigint[],
        ${sql.param(amounts.map(({ low }) => low))}::bigint[], ${sql.param(amounts.map(({ high }) => high))}::bigint[]
      ) as t (id, day, cents, low, high)
      join expenses e on e.user_id = ${userId} and ${hasSum}
        and e.day between t.day - ${SAME_PURCHASE_REACH_DAYS}::integer and t.day + ${SAME_PURCHASE_REACH_DAYS}::integer
      join bank_records r on r.user_id = e.user_id and r.id = e.bank_record_id
    where e.withdrawn_at is null and e.deleted_at is null and e.lent_fields is null and e.currency = 'USD' and r.removed_at is null
      and not exists (
        select from separate_purchases s
        where s.user_id = e.user_id and s.typed_expense_id = t.id and s.bank_expense_id = e.id)`);
  const typedById = new Map(ofTyped.map((one) => [one.id, one]));
  return pairRows.parse(rows).flatMap(({ typedId, name, merchantName, ...told }) => {
    const one = typedById.get(typedId);
    const names = merchantName === null ? [name] : [merchantName, name];
    return one ? [{ typed: one, told: { ...told, names } }] : [];
  });
}

const pairRows = z.array(
  z.object({
    typedId: z.coerce.number(),
    id: z.coerce.number(),
    amountCents: z.number(),
    day: z.string(),
    name: z.string(),
    merchantName: z.string().nullable(),
    isDayOfPurchase: z.boolean(),
  }),
);

/** These pairs of the user's expenses, whole. */
export async function readPairs(
  db: Database,
  userId: string,
  pairs: readonly PairIds[],
): Promise<MergedPair[]> {
  const bankIdOf = new Map(pairs.map(({ typedId, bankId }) => [typedId, bankId]));
  const [ofTyped, ofBank] = [
    await db
      .select()
      .from(typed)
      .where(and(eq(typed.userId, userId), inArray(typed.id, [...bankIdOf.keys()]))),
    await selectOfBank(db).where(and(eq(bank.userId, userId), inArray(bank.id, [...bankIdOf.values()]))),
  ];
  const bankById = new Map(ofBank.map((row) => [row.bank.id, row]));
  return ofTyped.flatMap((row) => {
    const other = bankById.get(bankIdOf.get(row.id) ?? NaN);
    return other ? [{ typed: row, ...other }] : [];
  });
}

/** The typed expense that is merged into a bank's one, and that one; undefined when there is none. */
export async function findMerged(
  db: Database,
  userId: string,
  bankId: number,
): Promise<MergedPair | undefined> {
  const [found] = await selectMerged(db, and(eq(bank.userId, userId), eq(bank.id, bankId)));
  return found;
}

/** What is merged into expenses of the user that the bank has taken back. */
export async function listMergedIntoWithdrawn(db: Database, userId: string): Promise<MergedPair[]> {
  const isWithdrawn = or(isNotNull(bank.withdrawnAt), isNotNull(bankRecords.removedAt));
  // Said of the typed ones, of which there are few.
  return selectMerged(db, and(eq(typed.userId, userId), isNotNull(typed.mergedIntoId), isWithdrawn));
}

/** The user's typed expenses that are merged, each with the id of the one that it is merged into, newest first. */
export async function listMergedRows(
  db: Database,
  userId: string,
): Promise<(ExpenseRow & { mergedIntoId: number })[]> {
  const rows = await db
    .select()
    .from(expenses)
    .where(and(eq(expenses.userId, userId), isNotNull(expenses.mergedIntoId)))
    .orderBy(sql`${expenses.day} desc`, sql`${expenses.id} desc`);
  return rows.flatMap((row) =>
    row.mergedIntoId === null ? [] : [{ ...row, mergedIntoId: row.mergedIntoId }],
  );
}

/** Writes what merging or taking apart has made of these expenses, in one statement. */
export async function writeMergeChanges(
  db: Database,
  userId: string,
  rows: readonly ExpenseRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const byColumnName = (row: ExpenseRow): Record<string, unknown> => ({
    id: row.id,
    ...Object.fromEntries(CHANGED.map(([key, name]) => [name, row[key]])),
  });
  const sets = CHANGED.map(([, name]) => sql.raw(`${name} = c.${name}`));
  await db.execute(sql`
    update expenses e set ${sql.join(sets, sql`, `)}
    from json_populate_recordset(null::expenses, ${JSON.stringify(rows.map(byColumnName))}::json) c
    where e.user_id = ${userId} and e.id = c.id`);
}

const CHANGED_KEYS: readonly (keyof MergeChanges)[] = [
  'name',
  'amountCents',
  'day',
  'category',
  'type',
  'dayOfMonth',
  'isPaid',
  'countedByHand',
  'editedFields',
  'lentFields',
  'mergedIntoId',
  'deletedAt',
];
const CHANGED = CHANGED_KEYS.map((key) => [key, getTableColumns(expenses)[key].name] as const);

/** Remembers that these are two purchases. */
export async function storeSeparate(
  db: Database,
  userId: string,
  { typedId, bankId }: PairIds,
): Promise<void> {
  await db
    .insert(separatePurchases)
    .values({ userId, typedExpenseId: typedId, bankExpenseId: bankId })
    .onConflictDoNothing();
}

/** Forgets that somebody said so. */
export async function deleteSeparate(
  db: Database,
  userId: string,
  { typedId, bankId }: PairIds,
): Promise<void> {
  await db
    .delete(separatePurchases)
    .where(
      and(
        eq(separatePurchases.userId, userId),
        eq(separatePurchases.typedExpenseId, typedId),
        eq(separatePurchases.bankExpenseId, bankId),
      ),
    );
}

/** What the user said are two purchases. */
export async function listSeparate(db: Database, userId: string): Promise<PairIds[]> {
  return db
    .select({ typedId: separatePurchases.typedExpenseId, bankId: separatePurchases.bankExpenseId })
    .from(separatePurchases)
    .where(eq(separatePurchases.userId, userId))
    .orderBy(separatePurchases.typedExpenseId, separatePurchases.bankExpenseId);
}

const ofBankColumns = {
  bank,
  record: {
    name: bankRecords.name,
    merchantName: bankRecords.merchantName,
    day: bankRecords.day,
    authorizedOn: bankRecords.authorizedOn,
    category: sql<string>`coalesce(${merchantCategories.category}, ${bankRecords.expenseCategory})`,
  },
};
const isOfRecord = and(eq(bankRecords.userId, bank.userId), eq(bankRecords.id, bank.bankRecordId));
const isOfMerchant = and(
  eq(merchantCategories.userId, bankRecords.userId),
  eq(merchantCategories.merchantKey, bankRecords.merchantKey),
);

function selectOfBank(db: Database) {
  return db
    .select(ofBankColumns)
    .from(bank)
    .innerJoin(bankRecords, isOfRecord)
    .leftJoin(merchantCategories, isOfMerchant);
}

async function selectMerged(db: Database, condition: SQL | undefined): Promise<MergedPair[]> {
  return db
    .select({ typed, ...ofBankColumns })
    .from(bank)
    .innerJoin(typed, and(eq(typed.userId, bank.userId), eq(typed.mergedIntoId, bank.id)))
    .innerJoin(bankRecords, isOfRecord)
    .leftJoin(merchantCategories, isOfMerchant)
    .where(condition);
}
