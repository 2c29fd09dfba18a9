import type { NewExpense } from '@oinkly/contract/expenses';
import type { Day } from '@oinkly/domain/days';
import { occurrenceOnOrAfter } from '@oinkly/domain/recurrence';

/** The day of an added expense, or the first one of a new series (PD-31). */
export function firstDayOf({ type, date, dayOfMonth }: NewExpense): Day {
  return type === 'recurring' && dayOfMonth ? occurrenceOnOrAfter(date, dayOfMonth) : date;
}
