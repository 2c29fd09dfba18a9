import { formatDay, weekdayIndex, type Day } from './days.ts';
import { formatUsd } from './money.ts';
import type { SpentOnDay } from './week-breakdown.ts';
import { weekEndOf, weekStartOf } from './weeks.ts';

/** A smaller difference from an even pace is none. */
const SAME_PACE_CENTS = 100;

/** How fast a week used its budget, or null. `days` are the seven of the week. Cost: n in the days. */
export function paceSentence(days: readonly SpentOnDay[], budgetCents: number, today: Day): string | null {
  const monday = days[0]?.day;
  const spentCents = days.at(-1)?.soFarCents ?? 0;
  if (monday === undefined || spentCents === 0 || budgetCents === 0) return null;
  const firstDayAbove = (cents: number) => days.find(({ soFarCents }) => soFarCents > cents);
  const usedUp = firstDayAbove(budgetCents);
  if (usedUp) return `The budget was used up on ${weekdayOf(usedUp.day)}.`;
  if (weekEndOf(monday) < today) {
    const half = firstDayAbove(budgetCents / 2);
    return half
      ? `Half of the budget was spent by ${weekdayOf(half.day)}.`
      : 'Less than half of the budget was spent.';
  }
  if (monday !== weekStartOf(today)) return null;
  const evenCents = Math.round((budgetCents * (weekdayIndex(today) + 1)) / 7);
  const differenceCents = Math.abs(evenCents - spentCents);
  if (differenceCents < SAME_PACE_CENTS) return 'You’re on pace.';
  return `You’re ${formatUsd(differenceCents)} ${spentCents < evenCents ? 'under' : 'over'} pace.`;
}

function weekdayOf(day: Day): string {
  return formatDay(day, { weekday: 'long' });
}
