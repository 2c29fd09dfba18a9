import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { isOfGoneUser } from './gone-user.ts';
import { friendships, users } from './schema.ts';

let database: TestDatabase;
const [here, gone] = [randomUUID(), randomUUID()];
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

test.each([
  ['theirs', { userId: gone, friendId: here }],
  ['another user’s that names them', { userId: here, friendId: gone }],
])("a foreign-key violation because %s is recognized as a deleted user's", async (_title, row) => {
  const error = await errorOf(database.db.insert(friendships).values({ ...row, createdAt }));
  expect(error).toBeInstanceOf(Error);
  expect([isOfGoneUser(error, gone), isOfGoneUser(error, here)]).toEqual([true, false]);
});

test('nothing else that fails is', async () => {
  const { db } = database;
  const twice = await errorOf(db.insert(users).values({ id: here, email: 'ana@example.org', createdAt }));
  expect(twice).toBeInstanceOf(Error);
  for (const error of [twice, new Error(`Key (user_id)=(${gone}) is not present`), null])
    expect([isOfGoneUser(error, here), isOfGoneUser(error, gone)]).toEqual([false, false]);
});
