import { MAX_EXPENSE_NAME_LENGTH } from '@oinkly/domain/expense-fields';

/** Drops what PostgreSQL can't store: NUL and lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** A storable name, as long as an expense's name may be. */
export function shortened(name: string): string {
  // The cut may split a surrogate pair.
  return storable(name).trim().slice(0, MAX_EXPENSE_NAME_LENGTH).toWellFormed();
}
