import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, test, vi, type Mock } from 'vitest';
import { inTransaction } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { idleHandlers } from '../test-support/idle-handlers.ts';
import type { Jobs } from './job-list.ts';
import { JobQueue } from './job-queue.ts';
import { untilWaitingForLocks } from '../test-support/lock-waits.ts';
import { A_WHILE } from '../test-support/a-while.ts';

let database: TestDatabase;
let queue: JobQueue;
const log: { warn: Mock; error: Mock } = { warn: vi.fn(), error: vi.fn() };

beforeEach(async () => {
  vi.resetAllMocks();
  database = await createTestDatabase();
  queue = new JobQueue(database.directUrl, () => undefined);
  await queue.open();
});
afterEach(async () => {
  await queue.close();
  await database.drop();
});

test('errors of the queue itself are logged without attached data', () => {
  const listeners: ((problem: unknown) => void)[] = [];
  vi.spyOn(PgBoss.prototype, 'on').mockImplementation(function (this: PgBoss, _event, listener) {
    listeners.push(listener);
    return this;
  });
  const problems: Error[] = [];
  new JobQueue(database.directUrl, (problem) => problems.push(problem));
  vi.restoreAllMocks();
  listeners.at(-1)?.({ message: 'a queue is slow', data: { job: 'of Ana' } });
  listeners.at(-1)?.(new Error('a connection broke'));
  expect(problems).toEqual([new Error('a queue is slow'), new Error('a connection broke')]);
  expect(problems[0]).not.toHaveProperty('data');
});

const removal = { provider: 'plaid', connectionId: 'c', sealedToken: 's', keyId: 'k' };
const PROMISES = [
  ['remove-connection', removal],
  ['delete-issuer-account', { subject: 's' }],
] as const;

const set = (name: string, columns: string) =>
  database.db.$client.query(`update pgboss.job set ${columns} where name = $1`, [name]);
/** The jobs of a queue, with the hours until the next try. */
async function jobsOf(name: string) {
  const { rows } = await database.db.$client.query<{ state: string; tries: number; hours: number }>(
    `select state, retry_count + 1 as tries, extract(epoch from start_after - now())::float / 3600 as hours
     from pgboss.job where name = $1`,
    [name],
  );
  return rows;
}
test('a job that fails while its user is deleted is deleted too', async () => {
  const data = { userId: 'ana', notificationId: 1, subscriptionId: 's' };
  await queue.send('send-push', data);
  const failing = await database.db.$client.connect();
  await failing.query('begin');
  // As the queue does it: the job returns as a new row with the same id.
  const { rows } = await failing.query<{ id: string }>(
    "delete from pgboss.job where name = 'send-push' returning id",
  );
  await failing.query("insert into pgboss.job (id, name, data) values ($1, 'send-push', $2)", [
    rows[0]?.id,
    data,
  ]);
  const forgotten = inTransaction(database.db, (tx) => queue.forgetUser(tx, 'ana'));
  await untilWaitingForLocks(database.db, 1);
  await failing.query('commit');
  failing.release();
  await forgotten;
  expect(await jobsOf('send-push')).toEqual([]);
});

test("a user's jobs are found without reading others', also if an update took the index [DEL-3]", async () => {
  const { $client } = database.db;
  await $client.query('drop index pgboss.job_user');
  const starting = [1, 2].map(() => new JobQueue(database.directUrl, () => undefined));
  await Promise.all(starting.map((one) => one.open()));
  await Promise.all(starting.map((one) => one.close()));
  await $client.query(
    `insert into pgboss.job (name, data, state) select name, jsonb_build_object('userId', 'user-' || n), state
     from generate_series(1, 5000) n, unnest($1::text[]) name, unnest($2::pgboss.job_state[]) state`,
    [
      ['send-push', 'send-mail'],
      ['created', 'completed'],
    ],
  );
  await inTransaction(database.db, async (tx) => {
    const rowsRead = async () => {
      const { rows } = await tx.$client.query<{ read: number }>(
        `select sum(seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables where schemaname = 'pgboss'`,
      );
      return rows[0]?.read ?? 0;
    };
    const before = await rowsRead();
    await queue.forgetUser(tx, 'user-7');
    // The four jobs, to find and to delete them, and their versions in the second search.
    expect((await rowsRead()) - before).toBeLessThanOrEqual(12);
  });
  const left = `select count(*)::integer as jobs, count(*) filter (where data ->> 'userId' = 'user-7')::integer as "ofUser" from pgboss.job`;
  expect((await $client.query(left)).rows).toEqual([{ jobs: 19_996, ofUser: 0 }]);
});

async function cleanUp(): Promise<void> {
  await database.db.$client.query('update pgboss.queue set maintain_on = null');
  const boss = new PgBoss({ connectionString: database.directUrl, supervise: false, schedule: false });
  await boss.start();
  await boss.supervise();
  await boss.stop();
}

test.each(PROMISES)(
  '%s is tried for years, a few hours apart, until it has worked [DEL-3] [SEC-12]',
  async (name, data) => {
    await queue.send<keyof Jobs>(name, data);
    await set(name, `state = 'retry', retry_count = 11, started_on = now()`);
    const handler = vi.fn().mockRejectedValue(new AppError('PROVIDER_UNAVAILABLE'));
    await queue.work(idleHandlers({ [name]: handler }), log);
    for (const tries of [13, 1001]) {
      // In one statement, because a worker may take the job between two.
      await set(name, `start_after = now(), retry_count = ${tries === 1001 ? 999 : 'retry_count'}`);
      await expect.poll(() => jobsOf(name)).toMatchObject([{ state: 'retry', tries }]);
      expect((await jobsOf(name))[0]?.hours).toBeLessThanOrEqual(4);
    }
    handler.mockResolvedValue(undefined);
    await set(name, 'start_after = now()');
    await expect.poll(() => jobsOf(name)).toMatchObject([{ state: 'completed' }]);
    expect(handler).toHaveBeenLastCalledWith(data, expect.anything());
  },
);

test.each(PROMISES)(
  'a server that was off for years runs %s, however often it failed before [DEL-3] [SEC-12]',
  async (name, data) => {
    await queue.send<keyof Jobs>(name, data);
    for (const column of ['created_on', 'start_after', 'keep_until'])
      await set(name, `${column} = ${column} - interval '5 years'`);
    await cleanUp();
    const handler = vi.fn().mockResolvedValue(undefined);
    await queue.work(idleHandlers({ [name]: handler }), log);
    await vi.waitFor(() => expect(handler).toHaveBeenCalledWith(data, expect.anything()), A_WHILE);
  },
);

test.each(PROMISES)(
  '%s gets all its tries even if an earlier version queued it with fewer [DEL-3] [SEC-12]',
  async (name, data) => {
    const { $client } = database.db;
    await $client.query(
      `update pgboss.queue set retry_limit = 12, retry_delay_max = null, retention_seconds = 1209600 where name = $1`,
      [name],
    );
    await queue.send<keyof Jobs>(name, data);
    await set(
      name,
      `state = 'retry', retry_count = 11, retry_limit = 12, retry_delay_max = null, started_on = now()`,
    );
    await set(name, `created_on = now() - interval '13 days', keep_until = now() + interval '1 day'`);

    const next = new JobQueue(database.directUrl, () => undefined);
    await next.open();
    await next.close();
    await queue.send<keyof Jobs>(name, data);
    const { rows } = await $client.query<{ own: boolean }>(
      `select retry_limit > 10000 and retry_delay_max = 14400 and keep_until > now() + interval '10 years' as own
       from pgboss.job where name = $1`,
      [name],
    );
    expect(rows).toEqual([{ own: true }, { own: true }]);
  },
);

test("failed tries are logged as error or warning with the job's name but not its data [SEC-15]", async () => {
  const error = new AppError('PROVIDER_REJECTED');
  const handler = vi.fn().mockRejectedValue(error);
  await queue.work(idleHandlers({ 'remove-connection': handler, 'send-push': handler }), log);
  await queue.send('remove-connection', removal);
  const { $client } = database.db;
  const idOf = async (name: string) =>
    (await $client.query<{ id: string }>('select id from pgboss.job where name = $1', [name])).rows[0]?.id;
  const logged = async (job: string, tries: number) => [
    { job, jobId: await idOf(job), tries, err: error },
    'a job has failed',
  ];
  await expect.poll(() => log.error.mock.calls).toEqual([await logged('remove-connection', 1)]);
  await expect.poll(() => jobsOf('remove-connection')).toMatchObject([{ state: 'retry' }]);
  await set('remove-connection', 'start_after = now()');
  await expect
    .poll(() => log.error.mock.calls)
    .toEqual([await logged('remove-connection', 1), await logged('remove-connection', 2)]);
  expect(log.warn).not.toHaveBeenCalled();
  await queue.send('send-push', { userId: 'u', notificationId: 1, subscriptionId: 's' });
  await expect.poll(() => log.warn.mock.calls).toEqual([await logged('send-push', 1)]);
});

test('a mail is tried for about a day, and the last try is an error without the address [SEC-15]', async () => {
  const error = new AppError('SERVICE_UNAVAILABLE');
  const handler = vi.fn().mockRejectedValue(error);
  await queue.send('send-mail', { kind: 'invitation', userId: 'u', to: 'ana@example.org' });
  const { rows } = await database.db.$client.query<{ hours: number }>(
    `select sum(least(retry_delay * 2 ^ n, retry_delay_max)) / 3600.0 as hours
     from pgboss.job, generate_series(0, retry_limit - 1) n where name = 'send-mail'`,
  );
  expect(Number(rows[0]?.hours)).toBeGreaterThan(20);
  expect(Number(rows[0]?.hours)).toBeLessThan(36);
  await queue.work(idleHandlers({ 'send-mail': handler }), log);
  await expect.poll(() => log.warn.mock.calls).toHaveLength(1);
  expect(log.error).not.toHaveBeenCalled();
  await expect.poll(() => jobsOf('send-mail')).toMatchObject([{ state: 'retry' }]);
  await set('send-mail', 'retry_count = retry_limit - 1, start_after = now()');
  await expect.poll(() => log.error.mock.calls).toHaveLength(1);
  await expect.poll(() => jobsOf('send-mail')).toMatchObject([{ state: 'failed' }]);
  expect(JSON.stringify([log.warn.mock.calls, log.error.mock.calls])).not.toContain('ana@');
});

test('an open link session is looked at again and is no failure', async () => {
  const handler = vi
    .fn()
    .mockRejectedValueOnce(new AppError('LINK_NOT_FINISHED'))
    .mockRejectedValue(new AppError('PROVIDER_UNAVAILABLE'));
  await queue.work(idleHandlers({ 'collect-link': handler }), log);
  await queue.send('collect-link', { userId: 'u', stateHash: 's' });
  await expect.poll(() => jobsOf('collect-link')).toMatchObject([{ state: 'retry', tries: 1 }]);
  expect(log.warn).not.toHaveBeenCalled();
  await set('collect-link', 'start_after = now()');
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(1), A_WHILE);
});

test('queues are idle until workers look for jobs, and again when they stop', async () => {
  expect(queue.idleQueues()).toContain('close-weeks');
  await queue.work(idleHandlers({}), log);
  expect(queue.idleQueues()).toEqual([]);
  await queue.stopWorking();
  expect(queue.idleQueues()).toContain('close-weeks');
});

test('jobs are counted by queue and state, with the age of the oldest due one', async () => {
  await queue.send('remove-link', { provider: 'plaid', linkToken: 't', endsAt: '2026-06-05T19:00:00Z' });
  await queue.send('remove-link', { provider: 'plaid', linkToken: 'u', endsAt: '2026-06-05T19:00:00Z' });
  await queue.send('close-weeks', {}, { startAfterSeconds: 60 });
  await database.db.$client.query(
    `update pgboss.job set start_after = now() - interval '90 seconds', state = 'retry'
     where name = 'remove-link' and data->>'linkToken' = 't'`,
  );
  const counts = new Map((await queue.countJobs()).map((one) => [one.name, one]));
  expect(counts.get('remove-link')).toMatchObject({ waiting: 1, running: 0, retrying: 1 });
  expect(counts.get('remove-link')?.oldestDueSeconds).toBeGreaterThanOrEqual(90);
  expect(counts.get('close-weeks')).toEqual({
    name: 'close-weeks',
    waiting: 1,
    running: 0,
    retrying: 0,
    oldestDueSeconds: 0,
  });
  expect(counts.get('send-push')).toMatchObject({ waiting: 0 });
});
