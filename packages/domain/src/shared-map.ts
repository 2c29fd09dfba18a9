import { mapQuip } from './quips.ts';
import type { WeekSummary } from './week-summaries.ts';
import { verdictsOf, type WeekVerdict } from './week-verdicts.ts';

/** A year's map as others see it (PD-28): no amounts, no budget and no share of it. */
export interface SharedMap {
  year: number;
  /** As on the owner's map; it only counts weeks. */
  quip: string;
  /** Oldest first, including the current week. */
  weeks: WeekVerdict[];
}

/** Returns a year's map without amounts. Cost: n in the weeks. */
export function sharedMapOf(weeks: readonly WeekSummary[], year: number): SharedMap {
  return { year, quip: mapQuip(weeks, year), weeks: verdictsOf(weeks) };
}

/** Isolates the name from the surrounding text's direction. */
export function sharedMapTitle({ name, year }: { name: string | null; year: number }): string {
  return name === null ? `${year}, week by week` : `\u2068${name}\u2069’s ${year}, week by week`;
}

/** Describes a year's squares for screen readers. Cost: n in the weeks. */
export function sharedMapInWords({ year, weeks }: Pick<SharedMap, 'year' | 'weeks'>): string {
  const count = (verdict: WeekVerdict) => weeks.filter((week) => week === verdict).length;
  const under = count('under');
  return `The weeks of ${year} as squares: ${under} ${under === 1 ? 'week' : 'weeks'} under budget, ${count('over')} over.`;
}

/** The pig's mood for a shared map, by the completed weeks in the same tiers as the quip. Cost: n in the weeks. */
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
