import type { Day } from './days.ts';
import { weekEndOf, weekStartOf } from './weeks.ts';

/** An expected payment without an expense yet. The amount has the sign that the user entered or the bank reported. */
export interface Coming {
  day: Day;
  amountCents: number;
  isCounted: boolean;
}

/** The counted amount still to come in the week of `today`, in cents, including payments overdue since Monday. */
export function stillToComeCents(coming: readonly Coming[], today: Day): number {
  const start = weekStartOf(today);
  const end = weekEndOf(start);
  return coming
    .filter(({ day, isCounted }) => isCounted && day >= start && day <= end)
    .reduce((sum, { amountCents }) => sum + Math.abs(amountCents), 0);
}
