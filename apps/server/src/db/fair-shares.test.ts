import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../app.ts';

import type { JobName } from '../jobs/job-list.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import { idleHandlers } from '../test-support/idle-handlers.ts';
import { createTestApp, type TestApp, type TestUser } from '../test-support/test-app.ts';
import { createTestDatabase } from '../test-support/test-database.ts';
import { TEST_SITE } from '../test-support/test-site.ts';
import { MAX_CONNECTIONS } from './database.ts';
import { asRequestOf } from './fair-shares.ts';
import { A_WHILE } from '../test-support/a-while.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

/** Locks a user's row until the returned function is called. */
async function lock({ id }: TestUser): Promise<() => Promise<void>> {
  const client = await t.database.db.$client.connect();
  await client.query('begin');
  await client.query('select 1 from users where id = $1 for update', [id]);
  let isLocked = true;
  const unlock = async () => {
    if (!isLocked) return;
    isLocked = false;
    await client.query('rollback');
    client.release();
  };
  onTestFinished(unlock);
  return unlock;
}

const add = (user: TestUser, name: string) =>
  user.send({
    method: 'POST',
    url: '/api/expenses',
    body: { name, amount: 4.25, date: '2026-06-04', category: 'Dining' },
  });
const waitingForLocks = async () => {
  const { rows } = await t.database.db.$client.query<{ waiting: number }>(
    `select count(*)::integer as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting;
};

test('many parallel changes of one user take two connections, and others are served [SEC-31]', async () => {
  const [ana, bo] = [await t.signUp(), await t.signUp()];
  const unlock = await lock(ana);
  const changes = Promise.all(Array.from({ length: 14 }, (_, index) => add(ana, `change ${index}`)));
  await vi.waitFor(async () => expect(await waitingForLocks()).toBe(2), A_WHILE);
  expect((await add(bo, 'meanwhile')).statusCode).toBe(200);
  expect((await bo.send({ url: '/api/settings' })).statusCode).toBe(200);
  expect(await waitingForLocks()).toBe(2);
  await unlock();
  expect((await changes).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 14 }, () => 200));
});

test('a request beyond those that may wait is refused with the time to wait [SEC-31]', async () => {
  const ana = await t.signUp();
  const unlock = await lock(ana);
  const changes = Array.from({ length: 60 }, (_, index) => add(ana, `change ${index}`));
  const { statusCode, headers } = await Promise.race(changes);
  expect([statusCode, headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  await unlock();
  const statuses = new Set((await Promise.all(changes)).map((answer) => answer.statusCode));
  expect(statuses).toEqual(new Set([200, 429]));
  expect((await add(ana, 'afterwards')).statusCode).toBe(200);
});

test('a request that holds one connection gets more without waiting [SEC-31]', async () => {
  const { $client } = t.deps.db;
  const work = async () => {
    const held = await $client.connect();
    const more = await Promise.all([$client.query('select 1'), $client.query('select 2')]);
    held.release();
    return more.length;
  };
  const requests = Array.from({ length: 5 }, () => asRequestOf('a-user', work));
  expect(await Promise.all(requests)).toEqual([2, 2, 2, 2, 2]);
  expect($client.waitingCount).toBe(0);
});

test('workers of all queues leave connections to requests [SEC-31]', async () => {
  const database = await createTestDatabase();
  const queue = new JobQueue(database.directUrl, () => undefined);
  await queue.open();
  const { $client } = t.deps.db;
  const released = Promise.withResolvers<null>();
  const done: string[] = [];
  let [asking, holding, most] = [0, 0, 0];
  const hold = (name: string) => async () => {
    asking += 1;
    const client = await $client.connect();
    holding += 1;
    most = Math.max(most, holding);
    await released.promise;
    // One that holds a connection gets more of them without waiting.
    await $client.query('select 1');
    holding -= 1;
    client.release();
    done.push(name);
  };
  const names = Object.keys(idleHandlers({})) as JobName[];
  const handlers = Object.fromEntries(names.map((name) => [name, hold(name)]));
  try {
    for (let count = 0; count < 12; count += 1) {
      await queue.send('send-push', { userId: 'user', notificationId: count, subscriptionId: 's' });
      await queue.send(
        'sync-connection',
        { userId: 'user', connectionId: 'c', runId: count },
        { key: String(count) },
      );
    }
    await queue.work(idleHandlers(handlers), { warn: () => undefined, error: () => undefined });
    await vi.waitFor(() => expect(asking).toBeGreaterThan(MAX_CONNECTIONS + 2), A_WHILE);
    const ana = await t.signUp();
    expect((await ana.send({ url: '/api/settings' })).statusCode).toBe(200);
    expect((await add(ana, 'meanwhile')).statusCode).toBe(200);
    expect(most).toBe(5);
    released.resolve(null);
    await vi.waitFor(() => expect(done).toHaveLength(24), A_WHILE);
    expect(most).toBe(5);
  } finally {
    released.resolve(null);
    await queue.close();
    await database.drop();
  }
});

test('changes without an allowance of their own share one for each user [SEC-13]', async () => {
  const app = await buildApp(t.deps, { ...TEST_SITE, changesPerMinute: 2 });
  onTestFinished(() => app.close());
  const [ana, bo] = [await t.signUp(), await t.signUp()];
  const statusOf = async ({ cookie }: TestUser, method: 'PUT' | 'DELETE' | 'GET', url: string) =>
    (await app.inject({ method, url, headers: { cookie, 'sec-fetch-site': 'same-origin' } })).statusCode;
  for (const url of ['/api/expenses/1', '/api/expenses/2'])
    expect(await statusOf(ana, 'DELETE', url)).not.toBe(429);
  expect(await statusOf(ana, 'DELETE', '/api/expenses/1')).toBe(429);
  expect(await statusOf(ana, 'GET', '/api/settings')).toBe(200);
  expect(await statusOf(bo, 'DELETE', '/api/expenses/1')).not.toBe(429);
});
