import { yearOf, type Day } from './days.ts';

/** Named as on the wire and in `expenses`. The compiler checks every list of these fields. */
interface EnteredFields {
  name: 'name';
  amount: 'amountCents';
  date: 'day';
  category: 'category';
  type: 'type';
  dayOfMonth: 'dayOfMonth';
  paid: 'isPaid';
}

export type EnteredField = keyof EnteredFields;
export type EnteredColumn = EnteredFields[EnteredField];

export type SeriesField = Exclude<EnteredField, 'date' | 'type' | 'paid'>;
export type SeriesColumn = EnteredFields[SeriesField];

/** Imported rows never recur. */
export type ImportedField = Exclude<EnteredField, 'type' | 'dayOfMonth'>;
export type ImportedColumn = EnteredFields[ImportedField];

export const EXPENSE_TYPES = ['recurring', 'one-time'] as const;

export type ExpenseType = (typeof EXPENSE_TYPES)[number];

export const MAX_EXPENSE_NAME_LENGTH = 200;

/** Statements and receipts are at most this old, and payments are planned for at most a year. */
const [YEARS_BACK, YEARS_AHEAD] = [20, 1];

/** Whether a day's year is too far from today's to be meant, so that the user is asked. Cost: constant. */
export function isFarAway(day: Day, today: Day): boolean {
  const years = yearOf(day) - yearOf(today);
  return years > YEARS_AHEAD || years < -YEARS_BACK;
}
