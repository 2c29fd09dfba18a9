import { mapQuip } from './quips.ts';
import { countWeeks, weekCountWords, type WeekCount } from './week-count.ts';
import type { WeekMood } from './week-mood.ts';
import type { WeekSummary } from './week-summaries.ts';
import { verdictsOf, type WeekVerdict } from './week-verdicts.ts';

/** A year's map as others see it (PD-28): no amounts, no budget and no share of it. */
export interface SharedMap {
  year: number;
  /** As on the owner's map; it only counts weeks. */
  quip: string;
  counted: WeekCount;
  /** Oldest first, including the current week, which is in no count. */
  weeks: WeekVerdict[];
}

/** Returns a year's map without amounts. Cost: n in the weeks. */
export function sharedMapOf(weeks: readonly WeekSummary[], year: number): SharedMap {
  return { year, quip: mapQuip(weeks, year), counted: countWeeks(weeks), weeks: verdictsOf(weeks) };
}

/** Isolates the name from the surrounding text's direction. */
export function sharedMapTitle({ name, year }: { name: string | null; year: number }): string {
  return name === null ? `${year}, week by week` : `\u2068${name}\u2069’s ${year}, week by week`;
}

/** Describes a year's squares for screen readers and where a picture doesn't load. */
export function sharedMapInWords({ year, counted }: Pick<SharedMap, 'year' | 'counted'>): string {
  return `The weeks of ${year} as squares: ${weekCountWords(counted)}, ${counted.closed - counted.under} over.`;
}

/** The pig's mood for a shared map, by the closed weeks in the same tiers as the quip. */
export function moodOfSharedMap({ counted }: Pick<SharedMap, 'counted'>): WeekMood {
  if (counted.closed === 0) return 'asleep';
  const share = counted.under / counted.closed;
  if (share >= 0.8) return 'proud';
  if (share >= 0.4) return 'content';
  return share >= 0.2 ? 'worried' : 'cracked';
}
