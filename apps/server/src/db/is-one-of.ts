import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A UUID, number or hash. */
export type Key = string | number | Buffer;

/** Sends all values as one parameter: a long history has more than the 65,535 that a statement may have. */
export function isOneOf(column: PgColumn, values: readonly Key[]): SQL {
  return sql`${column} = any(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`;
}
