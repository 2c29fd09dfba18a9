import { is, Placeholder, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Database } from './database.ts';

interface BuiltQuery<Result> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Result> };
}

/** Prepares a frequent query: the SQL is built once per pool or connection, and PostgreSQL parses it once per connection. */
export function preparedQuery<Values extends Record<string, unknown>, Result>(
  name: string,
  build: (db: Database, value: (name: keyof Values & string) => Placeholder) => BuiltQuery<Result>,
): (db: Database, values: Values) => Promise<Result> {
  const prepared = new WeakMap<Database['$client'], ReturnType<BuiltQuery<Result>['prepare']>>();
  return (db, values) => {
    let query = prepared.get(db.$client);
    if (!query) {
      query = build(db, (value) => sql.placeholder(value)).prepare(name);
      prepared.set(db.$client, query);
    }
    return query.execute(values);
  };
}

/** Prepares SQL without Drizzle's decoding, so cast days and instants to text. Pass lists as arrays to `any` or `unnest`. */
export function preparedStatement<Values extends Record<string, unknown>, Row extends pg.QueryResultRow>(
  name: string,
  build: (value: (name: keyof Values & string) => Placeholder) => SQL,
): (db: Database, values: Values) => Promise<Row[]> {
  const { sql: text, params } = new PgDialect().sqlToQuery(build((value) => sql.placeholder(value)));
  return async (db, values) => {
    const given = params.map((param) => (is(param, Placeholder) ? values[param.name] : param));
    return (await db.$client.query<Row>({ name, text }, given)).rows;
  };
}
