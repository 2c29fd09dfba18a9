import { mapQuip } from './quips.ts';
import type { WeekSummary } from './week-summaries.ts';

/**
 * All that others are told of a week: that it stayed within its budget or went over it, that it is still to come, or that nothing was
 * recorded yet.
 */
export const WEEK_VERDICTS = ['under', 'over', 'future', 'empty'] as const;
export type WeekVerdict = (typeof WEEK_VERDICTS)[number];

/** A year's map as others see it (PD-28): no sum, no budget and no share of one. */
export interface SharedMap {
  year: number;
  /** As of the owner's own map; it counts weeks and nothing else. */
  quip: string;
  /** Oldest first, the running week included. */
  weeks: WeekVerdict[];
}

/**
 * What others see of the weeks of `year`. Those before the first purchase are empty: the quip does not count them, and nobody is shown
 * as thrifty for weeks that were not tracked.
 */
export function sharedMapOf(weeks: readonly WeekSummary[], year: number): SharedMap {
  const first = weeks.findIndex((week) => week.purchases > 0);
  return {
    year,
    quip: mapQuip(weeks, year),
    weeks: weeks.map((week, index) => {
      if (week.isFuture) return 'future';
      if (first === -1 || index < first) return 'empty';
      return week.isOver ? 'over' : 'under';
    }),
  };
}

/** What a shared map is called. The name is kept apart from the text around it, in whichever direction it runs. */
export function sharedMapTitle({ name, year }: { name: string | null; year: number }): string {
  return name === null ? `${year}, week by week` : `\u2068${name}\u2069’s ${year}, week by week`;
}

/** A shared map in a sentence, for who does not see it. */
export function sharedMapInWords({ year, weeks }: Pick<SharedMap, 'year' | 'weeks'>): string {
  const count = (verdict: WeekVerdict) => weeks.filter((week) => week === verdict).length;
  const under = count('under');
  return `The weeks of ${year} as squares: ${under} ${under === 1 ? 'week' : 'weeks'} under budget, ${count('over')} over.`;
}

/** How the pig takes a shared map: in the same tiers as the quip, and so by the weeks that are over. */
export function moodOfSharedMap({
  weeks,
}: Pick<SharedMap, 'weeks'>): 'asleep' | 'proud' | 'content' | 'worried' | 'cracked' {
  // The last week that has begun is still running.
  const settled = weeks.filter((week) => week !== 'future').slice(0, -1);
  const under = settled.filter((week) => week === 'under').length;
  const tracked = under + settled.filter((week) => week === 'over').length;
  if (tracked === 0) return 'asleep';
  const share = under / tracked;
  if (share >= 0.8) return 'proud';
  if (share >= 0.4) return 'content';
  return share >= 0.2 ? 'worried' : 'cracked';
}
