import type { Expense, NewExpense } from '@oinkly/contract/endpoints';
import type { Day } from '@oinkly/domain/days';
import { occurrenceOnOrAfter } from '@oinkly/domain/recurrence';

/** Whether it is an occurrence whose day has not begun: it is not listed before (PD-31). */
export function isUpcoming({ type, source, date }: Expense, today: Day): boolean {
  return type === 'recurring' && source === 'manual' && date > today;
}

/** The day on which a new expense is first listed: that of its first occurrence, or its date. */
export function firstDayOf({ type, date, dayOfMonth }: NewExpense): Day {
  return type === 'recurring' && dayOfMonth ? occurrenceOnOrAfter(date, dayOfMonth) : date;
}
