import { createConnection } from 'node:net';
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isDatabaseAway } from './database-away.ts';

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('a missing socket means that the database is away, a missing file does not', async () => {
  const [missingSocket] = (await once(createConnection('/nowhere/.s.PGSQL.5432'), 'error')) as [unknown];
  const missingFile = await errorOf(readFile('/nowhere/page.css'));
  expect(missingFile).toMatchObject({ code: 'ENOENT' });
  expect([isDatabaseAway(missingSocket), isDatabaseAway(missingFile)]).toEqual([true, false]);
});

test.each([
  ['ECONNREFUSED', true],
  ['53300', true],
  ['57P01', true],
  ['40P01', true],
  ['40001', true],
  // A lock, a statement or a transaction took too long.
  ['55P03', true],
  ['57014', true],
  ['25P03', true],
  ['23505', false],
  ['42601', false],
])('an error with the code %s: %s', (code, isAway) => {
  expect(isDatabaseAway(Object.assign(new Error('failed'), { code }))).toBe(isAway);
});

test('a database that does not answer is away', () => {
  expect(isDatabaseAway(new Error('Query read timeout'))).toBe(true);
});
