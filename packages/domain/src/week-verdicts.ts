import type { WeekSummary } from './week-summaries.ts';

/**
 * What a square of the year map says (DB-10, D-11): the week stayed within its budget or went over it, lies ahead, or came before the
 * first expense on the map. A week before the first expense earns neither praise nor a place in any count.
 */
export const WEEK_VERDICTS = ['under', 'over', 'future', 'untracked'] as const;
export type WeekVerdict = (typeof WEEK_VERDICTS)[number];

/** The word of each verdict in legends and lists. */
export const VERDICT_WORDS: Readonly<Record<WeekVerdict, string>> = {
  under: 'under',
  over: 'over',
  future: 'future week',
  untracked: 'not tracked',
};

/** Returns one verdict for each of the map's weeks, in their order. */
export function verdictsOf(weeks: readonly WeekSummary[]): WeekVerdict[] {
  const first = weeks.findIndex((week) => week.purchases > 0);
  return weeks.map((week, index) => {
    if (week.isFuture) return 'future';
    if (first === -1 || index < first) return 'untracked';
    return week.isOver ? 'over' : 'under';
  });
}

/** Returns the completed weeks from the first one with an expense on: those that count. */
export function trackedWeeks(weeks: readonly WeekSummary[]): WeekSummary[] {
  const verdicts = verdictsOf(weeks);
  return weeks.filter((week, index) => week.isComplete && verdicts[index] !== 'untracked');
}
