import { addDays, dayInZone, startOfDayInZone } from '@oinkly/domain/days';
import { weekStartOf } from '@oinkly/domain/weeks';
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
import { CROWD_ZONE } from './crowd.ts';
import { preparePlace } from './place.ts';
import { ms, newReport } from './report.ts';
import { percentile, timeUntil } from './timing.ts';

/*
 * Measures how long closing takes when all weeks end at once and a job waits for each user. Every third user is notified of the
 * result on one device, every tenth by mail. Also measures requests to a server meanwhile. This process closes the weeks, not the server.
 */

/** `BENCH_PEOPLE` shrinks the crowd to save minutes and gigabytes. */
const USERS = Number(process.env['BENCH_PEOPLE'] ?? 1_000_000);
/** As the server's. */
const BATCH = 500;
const FLOOR_USERS = 100_000;
const endOfWeek = startOfDayInZone(addDays(weekStartOf(dayInZone(new Date(), CROWD_ZONE)), 7), CROWD_ZONE);
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

/** Makes everyone's week due at its end, which is later than the server's clock, and adds jobs that are not due. */
async function queueWork({ $client }: DatabasePool): Promise<void> {
  const client = await $client.connect();
  // A million rows take longer than a request may.
  await client.query('set statement_timeout = 0');
  await client.query(
    `update users set next_week_close_at = $1, wants_recap_mail = wanting.n % 10 = 0,
       notification_kinds = case when wanting.n % 3 = 0 then '{result}'::text[] else '{}' end
     from (select id, row_number() over (order by id) as n from users) as wanting where wanting.id = users.id`,
    [endOfWeek],
  );
  await client.query(
    `insert into push_subscriptions (user_id, endpoint_hash, endpoint, p256dh, auth, user_agent, created_at)
     select id, sha256(id::text::bytea), 'https://localhost/' || id, '', '', 'bench', now()
     from users where 'result' = any(notification_kinds)`,
  );
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
  const queue = new JobQueue(postgres.superuserConnectionString, (problem) => console.error(problem));
  await queue.open();
  // Messages are sent in the morning, which is later than the run.
  const deps = { db, clock: () => endOfWeek, log, queue, ledgerListeners: [] };
  const beganAt = performance.now();
  const closing = closeEndedWeeks(deps, new AbortController().signal);
  const times = await Promise.all(
    PATHS.map((path, index) =>
      timeUntil(closing, { address: `${origin}${path}`, cookie: place.cookies[index] ?? '' }),
    ),
  );
  const tookMs = performance.now() - beganAt;
  await queue.close();
  const { rowCount } = await db.$client.query('select from weekly_results where closed_at = $1', [endOfWeek]);
  if (rowCount !== USERS) throw new Error(`${rowCount ?? 0} of ${USERS} users are closed`);
  const { rows } = await db.$client.query<{ name: string; count: number }>(
    `select name, count(*)::integer as count from pgboss.job where name in ('send-push', 'send-mail') group by name`,
  );
  const jobs = new Map(rows.map(({ name, count: ofName }) => [name, ofName]));
  const [pushes, mails] = [Math.floor(USERS / 3), Math.floor(USERS / 10)];
  if (jobs.get('send-push') !== pushes || jobs.get('send-mail') !== mails)
    throw new Error(`Not ${pushes} pushes and ${mails} mails are queued: ${JSON.stringify(rows)}`);
  for (const [index, path] of PATHS.entries())
    report(
      `GET ${path} meanwhile`,
      `p50 ${ms(percentile(times[index] ?? [], 0.5))}, p99 ${ms(percentile(times[index] ?? [], 0.99))}`,
      'p99 ≤ 100 ms',
      `${count(times[index]?.length ?? 0)} requests`,
    );
  return tookMs;
}
