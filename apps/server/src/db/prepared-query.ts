import { is, Placeholder, sql, SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

interface BuiltQuery<Row> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Row[]> };
}

type Run<Values, Row> = (values: Values) => Promise<Row[]>;

/**
 * Prepares a frequent query: its SQL is built once per pool or connection, and PostgreSQL parses it once per connection. Rows of plain SQL are not
 * decoded, so cast days and instants to text, and pass lists as arrays to `any` or `unnest`.
 */
export function preparedQuery<Values extends Record<string, unknown>, Row>(
  name: string,
  build: (value: (name: keyof Values & string) => Placeholder, db: Database) => BuiltQuery<Row> | SQL,
): (db: Database, values: Values) => Promise<Row[]> {
  const prepared = new WeakMap<Database['$client'], Run<Values, Row>>();
  return (db, values) => {
    let run = prepared.get(db.$client);
    if (!run) {
      const query = build((value) => sql.placeholder(value), db);
      run = query instanceof SQL ? runSql(db, name, query) : runBuilt(name, query);
      prepared.set(db.$client, run);
    }
    return run(values);
  };
}

function runBuilt<Values extends Record<string, unknown>, Row>(
  name: string,
  query: BuiltQuery<Row>,
): Run<Values, Row> {
  const prepared = query.prepare(name);
  return (values) => prepared.execute(values);
}

function runSql<Values extends Record<string, unknown>, Row>(
  { $client }: Database,
  name: string,
  query: SQL,
): Run<Values, Row> {
  const { sql: text, params } = new PgDialect().sqlToQuery(query);
  return async (values) => {
    const given = params.map((param) => (is(param, Placeholder) ? values[param.name] : param));
    const { rows } = await $client.query({ name, text }, given);
    return rows as Row[];
  };
}
