import type { Day } from '@oinkly/domain/days';
import type { SeriesColumn } from '@oinkly/domain/expense-fields';
import { and, asc, desc, eq, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import { recurringSeries } from '../../db/tables/expenses.tables.ts';
import type { SeriesRef } from '../ledger/index.ts';
import { update } from '../../db/writable-table.ts';

export type SeriesRow = typeof recurringSeries.$inferSelect;

export type SeriesChanges = Partial<Pick<SeriesRow, SeriesColumn | 'countedByHand' | 'nextOn' | 'endedAt'>>;

const isThis = ({ userId, id }: SeriesRef): SQL | undefined =>
  and(eq(recurringSeries.userId, userId), eq(recurringSeries.id, id));

export async function insertSeries(
  db: Database,
  row: typeof recurringSeries.$inferInsert,
): Promise<SeriesRow> {
  const [added] = await db.insert(recurringSeries).values(row).returning();
  if (!added) throw new Error('An insert returned no row');
  return added;
}

export async function findSeries(db: Database, ref: SeriesRef): Promise<SeriesRow | undefined> {
  const [row] = await db.select().from(recurringSeries).where(isThis(ref));
  return row;
}

export async function listSeries(db: Database, userId: string): Promise<SeriesRow[]> {
  return selectSeries(db, { userId });
}

const selectSeries = preparedQuery<{ userId: string }, SeriesRow>('list_series', (value, db) =>
  db
    .select()
    .from(recurringSeries)
    .where(and(eq(recurringSeries.userId, value('userId')), isNull(recurringSeries.endedAt)))
    .orderBy(asc(recurringSeries.id)),
);

export async function listEndedSeries(db: Database, userId: string): Promise<SeriesRow[]> {
  return db
    .select()
    .from(recurringSeries)
    .where(and(eq(recurringSeries.userId, userId), isNotNull(recurringSeries.endedAt)))
    .orderBy(desc(recurringSeries.endedAt), asc(recurringSeries.id));
}

export async function updateSeries(db: Database, ref: SeriesRef, changes: SeriesChanges): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db.update(recurringSeries).set(changes).where(isThis(ref));
}

/** Reopens a series if it ended at `endedAt`. */
export async function reopenSeries(db: Database, ref: SeriesRef, endedAt: Date): Promise<void> {
  await db
    .update(recurringSeries)
    .set({ endedAt: null })
    .where(and(isThis(ref), eq(recurringSeries.endedAt, endedAt)));
}

/** Lists series with an occurrence to create up to `today`. */
export async function listDueSeries(db: Database, userId: string, today: Day): Promise<SeriesRow[]> {
  return selectDueSeries(db, { userId, today });
}

const selectDueSeries = preparedQuery<{ userId: string; today: Day }, SeriesRow>(
  'list_due_series',
  (value, db) =>
    db
      .select()
      .from(recurringSeries)
      .where(
        and(
          eq(recurringSeries.userId, value('userId')),
          isNull(recurringSeries.endedAt),
          lte(recurringSeries.nextOn, value('today')),
        ),
      )
      .orderBy(asc(recurringSeries.id)),
);

/** Sets when each of a user's series is due next. */
export async function updateNextOn(
  db: Database,
  userId: string,
  series: readonly { id: string; nextOn: Day }[],
): Promise<void> {
  await writeNextOn(db, {
    userId,
    ids: series.map(({ id }) => id),
    days: series.map(({ nextOn }) => nextOn),
  });
}

const writeNextOn = preparedQuery<{ userId: string; ids: string[]; days: Day[] }, Record<string, never>>(
  'write_next_on',
  (value) => sql`
    ${update(recurringSeries)} s set next_on = o.day
    from unnest(${value('ids')}::uuid[], ${value('days')}::date[]) as o (id, day)
    where s.user_id = ${value('userId')} and s.id = o.id`,
);

/** The user has a series or an upcoming expense that is due on this day. */
export interface DueDay {
  day: Day;
  userId: string;
  timeZone: string | null;
}

/** Lists due days up to `lastDay`, by day and user. A user may have several. */
export type ListDueDays = (
  db: Database,
  lastDay: Day,
  after: DueDay | undefined,
  limit: number,
) => Promise<DueDay[]>;

const BEFORE_ALL = { day: '0001-01-01', userId: '00000000-0000-0000-0000-000000000000' };

/** Days with an occurrence to create. */
export const listDaysOfSeries: ListDueDays = (db, lastDay, after, limit) => {
  const { day, userId } = after ?? BEFORE_ALL;
  return selectDaysOfSeries(db, { lastDay, day, userId, limit });
};

/** Days of upcoming expenses. */
export const listUpcomingDays: ListDueDays = (db, lastDay, after, limit) => {
  const { day, userId } = after ?? BEFORE_ALL;
  return selectUpcomingDays(db, { lastDay, day, userId, limit });
};

type Page = Omit<DueDay, 'timeZone'> & { lastDay: Day; limit: number };

const selectDaysOfSeries = preparedQuery<Page, DueDay>(
  'list_days_of_series',
  (value) => sql`
    select s.next_on::text as day, s.user_id as "userId", u.time_zone as "timeZone"
    from recurring_series s join users u on u.id = s.user_id
    where s.ended_at is null and s.next_on <= ${value('lastDay')} and (s.next_on, s.user_id) > (${value('day')}, ${value('userId')})
    order by s.next_on, s.user_id
    limit ${value('limit')}`,
);

const selectUpcomingDays = preparedQuery<Page, DueDay>(
  'list_upcoming_days',
  (value) => sql`
    select e.day::text, e.user_id as "userId", u.time_zone as "timeZone"
    from expenses e join users u on u.id = e.user_id
    where e.is_upcoming and e.day <= ${value('lastDay')} and (e.day, e.user_id) > (${value('day')}, ${value('userId')})
    order by e.day, e.user_id
    limit ${value('limit')}`,
);
