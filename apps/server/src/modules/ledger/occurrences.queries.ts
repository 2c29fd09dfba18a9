import type { Day } from '@oinkly/domain/days';
import { weekStartOf } from '@oinkly/domain/weeks';
import { and, asc, eq, getTableColumns, gt, gte, isNull, not, sql, type Column, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import { expenses } from '../../db/tables/ledger.tables.ts';
import { recurringSeries } from '../../db/tables/readable-tables.ts';
import type { ExpenseRow } from './expenses.queries.ts';
import { touchWeeks, type LedgerTransaction } from './ledger-transaction.ts';
import { insertInto } from '../../db/writable-table.ts';

export interface SeriesRef {
  userId: string;
  id: string;
}

const isLiveOccurrenceOf = ({ userId, id }: SeriesRef): SQL | undefined =>
  and(eq(expenses.userId, userId), eq(expenses.seriesId, id), isNull(expenses.deletedAt));

/**
 * Lists occurrences that are neither merged nor deleted, from `month` on or after the day `after`, oldest
 * first.
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

/** Deletes merged ones too, which would return if the bank removed its transaction. */
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

export async function restoreOccurrences(
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
}

type SeriesRow = typeof recurringSeries.$inferSelect;
const columns = getTableColumns(recurringSeries);

const FROM_SERIES = sql.raw(
  Object.values({
    name: columns.name,
    amountCents: columns.amountCents,
    category: columns.category,
    dayOfMonth: columns.dayOfMonth,
    countedByHand: columns.countedByHand,
  } satisfies Record<Exclude<keyof SeriesRow & keyof ExpenseRow, 'userId' | 'id' | 'createdAt'>, Column>)
    .map(({ name }) => name)
    .join(', '),
);

/** A series' occurrence to be created. */
export interface DueOccurrence extends Pick<ExpenseRow, 'kind' | 'countsByKind'> {
  seriesId: string;
  day: Day;
}

/** Adds occurrences of a user's series, except in months that have one. */
export async function insertOccurrences(
  tx: LedgerTransaction,
  userId: string,
  occurrences: readonly DueOccurrence[],
  now: Date,
): Promise<void> {
  await addOccurrences(tx, {
    userId,
    seriesIds: occurrences.map(({ seriesId }) => seriesId),
    days: occurrences.map(({ day }) => day),
    kinds: occurrences.map(({ kind }) => kind),
    countsByKind: occurrences.map(({ countsByKind }) => countsByKind),
    now: now.toISOString(),
  });
  touchWeeks(
    tx,
    occurrences.map(({ day }) => ({ weekStart: weekStartOf(day) })),
  );
}

const addOccurrences = preparedQuery<
  {
    userId: string;
    seriesIds: string[];
    days: Day[];
    kinds: string[];
    countsByKind: boolean[];
    now: string;
  },
  Record<string, never>
>(
  'add_occurrences',
  (value) => sql`
    ${insertInto(expenses)} (user_id, series_id, series_month, day, type, kind, counts_by_kind, created_at, ${FROM_SERIES})
    select s.user_id, s.id, date_trunc('month', o.day)::date, o.day, 'recurring', o.kind, o.counts_by_kind,
      ${value('now')}::timestamptz, ${FROM_SERIES}
    from unnest(${value('seriesIds')}::uuid[], ${value('days')}::date[], ${value('kinds')}::text[],
        ${value('countsByKind')}::boolean[]) as o (series_id, day, kind, counts_by_kind)
      join recurring_series s on s.user_id = ${value('userId')} and s.id = o.series_id
    order by o.day, o.series_id
    on conflict (user_id, series_id, series_month) where series_id is not null do nothing`,
);

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

/** Shows occurrences whose day has come, and hides those that are ahead. */
export async function markUpcoming(tx: LedgerTransaction, userId: string, today: Day): Promise<void> {
  touchWeeks(tx, await flipUpcoming(tx, { userId, today }));
}

const flipUpcoming = preparedQuery<{ userId: string; today: Day }, { weekStart: Day }>(
  'flip_upcoming',
  (value, db) => {
    const isAhead = gt(expenses.day, value('today'));
    return db
      .update(expenses)
      .set({ isUpcoming: not(expenses.isUpcoming) })
      .where(
        and(
          eq(expenses.userId, value('userId')),
          sql`(${expenses.isUpcoming} or ${isAhead} and ${expenses.seriesId} is not null)`,
          sql`${expenses.isUpcoming} <> (${isAhead} and ${expenses.type} = 'recurring')`,
        ),
      )
      .returning({ weekStart: expenses.weekStart });
  },
);

function isFrom(from: { month: Day } | { after: Day }): SQL {
  return 'month' in from ? gte(expenses.seriesMonth, from.month) : gt(expenses.day, from.after);
}
