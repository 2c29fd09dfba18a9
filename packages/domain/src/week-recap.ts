import { formatUsd } from './money.ts';
import { balanceOf, balanceWords, type WeekSums } from './week-balance.ts';

/** More names of what is due are only counted. */
const NAMES_SHOWN = 3;

const list = new Intl.ListFormat('en-US');

export function recapHeading(sums: WeekSums): string {
  return balanceOf(sums).isOver ? 'Last week: over budget' : 'Last week: under budget';
}

/** Returns the amounts of the sentence "{spent} of {budget}, {difference}." */
export function recapAmounts(sums: WeekSums): {
  spent: string;
  budget: string;
  difference: string;
} {
  return {
    spent: formatUsd(sums.spentCents),
    budget: formatUsd(sums.budgetCents),
    difference: balanceWords(sums),
  };
}

/** Joins names for the sentence "Due this week: {sum} for {names}." They begin with the first due. Cost: n in the names. */
export function dueNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN);
  const rest = names.length - shown.length;
  return list.format(rest > 0 ? [...shown, `${rest} more`] : shown);
}
