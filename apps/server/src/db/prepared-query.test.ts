import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { closePool, inTransaction, openPool, readTogether, type Database } from './database.ts';
import { preparedQuery } from './prepared-query.ts';
import { users } from './tables/users.tables.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const emailOf = preparedQuery<{ id: string }, { email: string }>('email_of', (value, db) =>
  db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, value('id'))),
);
const ANA = '5a1ba1a6-0000-4000-8000-000000000001';
const BO = '5a1ba1a6-0000-4000-8000-000000000002';

async function preparedNames(db: Database): Promise<unknown> {
  const { rows } = await db.execute(sql`select name from pg_prepared_statements`);
  return rows;
}

test('a connection whose reads failed serves no other request, because some may still run', async () => {
  // Behind a pooler no connection is kept for reads: each takes its own.
  const db = openPool(database.directUrl, () => undefined);
  const connectionOf = (one: Database) =>
    one.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`).then(({ rows }) => rows[0]?.pid);
  try {
    let failedOn: unknown;
    await expect(
      readTogether(db, async (one) => {
        failedOn = await connectionOf(one);
        await one.execute(sql`select 1 / 0`);
      }),
    ).rejects.toThrow();
    expect(await connectionOf(db)).not.toBe(failedOn);
    const readOn = await readTogether(db, connectionOf);
    expect(await connectionOf(db)).toBe(readOn);
  } finally {
    await closePool(db, 1_000);
  }
});

test.each([
  [true, [{ name: 'email_of' }]],
  [false, []],
])('a query is prepared once per connection if the pool prepares statements: %s', async (prepares, names) => {
  const db = openPool(database.directUrl, () => undefined, { preparesStatements: prepares });
  try {
    const at = new Date('2026-06-05T12:00:00Z');
    await db.insert(users).values([
      { id: ANA, email: 'ana@example.org', createdAt: at },
      { id: BO, email: 'bo@example.org', createdAt: at },
    ]);
    await inTransaction(db, async (tx) => {
      expect(await emailOf(tx, { id: ANA })).toEqual([{ email: 'ana@example.org' }]);
      expect(await emailOf(tx, { id: BO })).toEqual([{ email: 'bo@example.org' }]);
      expect(await preparedNames(tx)).toEqual(names);
    });
    expect(await emailOf(db, { id: BO })).toEqual([{ email: 'bo@example.org' }]);
  } finally {
    await closePool(db, 1_000);
  }
});
