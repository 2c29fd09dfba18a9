import type { WeekSummary } from './week-summaries.ts';
import { trackedWeeks } from './week-verdicts.ts';

/** What completed weeks left over, in cents (PD-75). A week over budget takes nothing away. Cost: n in the weeks. */
export function savedCents(weeks: readonly WeekSummary[]): number {
  return trackedWeeks(weeks)
    .filter(({ isOver }) => !isOver)
    .reduce((sum, { budgetCents, spentCents }) => sum + budgetCents - spentCents, 0);
}
