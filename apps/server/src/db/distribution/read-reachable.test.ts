import { afterEach, beforeEach, expect, test } from 'vitest';
import { addCitusDouble } from '../../test-support/citus-double.ts';
import { createTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import { readReachable } from './read-reachable.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const lost = Object.assign(new Error('connection to the remote node failed'), { code: '08006' });
const wrong = new Error('syntax error');

/** Reads user by user as soon as one of these can't be read. */
const readAll = (unreadable: ReadonlyMap<string, Error>) =>
  readReachable(database.db, ['a', 'b', 'c'], async (userIds) => {
    for (const userId of userIds) {
      const problem = unreadable.get(userId);
      if (problem) throw problem;
    }
    return userIds.map((userId) => `row of ${userId}`);
  });

test('on a cluster, users of a lost server are named, and the rows of the others are read', async () => {
  await addCitusDouble(database.db);
  expect(await readAll(new Map())).toEqual({
    rows: ['row of a', 'row of b', 'row of c'],
    unreachable: [],
  });
  expect(await readAll(new Map([['b', lost]]))).toEqual({
    rows: ['row of a', 'row of c'],
    unreachable: ['b'],
  });
});

test('an error that does not come from a lost server is thrown, at once or later', async () => {
  await addCitusDouble(database.db);
  await expect(readAll(new Map([['b', wrong]]))).rejects.toBe(wrong);
  await expect(
    readAll(
      new Map([
        ['a', lost],
        ['b', wrong],
      ]),
    ),
  ).rejects.toBe(wrong);
});

test('one PostgreSQL that is away is away for all', async () => {
  await expect(readAll(new Map([['b', lost]]))).rejects.toBe(lost);
});
