import type { Day } from './days.ts';
import { weekEndOf, weekStartOf } from './weeks.ts';

/** An expected payment that is no expense yet. The amount is as entered or as the bank reported it, of either sign. */
export interface Coming {
  day: Day;
  amountCents: number;
  isCounted: boolean;
}

/** What is still to come in `today`'s week, in cents: of what is counted, also what is overdue since its beginning. */
export function stillToComeCents(coming: readonly Coming[], today: Day): number {
  const start = weekStartOf(today);
  const end = weekEndOf(start);
  return coming
    .filter(({ day, isCounted }) => isCounted && day >= start && day <= end)
    .reduce((sum, { amountCents }) => sum + Math.abs(amountCents), 0);
}
