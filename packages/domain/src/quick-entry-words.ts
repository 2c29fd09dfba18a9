import { formatDay } from './days.ts';
import { formatUsd, MAX_AMOUNT_CENTS } from './money.ts';
import type { QuickEntry } from './quick-entry.ts';

const PROBLEMS: Record<NonNullable<QuickEntry['amountProblem']>, string> = {
  currency: 'Only US dollars count. Enter the amount in dollars.',
  negative: 'Leave out the minus.',
  unreadable: 'Write the amount like $4.25.',
  several: 'Which number is the amount? Put a $ before it.',
  part: 'How much of it is yours? Enter your part.',
  income: 'Money you receive isn’t an expense. Refunds from your bank are matched automatically.',
  'not-spent': 'Nothing was spent: this was declined or taken back, or it moves your own money.',
  'too-large': `The amount is more than ${formatUsd(MAX_AMOUNT_CENTS)}.`,
};

/** Returns why no amount was read, or undefined. Cost: n in the words. */
export function amountProblemWords({ amountProblem }: QuickEntry): string | undefined {
  return amountProblem && PROBLEMS[amountProblem];
}

/** Returns the question about a day that is too far away, or undefined. Cost: constant. */
export function dayProblemWords({ oddDay }: QuickEntry): string | undefined {
  if (oddDay === undefined) return undefined;
  return `Is ${formatDay(oddDay, { month: 'short', day: 'numeric', year: 'numeric' })} the right year? Choose the date.`;
}

/** Returns a note on words that were not understood, or undefined. Cost: n in the words. */
export function unreadWords({ unread }: QuickEntry): string | undefined {
  return unread && `Not understood: ${unread.join(', ')}.`;
}
