import type { Day } from '@oinkly/domain/days';
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { expenses, recurringSeries, users } from '../../db/schema.ts';
import type { ExpenseRow } from './expenses.queries.ts';

export type SeriesRow = typeof recurringSeries.$inferSelect;

/** What of a series its occurrences to come are like. */
export type SeriesChanges = Partial<
  Pick<SeriesRow, 'name' | 'amountCents' | 'category' | 'dayOfMonth' | 'countedByHand' | 'nextOn' | 'endedAt'>
>;

/** A series by its key. */
export type SeriesRef = Pick<SeriesRow, 'userId' | 'id'>;

/** A series of which an occurrence may be due, and its user's time zone. */
export interface DueSeries extends SeriesRef {
  timeZone: string | null;
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
  db: Database,
  series: SeriesRef,
  from: { month: Day } | { after: Day },
  now: Date,
): Promise<void> {
  await db
    .update(expenses)
    .set({ deletedAt: now })
    .where(and(isLiveOccurrenceOf(series), isFrom(from)));
}

/** Brings back the occurrences of a series that were deleted in the moment `deletedAt`, and the series if it was ended in it. */
export async function restoreDeletedAt(db: Database, series: SeriesRef, deletedAt: Date): Promise<void> {
  await db
    .update(expenses)
    .set({ deletedAt: null })
    .where(
      and(
        eq(expenses.userId, series.userId),
        eq(expenses.seriesId, series.id),
        eq(expenses.deletedAt, deletedAt),
      ),
    );
  await db
    .update(recurringSeries)
    .set({ endedAt: null })
    .where(and(isThis(series), eq(recurringSeries.endedAt, deletedAt)));
}

/** Each user's series have at most one expense for a month: those of these days that there is none for are added, as the series is now. */
export async function insertOccurrences(
  db: Database,
  series: SeriesRef,
  days: readonly Day[],
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into expenses (user_id, series_id, series_month, name, amount_cents, day, category, type, day_of_month,
      counted_by_hand, created_at)
    select s.user_id, s.id, date_trunc('month', o.day)::date, s.name, s.amount_cents, o.day, s.category, 'recurring', s.day_of_month,
      s.counted_by_hand, ${now.toISOString()}::timestamptz
    from recurring_series s cross join unnest(${sql.param([...days])}::date[]) as o (day)
    where s.user_id = ${series.userId} and s.id = ${series.id}
    order by o.day
    on conflict (user_id, series_id, series_month) where series_id is not null do nothing`);
}

/** The soonest expense of each series on a day after `today`. */
export async function listComingOccurrences(
  db: Database,
  userId: string,
  today: Day,
): Promise<Pick<ExpenseRow, 'id' | 'seriesId' | 'day' | 'amountCents' | 'isCounted'>[]> {
  return db
    .selectDistinctOn([expenses.seriesId], {
      id: expenses.id,
      seriesId: expenses.seriesId,
      day: expenses.day,
      amountCents: expenses.amountCents,
      isCounted: expenses.isCounted,
    })
    .from(expenses)
    .where(
      and(
        eq(expenses.userId, userId),
        gt(expenses.day, today),
        isNotNull(expenses.seriesId),
        isNull(expenses.deletedAt),
        isNull(expenses.mergedIntoId),
      ),
    )
    .orderBy(asc(expenses.seriesId), asc(expenses.day));
}

/** The time zones of the users with an occurrence up to `lastDay`; null for who has told none. */
export async function listZonesWithDue(db: Database, lastDay: Day): Promise<(string | null)[]> {
  const rows = await db
    .selectDistinct({ timeZone: users.timeZone })
    .from(recurringSeries)
    .innerJoin(users, eq(users.id, recurringSeries.userId))
    .where(and(isNull(recurringSeries.endedAt), sql`${recurringSeries.nextOn} <= ${lastDay}`));
  return rows.map(({ timeZone }) => timeZone);
}

/** The series with an occurrence up to the day that it is in their user's zone, by their key, after `after`. */
export async function listDueSeries(
  db: Database,
  todayByZone: ReadonlyMap<string | null, Day>,
  after: SeriesRef | null,
  limit: number,
): Promise<DueSeries[]> {
  const zones = [...todayByZone.keys()];
  const days = [...todayByZone.values()];
  const { rows } = await db.execute(sql`
    select s.user_id as "userId", s.id, u.time_zone as "timeZone"
    from recurring_series s
      join users u on u.id = s.user_id
      join unnest(${sql.param(zones)}::text[], ${sql.param(days)}::date[]) as z (zone, today) on z.zone is not distinct from u.time_zone
    where s.ended_at is null and s.next_on <= z.today
      and ${after === null ? sql`true` : sql`(s.user_id, s.id) > (${after.userId}, ${after.id})`}
    order by s.user_id, s.id
    limit ${limit}`);
  return dueRows.parse(rows);
}

const dueRows = z.array(z.object({ userId: z.string(), id: z.string(), timeZone: z.string().nullable() }));

function isFrom(from: { month: Day } | { after: Day }): SQL {
  return 'month' in from ? gte(expenses.seriesMonth, from.month) : gt(expenses.day, from.after);
}
