import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A UUID, number or hash. */
export type Key = string | number | Buffer;

/**
 * Sends all values as one parameter: a long history has more than the 65,535 that a statement may have. A cluster would ask
 * all servers for the rows of no user.
 */
export function isOneOf(column: PgColumn, values: readonly Key[]): SQL {
  if (values.length === 0) return sql`false`;
  return sql`${column} = any(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`;
}
