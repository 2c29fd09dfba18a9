import type { Day } from '@oinkly/domain/days';
import type { SeriesColumn } from '@oinkly/domain/expense-fields';
import { and, asc, desc, eq, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { preparedQuery, preparedStatement } from '../../db/prepared-query.ts';
import { recurringSeries } from '../../db/schema.ts';
import type { SeriesRef } from '../ledger/index.ts';

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

const selectSeries = preparedQuery<{ userId: string }, SeriesRow[]>('list_series', (db, value) =>
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

const selectDueSeries = preparedQuery<{ userId: string; today: Day }, SeriesRow[]>(
  'list_due_series',
  (db, value) =>
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

const writeNextOn = preparedStatement<{ userId: string; ids: string[]; days: Day[] }, Record<string, never>>(
  'write_next_on',
  (value) => sql`
    update recurring_series s set next_on = o.day
    from unnest(${value('ids')}::uuid[], ${value('days')}::date[]) as o (id, day)
    where s.user_id = ${value('userId')} and s.id = o.id`,
);

/** A series or an upcoming expense of the user is due on this day. */
export interface DueDay {
  day: Day;
  userId: string;
  timeZone: string | null;
}

/** Lists due days up to `lastDay`, by day. A user may have several. */
export async function listDueDays(
  db: Database,
  lastDay: Day,
  after: DueDay | undefined,
  limit: number,
): Promise<DueDay[]> {
  const { day, userId } = after ?? BEFORE_ALL;
  return selectDueDays(db, { lastDay, day, userId, limit });
}

const BEFORE_ALL = { day: '0001-01-01', userId: '00000000-0000-0000-0000-000000000000' };

const selectDueDays = preparedStatement<
  { lastDay: Day; day: Day; userId: string; limit: number },
  DueDay & Record<string, unknown>
>(
  'list_due_days',
  (value) => sql`
    select due.day::text, due.user_id as "userId", u.time_zone as "timeZone"
    from (
      (select next_on as day, user_id from recurring_series
       where ended_at is null and next_on <= ${value('lastDay')} and (next_on, user_id) > (${value('day')}, ${value('userId')})
       order by next_on, user_id limit ${value('limit')})
      union all
      (select day, user_id from expenses
       where is_upcoming and day <= ${value('lastDay')} and (day, user_id) > (${value('day')}, ${value('userId')})
       order by day, user_id limit ${value('limit')})
    ) due join users u on u.id = due.user_id
    order by due.day, due.user_id
    limit ${value('limit')}`,
);
