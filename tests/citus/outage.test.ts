import { addNode, onEachNode } from '@oinkly/server/test-support/cluster-nodes';
import { urlOfDatabase } from '@oinkly/server/test-support/global-setup';
import { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { freePort, startedServer, type ServerProcess } from '@oinkly/server/test-support/server-process';
import { createTestDatabase, type TestDatabase } from '@oinkly/server/test-support/test-database';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';

/* Six people add expenses without a pause while a worker dies and returns, and while a worker joins and takes its share. */

const CLIENTS = 6;
/** Enough that every client meets the change many times. */
const MANY = 120;
/** The server refuses users who change more than 300 things a minute. */
const PAUSE_MS = 250;
const PATIENCE = { timeout: 600_000, interval: 250 };
const TEST = { timeout: 1_800_000 };

interface Client {
  browser: HttpBrowser;
  /** Whether the user's rows are on the worker that is stopped. */
  isOnStopped: boolean;
  acknowledged: string[];
  refused: string[];
  /** The status of each refusal. */
  statuses: number[];
}

let database: TestDatabase;
let server: ServerProcess;
let dataDir: string;
const clients: Client[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'citus-'));
  server = await startedServer({
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    TOKEN_KEYS: `k:${Buffer.alloc(32, 7).toString('base64')}`,
    EMBEDDED_IDENTITY: 'on',
    LOG_LEVEL: 'error',
  });
  for (let number = 0; clients.length < CLIENTS; number += 1) {
    const browser = await new HttpBrowser().open(`${server.origin}/api/login`);
    await browser.open(browser.link('Create an account'));
    const email = `client${number}@example.org`;
    await browser.submit(
      'Create an account',
      { email, password: 'a quiet brass trumpet' },
      /localhost:\d+\/$/,
    );
    const isOnStopped = await isUserOn(inject('postgresUrls').at(-1) ?? '', email);
    // Half of them on each side.
    if (clients.filter((one) => one.isOnStopped === isOnStopped).length < CLIENTS / 2)
      clients.push({ browser, isOnStopped, acknowledged: [], refused: [], statuses: [] });
  }
}, 300_000);
afterAll(async () => {
  await server.end('SIGTERM');
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
}, 300_000);

test(
  'a worker that dies and returns costs no acknowledged expense, and other users nothing',
  TEST,
  async () => {
    await whileAllAdd('outage', async () => {
      runCommand('CITUS_STOP');
      try {
        await afterAnswers(MANY);
      } finally {
        runCommand('CITUS_START');
      }
      await everyoneIsServed();
    });
    const refusedOfOthers = clients.filter((one) => !one.isOnStopped).flatMap((one) => one.refused);
    expect(refusedOfOthers).toEqual([]);
  },
);

test('a worker that joins and takes its share costs no acknowledged expense', TEST, async () => {
  const spare = urlOfDatabase(process.env['CITUS_SPARE'] ?? '', 'postgres');
  const name = new URL(database.directUrl).pathname.slice(1);
  await onEachNode([spare], `CREATE DATABASE ${name}`);
  onTestFinished(() => onEachNode([spare], `DROP DATABASE ${name} WITH (FORCE)`));
  const spareDatabase = urlOfDatabase(spare, name);
  await onEachNode([spareDatabase], 'CREATE EXTENSION citus');
  await whileAllAdd('rebalance', async () => {
    await addNode(database.directUrl, spareDatabase);
    await query('SELECT citus_rebalance_start()');
    const states = async () =>
      (await query('SELECT state FROM citus_rebalance_status()')).map(({ state }) => state);
    await expect.poll(states, PATIENCE).toEqual(['finished']);
    await everyoneIsServed();
  });
  const places = await query(
    'SELECT DISTINCT nodename, nodeport FROM citus_shards WHERE citus_table_type = $1',
    ['distributed'],
  );
  expect(places).toContainEqual({
    nodename: new URL(spare).hostname,
    nodeport: Number(new URL(spare).port || 5432),
  });
});

/** Runs `change` while every client adds expenses, and compares the answers with what is stored. */
async function whileAllAdd(title: string, change: () => Promise<void>): Promise<void> {
  for (const client of clients) Object.assign(client, { acknowledged: [], refused: [], statuses: [] });
  let isOver = false;
  const adding = clients.map(async (client, number) => {
    for (let count = 0; !isOver; count += 1) {
      await add(client, `${title} ${number} ${count}`);
      await delay(PAUSE_MS);
    }
  });
  try {
    await afterAnswers(MANY);
    await change();
  } finally {
    isOver = true;
    await Promise.all(adding);
  }
  const rows = await query('SELECT name FROM expenses WHERE name LIKE $1', [`${title} %`]);
  const timesStored = Map.groupBy(rows, ({ name }) => name);
  const acknowledged = clients.flatMap((client) => client.acknowledged);
  const refused = clients.flatMap((client) => client.refused);
  const lost = acknowledged.filter((name) => !timesStored.has(name));
  const doubled = [...timesStored].filter(([, { length }]) => length > 1).map(([name]) => name);
  const refusedButStored = refused.filter((name) => timesStored.has(name));
  const statuses = new Set(clients.flatMap((client) => client.statuses));
  console.log(
    `${title}: ${acknowledged.length} acknowledged, ${refused.length} refused (${[...statuses].join(', ')}), ${lost.length} lost, ` +
      `${doubled.length} doubled, ${refusedButStored.length} refused but stored; refused of each client: ${clients.map((client) => client.refused.length).join(', ')}`,
  );
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
}

async function add({ browser, acknowledged, refused, statuses }: Client, name: string): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const expense = { name, amount: 4.25, date, category: 'Dining' };
  const { status } = await browser.call('POST', `${server.origin}/api/expenses`, expense);
  if (status < 300) {
    acknowledged.push(name);
  } else {
    refused.push(name);
    statuses.push(status);
  }
}

async function afterAnswers(more: number): Promise<void> {
  const answers = () => clients.reduce((sum, one) => sum + one.acknowledged.length + one.refused.length, 0);
  const before = answers();
  await expect.poll(answers, PATIENCE).toBeGreaterThan(before + more);
}

/** Until every client has one more acknowledged expense. */
async function everyoneIsServed(): Promise<void> {
  const before = clients.map(({ acknowledged }) => acknowledged.length);
  const areServed = () =>
    clients.every(({ acknowledged }, number) => acknowledged.length > (before[number] ?? 0));
  await expect.poll(areServed, PATIENCE).toBe(true);
}

async function isUserOn(worker: string, email: string): Promise<boolean> {
  const { hostname, port } = new URL(worker);
  const rows = await query(
    `SELECT FROM citus_shards
     WHERE shardid = get_shard_id_for_distribution_column('users', (SELECT id FROM users WHERE email = $1))
       AND nodename = $2 AND nodeport = $3`,
    [email, hostname, Number(port || 5432)],
  );
  return rows.length > 0;
}

/** Runs the shell command that a variable contains. */
function runCommand(variable: 'CITUS_STOP' | 'CITUS_START'): void {
  execFileSync('sh', ['-ec', process.env[variable] ?? ''], { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await database.db.$client.query<Record<string, unknown>>(text, values)).rows;
}
