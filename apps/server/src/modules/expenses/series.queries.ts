import type { Day } from '@oinkly/domain/days';
import type { SeriesColumn } from '@oinkly/domain/expense-fields';
import { and, asc, desc, eq, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import { recurringSeries } from '../../db/schema.ts';
import type { SeriesRef } from '../ledger/index.ts';

export type SeriesRow = typeof recurringSeries.$inferSelect;

export type SeriesChanges = Partial<Pick<SeriesRow, SeriesColumn | 'countedByHand' | 'nextOn' | 'endedAt'>>;

/** `dueOn` is the first due day. */
export interface DueUser {
  id: string;
  timeZone: string | null;
  dueOn: Day;
}

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
