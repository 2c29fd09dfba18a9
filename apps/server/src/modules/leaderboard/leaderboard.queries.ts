import type { Day } from '@oinkly/domain/days';
import type { Highlight } from '@oinkly/domain/highlights';
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import { isActiveOn } from './activity.ts';

export interface BoardResult {
  weekStart: Day;
  budgetCents: number;
  spentCents: number;
  rankedCents: number;
  wasActive: boolean;
  /** ISO 8601. */
  correctedAt: string | null;
  /** ISO 8601. */
  seenAt: string | null;
}

export interface BoardUser {
  userId: string;
  fullName: string | null;
  timeZone: string | null;
  promisedWeek: Day | null;
  /** The lower of the budget before the week and those set since. */
  budgetAtStartCents: number | null;
  budgetNowCents: number | null;
  /** The Monday of the week of the first budget, with that week's lowest budget; null before it. */
  firstBudgetWeek: Day | null;
  lowestFirstBudgetCents: number | null;
  rankedCents: number;
  isActive: boolean;
  /** Whether there ever was an expense. */
  hasData: boolean;
  /** Closed weeks since the first budget and the first expense (PD-89). Read for the viewer only, else 0. */
  weeksUnderInAll: number;
  /** Read for the viewer only, else null. */
  highlight: Highlight | null;
  /** Oldest first. */
  results: BoardResult[];
}

export async function listFriendIds(db: Database, userId: string): Promise<string[]> {
  return (await selectFriendIds(db, { userId })).map(({ friend_id }) => friend_id);
}

const selectFriendIds = preparedQuery<{ userId: string }, { friend_id: string }>(
  'list_friend_ids',
  (value) => sql`select friend_id from friendships where user_id = ${value('userId')}`,
);

/** Returns the names that the viewer was last sent of friends, from the viewer's own rows. */
export async function listNamesLastSent(
  db: Database,
  viewerId: string,
  friendIds: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await db.execute<{ userId: string; name: string | null }>(sql`
    select friend_id as "userId", (seen #>> '{getLeaderboard,json}')::jsonb #>> '{leaderboard,0,name}' as name
    from friendships where user_id = ${viewerId} and friend_id = any(${sql.param(friendIds)}::uuid[])`);
  return new Map(rows.map(({ userId, name }) => [userId, name]));
}

/**
 * PostgreSQL's kept plan assumes ten array elements. With fewer, a plan for the call's own values looks cheaper, so each
 * call is planned again, which takes longer than reading.
 */
const PLANNED_USERS = 10;

/**
 * Of these users, the viewer and those who are on the board. The cost depends on their number only: each id of the array is looked up by
 * key.
 */
export async function listBoardUsers(
  db: Database,
  viewerId: string,
  userIds: readonly string[],
  { week, resultsFrom, today, now }: { week: Day; resultsFrom: Day; today: Day; now: Date },
): Promise<BoardUser[]> {
  const padding = new Array<string>(Math.max(0, PLANNED_USERS - userIds.length)).fill(userIds[0] ?? viewerId);
  const rows = await selectBoard(db, {
    viewerId,
    userIds: [...userIds, ...padding],
    week,
    resultsFrom,
    today,
    now: now.toISOString(),
  });
  return rows.map((row) => ({
    userId: row.user_id,
    fullName: row.full_name,
    timeZone: row.time_zone,
    promisedWeek: row.promised_week,
    budgetAtStartCents: centsOf(row.budget_at_start),
    budgetNowCents: centsOf(row.budget_now),
    firstBudgetWeek: row.first_budget_week,
    lowestFirstBudgetCents: centsOf(row.lowest_first_budget),
    rankedCents: centsOf(row.ranked) ?? 0,
    isActive: row.is_active,
    hasData: row.has_data,
    weeksUnderInAll: row.weeks_under,
    highlight: row.highlight,
    results: row.results ?? [],
  }));
}

interface BoardRow {
  user_id: string;
  full_name: string | null;
  time_zone: string | null;
  promised_week: Day | null;
  budget_at_start: string | null;
  budget_now: string | null;
  first_budget_week: Day | null;
  lowest_first_budget: string | null;
  ranked: string | null;
  is_active: boolean;
  has_data: boolean;
  weeks_under: number;
  highlight: Highlight | null;
  results: BoardResult[] | null;
}

interface BoardValues extends Record<string, unknown> {
  viewerId: string;
  userIds: string[];
  week: Day;
  resultsFrom: Day;
  today: Day;
  now: string;
}

// Each part names the users outside any OR, so that each is read by its key, and on a cluster from their servers only.
const selectBoard = preparedQuery<BoardValues, BoardRow>('read_board', (value) => {
  const viewer = sql`${value('viewerId')}::uuid`;
  const users = sql`any(${value('userIds')}::uuid[])`;
  const week = sql`${value('week')}::date`;
  return sql`
    select u.id as user_id, u.full_name, u.time_zone, u.promised_week::text, b.first_budget_week, b.lowest_first_budget, b.budget_at_start, b.budget_now,
      t.ranked_cents as ranked,
      ${isActiveOn(sql.raw('u.id'), users, sql`${value('today')}::date`, sql`${value('now')}::timestamptz`)} as is_active,
      exists (select from weekly_totals where user_id = u.id and user_id >= u.id and user_id = ${users}) as has_data,
      coalesce(own.weeks_under, 0) as weeks_under, last_week.highlight, r.results
    from users u
    left join (
      select user_id, min(first_week)::text as first_budget_week,
        min(coalesce(lowest_cents, budget_cents)) filter (where day < first_week + 7) as lowest_first_budget,
        coalesce(
          (array_agg(budget_cents order by day desc) filter (where day < ${week}))[1],
          min(coalesce(lowest_cents, budget_cents)) filter (where day >= ${week})
        ) as budget_at_start,
        (array_agg(budget_cents order by day desc))[1] as budget_now
      from (
        select *, date_trunc('week', min(day) over (partition by user_id)::timestamp)::date as first_week
        from budget_changes where user_id = ${users}
      ) as changes
      group by user_id
    ) as b on b.user_id = u.id
    left join weekly_totals t on t.user_id = u.id and t.user_id = ${users} and t.week_start = ${week}
    left join (
      select user_id, json_agg(json_build_object(
          'weekStart', week_start, 'budgetCents', budget_cents, 'spentCents', spent_cents,
          'rankedCents', ranked_cents, 'wasActive', was_active, 'correctedAt', corrected_at, 'seenAt', seen_at
        ) order by week_start) as results
      from weekly_results
      where user_id = ${users} and week_start >= ${value('resultsFrom')}::date and week_start < ${week}
      group by user_id
    ) as r on r.user_id = u.id
    left join (
      select w.user_id, count(*)::integer as weeks_under
      from weekly_results w
        join (
          select user_id, min(day) as first_day from budget_changes where user_id = ${viewer} group by user_id
        ) as budget on budget.user_id = w.user_id and w.week_start > budget.first_day - 7
        join (
          select user_id, min(week_start) as first_week from weekly_totals
          where user_id = ${viewer} and purchases > 0 group by user_id
        ) as tracked on tracked.user_id = w.user_id and w.week_start >= tracked.first_week
      where w.user_id = ${viewer} and w.spent_cents <= w.budget_cents
      group by w.user_id
    ) as own on own.user_id = u.id
    left join weekly_results last_week
      on last_week.user_id = u.id and last_week.user_id = ${viewer} and last_week.week_start = ${week} - 7
    where u.id = ${users} and case when u.id = ${viewer} then true else u.is_on_board end
  `;
});

/** The driver returns bigints as text. */
function centsOf(text: string | null): number | null {
  return text === null ? null : Number(text);
}
