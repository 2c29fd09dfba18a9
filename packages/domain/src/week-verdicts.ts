import type { WeekSummary } from './week-summaries.ts';

/** DB-10, D-11. `untracked` weeks are before the map's first expense; they earn no praise and count nowhere. */
export const WEEK_VERDICTS = ['under', 'over', 'future', 'untracked'] as const;
export type WeekVerdict = (typeof WEEK_VERDICTS)[number];

export const VERDICT_WORDS: Readonly<Record<WeekVerdict, string>> = {
  under: 'under',
  over: 'over',
  future: 'future week',
  untracked: 'not tracked',
};

/** Returns each week's verdict, in order. Cost: n in the weeks. */
export function verdictsOf(weeks: readonly WeekSummary[]): WeekVerdict[] {
  const first = weeks.findIndex((week) => week.purchases > 0);
  return weeks.map((week, index) => {
    if (week.isFuture) return 'future';
    if (first === -1 || index < first) return 'untracked';
    return week.isOver ? 'over' : 'under';
  });
}

/** Returns completed weeks since the first one with an expense. Cost: n in the weeks. */
export function trackedWeeks(weeks: readonly WeekSummary[]): WeekSummary[] {
  const verdicts = verdictsOf(weeks);
  return weeks.filter((week, index) => week.isComplete && verdicts[index] !== 'untracked');
}
