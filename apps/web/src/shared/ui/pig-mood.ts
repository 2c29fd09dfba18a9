import type { PigMood } from '@oinkly/artwork/pig';

/** The pig worries above this share of the budget. */
const WORRIED_ABOVE = 0.8;
/** The pig is proud up to this share. */
const PROUD_UP_TO = 0.5;

/** The pig's mood for a week. `hasData` is false before the first expense. Amounts in cents. */
export function moodOfWeek(spentCents: number, budgetCents: number, hasData: boolean): PigMood {
  if (!hasData) return 'asleep';
  if (spentCents > budgetCents) return 'cracked';
  if (spentCents > budgetCents * WORRIED_ABOVE) return 'worried';
  return spentCents <= budgetCents * PROUD_UP_TO ? 'proud' : 'content';
}
