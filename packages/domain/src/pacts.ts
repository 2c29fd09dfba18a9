import { addDays, dayInZone, type Day } from './days.ts';
import { weekStartOf } from './weeks.ts';

/** The most that a person can be in or have proposed (PD-102). */
export const MAX_PACTS = 5;
/** In as many weeks of a run, one miss is forgiven (PD-101). */
export const WEEKS_PER_MISS = 13;

/** Of a pact, as one of the two sees it: proposed by them, received from the friend, or made. */
export const PACT_STANDINGS = ['proposed', 'received', 'made'] as const;

export type PactStanding = (typeof PACT_STANDINGS)[number];

/** What two friends reached together. No week says whose it was (PD-101). */
export interface PactRun {
  /** Closed weeks of the run that both kept. */
  weeksTogether: number;
  /** The Monday of the newest forgiven week of the run; null without one. */
  forgivenWeek: Day | null;
  /** The Monday from which the run counts: later than the pact's own if an earlier run ended. */
  countsFrom: Day;
}

/** Returns the Monday of the first week that is whole for both after the pact was made (PD-100). */
export function firstWeekOfPact(madeAt: Date, zone: string, otherZone: string): Day {
  const nextWeekIn = (ofOne: string) => addDays(weekStartOf(dayInZone(madeAt, ofOne)), 7);
  const [one, other] = [nextWeekIn(zone), nextWeekIn(otherZone)];
  return one > other ? one : other;
}

/**
 * Returns the run at the last week that both have closed. `kept` says of each partner which closed weeks were kept; a
 * week without an entry before the last one was not. Cost: n log n in the weeks.
 */
export function pactRun(
  firstWeek: Day,
  kept: readonly [ReadonlyMap<Day, boolean>, ReadonlyMap<Day, boolean>],
): PactRun {
  const [lastOfOne, lastOfOther] = kept.map((weeks) => [...weeks.keys()].toSorted().at(-1) ?? '') as [
    Day,
    Day,
  ];
  const last = lastOfOne < lastOfOther ? lastOfOne : lastOfOther;
  let run: PactRun = { weeksTogether: 0, forgivenWeek: null, countsFrom: firstWeek };
  for (let week = firstWeek; week <= last; week = addDays(week, 7)) {
    const { weeksTogether, forgivenWeek } = run;
    if (kept.every((weeks) => weeks.get(week) === true)) run = { ...run, weeksTogether: weeksTogether + 1 };
    else if (forgivenWeek === null || week >= addDays(forgivenWeek, 7 * WEEKS_PER_MISS))
      run = { ...run, forgivenWeek: week };
    else run = { weeksTogether: 0, forgivenWeek: null, countsFrom: addDays(week, 7) };
  }
  return run;
}
