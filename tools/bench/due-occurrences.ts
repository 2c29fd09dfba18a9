import { dayInZone } from '@oinkly/domain/days';
import { startLocalPostgres } from '@oinkly/local-postgres';
import { IDENTITY_PART } from '@oinkly/server/db/identity-part';
import { buildServer } from '@oinkly/server/app';
import { closePool, openPool, type DatabasePool } from '@oinkly/server/db/database';
import { JobQueue } from '@oinkly/server/jobs/job-queue';
import { ledgerListeners } from '@oinkly/server/start/ledger-listeners';
import { createDueOccurrences } from '@oinkly/server/modules/expenses/series.service';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CROWD_ZONE } from './crowd.ts';
import { preparePlace } from './place.ts';
import { newReport } from './report.ts';

/* Measures how long it takes to create everyone's recurring expenses when all are due on one day. */

/** `BENCH_PEOPLE` changes it. */
const USERS = Number(process.env['BENCH_PEOPLE'] ?? 20_000);
const SERIES_EACH = 3;
const TODAY = dayInZone(new Date(), CROWD_ZONE);
/** As many as the job works on at a time. */
const CONNECTIONS = 3;

const BARE = [
  ['bare_lock', 'select from users where id = $1 for no key update'],
  [
    'bare_expenses',
    `insert into expenses (user_id, series_id, series_month, day, type, day_of_month, name, amount_cents, category, created_at)
     select user_id, id, next_on, next_on, 'recurring', day_of_month, name, amount_cents, category, now()
     from recurring_series where user_id = $1`,
  ],
  ['bare_totals', 'update weekly_totals set spent_cents = spent_cents where user_id = $1'],
  [
    'bare_series',
    `update recurring_series set next_on = (next_on + interval '1 month')::date where user_id = $1`,
  ],
] as const;

const count = (number: number) => Math.round(number).toLocaleString('en-US');
const { report, print } = newReport();
const place = await preparePlace({ users: USERS, viewers: 1, friendsEach: 0 });
const postgres = await startLocalPostgres({
  dataDir: join(place.dataDir, 'postgres'),
  parts: [IDENTITY_PART],
  opensSuperuser: true,
});
const db = openPool(postgres.superuserConnectionString, (error) => console.error(error));
try {
  await makeDue(db);
  const floor = await bareUsersPerSecond(db);
  const perSecond = (USERS * 1000) / (await createAll());
  report(
    `creating ${SERIES_EACH} recurring expenses of ${count(USERS)} users`,
    `${count(perSecond)} users/s`,
    '',
    `bare transactions that write as much: ${count(floor)}/s; ${count((100 * perSecond) / floor)} % of it`,
  );
} finally {
  await closePool(db, 0);
  await postgres.stop();
  await rm(place.dataDir, { recursive: true, force: true });
}
print();

/** All on the crowd's today. */
async function makeDue({ $client }: DatabasePool): Promise<void> {
  await $client.query(
    `insert into recurring_series (user_id, id, name, amount_cents, category, day_of_month, next_on, created_at)
     select id, gen_random_uuid(), 'Gym ' || n, 1000 * n, 'Healthcare', extract(day from $2::date), $2, created_at
     from users cross join generate_series(1, $1::integer) as n order by n, id`,
    [SERIES_EACH, TODAY],
  );
  await $client.query('vacuum analyze');
}

/** What PostgreSQL alone does: one transaction for each user with the same rows, undone at the end. */
async function bareUsersPerSecond({ $client }: DatabasePool): Promise<number> {
  const { rows } = await $client.query<{ id: string }>('select id from users');
  const waiting = rows.values();
  const beganAt = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = await $client.connect();
      for (const { id } of waiting) {
        await client.query('begin');
        for (const [name, text] of BARE) await client.query({ name, text, values: [id] });
        await client.query('commit');
      }
      client.release();
    }),
  );
  const perSecond = (rows.length * 1000) / (performance.now() - beganAt);
  await $client.query(`delete from expenses where type = 'recurring'`);
  await $client.query('update recurring_series set next_on = $1', [TODAY]);
  await $client.query('vacuum analyze');
  return perSecond;
}

/** Returns the time in milliseconds. */
async function createAll(): Promise<number> {
  const { log } = buildServer({ logLevel: 'warn' });
  // The queue is never opened, because nothing is sent.
  const queue = new JobQueue(postgres.superuserConnectionString, (problem) => console.error(problem));
  const clock = () => new Date();
  const deps = { db, clock, log, ledgerListeners: ledgerListeners({ clock, queue }) };
  const beganAt = performance.now();
  await createDueOccurrences(deps, new AbortController().signal);
  const tookMs = performance.now() - beganAt;
  const { rows } = await db.$client.query<{ created: number }>(
    `select count(*)::integer as created from expenses where type = 'recurring'`,
  );
  const created = rows[0]?.created ?? 0;
  if (created !== USERS * SERIES_EACH) throw new Error(`Created ${created} recurring expenses`);
  return tookMs;
}
