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
