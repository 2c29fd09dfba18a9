import { sql, type Placeholder } from 'drizzle-orm';
import type { Database } from './database.ts';

/** A query that Drizzle has built, with placeholders for its values. */
interface BuiltQuery<Result> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Result> };
}

/**
 * Returns a function that runs one query. Its SQL is assembled once per pool, and PostgreSQL parses it once per connection, under `name`.
 * Use it for queries that most requests make; `value` stands for one of its values.
 */
export function preparedQuery<Values extends Record<string, unknown>, Result>(
  name: string,
  build: (db: Database, value: (name: keyof Values & string) => Placeholder) => BuiltQuery<Result>,
): (db: Database, values: Values) => Promise<Result> {
  const prepared = new WeakMap<Database, ReturnType<BuiltQuery<Result>['prepare']>>();
  return (db, values) => {
    let query = prepared.get(db);
    if (!query) {
      query = build(db, (value) => sql.placeholder(value)).prepare(name);
      prepared.set(db, query);
    }
    return query.execute(values);
  };
}
