import type { NewExpense } from '@oinkly/contract/endpoints';
import { kindOfExpense } from '@oinkly/domain/classification';
import type { Day } from '@oinkly/domain/days';
import { occurrenceOnOrAfter } from '@oinkly/domain/recurrence';
import type { Change } from './outbox/change.ts';

/** Returns the change that adds an expense, with the day and kind that the server will give it (PD-4, PD-31). */
export function additionOf(expense: NewExpense): Change {
  const outlook = { day: firstDayOf(expense), isFixedBill: kindOfExpense(expense) === 'fixed-bill' };
  return { kind: 'add', expense, outlook };
}

/** Returns the day on which a new expense first appears: its first occurrence, or its date. */
export function firstDayOf({ type, date, dayOfMonth }: NewExpense): Day {
  return type === 'recurring' && dayOfMonth ? occurrenceOnOrAfter(date, dayOfMonth) : date;
}
