import { formatUsd } from './money.ts';

export interface RecapSums {
  spentCents: number;
  budgetCents: number;
}

/** More names of what is due are only counted. */
const NAMES_SHOWN = 3;

const list = new Intl.ListFormat('en-US');

export function recapHeading({ spentCents, budgetCents }: RecapSums): string {
  return spentCents <= budgetCents ? 'Last week: under budget' : 'Last week: over budget';
}

/** For the sentence "{spent} of {budget}, {difference}." */
export function recapAmounts({ spentCents, budgetCents }: RecapSums): {
  spent: string;
  budget: string;
  difference: string;
} {
  const side = spentCents <= budgetCents ? 'left' : 'over';
  return {
    spent: formatUsd(spentCents),
    budget: formatUsd(budgetCents),
    difference: `${formatUsd(Math.abs(budgetCents - spentCents))} ${side}`,
  };
}

export function weeksUnderWords({
  weeksUnder,
  closedWeeks,
}: {
  weeksUnder: number;
  closedWeeks: number;
}): string {
  return `${weeksUnder} of ${closedWeeks} ${closedWeeks === 1 ? 'week' : 'weeks'} under budget`;
}

/** For the sentence "Due this week: {sum} for {names}." The names begin with the first due. Cost: n in the names. */
export function dueNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN);
  const rest = names.length - shown.length;
  return list.format(rest > 0 ? [...shown, `${rest} more`] : shown);
}
