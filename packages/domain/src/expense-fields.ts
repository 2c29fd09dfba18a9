/**
 * The fields of an expense that a user enters: the name on the wire, and the name in a row of `expenses`. Every list of them in the code
 * is checked against this one by the compiler.
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

/** Those that a row of a file can have. Nothing in a file recurs. */
export type ImportedField = Exclude<EnteredField, 'type' | 'dayOfMonth'>;
export type ImportedColumn = EnteredFields[ImportedField];
