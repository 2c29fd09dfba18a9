import { expect, test } from 'vitest';
import { readReachable } from './read-reachable.ts';

const lost = Object.assign(new Error('connection to the remote node failed'), { code: '08006' });
const wrong = new Error('syntax error');

/** Reads user by user as soon as one of these can't be read. */
const readAll = (unreadable: ReadonlyMap<string, Error>) =>
  readReachable(['a', 'b', 'c'], async (userIds) => {
    for (const userId of userIds) {
      const problem = unreadable.get(userId);
      if (problem) throw problem;
    }
    return userIds.map((userId) => `row of ${userId}`);
  });

test('on a cluster, users of a lost server are named, and the rows of the others are read', async () => {
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

test('a database that is away, or busy, is not a lost server', async () => {
  const away = new Error('Connection terminated unexpectedly');
  const busy = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  for (const problem of [away, busy]) await expect(readAll(new Map([['b', problem]]))).rejects.toBe(problem);
});
