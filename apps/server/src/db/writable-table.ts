import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

declare const READ_ONLY: unique symbol;

/** A table whose `*.tables.ts` the writer may import (ADR 38). */
export type WritableTable = PgTable & { readonly [READ_ONLY]?: never };

export type ReadableTable<T extends PgTable> = T & { readonly [READ_ONLY]: true };

/** Returns the same table, which the compiler refuses to write. */
export function readable<T extends PgTable>(table: T): ReadableTable<T> {
  // Only the type has the mark.
  return table as ReadableTable<T>;
}

/* How a handwritten statement of a module that writes begins. Lint refuses others, so that the compiler sees the table. */

export const insertInto = (table: WritableTable): SQL => sql`insert into ${table}`;
export const update = (table: WritableTable): SQL => sql`update ${table}`;
export const deleteFrom = (table: WritableTable): SQL => sql`delete from ${table}`;
