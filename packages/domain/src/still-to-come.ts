import type { Day } from './days.ts';
import { weekEndOf, weekStartOf } from './weeks.ts';

/**
 * An expected payment without an expense yet. The amount has the sign that the user entered or the bank
 * reported.
 */
export interface Coming {
  name: string;
  day: Day;
  amountCents: number;
  isCounted: boolean;
}

/** In cents; first due first. */
export interface StillToCome {
  amountCents: number;
  names: string[];
}

/** Sums counted payments of the week of `today`, including those overdue since Monday. Cost: n log n in the rows. */
export function stillToCome(coming: readonly Coming[], today: Day): StillToCome {
  const start = weekStartOf(today);
  const end = weekEndOf(start);
  const due = coming
    .filter(({ day, isCounted }) => isCounted && day >= start && day <= end)
    .toSorted((a, b) => a.day.localeCompare(b.day));
  return {
    amountCents: due.reduce((sum, { amountCents }) => sum + Math.abs(amountCents), 0),
    names: due.map(({ name }) => name),
  };
}

/** The sums of expected payments in cents: of all, and of those that count. Cost: n in the rows. */
export function totalOfComing(coming: readonly Pick<Coming, 'amountCents' | 'isCounted'>[]): {
  amountCents: number;
  countedCents: number;
} {
  const sumOf = (rows: typeof coming) =>
    rows.reduce((sum, { amountCents }) => sum + Math.abs(amountCents), 0);
  return { amountCents: sumOf(coming), countedCents: sumOf(coming.filter(({ isCounted }) => isCounted)) };
}
