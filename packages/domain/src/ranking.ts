/** One person's standing in a week, as the ranking needs it (PD-20, PD-21). */
export interface Competitor {
  userId: string;
  name: string;
  /** The budget that counts: the smaller of the one at the week's start and now; in the week of joining, the smallest set since. */
  budgetCents: number;
  /** This week's spending, with what was excluded or deleted by hand. */
  rankedCents: number;
  /** How many of the last eight weeks are closed, and how many of these were under budget. */
  closedWeeks: number;
  weeksUnder: number;
  /** False with no healthy bank for 3 days and no expense in 14, or no data at all: ranked after the active ones. */
  isActive: boolean;
}

/** A competitor with a rank, best first; equal ones share it (1, 1, 3). */
export interface Ranked {
  competitor: Competitor;
  rank: number;
}

/** The whole percent of the budget that is still left, never below 0. A budget of 0 leaves nothing (PD-12). */
export function percentLeft(competitor: Pick<Competitor, 'budgetCents' | 'rankedCents'>): number {
  const { budgetCents, rankedCents } = competitor;
  if (budgetCents <= 0) return 0;
  return Math.max(0, Math.floor(((budgetCents - rankedCents) * 100) / budgetCents));
}

/**
 * Ranks people for one week (PD-20): the active ones first; by the share of the week's budget still left; then by the share of weeks
 * under budget among the last eight closed (fewer than two: one half). Equal on both shares the rank, listed by name.
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
 * Returns how many places each person of the earlier ranking has gained, by user id (PD-22). Only those who are in both are compared: a
 * newcomer pushes nobody down.
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

/** Below zero when `a` stands better, 0 when both stand equal. */
function compareStanding(a: Competitor, b: Competitor): number {
  if (a.isActive !== b.isActive) return a.isActive ? -1 : 1;
  const byPercent = percentLeft(b) - percentLeft(a);
  if (byPercent !== 0) return byPercent;
  const [shareA, shareB] = [shareUnder(a), shareUnder(b)];
  return shareB.under * shareA.closed - shareA.under * shareB.closed;
}

/** The share of weeks under budget as a fraction, so that two of them compare exactly. */
function shareUnder(competitor: Competitor): { under: number; closed: number } {
  if (competitor.closedWeeks < 2) return { under: 1, closed: 2 };
  return { under: competitor.weeksUnder, closed: competitor.closedWeeks };
}
