import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test-support/test-database.ts';
import { removeOldRequests, RequestBudget } from './request-budget.ts';

const START = Date.parse('2026-06-05T19:00:00Z');
const HOUR_MS = 60 * 60_000;
const ACCESS_URL = 'https://user:secret@bridge.example/simplefin';

let database: TestDatabase;
let now = START;
const clock = () => new Date(now);

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = START;
  await database.db.$client.query('truncate provider_requests');
});

/** Like the budget of a process that has just started. */
const spend = (accessUrl = ACCESS_URL) =>
  new RequestBudget({ db: database.checkedDb, clock }).spend(accessUrl);
const spendAll = (count: number) => Promise.allSettled(Array.from({ length: count }, () => spend()));
const count = async () =>
  (
    await database.db.$client.query<{ n: number }>(
      'select cardinality(requested_at) as n from provider_requests',
    )
  ).rows;

test('allows 24 requests of an access URL in 24 hours, also across restarts (report 8)', async () => {
  for (let request = 0; request < 24; request += 1) {
    await spend();
    now += HOUR_MS / 4;
  }
  // The first one was six hours ago.
  await expect(spend()).rejects.toMatchObject({
    code: 'BANK_ASKED_TOO_OFTEN',
    retryAfterSeconds: 18 * 60 * 60,
  });
  now = START + 24 * HOUR_MS - 1;
  await expect(spend()).rejects.toMatchObject({ retryAfterSeconds: 1 });
  now += 1;
  await spend();
  await expect(spend()).rejects.toMatchObject({ retryAfterSeconds: 15 * 60 });
});

test('lets no request pass beyond the limit when many begin at once (report 8)', async () => {
  const outcomes = await spendAll(60);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(24);
  expect(await count()).toEqual([{ n: 24 }]);
});

test('forgets requests that were noted while the clock was ahead', async () => {
  now = START + 400 * 24 * HOUR_MS;
  await new RequestBudget({ db: database.checkedDb, clock }).stop(ACCESS_URL);
  now = START;
  await spend();
});

test('counts each access URL alone', async () => {
  await spendAll(24);
  await spend('https://other:secret@bridge.example/simplefin');
});

test('stores no access URL, only its hash [SEC-25]', async () => {
  await spend();
  const { rows } = await database.db.$client.query<{ row: string }>(
    'select provider_requests::text as row from provider_requests',
  );
  expect(rows[0]?.row).toMatch(/^\("\\\\x[\da-f]{64}"/);
});

test('deletes the counts of access URLs that were unused for a day', async () => {
  await spend('https://gone:secret@bridge.example/simplefin');
  now += 12 * HOUR_MS;
  await spend();
  now += 12 * HOUR_MS;
  await removeOldRequests({ db: database.checkedDb, clock }, new AbortController().signal);
  expect(await count()).toEqual([{ n: 1 }]);
});
