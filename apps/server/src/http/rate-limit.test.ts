import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { LocalRateLimit, networkOf, RateLimit } from './rate-limit.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  // The limits use the machine's clock.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-05T19:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  await database.db.$client.query('delete from rate_limits');
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const limited = (times: number) => new RateLimit(database.checkedDb, { name: 'test', times });

/** Seconds until a retry is allowed; null if not refused. */
async function refusalOf(attempt: Promise<void>): Promise<number | undefined | null> {
  try {
    await attempt;
    return null;
  } catch (error) {
    expect(error).toMatchObject({ code: 'RATE_LIMITED' });
    return error instanceof AppError ? error.retryAfterSeconds : undefined;
  }
}

test('refuses requests over the limit until the minute ends, with the seconds to wait [SEC-13]', async () => {
  const limit = limited(2);
  await limit.spend('a');
  pass(10_000);
  await limit.spend('a');
  expect(await refusalOf(limit.spend('a'))).toBe(50);
  pass(49_999);
  expect(await refusalOf(limit.spend('a'))).toBe(1);
  pass(1);
  expect(await refusalOf(limit.spend('a'))).toBeNull();
});

test('counting uses up the limit, and checking does not [SEC-13]', async () => {
  const limit = limited(2);
  await limit.count('a');
  for (let look = 0; look < 5; look += 1) await limit.check('a');
  await limit.count('a');
  pass(15_000);
  expect(await refusalOf(limit.check('a'))).toBe(45);
  pass(45_000);
  await limit.check('a');
});

test('each user has an allowance for each limited action [SEC-13]', async () => {
  const limit = limited(1);
  await limit.spend('a');
  expect(await refusalOf(limit.spend('a'))).toBe(60);
  expect(await refusalOf(limit.spend('b'))).toBeNull();
  expect(
    await refusalOf(new RateLimit(database.checkedDb, { name: 'other', times: 1 }).spend('a')),
  ).toBeNull();
});

test('two processes count together, also at the same moment [SEC-13]', async () => {
  const attempts = [limited(5), limited(5)].flatMap((limit) =>
    Array.from({ length: 10 }, () => refusalOf(limit.spend('a'))),
  );
  const refusals = await Promise.all(attempts);
  expect(refusals.filter((refusal) => refusal === null)).toHaveLength(5);
  expect(refusals.filter((refusal) => refusal === 60)).toHaveLength(15);
});

test("fails with the database's error instead of letting requests through", async () => {
  const gone = await createTestDatabase();
  const limit = new RateLimit(gone.checkedDb, { name: 'test', times: 1 });
  await gone.drop();
  await expect(limit.spend('a')).rejects.not.toMatchObject({ code: 'RATE_LIMITED' });
});

test('a limit of one process also ends after a minute [SEC-13]', async () => {
  const limit = new LocalRateLimit(2);
  await limit.spend('a');
  await limit.spend('a');
  pass(20_000);
  expect([await refusalOf(limit.spend('a')), await refusalOf(limit.spend('b'))]).toEqual([40, null]);
  pass(40_000);
  expect(await refusalOf(limit.spend('a'))).toBeNull();
});

test.each([
  ['10.0.0.7', '10.0.0.7'],
  ['::ffff:10.0.0.7', '10.0.0.7'],
  ['::ffff:a00:7', '10.0.0.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
])('the address %s counts as the network %s [SEC-13]', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
