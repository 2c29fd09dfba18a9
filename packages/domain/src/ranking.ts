import { balanceOf } from './week-balance.ts';

export interface Competitor {
  userId: string;
  name: string;
  /** The smaller of the budgets at the week's start and now; in the week of joining, the smallest one set since. */
  budgetCents: number;
  /** Includes expenses that the user excluded or deleted. */
  rankedCents: number;
  /** How many of the last eight weeks are closed, and how many of those were under budget. */
  closedWeeks: number;
  weeksUnder: number;
  /** False without any data, or without a healthy bank for 3 days and an expense for 14. Inactive users rank last. */
  isActive: boolean;
  /** Whether there ever was an expense. */
  hasData: boolean;
}

export const PRIZES = ['trophy', 'star'] as const;

export type Prize = (typeof PRIZES)[number];

/** Which expense brings an inactive user back into the ranks. */
export const JOINING_EXPENSES = ['first', 'next'] as const;

export type JoiningExpense = (typeof JOINING_EXPENSES)[number];

/** Ties share a rank (1, 1, 3). */
export interface Ranked {
  competitor: Competitor;
  rank: number;
}

/** Returns a whole number, at least 0. A budget of 0 leaves 0 (PD-12). */
export function percentLeft(competitor: Pick<Competitor, 'budgetCents' | 'rankedCents'>): number {
  const { budgetCents, rankedCents } = competitor;
  if (budgetCents <= 0) return 0;
  const { leftCents } = balanceOf({ budgetCents, spentCents: rankedCents });
  return Math.floor((leftCents * 100) / budgetCents);
}

/** Whether the user is active and within the budget of the rank: only then is there praise (D-13). */
export function isPraised({ isActive, rankedCents, budgetCents }: Competitor): boolean {
  return isActive && !balanceOf({ budgetCents, spentCents: rankedCents }).isOver;
}

/** The trophy for rank 1 and the star for rank 2, only for praised users (D-13). */
export function prizeOf({ rank, competitor }: Ranked): Prize | null {
  return isPraised(competitor) ? (PRIZES[rank - 1] ?? null) : null;
}

/** Null for active users (PD-97). */
export function joiningExpenseOf({ isActive, hasData }: Competitor): JoiningExpense | null {
  if (isActive) return null;
  return hasData ? 'next' : 'first';
}

/**
 * Best first (PD-20): active users, then by the share of the budget left, then by the share of weeks under
 * budget among the last eight closed (one half with fewer than two). Ties share a rank and are listed by
 * name. Cost: n log n in the competitors.
 */
export function rankCompetitors(competitors: readonly Competitor[]): Ranked[] {
  const sorted = [...competitors].sort(
    (a, b) =>
      compareStanding(a, b) || a.name.localeCompare(b.name, 'en-US') || (a.userId < b.userId ? -1 : 1),
  );
  const ranked: Ranked[] = [];
  for (const [index, competitor] of sorted.entries()) {
    const above = ranked.at(-1);
    const rank = above && compareStanding(above.competitor, competitor) === 0 ? above.rank : index + 1;
    ranked.push({ competitor, rank });
  }
  return ranked;
}

/**
 * Places gained, by user id (PD-22). Only users in both rankings are compared, so a newcomer moves no other
 * user down. Cost: n log n in the competitors.
 */
export function positionChanges(
  earlier: readonly Ranked[],
  current: readonly Competitor[],
): ReadonlyMap<string, number> {
  const currentIds = new Set(current.map(({ userId }) => userId));
  const before = ranksOf(
    earlier.map(({ competitor }) => competitor).filter(({ userId }) => currentIds.has(userId)),
  );
  const after = ranksOf(current.filter(({ userId }) => before.has(userId)));
  return new Map([...before].map(([userId, rank]) => [userId, rank - (after.get(userId) ?? rank)]));
}

function ranksOf(competitors: readonly Competitor[]): ReadonlyMap<string, number> {
  return new Map(rankCompetitors(competitors).map(({ competitor, rank }) => [competitor.userId, rank]));
}

/** Negative if `a` stands better, 0 for a tie. */
function compareStanding(a: Competitor, b: Competitor): number {
  if (a.isActive !== b.isActive) return a.isActive ? -1 : 1;
  const byPercent = percentLeft(b) - percentLeft(a);
  if (byPercent !== 0) return byPercent;
  const [shareA, shareB] = [shareUnder(a), shareUnder(b)];
  return shareB.under * shareA.closed - shareA.under * shareB.closed;
}

/** The share of weeks under budget as a fraction, for exact comparison. */
function shareUnder(competitor: Competitor): { under: number; closed: number } {
  if (competitor.closedWeeks < 2) return { under: 1, closed: 2 };
  return { under: competitor.weeksUnder, closed: competitor.closedWeeks };
}
