import type { Recurring } from '@oinkly/contract/endpoints';
import type { Day } from '@oinkly/domain/days';
import { centsFromDollars } from '@oinkly/domain/money';
import { weekEndOf, weekStartOf } from '@oinkly/domain/weeks';

/**
 * What is still to come in `today`'s week, in cents: counted occurrences that are no expenses yet, and payments that somebody said are
 * monthly. What is an expense already, though its day is to come, is part of the week's spending.
 */
export function stillToComeCents({ series, merchants }: Recurring, today: Day): number {
  const [start, end] = [weekStartOf(today), weekEndOf(weekStartOf(today))];
  const coming = [
    ...series.filter(({ next }) => next.expenseId === null).map(({ next }) => next),
    ...merchants.filter(({ confirmed }) => confirmed),
  ];
  return coming
    .filter(({ date, counted }) => counted && date >= start && date <= end)
    .reduce((sum, { amount }) => sum + Math.abs(centsFromDollars(amount)), 0);
}
