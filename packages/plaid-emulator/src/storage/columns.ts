import type { SQLOutputValue } from 'node:sqlite';

/** A row as `node:sqlite` gives it. */
export type Row = Record<string, SQLOutputValue>;

/** A text column; throws when it holds anything else, which would be a fault of the schema. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} is no text.`);
  return value;
}

/** A text column that may be NULL. */
export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

/** A whole number column. */
export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`Column ${column} is no number.`);
  return value;
}

/** A whole number column that may be NULL. */
export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integer(row, column);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON column that holds an object. */
export function jsonObject(row: Row, column: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text(row, column));
  if (!isObject(value)) throw new TypeError(`Column ${column} holds no object.`);
  return value;
}
