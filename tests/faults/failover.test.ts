import { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { linkTestBank } from '@oinkly/server/test-support/link-test-bank';
import { freePort, startedServer, type ServerProcess } from '@oinkly/server/test-support/server-process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { INITDB_OPTIONS, preparePostgres15, serverOptions } from '../../scripts/postgres15.ts';
import { MovableAddress } from '../movable-address.ts';

/* A primary and a synchronous standby. What moves the address to the standby, such as Patroni or a cloud, is played by the test. */

const BACK_WITHIN_MS = 30_000;
const PORTS = { primary: 5432, standby: 5433 } as const;
type Name = keyof typeof PORTS;

let folder: string;
let run: (program: string, args: readonly string[]) => void;
let address: MovableAddress;
const started = new Set<Name>();

beforeEach(async () => {
  address = new MovableAddress();
  ({ folder, run } = preparePostgres15());
  run('initdb', ['-D', dataOf('primary'), ...INITDB_OPTIONS]);
  start('primary');
  const conninfo = `host=${folder} port=${PORTS.primary} user=tests application_name=standby`;
  run('pg_basebackup', ['-D', dataOf('standby'), '-d', conninfo, '-R', '-c', 'fast']);
  start('standby');
  await onPrimary("ALTER SYSTEM SET synchronous_standby_names = 'standby'", 'SELECT pg_reload_conf()');
  await vi.waitFor(async () => {
    expect(await onPrimary("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).toBe(1);
  }, 10_000);
  await onPrimary('CREATE DATABASE app');
  await address.open();
  address.leadTo(join(folder, `.s.PGSQL.${PORTS.primary}`));
}, 60_000);
afterEach(async () => {
  await address.close();
  for (const name of started) stop(name);
  await rm(folder, { recursive: true, force: true });
}, 60_000);

test.each([
  ['crashes', () => undefined],
  ['loses its power', () => address.fallSilent()],
])(
  'when the primary %s, nothing acknowledged is lost, and the app is back in 30 s',
  { timeout: 180_000 },
  async (_what, cutConnections) => {
    const server = await startApp();
    const ana = await new HttpBrowser().open(`${server.origin}/api/login`);
    await ana.open(ana.link('Create an account'));
    const account = { email: 'ana@example.org', password: 'a quiet brass trumpet' };
    await ana.submit('Create an account', account, /localhost:\d+\/$/);
    const day = new Date().toISOString().slice(0, 10);
    const acknowledged: string[] = [];
    const add = async (name: string) => {
      const expense = { name, amount: 4.25, date: day, category: 'Dining' };
      const { status } = await ana.call('POST', `${server.origin}/api/expenses`, expense);
      if (status === 200 || status === 201) acknowledged.push(name);
      return status;
    };

    // People add expenses the whole time.
    let isOver = false;
    const statuses: number[] = [];
    const adding = Array.from({ length: 4 }, async (_, person) => {
      for (let count = 0; !isOver; count += 1) statuses.push(await add(`${person} ${count}`));
    });
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20);

    cutConnections();
    stop('primary');
    const diedAt = performance.now();
    run('pg_ctl', ['-D', dataOf('standby'), '-w', 'promote']);
    address.leadTo(join(folder, `.s.PGSQL.${PORTS.standby}`));
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: BACK_WITHIN_MS }).toBeGreaterThan(before + 4);
    expect(performance.now() - diedAt).toBeLessThan(BACK_WITHIN_MS);
    isOver = true;
    await Promise.all(adding);

    const { json } = await ana.call('GET', `${server.origin}/api/expenses?counted=all`);
    const stored = (json as { name: string }[]).map(({ name }) => name);
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(stored).size).toBe(stored.length);
    for (const status of statuses) expect([200, 201, 503]).toContain(status);

    // Jobs go on too.
    await linkTestBank(ana, server.origin);
    const stageOf = async () => {
      const { json: sync } = await ana.call('GET', `${server.origin}/api/plaid/sync-status`);
      return (sync as { connections: { stage: string }[] }).connections[0]?.stage;
    };
    await expect.poll(stageOf, { timeout: BACK_WITHIN_MS }).toBe('done');
    expect((await fetch(`${server.origin}/api/ready`)).status).toBe(200);
  },
);

async function startApp(): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'failover-'));
  const port = await freePort();
  const server = await startedServer({
    DATA_DIR: dataDir,
    PORT: String(port),
    DATABASE_URL: `postgresql://tests@127.0.0.1:${address.port}/app`,
    TOKEN_KEYS: `k:${Buffer.alloc(32, 7).toString('base64')}`,
    EMBEDDED_IDENTITY: 'on',
    TEST_BANKS: 'on',
    LOG_LEVEL: 'error',
  });
  onTestFinished(async () => {
    await server.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });
  return server;
}

function start(name: Name): void {
  const options = serverOptions({
    listen_addresses: '',
    unix_socket_directories: folder,
    port: String(PORTS[name]),
    fsync: 'off',
  });
  run('pg_ctl', ['-D', dataOf(name), '-o', options, '-w', '-l', join(folder, `${name}.log`), 'start']);
  started.add(name);
}

/** Like a crash: nothing is finished. */
function stop(name: Name): void {
  run('pg_ctl', ['-D', dataOf(name), '-m', 'immediate', 'stop']);
  started.delete(name);
}

function dataOf(name: Name): string {
  return join(folder, name);
}

/** Returns how many rows the last statement gave. */
async function onPrimary(...statements: string[]): Promise<number> {
  const client = new pg.Client({ host: folder, port: PORTS.primary, user: 'tests', database: 'postgres' });
  await client.connect();
  let rows = 0;
  for (const statement of statements) rows = (await client.query(statement)).rowCount ?? 0;
  await client.end();
  return rows;
}
