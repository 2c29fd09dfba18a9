import { users } from '@oinkly/server/db/tables/users.tables';
import { openSession } from '@oinkly/server/modules/identity/identity.service';
import { startedServer, freePort, type ServerProcess } from '@oinkly/server/test-support/server-process';
import { createTestDatabase, type TestDatabase } from '@oinkly/server/test-support/test-database';
import {
  BANK_CREDENTIALS,
  startTestEmulator,
  type TestEmulator,
} from '@oinkly/server/test-support/test-emulator';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const clock = () => new Date();
/** More than one page of a sync. */
const NEW_ROWS = 700;
/** Long enough to plan the next call's fault. */
const FIRST_PAGE_MS = 3_000;
/** A killed worker's job restarts within a minute. */
const TAKEN_UP_WITHIN_MS = 60_000;

let database: TestDatabase;
let bank: TestEmulator;
let dataDir: string;
const running: ServerProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  bank = await startTestEmulator({ clock });
  dataDir = await mkdtemp(join(tmpdir(), 'killed-sync-'));
}, 60_000);
afterAll(async () => {
  for (const server of running) await server.end('SIGKILL');
  await bank.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

/** One of several processes on one database and bank, as behind a load balancer. */
async function start(): Promise<ServerProcess> {
  const server = await startedServer({
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    TOKEN_KEYS: `k:${Buffer.alloc(32, 7).toString('base64')}`,
    EMBEDDED_IDENTITY: 'on',
    PLAID_CLIENT_ID: BANK_CREDENTIALS.clientId,
    PLAID_SECRET: BANK_CREDENTIALS.secret,
    PLAID_BASE_URL: bank.url,
  });
  running.push(server);
  return server;
}

/** A user with a synced bank that has new rows. */
interface Customer {
  userId: string;
  itemId: string;
  /** Rows stored so far. */
  known: number;
  /** Does not wait for the sync. */
  askForSync(server: ServerProcess): void;
}

async function customer(server: ServerProcess): Promise<Customer> {
  const userId = randomUUID();
  await database.db.insert(users).values({
    id: userId,
    email: `${userId}@example.org`,
    timeZone: 'America/Los_Angeles',
    signupCompleted: true,
    createdAt: clock(),
  });
  const token = await openSession(
    { db: database.db, clock },
    { id: userId },
    { userAgent: 'test', idToken: null, authenticatedAt: null },
  );
  const post = async (origin: string, path: string, body: object) => {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: {
        cookie: `session=${token}`,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return response.status;
  };
  const created = await bank.call('/sandbox/public_token/create', {
    institution_id: 'ins_109508',
    initial_products: ['transactions'],
    options: { transactions: { days_requested: 10 } },
  });
  expect(
    await post(server.origin, '/api/plaid/exchange-token', { public_token: created['public_token'] }),
  ).toBe(200);
  await expect.poll(() => lastRun(userId), { timeout: 20_000 }).toMatchObject({ stage: 'done' });
  const { rows } = await database.db.$client.query<{ provider_connection_id: string; known: number }>(
    `select c.provider_connection_id, (select count(*)::integer from bank_transactions where user_id = $1) as known
     from connections c where c.user_id = $1`,
    [userId],
  );
  const [connection] = rows;
  const itemId = connection?.provider_connection_id ?? '';
  await bank.call('/control/transactions/generate', { item_id: itemId, count: NEW_ROWS, days: 60 });
  return {
    userId,
    itemId,
    known: connection?.known ?? 0,
    askForSync: ({ origin }) => {
      // A killed server does not answer.
      post(origin, `/api/plaid/item/${itemId}/sync`, {}).catch(() => undefined);
    },
  };
}

async function lastRun(userId: string): Promise<{ stage: string; imported: number } | undefined> {
  const { rows } = await database.db.$client.query<{ stage: string; imported: number }>(
    'select stage, imported from sync_runs where user_id = $1 order by id desc limit 1',
    [userId],
  );
  return rows[0];
}

const plan = (itemId: string, fault: object) =>
  bank.call('/control/faults/add', { path: '/transactions/sync', item_id: itemId, calls: 1, fault });
const callsOf = async (itemId: string) => {
  const { calls } = (await bank.call('/control/calls/count', { item_id: itemId })) as {
    calls: Record<string, number>;
  };
  return calls['/transactions/sync'] ?? 0;
};

const ACTIVE_JOBS = `pgboss.job where name = 'sync-connection' and state = 'active' and data->>'userId' = $1`;

async function activeJobsOf({ userId }: Customer): Promise<number> {
  const { rowCount } = await database.db.$client.query(`select 1 from ${ACTIVE_JOBS}`, [userId]);
  return rowCount ?? 0;
}

/** Holds a statement's locks until released. */
async function hold(statement: string, userId: string): Promise<() => Promise<void>> {
  const client = await database.db.$client.connect();
  await client.query('begin');
  const { rowCount } = await client.query(statement, [userId]);
  expect(rowCount).toBeGreaterThan(0);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** Counts sessions that wait for a lock in such a statement. */
async function waitingIn(statementLike: string): Promise<number> {
  const { rows } = await database.db.$client.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
    [statementLike],
  );
  return rows.length;
}

test(
  'a sync killed at any point is finished by another process within a minute [IM-1] [PD-41]',
  { timeout: 180_000 },
  async () => {
    const doomed = [await start(), await start()] as const;
    const [first, second] = doomed;
    const atStart = await customer(first);
    const betweenPages = await customer(second);
    const beforeCommit = await customer(first);
    const withinCommit = await customer(second);
    const afterCommit = await customer(first);
    const all = [atStart, betweenPages, beforeCommit, withinCommit, afterCommit];

    await plan(atStart.itemId, { kind: 'hang' });
    await plan(betweenPages.itemId, { kind: 'latency', ms: FIRST_PAGE_MS });
    await plan(afterCommit.itemId, { kind: 'latency', ms: FIRST_PAGE_MS });
    const releases = [
      await hold('select 1 from users where id = $1 for no key update', beforeCommit.userId),
      await hold('select 1 from weekly_totals where user_id = $1 for update', withinCommit.userId),
    ];
    const callsBefore = new Map(
      await Promise.all(all.map(async ({ itemId }) => [itemId, await callsOf(itemId)] as const)),
    );
    const newCallsOf = async ({ itemId }: Customer) =>
      (await callsOf(itemId)) - (callsBefore.get(itemId) ?? 0);
    for (const [index, user] of all.entries()) user.askForSync(index % 2 === 0 ? first : second);

    const patience = { timeout: 20_000 };
    await expect.poll(() => newCallsOf(betweenPages), patience).toBe(1);
    await plan(betweenPages.itemId, { kind: 'hang' });
    await expect.poll(() => newCallsOf(afterCommit), patience).toBe(1);
    // Locks the job row so that the job cannot be completed.
    releases.push(await hold(`select 1 from ${ACTIVE_JOBS} for update`, afterCommit.userId));

    await expect.poll(() => newCallsOf(atStart), patience).toBe(1);
    await expect.poll(() => newCallsOf(betweenPages), patience).toBe(2);
    await expect.poll(() => waitingIn('%from users where id%'), patience).toBe(1);
    await expect.poll(() => waitingIn('%insert into%weekly_totals%'), patience).toBe(1);
    await expect.poll(() => waitingIn('%update pgboss.%completed_on%'), patience).toBe(1);

    const killedAt = performance.now();
    await Promise.all(doomed.map((server) => server.end('SIGKILL')));
    // A session that waits for a lock outlives its process and finishes its statement. For commits that is realistic, but completing a job
    // is one statement, so end that session first.
    const { rowCount: cutShort } = await database.db.$client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query ilike '%update pgboss.%completed_on%'`,
    );
    expect(cutShort).toBe(1);
    for (const release of releases) await release();
    for (const user of all) {
      const isDone = (await lastRun(user.userId))?.stage === 'done';
      expect(isDone).toBe(user === afterCommit);
      expect(await activeJobsOf(user)).toBe(1);
    }

    await start();
    const left = () => TAKEN_UP_WITHIN_MS - (performance.now() - killedAt);
    for (const user of all) {
      await expect
        .poll(() => lastRun(user.userId), { timeout: left(), interval: 250 })
        .toMatchObject({ stage: 'done' });
      await expect.poll(() => activeJobsOf(user), { timeout: left(), interval: 250 }).toBe(0);
    }
    console.log(`Taken up ${Math.round((performance.now() - killedAt) / 1000)} s after the kill`);

    for (const user of all) {
      const { rows } = await database.db.$client.query(
        `select count(*)::integer as transactions, count(distinct transaction_id)::integer as different,
           (select count(*)::integer from expenses where user_id = $1) as expenses,
           (select count(*)::integer from bank_transactions where user_id = $1 and amount_cents > 0) as purchases,
           (select sum(cost_cents)::text from expenses where user_id = $1 and is_counted) as spent,
           (select sum(spent_cents)::text from weekly_totals where user_id = $1) as total,
           (select count(*)::integer from staged_changes where user_id = $1) as staged
         from bank_transactions where user_id = $1`,
        [user.userId],
      );
      const whole = user.known + NEW_ROWS;
      const [found] = rows as { expenses: number; spent: string }[];
      expect(rows).toEqual([
        {
          transactions: whole,
          different: whole,
          purchases: found?.expenses,
          expenses: found?.expenses,
          spent: found?.spent,
          total: found?.spent,
          staged: 0,
        },
      ]);
    }
  },
);
