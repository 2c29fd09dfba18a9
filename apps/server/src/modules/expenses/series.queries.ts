import type { Day } from '@oinkly/domain/days';
import { weekStartOf } from '@oinkly/domain/weeks';
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lte, not, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { expenses, recurringSeries } from '../../db/schema.ts';
import { touchWeeks, type LedgerTransaction } from '../ledger/index.ts';
import type { ExpenseRow } from './expenses.queries.ts';

export type SeriesRow = typeof recurringSeries.$inferSelect;

/** What of a series its occurrences to come are like. */
export type SeriesChanges = Partial<
  Pick<SeriesRow, 'name' | 'amountCents' | 'category' | 'dayOfMonth' | 'countedByHand' | 'nextOn' | 'endedAt'>
>;

/** A series by its key. */
export type SeriesRef = Pick<SeriesRow, 'userId' | 'id'>;

/** A user, and the first day on which an occurrence of theirs is due. */
export interface DueUser {
  id: string;
  timeZone: string | null;
  dueOn: Day;
}

const isThis = ({ userId, id }: SeriesRef): SQL | undefined =>
  and(eq(recurringSeries.userId, userId), eq(recurringSeries.id, id));

const isLiveOccurrenceOf = ({ userId, id }: SeriesRef): SQL | undefined =>
  and(eq(expenses.userId, userId), eq(expenses.seriesId, id), isNull(expenses.deletedAt));

/** Stores a new series. */
export async function insertSeries(
  db: Database,
  row: typeof recurringSeries.$inferInsert,
): Promise<SeriesRow> {
  const [added] = await db.insert(recurringSeries).values(row).returning();
  if (!added) throw new Error('An insert returned no row');
  return added;
}

/** The user's series, ended or not; undefined when it is not there or somebody else's. */
export async function findSeries(db: Database, ref: SeriesRef): Promise<SeriesRow | undefined> {
  const [row] = await db.select().from(recurringSeries).where(isThis(ref));
  return row;
}

/** A user's series that have not ended. */
export async function listSeries(db: Database, userId: string): Promise<SeriesRow[]> {
  return db
    .select()
    .from(recurringSeries)
    .where(and(eq(recurringSeries.userId, userId), isNull(recurringSeries.endedAt)));
}

/** A user's series that have ended, the one that ended last first. */
export async function listEndedSeries(db: Database, userId: string): Promise<SeriesRow[]> {
  return db
    .select()
    .from(recurringSeries)
    .where(and(eq(recurringSeries.userId, userId), isNotNull(recurringSeries.endedAt)))
    .orderBy(desc(recurringSeries.endedAt), asc(recurringSeries.id));
}

/** Changes a series; without changes it does nothing. */
export async function updateSeries(db: Database, ref: SeriesRef, changes: SeriesChanges): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db.update(recurringSeries).set(changes).where(isThis(ref));
}

/**
 * The occurrences of a series that are expenses of their own and not deleted, of `month` and later or on days after `after`, oldest first.
 * One that is merged into a bank's expense stays as it was typed.
 */
export async function listOccurrences(
  db: Database,
  series: SeriesRef,
  from: { month: Day } | { after: Day },
): Promise<ExpenseRow[]> {
  return db
    .select()
    .from(expenses)
    .where(and(isLiveOccurrenceOf(series), isNull(expenses.mergedIntoId), isFrom(from)))
    .orderBy(asc(expenses.seriesMonth));
}

/** Deletes these occurrences. One that is merged is deleted too, in case its bank takes the purchase back. */
export async function markOccurrencesDeleted(
  tx: LedgerTransaction,
  series: SeriesRef,
  from: { month: Day } | { after: Day },
  now: Date,
): Promise<void> {
  const rows = await tx
    .update(expenses)
    .set({ deletedAt: now })
    .where(and(isLiveOccurrenceOf(series), isFrom(from)))
    .returning({ weekStart: expenses.weekStart });
  touchWeeks(tx, rows);
}

/** Brings back the occurrences of a series that were deleted in the moment `deletedAt`, and the series if it was ended in it. */
export async function restoreDeletedAt(
  tx: LedgerTransaction,
  series: SeriesRef,
  deletedAt: Date,
): Promise<void> {
  const rows = await tx
    .update(expenses)
    .set({ deletedAt: null })
    .where(
      and(
        eq(expenses.userId, series.userId),
        eq(expenses.seriesId, series.id),
        eq(expenses.deletedAt, deletedAt),
      ),
    )
    .returning({ weekStart: expenses.weekStart });
  touchWeeks(tx, rows);
  await tx
    .update(recurringSeries)
    .set({ endedAt: null })
    .where(and(isThis(series), eq(recurringSeries.endedAt, deletedAt)));
}

/** Adds the series' occurrences of these days, except in months that have one. */
export async function insertOccurrences(
  tx: LedgerTransaction,
  series: SeriesRef,
  days: readonly Day[],
  { kind, countsByKind, now }: Pick<ExpenseRow, 'kind' | 'countsByKind'> & { now: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into expenses (user_id, series_id, series_month, name, amount_cents, day, category, type, day_of_month,
      kind, counts_by_kind, counted_by_hand, created_at)
    select s.user_id, s.id, date_trunc('month', o.day)::date, s.name, s.amount_cents, o.day, s.category, 'recurring', s.day_of_month,
      ${kind}, ${countsByKind}, s.counted_by_hand, ${now.toISOString()}::timestamptz
    from recurring_series s cross join unnest(${sql.param([...days])}::date[]) as o (day)
    where s.user_id = ${series.userId} and s.id = ${series.id}
    order by o.day
    on conflict (user_id, series_id, series_month) where series_id is not null do nothing`);
  touchWeeks(
    tx,
    days.map((day) => ({ weekStart: weekStartOf(day) })),
  );
}

/** The soonest upcoming occurrence of each of a user's series. */
export async function listUpcoming(
  db: Database,
  userId: string,
): Promise<Pick<ExpenseRow, 'id' | 'seriesId' | 'day' | 'amountCents' | 'countedByHand' | 'countsByKind'>[]> {
  return db
    .selectDistinctOn([expenses.seriesId], {
      id: expenses.id,
      seriesId: expenses.seriesId,
      day: expenses.day,
      amountCents: expenses.amountCents,
      countedByHand: expenses.countedByHand,
      countsByKind: expenses.countsByKind,
    })
    .from(expenses)
    .where(and(eq(expenses.userId, userId), eq(expenses.isUpcoming, true), isNull(expenses.deletedAt)))
    .orderBy(asc(expenses.seriesId), asc(expenses.day));
}

/** Marks the user's occurrences after `today` as upcoming and no others. Returns whether one has come that is shown from now on. */
export async function markUpcoming(tx: LedgerTransaction, userId: string, today: Day): Promise<boolean> {
  const isAhead = sql`${expenses.day} > ${today}`;
  const rows = await tx
    .update(expenses)
    .set({ isUpcoming: not(expenses.isUpcoming) })
    .where(
      and(
        eq(expenses.userId, userId),
        sql`(${expenses.isUpcoming} or ${isAhead} and ${expenses.seriesId} is not null)`,
        sql`${expenses.isUpcoming} <> (${isAhead} and ${expenses.type} = 'recurring')`,
      ),
    )
    .returning({
      weekStart: expenses.weekStart,
      isUpcoming: expenses.isUpcoming,
      deletedAt: expenses.deletedAt,
    });
  touchWeeks(tx, rows);
  return rows.some(({ isUpcoming, deletedAt }) => !isUpcoming && deletedAt === null);
}

/** The user's series with an occurrence to create up to `today`. */
export async function listDueSeries(db: Database, userId: string, today: Day): Promise<SeriesRow[]> {
  return db
    .select()
    .from(recurringSeries)
    .where(
      and(
        eq(recurringSeries.userId, userId),
        isNull(recurringSeries.endedAt),
        lte(recurringSeries.nextOn, today),
      ),
    )
    .orderBy(asc(recurringSeries.id));
}

/** The users with an occurrence that is due by `lastDay`, by id, after the id `after`. */
export async function listUsersWithDue(
  db: Database,
  lastDay: Day,
  after: string | null,
  limit: number,
): Promise<DueUser[]> {
  const { rows } = await db.execute(sql`
    select due.user_id as "id", u.time_zone as "timeZone", min(due.day)::text as "dueOn"
    from (
      select user_id, next_on as day from recurring_series where ended_at is null and next_on <= ${lastDay}
      union all
      select user_id, day from expenses where is_upcoming and day <= ${lastDay}
    ) due join users u on u.id = due.user_id
    where ${after === null ? sql`true` : sql`due.user_id > ${after}`}
    group by due.user_id, u.time_zone
    order by due.user_id
    limit ${limit}`);
  return dueUsers.parse(rows);
}

const dueUsers = z.array(z.object({ id: z.string(), timeZone: z.string().nullable(), dueOn: z.string() }));

function isFrom(from: { month: Day } | { after: Day }): SQL {
  return 'month' in from ? gte(expenses.seriesMonth, from.month) : gt(expenses.day, from.after);
}
