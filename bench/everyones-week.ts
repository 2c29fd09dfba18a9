import { startLocalPostgres } from '@oinkly/local-postgres';
import { IDENTITY_PART } from '@oinkly/server/db/identity-part';
import { buildServer } from '@oinkly/server/app';
import { closePool, openPool, type DatabasePool } from '@oinkly/server/db/database';
import { JobQueue } from '@oinkly/server/jobs/job-queue';
import { closeEndedWeeks } from '@oinkly/server/modules/leaderboard/close-weeks.service';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startBuiltServer } from './built-server.ts';
import { preparePlace } from './place.ts';
import { ms, newReport } from './report.ts';
import { percentile, timeUntil } from './timing.ts';

/*
 * Measures how long closing takes when all weeks end at once and a job waits for each user. Also measures requests meanwhile.
 */

/** `BENCH_PEOPLE` shrinks the crowd to save minutes and gigabytes. */
const USERS = Number(process.env['BENCH_PEOPLE'] ?? 1_000_000);
/** As the server's. */
const BATCH = 500;
const FLOOR_USERS = 100_000;
const WEEK_MS = 7 * 86_400_000;
const PATHS = ['/', '/api/leaderboard', '/api/expenses', '/api/settings'];

const count = (number: number) => Math.round(number).toLocaleString('en-US');
const { report, print } = newReport();
const startedAt = performance.now();
const place = await preparePlace({ users: USERS, viewers: PATHS.length, friendsEach: 50 });
const postgres = await startLocalPostgres({
  dataDir: join(place.dataDir, 'postgres'),
  parts: [IDENTITY_PART],
  opensSuperuser: true,
});
const db = openPool(postgres.superuserConnectionString, (error) => console.error(error));
try {
  await queueWork(db);
  console.log(
    `Created ${count(USERS)} users and jobs in ${count((performance.now() - startedAt) / 1000)} s.`,
  );
  const server = await startBuiltServer(place.dataDir, {
    DATABASE_URL: postgres.superuserConnectionString,
    PREPARED_STATEMENTS: 'on',
    EMBEDDED_IDENTITY: 'on',
    PLAID_CLIENT_ID: 'bench',
    PLAID_SECRET: 'bench',
    TOKEN_KEYS: `bench:${randomBytes(32).toString('base64')}`,
  });
  try {
    const tookMs = await closeAll(server.origin);
    const perSecond = (USERS * 1000) / tookMs;
    const floor = await bareResultsPerSecond(db);
    report(
      `closing the week of ${count(USERS)} users with as many waiting jobs`,
      `${count(tookMs / 1000)} s, ${count(perSecond)} users/s`,
      '≤ 300 s, ≥ 5,000 users/s',
      `bare writes of results and users: ${count(floor)}/s; ${count((100 * perSecond) / floor)} % of it`,
    );
  } finally {
    await server.stop();
  }
} finally {
  await closePool(db, 0);
  await postgres.stop();
  await rm(place.dataDir, { recursive: true, force: true });
}
print();

/** Makes everyone's week due, and adds jobs that are not. */
async function queueWork({ $client }: DatabasePool): Promise<void> {
  const client = await $client.connect();
  // A million rows take longer than a request may.
  await client.query('set statement_timeout = 0');
  await client.query(`update users set next_week_close_at = 'epoch'`);
  await client.query(
    `insert into pgboss.job (name, policy, data, singleton_key, start_after)
     select 'sync-connection', 'short', jsonb_build_object('userId', id, 'connectionId', id, 'runId', null), id, now() + interval '1 day'
     from users`,
  );
  await client.query('vacuum analyze');
  client.release(true);
}

/** What PostgreSQL alone does in a second: the next week's results and users, written in batches of as many. */
async function bareResultsPerSecond({ $client }: DatabasePool): Promise<number> {
  const { rows } = await $client.query<{ id: string }>('select id from users limit $1', [FLOOR_USERS]);
  const ids = rows.map(({ id }) => id);
  const client = await $client.connect();
  const beganAt = performance.now();
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = [ids.slice(from, from + BATCH)];
    await client.query('begin');
    await client.query({
      name: 'bare_users',
      text: `update users set next_week_close_at = next_week_close_at + interval '7 days' where id = any($1::uuid[])`,
      values: batch,
    });
    await client.query({
      name: 'bare_results',
      text: `insert into weekly_results (user_id, week_start, budget_cents, spent_cents, ranked_cents, was_active, closed_at, highlight)
             select user_id, week_start + 7, budget_cents, spent_cents, ranked_cents, was_active, closed_at, highlight
             from (select distinct on (user_id) * from weekly_results where user_id = any($1::uuid[]) order by user_id, week_start desc) latest`,
      values: batch,
    });
    await client.query('commit');
  }
  client.release();
  return (ids.length * 1000) / (performance.now() - beganAt);
}

/** Returns the time and reports the requests meanwhile. */
async function closeAll(origin: string): Promise<number> {
  const { log } = buildServer({ logLevel: 'warn' });
  // The queue is never opened, so no notifications are sent.
  const queue = new JobQueue(postgres.superuserConnectionString, (problem) => console.error(problem));
  const inAWeek = new Date(Date.now() + WEEK_MS);
  const deps = { db, clock: () => inAWeek, log, queue, ledgerListeners: [] };
  const beganAt = performance.now();
  const closing = closeEndedWeeks(deps, new AbortController().signal);
  const times = await Promise.all(
    PATHS.map((path, index) =>
      timeUntil(closing, { address: `${origin}${path}`, cookie: place.cookies[index] ?? '' }),
    ),
  );
  const tookMs = performance.now() - beganAt;
  const { rowCount } = await db.$client.query('select from weekly_results where closed_at = $1', [inAWeek]);
  if (rowCount !== USERS) throw new Error(`${rowCount ?? 0} of ${USERS} users are closed`);
  for (const [index, path] of PATHS.entries())
    report(
      `GET ${path} meanwhile`,
      `p50 ${ms(percentile(times[index] ?? [], 0.5))}, p99 ${ms(percentile(times[index] ?? [], 0.99))}`,
      'p99 ≤ 100 ms',
      `${count(times[index]?.length ?? 0)} requests`,
    );
  return tookMs;
}
