import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi, type Mock } from 'vitest';
import { idleHandlers } from '../test-support/idle-handlers.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { CLOCK_QUEUES } from './job-list.ts';
import { JobQueue } from './job-queue.ts';
import { countParkedJobs, queueDatabase, resumeParkedJobs, UnfinishedJobs } from './unfinished-jobs.ts';
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

const jobsOf = (name: string, isOfClock: boolean) =>
  new UnfinishedJobs(queueDatabase(database.checkedDb), name, isOfClock);
const [A, B, C] = [randomUUID(), randomUUID(), randomUUID()];
const NONE = new Set<string>();

test('a job that did not end twice in a row is parked, and one that ended is not [SEC-32]', async () => {
  const jobs = jobsOf('remove-connection', false);
  expect(await jobs.start([A, B])).toEqual(NONE);
  await jobs.end([B]);
  expect(await jobs.start([A, B])).toEqual(NONE);
  await jobs.end([B]);
  expect(await jobs.start([A, B])).toEqual(new Set([A]));
  expect(await jobs.start([A, C])).toEqual(new Set([A]));
});

test('a job of the clock is parked although each start has another id [SEC-32]', async () => {
  const jobs = jobsOf('close-weeks', true);
  expect(await jobs.start([A])).toEqual(NONE);
  expect(await jobs.start([B])).toEqual(NONE);
  await jobs.end([B]);
  expect(await jobs.start([A])).toEqual(NONE);
  expect(await jobs.start([B])).toEqual(NONE);
  expect(await jobs.start([C])).toEqual(new Set([C]));
  expect(await jobsOf('remove-expired', true).start([C])).toEqual(NONE);
  expect(await countParkedJobs(queueDatabase(database.checkedDb), CLOCK_QUEUES)).toContainEqual({
    queue: 'close-weeks',
    jobs: 1,
  });
});

test('a job that another process works on counts for nothing [SEC-32]', async () => {
  const jobs = jobsOf('close-weeks', true);
  for (let process = 1; process <= 3; process += 1) {
    await database.db.$client.query('delete from job_starts');
    for (const id of [A, B]) {
      await jobs.start([id]);
      await database.db.$client.query(
        `insert into pgboss.job (id, name, state) values ($1, 'close-weeks', 'active') on conflict do nothing`,
        [id],
      );
    }
    expect(await jobs.start([C])).toEqual(NONE);
  }
});

test('a parked job is not started until the operator resumes it [SEC-32]', async () => {
  const handler = vi.fn<() => Promise<void>>().mockResolvedValue(undefined);
  await queue.send('delete-issuer-account', { subject: 's' });
  const { rows } = await database.db.$client.query<{ id: string }>(
    `select id from pgboss.job where name = 'delete-issuer-account'`,
  );
  const id = rows[0]?.id ?? '';
  for (let death = 1; death <= 2; death += 1) await jobsOf('delete-issuer-account', false).start([id]);
  await queue.work(idleHandlers({ 'delete-issuer-account': handler }), log);
  await vi.waitFor(() => expect(log.error).toHaveBeenCalled(), A_WHILE);
  expect(log.error).toHaveBeenCalledWith(
    { job: 'delete-issuer-account', jobId: id },
    'a job is parked: it did not end twice in a row',
  );
  expect(handler).not.toHaveBeenCalled();
  const parked = async () => countParkedJobs(queueDatabase(database.checkedDb), CLOCK_QUEUES);
  await vi.waitFor(async () => expect(await parked()).toEqual([{ queue: 'delete-issuer-account', jobs: 1 }]));
  const state = async () =>
    (
      await database.db.$client.query<{ state: string; tries: number }>(
        'select state, retry_count as tries from pgboss.job where id = $1',
        [id],
      )
    ).rows;
  expect(await state()).toEqual([{ state: 'retry', tries: 0 }]);
  expect(await resumeParkedJobs(queueDatabase(database.checkedDb), CLOCK_QUEUES)).toBe(1);
  await vi.waitFor(() => expect(handler).toHaveBeenCalled());
  expect(await parked()).toEqual([]);
});

test('a job of the clock stays parked however often its time comes [SEC-32]', async () => {
  const handler = vi.fn<() => Promise<void>>().mockResolvedValue(undefined);
  for (const id of [A, B]) await jobsOf('close-weeks', true).start([id]);
  await queue.work(idleHandlers({ 'close-weeks': handler }), log);
  for (let times = 1; times <= 2; times += 1) {
    await queue.send('close-weeks', {});
    await vi.waitFor(() => expect(log.error).toHaveBeenCalledTimes(times));
  }
  expect(handler).not.toHaveBeenCalled();
  expect(await countParkedJobs(queueDatabase(database.checkedDb), CLOCK_QUEUES)).toEqual([
    { queue: 'close-weeks', jobs: 1 },
  ]);
  expect(await resumeParkedJobs(queueDatabase(database.checkedDb), CLOCK_QUEUES)).toBe(1);
  await queue.send('close-weeks', {});
  await vi.waitFor(() => expect(handler).toHaveBeenCalled());
});

test('a server that stops in order leaves no job that counts as unfinished [SEC-32]', async () => {
  const started = Promise.withResolvers<null>();
  const endless = vi.fn(async () => {
    started.resolve(null);
    await new Promise(() => undefined);
  });
  await queue.work(idleHandlers({ 'forget-deleted-user': endless }), log);
  await queue.send('forget-deleted-user', { deletedUserId: A });
  await started.promise;
  const count = async () => (await database.db.$client.query('select from job_starts')).rowCount;
  expect(await count()).toBe(1);
  await queue.stopWorking();
  expect(await count()).toBe(0);
});
