import { mapQuip } from './quips.ts';
import type { WeekSummary } from './week-summaries.ts';
import { verdictsOf, type WeekVerdict } from './week-verdicts.ts';

/** A year's map as others see it (PD-28): no sum, no budget and no share of one. */
export interface SharedMap {
  year: number;
  /** As of the owner's own map; it counts weeks and nothing else. */
  quip: string;
  /** Oldest first, the running week included. */
  weeks: WeekVerdict[];
}

/** Returns what others see of the weeks of `year`. */
export function sharedMapOf(weeks: readonly WeekSummary[], year: number): SharedMap {
  return { year, quip: mapQuip(weeks, year), weeks: verdictsOf(weeks) };
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
  const closed = weeks.filter((week) => week !== 'future').slice(0, -1);
  const under = closed.filter((week) => week === 'under').length;
  const tracked = under + closed.filter((week) => week === 'over').length;
  if (tracked === 0) return 'asleep';
  const share = under / tracked;
  if (share >= 0.8) return 'proud';
  if (share >= 0.4) return 'content';
  return share >= 0.2 ? 'worried' : 'cracked';
}
