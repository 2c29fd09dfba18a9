/**
 * The fields that a user enters, by their names on the wire and their columns in `expenses`. The compiler checks every list of them against
 * this one.
 */
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

/** The fields that an imported row can have. Imported rows never recur. */
export type ImportedField = Exclude<EnteredField, 'type' | 'dayOfMonth'>;
export type ImportedColumn = EnteredFields[ImportedField];
