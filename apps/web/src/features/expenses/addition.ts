import type { NewExpense } from '@oinkly/contract/endpoints';
import { kindOfExpense } from '@oinkly/domain/classification';
import type { Day } from '@oinkly/domain/days';
import { occurrenceOnOrAfter } from '@oinkly/domain/recurrence';
import type { Change } from './outbox/change.ts';

/** Returns the change that adds an expense, with what the server will make of it: its day and its kind (PD-4, PD-31). */
export function additionOf(expense: NewExpense): Change {
  const outlook = { day: firstDayOf(expense), isFixedBill: kindOfExpense(expense) === 'fixed-bill' };
  return { kind: 'add', expense, outlook };
}

/** Returns the day on which a new expense is first listed: that of its first occurrence, or its date. */
export function firstDayOf({ type, date, dayOfMonth }: NewExpense): Day {
  return type === 'recurring' && dayOfMonth ? occurrenceOnOrAfter(date, dayOfMonth) : date;
}
