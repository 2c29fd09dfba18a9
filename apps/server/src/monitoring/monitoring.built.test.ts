import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findRunningPostgres } from '@oinkly/local-postgres';
import { HttpBrowser } from '../test-support/http-browser.ts';
import { linkTestBank } from '../test-support/link-test-bank.ts';
import { copyDataFolder } from '../test-support/prepared-data-folder.ts';
import { startMailServer, type TestMailServer } from '../test-support/mail-server.ts';
import { freePort, startedServer, type ServerProcess } from '../test-support/server-process.ts';
import { A_WHILE } from '../test-support/a-while.ts';

let dataDir: string;
let metricsPort: number;
let mailServer: TestMailServer;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'monitoring-'));
  await copyDataFolder(inject('preparedDataFolder'), dataDir);
  metricsPort = await freePort();
  mailServer = await startMailServer();
  server = await startedServer({
    SMTP_URL: mailServer.url.href,
    MAIL_FROM: 'oinkly@example.org',
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    METRICS_PORT: String(metricsPort),
  });
});
afterAll(async () => {
  await server.end('SIGTERM');
  await mailServer.close();
  await rm(dataDir, { recursive: true, force: true });
});

const readMetrics = async () => (await fetch(`http://localhost:${metricsPort}/metrics`)).text();

test('metrics count requests, jobs, connections, syncs and mails, and name no user', async () => {
  const ana = await new HttpBrowser().open(`${server.origin}/api/login`);
  await ana.open(ana.link('Create an account'));
  const password = 'a quiet brass trumpet';
  await ana.submit('Create an account', { email: 'ana@example.org', password }, /localhost:\d+\/$/);
  const { json: user } = await ana.call('GET', `${server.origin}/api/auth/user`);
  await linkTestBank(ana, server.origin);
  await expect
    .poll(readMetrics, A_WHILE)
    .toMatch(/oinkly_bank_syncs_total\{provider="plaid",outcome="ok"\} [1-9]/);
  await expect
    .poll(readMetrics, A_WHILE)
    .toContain('oinkly_mails_total{kind="email-confirmation",outcome="taken"} 1');
  await ana.call('GET', `${server.origin}/api/expenses/not-a-number`);

  const metrics = await readMetrics();
  expect(metrics).toMatch(
    /oinkly_http_request_duration_seconds_count\{route="getCurrentUser",status="2xx"\} [1-9]/,
  );
  expect(metrics).toMatch(/oinkly_http_request_duration_seconds_count\{route="\w+",status="4xx"\} [1-9]/);
  expect(metrics).toMatch(/oinkly_jobs\{queue="sync-connection",state="waiting"\} \d/);
  expect(metrics).toMatch(/oinkly_oldest_due_job_seconds\{queue="close-weeks"\} [\d.]+/);
  expect(metrics).toMatch(/oinkly_database_connections\{state="idle"\} \d/);
  expect(metrics).toMatch(/nodejs_eventloop_lag_p99_seconds [\d.e-]+/);
  for (const secret of ['ana@', (user as { id: string }).id]) expect(metrics).not.toContain(secret);
});

test('metrics have an address of their own, with nothing else', async () => {
  expect((await fetch(`${server.origin}/metrics`)).headers.get('content-type')).not.toContain('version=');
  for (const path of ['/', '/api/health', '/metrics/x'])
    expect((await fetch(`http://localhost:${metricsPort}${path}`)).status).toBe(404);
  expect((await fetch(`http://localhost:${metricsPort}/metrics`, { method: 'POST' })).status).toBe(404);
  const mayListen = (port: number) =>
    new Promise<boolean>((resolve) => {
      const probe = createServer().once('error', () => resolve(false));
      probe.listen(port, '127.0.0.2', () => probe.close(() => resolve(true)));
    });
  // Only this machine reaches it.
  expect(await mayListen(metricsPort)).toBe(true);
});

test('a process is ready while its database has its own tables, and alive in any case', async () => {
  const readiness = async () => {
    const answer = await fetch(`${server.origin}/api/ready`);
    const { message, problems } = (await answer.json()) as { message?: string; problems?: string[] };
    return [answer.status, message ?? problems?.join(' ')];
  };
  expect(await readiness()).toEqual([200, undefined]);
  const postgres = await findRunningPostgres(join(dataDir, 'postgres'));
  const client = new pg.Client({ connectionString: postgres?.connectionString });
  await client.connect();
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`,
  );
  await expect
    .poll(readiness, A_WHILE)
    .toEqual([200, 'A newer version has updated the database: replace this process.']);
  expect((await fetch(`${server.origin}/api/health`)).status).toBe(200);
  await client.query(`delete from drizzle.__drizzle_migrations where hash = 'newer'`);
  await expect.poll(readiness, A_WHILE).toEqual([200, undefined]);
  const moveNewest = (ms: number) =>
    client.query(
      `update drizzle.__drizzle_migrations set created_at = created_at + $1
       where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
      [ms],
    );
  await moveNewest(-1);
  await expect.poll(readiness, A_WHILE).toEqual([503, 'The database doesn’t have this version’s tables.']);
  await moveNewest(1);
  await expect.poll(readiness, A_WHILE).toEqual([200, undefined]);
  // A database that hangs, as after a lost network.
  await client.query('begin; lock table drizzle.__drizzle_migrations in access exclusive mode');
  await expect.poll(readiness, A_WHILE).toEqual([503, 'The database doesn’t answer.']);
  await client.query('rollback');
  await expect.poll(readiness, A_WHILE).toEqual([200, undefined]);
  await client.end();
});
