import { categoryInText, type ExpenseCategory } from './expense-categories.ts';
import type { WeekTotal } from './week-summaries.ts';
import { balanceOf } from './week-balance.ts';

/** A comparison with fewer weeks says little. */
const FEWEST_OF_WEEKS = 4;
/** Every week has a day without spending now and then. */
const QUIET_DAYS = 2;
/** A smaller fall of a category, in shares of the budget, is chance. */
const NOTABLE_FALL = 0.1;
/** Their bills come when they come. */
const NOT_STEERED: ReadonlySet<ExpenseCategory> = new Set([
  'Housing',
  'Utilities',
  'Healthcare',
  'Education',
  // Less on "other" says nothing.
  'Other',
]);

/** Counted expenses only. */
export interface WeekFacts extends WeekTotal {
  budgetCents: number;
  daysWithPurchase: number;
  /** Spending in each category, with the week before. */
  categories: readonly { category: ExpenseCategory; spentCents: number; beforeCents: number }[];
  /** Newest first, back to the first week with a purchase; at most eight. */
  earlier: readonly WeekTotal[];
}

/** Push messages contain it, so it has no amounts (PD-74). */
export type Highlight =
  /** Fewer than in any other of this many weeks. */
  | { kind: 'fewest-purchases'; weeks: number }
  | { kind: 'less-spent' }
  | { kind: 'smaller-category'; category: ExpenseCategory }
  | { kind: 'budget-kept' }
  | { kind: 'quiet-days'; days: number }
  /** Nothing else went well: always true. */
  | { kind: 'fresh-start' };

/**
 * What went well, compared only with the user's own weeks. The result comes last, because title or heading
 * already name it. Cost: n in the weeks.
 */
export function highlightOf(facts: WeekFacts): Highlight {
  const { spentCents, budgetCents, purchases, daysWithPurchase, earlier } = facts;
  const isKept = !balanceOf({ budgetCents, spentCents }).isOver;
  // Perhaps nothing was entered that week.
  if (purchases === 0) return { kind: isKept ? 'budget-kept' : 'fresh-start' };
  const asFew = earlier.findIndex((week) => week.purchases <= purchases);
  const weeks = 1 + (asFew === -1 ? earlier.length : asFew);
  if (weeks >= FEWEST_OF_WEEKS) return { kind: 'fewest-purchases', weeks };
  const before = earlier[0];
  if (before && spentCents < before.spentCents) return { kind: 'less-spent' };
  const category = mostReduced(facts);
  if (category) return { kind: 'smaller-category', category };
  if (isKept) return { kind: 'budget-kept' };
  const days = 7 - daysWithPurchase;
  // In the first week, days without a purchase may be days before the first one.
  if (before && days >= QUIET_DAYS) return { kind: 'quiet-days', days };
  return { kind: 'fresh-start' };
}

export function highlightWords(highlight: Highlight): string {
  switch (highlight.kind) {
    case 'fewest-purchases':
      return `Your fewest purchases in ${inWords(highlight.weeks)} weeks.`;
    case 'less-spent':
      return 'You spent less than the week before.';
    case 'smaller-category':
      return `You spent less on ${categoryInText(highlight.category)} than the week before.`;
    case 'budget-kept':
      return 'You stayed within your budget.';
    case 'quiet-days':
      return `You had ${inWords(highlight.days)} days without spending.`;
    case 'fresh-start':
      return 'This week is a fresh start.';
  }
}

/** The category that the user steers and whose spending fell most; of equals, the first by name. */
function mostReduced({ categories, budgetCents }: WeekFacts): ExpenseCategory | null {
  const [most] = categories
    .filter(({ category }) => !NOT_STEERED.has(category))
    .map(({ category, spentCents, beforeCents }) => ({ category, lessCents: beforeCents - spentCents }))
    .filter(({ lessCents }) => lessCents > 0 && lessCents >= budgetCents * NOTABLE_FALL)
    .sort((a, b) => b.lessCents - a.lessCents || a.category.localeCompare(b.category));
  return most?.category ?? null;
}

function inWords(count: number): string {
  return ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][count] ?? 'many';
}
