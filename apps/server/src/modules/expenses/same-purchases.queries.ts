import { daysAround, type Day } from '@oinkly/domain/days';
import {
  closeAmounts,
  SAME_PURCHASE_REACH_DAYS,
  type PurchasePair,
  type TypedPurchase,
} from '@oinkly/domain/same-purchase';
import {
  and,
  between,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  sql,
  type Column,
  type SQL,
} from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { bankRecords, expenses, merchantCategories, separatePurchases } from '../../db/schema.ts';
import { touchWeeks, type LedgerTransaction } from '../ledger/index.ts';
import type { ExpenseRow } from './expenses.queries.ts';
import type { MergeChanges } from './lending.ts';

/** A typed expense and a bank's one by their ids. */
export interface PairIds {
  typedId: number;
  bankId: number;
}

/** A typed expense that stands for itself. */
export interface TypedAlone extends TypedPurchase {
  /** When a file brought it; null for what somebody typed. */
  importedAt: Date | null;
  isDeleted: boolean;
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

/*
 * Tables that were filled a moment ago have no statistics, and the planner takes a history for a row: here nothing is joined but by looking
 * at an index for each of a list of ids or days.
 */

/**
 * The user's typed expenses that may turn out to be a bank's, with those that were deleted: whoever has deleted one of two alike may have
 * done so because of the other. One that a person has matched a refund with stands for itself: the refund would be without it. Another
 * currency is no sum of a bank's dollars. `days` limits the list to these days, both included.
 */
export async function listTypedAlone(
  db: Database,
  userId: string,
  days?: { from: Day; to: Day },
): Promise<TypedAlone[]> {
  const rows = await db
    .select({
      id: expenses.id,
      name: expenses.name,
      amountCents: expenses.amountCents,
      day: expenses.day,
      type: expenses.type,
      seriesId: expenses.seriesId,
      importId: expenses.importId,
      createdAt: expenses.createdAt,
      deletedAt: expenses.deletedAt,
    })
    .from(expenses)
    .where(
      and(
        eq(expenses.userId, userId),
        isNull(expenses.bankRecordId),
        isNull(expenses.mergedIntoId),
        eq(expenses.isUpcoming, false),
        eq(expenses.refundedCents, 0),
        eq(expenses.currency, 'USD'),
        days && between(expenses.day, days.from, days.to),
      ),
    );
  return rows.map(({ type, seriesId, importId, createdAt, deletedAt, ...purchase }) => ({
    ...purchase,
    isOfSeries: type === 'recurring' && seriesId !== null,
    importedAt: importId === null ? null : createdAt,
    isDeleted: deletedAt !== null,
  }));
}

/**
 * Each of these typed purchases with each of the user's bank purchases that is near it, of exactly or about its sum; which of them are one,
 * `domain` says. A person has decided of a pair when they called it two, when they deleted one of it, and when they imported the one beside
 * the other of its sum: an import tells them apart, because every expense is at most one row of a file.
 */
export async function listPairs(
  db: Database,
  userId: string,
  ofTyped: readonly TypedAlone[],
  sums: 'exact' | 'close',
): Promise<PurchasePair[]> {
  const found = await findNear(db, userId, ofTyped, sums);
  if (found.length === 0) return [];
  const records = await readRecords(
    db,
    userId,
    found.map(({ told }) => told.recordId),
  );
  const keyOf = ({ typedId, bankId }: PairIds) => `${typedId} ${bankId}`;
  const separate = new Set((await listSeparate(db, userId)).map(keyOf));
  return found.flatMap(({ typed, told }) => {
    const { id, recordId, amountCents, day, createdAt, isDeleted } = told;
    const record = records.get(recordId);
    if (!record || record.removedAt !== null) return [];
    const { name, merchantName, authorizedOn } = record;
    const names = merchantName === null ? [name] : [merchantName, name];
    const isComparedByImport =
      amountCents === Math.abs(typed.amountCents) &&
      typed.importedAt !== null &&
      createdAt < typed.importedAt;
    return [
      {
        typed,
        told: { id, amountCents, day, names, isDayOfPurchase: authorizedOn !== null },
        areTwo:
          isDeleted ||
          typed.isDeleted ||
          isComparedByImport ||
          separate.has(keyOf({ typedId: typed.id, bankId: id })),
      },
    ];
  });
}

/** A bank's expense that a typed one may be. */
interface ToldRow {
  id: number;
  recordId: number;
  amountCents: number;
  day: Day;
  createdAt: Date;
  isDeleted: boolean;
}

/**
 * Each typed purchase with each of the bank's near it in days and sum. They meet here and not in SQL, by the days of both: an imported
 * history of ten thousand rows would be compared with as many of the bank's, each time that something is typed.
 */
async function findNear(
  db: Database,
  userId: string,
  ofTyped: readonly TypedAlone[],
  sums: 'exact' | 'close',
): Promise<{ typed: TypedAlone; told: ToldRow }[]> {
  const daysNear = new Map(
    [...new Set(ofTyped.map(({ day }) => day))].map((day) => [
      day,
      daysAround(day, SAME_PURCHASE_REACH_DAYS),
    ]),
  );
  const byDay = Map.groupBy(
    await listTold(
      db,
      userId,
      [...new Set([...daysNear.values()].flat())],
      sums === 'exact' ? [...new Set(ofTyped.map(({ amountCents }) => Math.abs(amountCents)))] : null,
    ),
    ({ day }) => day,
  );
  const toldNear = new Map(
    [...daysNear].map(([day, near]) => [day, near.flatMap((one) => byDay.get(one) ?? [])]),
  );
  return ofTyped.flatMap((typed) => {
    const cents = Math.abs(typed.amountCents);
    // What a file says is what the bank has booked.
    const isAbout = sums === 'close' && typed.importedAt === null;
    const { low, high } = isAbout ? closeAmounts(cents) : { low: cents, high: cents };
    return (toldNear.get(typed.day) ?? [])
      .filter(({ amountCents }) => amountCents >= low && amountCents <= high)
      .map((told) => ({ typed, told }));
  });
}

/** What banks have told of these days, of one of these sums or of any, and no typed expense is merged into. */
async function listTold(
  db: Database,
  userId: string,
  days: readonly Day[],
  cents: readonly number[] | null,
): Promise<ToldRow[]> {
  const rows = await db
    .select({
      id: expenses.id,
      recordId: expenses.bankRecordId,
      amountCents: expenses.bankAmountCents,
      day: expenses.day,
      createdAt: expenses.createdAt,
      deletedAt: expenses.deletedAt,
    })
    .from(expenses)
    .where(
      and(
        eq(expenses.userId, userId),
        sql`${expenses.day} = any(${sql.param(days)}::date[])`,
        cents === null
          ? isNotNull(expenses.bankAmountCents)
          : sql`${expenses.bankAmountCents} = any(${sql.param(cents)}::bigint[])`,
        isNull(expenses.withdrawnAt),
        isNull(expenses.lentFields),
        eq(expenses.currency, 'USD'),
      ),
    );
  return rows.flatMap(({ recordId, amountCents, deletedAt, ...row }) =>
    recordId === null || amountCents === null
      ? []
      : [{ ...row, recordId, amountCents, isDeleted: deletedAt !== null }],
  );
}

/** These pairs of the user's expenses, whole. */
export async function readPairs(
  db: Database,
  userId: string,
  pairs: readonly PairIds[],
): Promise<MergedPair[]> {
  const rows = await readRows(
    db,
    userId,
    pairs.flatMap(({ typedId, bankId }) => [typedId, bankId]),
  );
  const records = await readRecords(
    db,
    userId,
    [...rows.values()].flatMap(({ bankRecordId }) => bankRecordId ?? []),
  );
  const categories = await readMerchantCategories(db, userId);
  return pairs.flatMap(({ typedId, bankId }) => {
    const [typed, bank] = [rows.get(typedId), rows.get(bankId)];
    const record = records.get(bank?.bankRecordId ?? NaN);
    if (!typed || !bank || !record) return [];
    const category = categories.get(record.merchantKey) ?? record.expenseCategory;
    return [{ typed, bank, record: { ...record, category } }];
  });
}

/** The typed expense that is merged into a bank's one, and that one; undefined when there is none. */
export async function findMerged(
  db: Database,
  userId: string,
  bankId: number,
): Promise<MergedPair | undefined> {
  const [typed] = await db
    .select({ typedId: expenses.id })
    .from(expenses)
    .where(and(eq(expenses.userId, userId), eq(expenses.mergedIntoId, bankId)));
  return typed && (await readPairs(db, userId, [{ ...typed, bankId }]))[0];
}

/** What is merged into expenses of the user that the bank has taken back. */
export async function listMergedIntoWithdrawn(db: Database, userId: string): Promise<MergedPair[]> {
  const { rows } = await db.execute(sql`
    select t.id as "typedId", t.merged_into_id as "bankId" from expenses t
    where t.user_id = ${userId} and t.merged_into_id is not null and (
      select b.withdrawn_at is not null or (
        select r.removed_at is not null from bank_records r where r.user_id = b.user_id and r.id = b.bank_record_id)
      from expenses b where b.user_id = t.user_id and b.id = t.merged_into_id)`);
  const pairs = withdrawnRows.parse(rows);
  return pairs.length === 0 ? [] : readPairs(db, userId, pairs);
}

const withdrawnRows = z.array(z.object({ typedId: z.coerce.number(), bankId: z.coerce.number() }));

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
  tx: LedgerTransaction,
  userId: string,
  rows: readonly ExpenseRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const byColumnName = (row: ExpenseRow): Record<string, unknown> => ({
    id: row.id,
    ...Object.fromEntries(CHANGED.map(([key, name]) => [name, row[key]])),
  });
  const sets = CHANGED.map(([, name]) => sql.raw(`${name} = c.${name}`));
  const { rows: written } = await tx.execute<{ weekStart: Day }>(sql`
    update expenses e set ${sql.join(sets, sql`, `)}
    from json_populate_recordset(null::expenses, ${JSON.stringify(rows.map(byColumnName))}::json) c
    where e.user_id = ${userId} and e.id = c.id
    returning e.week_start::text as "weekStart"`);
  touchWeeks(tx, written);
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

async function readRows(
  db: Database,
  userId: string,
  ids: readonly number[],
): Promise<Map<number, ExpenseRow>> {
  const rows = await db
    .select()
    .from(expenses)
    .where(and(eq(expenses.userId, userId), isOneOf(expenses.id, ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

async function readRecords(db: Database, userId: string, ids: readonly number[]) {
  const { id, name, merchantName, merchantKey, day, authorizedOn, expenseCategory, removedAt } = bankRecords;
  const rows = await db
    .select({ id, name, merchantName, merchantKey, day, authorizedOn, expenseCategory, removedAt })
    .from(bankRecords)
    .where(and(eq(bankRecords.userId, userId), isOneOf(bankRecords.id, ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

async function readMerchantCategories(db: Database, userId: string): Promise<Map<string, string>> {
  const rows = await db.select().from(merchantCategories).where(eq(merchantCategories.userId, userId));
  return new Map(rows.map(({ merchantKey, category }) => [merchantKey, category]));
}

/** One parameter, however many there are. */
function isOneOf(column: Column, ids: readonly number[]): SQL {
  return sql`${column} = any(${sql.param([...new Set(ids)])}::bigint[])`;
}
