import { mkdtemp, readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HttpBrowser } from '../test-support/http-browser.ts';
import {
  freePort,
  startedServer,
  startServerProcess,
  type ServerProcess,
} from '../test-support/server-process.ts';
import { A_WHILE } from '../test-support/a-while.ts';

let dataDir: string;
let environment: Record<string, string>;
let server: ServerProcess | undefined;

beforeEach(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'outage-')));
  environment = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'error' };
});
afterEach(async () => {
  await server?.end('SIGTERM');
  server = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

test(
  'a killed database restarts, no confirmed write is lost, and one error is logged',
  { tags: 'drill' },
  async () => {
    server = await startedServer(environment);
    const { origin } = server;
    const ana = await signUp(origin);
    const day = new Date().toISOString().slice(0, 10);
    const saved: string[] = [];
    const add = async (name: string) => {
      const expense = { name, amount: 4.25, date: day, category: 'Dining' };
      const { status } = await ana.call('POST', `${origin}/api/expenses`, expense);
      if (status === 200 || status === 201) saved.push(name);
      return status;
    };
    expect([200, 201]).toContain(await add('before'));

    process.kill(await postmasterPid(), 'SIGKILL');
    const during = await Promise.all(Array.from({ length: 20 }, (_, index) => add(`during ${index}`)));
    for (const status of during) expect([200, 201, 503]).toContain(status);
    await expect.poll(() => add('after'), A_WHILE).toBeLessThan(300);

    const { json } = await ana.call('GET', `${origin}/api/expenses?counted=all`);
    const names = (json as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(saved));
    expect(await postmasters()).toHaveLength(1);
    const errors = server
      .written()
      .split('\n')
      .filter((line) => line.includes('"level":50'));
    expect(errors.join('\n')).toContain(`PostgreSQL on ${dataDir}/postgres ended unexpectedly`);

    await server.end('SIGTERM');
    expect(server.process.exitCode).toBe(0);
    expect(await postmasters()).toEqual([]);
  },
);

test(
  'a database that does not start again ends the server with one sentence',
  { tags: 'drill' },
  async () => {
    server = await startedServer(environment);
    await rm(join(dataDir, 'postgres', 'global', 'pg_control'));
    process.kill(await postmasterPid(), 'SIGKILL');
    await expect.poll(() => server?.process.exitCode, { timeout: 50_000, interval: 50 }).toBe(1);
    expect(server.written().trimEnd().split('\n').at(-1)).toBe(
      `PostgreSQL on ${dataDir}/postgres ended and does not start again; its log is ${dataDir}/postgres.log.`,
    );
  },
);

test(
  'a database that dies during the start stops it with a message without its password',
  { tags: 'drill' },
  async () => {
    const starting = startServerProcess(environment);
    await expect.poll(() => isReady(), { interval: 1 }).toBe(true);
    process.kill(await postmasterPid(), 'SIGKILL');
    const failed = await starting;
    if (!('exitCode' in failed)) {
      server = failed;
      throw new Error('The database was killed too late.');
    }
    const sentences = failed.output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
    expect(sentences).toEqual([
      expect.stringMatching(
        /^PostgreSQL (ended while the server was starting: |did not start on )[^\n]*postgres\.log\.$/,
      ),
    ]);
    expect(failed.output).not.toContain('DATABASE_URL');
    // Children of a killed server end a moment later.
    await expect.poll(() => databaseProcesses(), A_WHILE).toEqual([]);
  },
);

test(
  'a server with a frozen database ends on SIGTERM and leaves no process behind',
  { tags: 'drill' },
  async () => {
    server = await startedServer(environment);
    const frozen = await databaseProcesses();
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    await server.end('SIGTERM');
    await expect.poll(() => databaseProcesses(), A_WHILE).toEqual([]);
  },
);

async function signUp(origin: string): Promise<HttpBrowser> {
  const ana = await new HttpBrowser().open(`${origin}/api/login`);
  await ana.open(ana.link('Create an account'));
  const credentials = { email: 'ana@example.org', password: 'a quiet brass trumpet' };
  return ana.submit('Create an account', credentials, /localhost:\d+\/$/);
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

async function isReady(): Promise<boolean> {
  // The file appears during the start.
  const lock = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  return lock.includes('ready');
}

/** PostgreSQL's processes work in the data folder. */
async function databaseProcesses(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, index) => folders[index] === join(dataDir, 'postgres'));
}

/** Processes that no other PostgreSQL process started. */
async function postmasters(): Promise<number[]> {
  const pids = await databaseProcesses();
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return Number(/PPid:\t(\d+)/.exec(status)?.[1]);
    }),
  );
  return pids.filter((_, index) => !pids.includes(parents[index] ?? 0));
}
