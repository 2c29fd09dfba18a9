import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { isDeletedUserError } from './deleted-user-error.ts';
import { friendships } from './tables/friends.tables.ts';
import { users } from './tables/users.tables.ts';

let database: TestDatabase;
const [here, deleted] = [randomUUID(), randomUUID()];
const createdAt = new Date('2026-06-05T19:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.insert(users).values({ id: here, email: 'ana@example.org', createdAt });
});
afterAll(() => database.drop());

const errorOf = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => null,
    (error: unknown) => error,
  );

test("a foreign-key violation is recognized as a deleted user's", async () => {
  const row = { userId: deleted, friendId: here, createdAt };
  const error = await errorOf(database.db.insert(friendships).values(row));
  expect(error).toBeInstanceOf(Error);
  expect([isDeletedUserError(error, deleted), isDeletedUserError(error, here)]).toEqual([true, false]);
});

test('so is one that a cluster reports, with the number of a shard in its message', () => {
  const message =
    'insert or update on table "friendships_102045" violates foreign key constraint "friendships_user_id_users_id_fk_102045"';
  const error = Object.assign(new pg.DatabaseError(message, 8, 'error'), {
    code: '23503',
    detail: `Key (user_id)=(${deleted}) is not present in table "users_102008".`,
  });
  expect([isDeletedUserError(error, deleted), isDeletedUserError(error, here)]).toEqual([true, false]);
});

test('no other failure is', async () => {
  const { db } = database;
  const twice = await errorOf(db.insert(users).values({ id: here, email: 'ana@example.org', createdAt }));
  expect(twice).toBeInstanceOf(Error);
  for (const error of [twice, new Error(`Key (user_id)=(${deleted}) is not present`), null])
    expect([isDeletedUserError(error, here), isDeletedUserError(error, deleted)]).toEqual([false, false]);
});
