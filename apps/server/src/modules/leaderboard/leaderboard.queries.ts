import type { Day } from '@oinkly/domain/days';
import type { Highlight } from '@oinkly/domain/highlights';
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { preparedStatement } from '../../db/prepared-query.ts';
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
  /** The lower of the budget before the week and those set since. */
  budgetAtStartCents: number | null;
  budgetNowCents: number | null;
  /** The Monday of the week of the first budget, with that week's lowest budget; null before it. */
  firstBudgetWeek: Day | null;
  lowestFirstBudgetCents: number | null;
  rankedCents: number;
  isActive: boolean;
  /** Read for the viewer only, else 0. */
  weeksUnderInAll: number;
  /** Read for the viewer only, else null. */
  highlight: Highlight | null;
  /** Oldest first. */
  results: BoardResult[];
}

/**
 * The viewer and, if the viewer is on the board, all friends who are. The cost depends on the number of
 * friends only (ADR 17).
 */
export async function listBoardUsers(
  db: Database,
  viewer: { id: string; isOnBoard: boolean },
  { week, resultsFrom, today, now }: { week: Day; resultsFrom: Day; today: Day; now: Date },
): Promise<BoardUser[]> {
  const { id: viewerId, isOnBoard } = viewer;
  const rows = await selectBoard(db, {
    viewerId,
    isOnBoard,
    week,
    resultsFrom,
    today,
    now: now.toISOString(),
  });
  return rows.map((row) => ({
    userId: row.user_id,
    fullName: row.full_name,
    budgetAtStartCents: centsOf(row.budget_at_start),
    budgetNowCents: centsOf(row.budget_now),
    firstBudgetWeek: row.first_budget_week,
    lowestFirstBudgetCents: centsOf(row.lowest_first_budget),
    rankedCents: centsOf(row.ranked) ?? 0,
    isActive: row.is_active,
    weeksUnderInAll: row.weeks_under,
    highlight: row.highlight,
    results: row.results,
  }));
}

interface BoardRow {
  user_id: string;
  full_name: string | null;
  budget_at_start: string | null;
  budget_now: string | null;
  first_budget_week: Day | null;
  lowest_first_budget: string | null;
  ranked: string | null;
  is_active: boolean;
  weeks_under: number;
  highlight: Highlight | null;
  results: BoardResult[];
}

interface BoardValues extends Record<string, unknown> {
  viewerId: string;
  isOnBoard: boolean;
  week: Day;
  resultsFrom: Day;
  today: Day;
  now: string;
}

const selectBoard = preparedStatement<BoardValues, BoardRow>('read_board', (value) => {
  const boardUserId = sql.raw('users.id');
  const viewer = sql`${value('viewerId')}::uuid`;
  const week = sql`${value('week')}::date`;
  // An array makes the planner look each user up by key.
  const users = sql`array(
    select ${viewer}
    union all
    select friend_id from friendships where user_id = ${viewer} and ${value('isOnBoard')}::boolean
  )`;
  return sql`
    select id as user_id, full_name, budget.*,
      (select ranked_cents from weekly_totals where user_id = ${boardUserId} and week_start = ${week}) as ranked,
      ${isActiveOn(boardUserId, sql`${value('today')}::date`, sql`${value('now')}::timestamptz`)} as is_active,
      case when id = ${viewer} then (
        select count(*)::integer from weekly_results where user_id = ${viewer} and spent_cents <= budget_cents
      ) else 0 end as weeks_under,
      case when id = ${viewer} then (
        select highlight from weekly_results where user_id = ${viewer} and week_start = ${week} - 7
      ) end as highlight,
      (select coalesce(json_agg(json_build_object(
          'weekStart', week_start, 'budgetCents', budget_cents, 'spentCents', spent_cents,
          'rankedCents', ranked_cents, 'wasActive', was_active, 'correctedAt', corrected_at, 'seenAt', seen_at
        ) order by week_start), '[]')
        from weekly_results
        where user_id = ${boardUserId} and week_start >= ${value('resultsFrom')}::date and week_start < ${week}) as results
    from users
    cross join lateral (
      select min(first_week)::text as first_budget_week,
        min(coalesce(lowest_cents, budget_cents)) filter (where day < first_week + 7) as lowest_first_budget,
        coalesce(
          (array_agg(budget_cents order by day desc) filter (where day < ${week}))[1],
          min(coalesce(lowest_cents, budget_cents)) filter (where day >= ${week})
        ) as budget_at_start,
        (array_agg(budget_cents order by day desc))[1] as budget_now
      from (
        select *, date_trunc('week', min(day) over ()::timestamp)::date as first_week
        from budget_changes where user_id = ${boardUserId}
      ) as changes
    ) as budget
    where id = any(${users}) and (is_on_board or id = ${viewer})
  `;
});

/** The driver returns bigints as text. */
function centsOf(text: string | null): number | null {
  return text === null ? null : Number(text);
}
