import type { NewExpense } from '@oinkly/contract/endpoints';
import { kindOfExpense } from '@oinkly/domain/classification';
import type { Day } from '@oinkly/domain/days';
import { occurrenceOnOrAfter } from '@oinkly/domain/recurrence';
import type { Change } from './outbox/change.ts';

/** The change that adds an expense, with the day and kind that the server will choose (PD-4, PD-31). */
export function additionOf(expense: NewExpense): Change {
  const outlook = { day: firstDayOf(expense), isFixedBill: kindOfExpense(expense) === 'fixed-bill' };
  return { kind: 'add', expense, outlook };
}

export function firstDayOf({ type, date, dayOfMonth }: NewExpense): Day {
  return type === 'recurring' && dayOfMonth ? occurrenceOnOrAfter(date, dayOfMonth) : date;
}
