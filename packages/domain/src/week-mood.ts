import { balanceOf } from './week-balance.ts';

export const WEEK_MOODS = ['asleep', 'proud', 'content', 'worried', 'cracked'] as const;
export type WeekMood = (typeof WEEK_MOODS)[number];

/** The pig worries above this share of the budget. */
const WORRIED_ABOVE = 0.8;
const PROUD_UP_TO = 0.5;

/** `hasData` is false before the first expense. Amounts in cents. */
export function moodOfWeek(spentCents: number, budgetCents: number, hasData: boolean): WeekMood {
  if (!hasData) return 'asleep';
  if (balanceOf({ spentCents, budgetCents }).isOver) return 'cracked';
  if (spentCents > budgetCents * WORRIED_ABOVE) return 'worried';
  return spentCents <= budgetCents * PROUD_UP_TO ? 'proud' : 'content';
}
