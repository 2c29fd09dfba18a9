import { buildNextVersion } from '@oinkly/server/test-support/next-version';
import { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { startPushService, type TestPushService } from '@oinkly/server/test-support/push-service';
import {
  freePort,
  programOf,
  startedServer,
  type ServerProcess,
} from '@oinkly/server/test-support/server-process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Nginx } from '../../scripts/nginx.ts';
import { startPgBouncer } from '../../scripts/pgbouncer.ts';
import { INITDB_OPTIONS, preparePostgres15, serverOptions } from '../../scripts/postgres15.ts';

/* Three processes behind nginx as shipped, on one PostgreSQL behind PgBouncer. */

const PROCESSES = 3;
const PEOPLE = 6;
const KILLS = 3;
const KILLED_EVERY_MS = 10_000;
/** Fewer changes than a user may make. */
const PAUSE_MS = 220;
/** A killed worker's job restarts within a minute. */
const PUSHED_WITHIN_MS = 90_000;
const WEEKLY_BUDGET = 10;
/** An older version to update from, such as a build of the last release. Otherwise this build, to one with another migration. */
const UPDATE_FROM = process.env['UPDATE_FROM'];

let place: { environment: Record<string, string>; databaseUrl: string; service: TestPushService };
let ports: number[];
let balancer: Nginx;
let oldVersion: string;
let newVersion: string;
const cleanUps: (() => unknown)[] = [];
const running: ServerProcess[] = [];

beforeEach(async () => {
  const { folder, run } = preparePostgres15();
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  const data = join(folder, 'data');
  run('initdb', ['-D', data, ...INITDB_OPTIONS]);
  const options = serverOptions({ listen_addresses: '', unix_socket_directories: folder, fsync: 'off' });
  run('pg_ctl', ['-D', data, '-o', options, '-w', '-l', join(folder, 'log'), 'start']);
  cleanUps.push(() => run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']));
  const databaseUrl = `postgresql://tests@localhost/app?host=${encodeURIComponent(folder)}`;
  run('createdb', ['-h', folder, '-U', 'tests', 'app']);
  const pooler = await startPgBouncer(folder);
  cleanUps.push(() => pooler.stop());

  ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
  balancer = await Nginx.start({ folder: await newFolder(), port: await freePort(), ports });
  cleanUps.push(() => balancer.stop());
  const service = await startPushService();
  cleanUps.push(() => service.close());
  const environment = {
    PUBLIC_URL: balancer.origin,
    TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_URL: pooler.urlOf('app'),
    DATABASE_DIRECT_URL: databaseUrl,
    TOKEN_KEYS: `k:${Buffer.alloc(32, 7).toString('base64')}`,
    EMBEDDED_IDENTITY: 'on',
    SIGN_UP: 'open',
    BACKUP_DIR: 'off',
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '100000',
  };
  place = { environment, databaseUrl, service };
  oldVersion = UPDATE_FROM ?? programOf('main');
  newVersion = UPDATE_FROM === undefined ? await buildNextVersion() : programOf('main');
  if (UPDATE_FROM === undefined) cleanUps.push(() => rm(dirname(newVersion), { recursive: true }));
}, 120_000);
afterEach(async () => {
  for (const server of running.splice(0)) await server.end('SIGKILL');
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
}, 60_000);

test(
  'nothing acknowledged is lost when processes are killed, and an update in turns refuses no request',
  { timeout: 300_000 },
  async () => {
    for (let index = 0; index < PROCESSES; index += 1) running.push(await start(index, oldVersion));
    const people: Person[] = [];
    for (let index = 0; index < PEOPLE; index += 1) people.push(await Person.signUp(`p${index}`));

    const whileKilled = await underLoad(people, async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const next = delay(KILLED_EVERY_MS);
        await end(kill % PROCESSES, 'SIGKILL');
        running[kill % PROCESSES] = await start(kill % PROCESSES, oldVersion);
        await next;
      }
    });
    report(`one killed every ${KILLED_EVERY_MS / 1000} s`, whileKilled);
    expect(whileKilled).toMatchObject({ lost: 0, doubled: 0 });
    // A process may die in the middle of one call of each person.
    expect(whileKilled.refused).toBeLessThanOrEqual(PEOPLE * KILLS);

    const whileUpdated = await underLoad(people, async () => {
      for (let index = 0; index < PROCESSES; index += 1) {
        await balancer.takeOut(portOf(index));
        await end(index, 'SIGTERM');
        running[index] = await start(index, newVersion);
        await balancer.bringBack();
      }
    });
    report('updated in turns', whileUpdated);
    expect(whileUpdated).toMatchObject({ refused: 0, lost: 0, doubled: 0 });

    // With the session and the device from before.
    for (const person of people) expect(await person.add('Feast', WEEKLY_BUDGET)).toBe(true);
    for (const person of people) {
      await expect.poll(() => person.pushed().length, { timeout: PUSHED_WITHIN_MS }).toBe(1);
    }
  },
);

interface Outcome {
  acknowledged: number;
  refused: number;
  lost: number;
  doubled: number;
  refusedButStored: number;
  reads: number;
}

/** People add expenses and read their board until `work` is done. */
async function underLoad(people: readonly Person[], work: () => Promise<void>): Promise<Outcome> {
  let isOver = false;
  const acknowledged: string[] = [];
  const refused: string[] = [];
  let [reads, refusedReads] = [0, 0];
  const phase = randomUUID().slice(0, 8);
  const living = people.map(async (person) => {
    for (let count = 0; !isOver; count += 1) {
      const name = `${phase} ${person.name} ${count}`;
      ((await person.add(name, 0.01)) ? acknowledged : refused).push(name);
      for (const path of ['/api/leaderboard', '/']) {
        reads += 1;
        if (!(await person.reads(path))) refusedReads += 1;
      }
      await delay(PAUSE_MS);
    }
  });
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.all(living);
  }
  const stored = await storedNames(phase);
  return {
    acknowledged: acknowledged.length,
    refused: refused.length + refusedReads,
    lost: acknowledged.filter((name) => !stored.has(name)).length,
    doubled: [...stored.values()].filter((times) => times > 1).length,
    refusedButStored: refused.filter((name) => stored.has(name)).length,
    reads,
  };
}

/** Returns how often each is stored. */
async function storedNames(phase: string): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; times: number }>(
      'SELECT name, count(*)::integer AS times FROM expenses WHERE starts_with(name, $1) GROUP BY name',
      [phase],
    );
    return new Map(rows.map(({ name, times }) => [name, times]));
  } finally {
    await client.end();
  }
}

function report(what: string, outcome: Outcome): void {
  const figures = Object.entries(outcome).map(([name, count]) => `${count} ${name}`);
  console.log(`${what}: ${figures.join(', ')}`);
}

/** A user with a budget and a device. */
class Person {
  readonly name: string;
  readonly #browser: HttpBrowser;
  readonly #endpoint: string;

  private constructor(name: string, browser: HttpBrowser, endpoint: string) {
    this.name = name;
    this.#browser = browser;
    this.#endpoint = endpoint;
  }

  static async signUp(name: string): Promise<Person> {
    const browser = await new HttpBrowser().open(`${balancer.origin}/api/login`);
    await browser.open(browser.link('Create an account'));
    const account = { email: `${name}@example.org`, password: 'a quiet brass trumpet' };
    await browser.submit('Create an account', account, /localhost:\d+\/$/);
    const device = place.service.subscribe();
    const settings: [string, string, object][] = [
      ['PUT', '/api/users', { weeklyBudget: WEEKLY_BUDGET, timeZone: 'UTC' }],
      ['PUT', '/api/notifications/kinds', { budget: true }],
      ['POST', '/api/push/subscriptions', device],
    ];
    for (const [method, path, body] of settings)
      expect((await browser.call(method, balancer.origin + path, body)).status).toBeLessThan(300);
    return new Person(name, browser, device.endpoint);
  }

  /** Returns whether the server acknowledged it. */
  async add(name: string, amount: number): Promise<boolean> {
    const date = new Date().toISOString().slice(0, 10);
    return this.#isAnswered('POST', '/api/expenses', { name, amount, date, category: 'Dining' });
  }

  async reads(path: string): Promise<boolean> {
    return this.#isAnswered('GET', path);
  }

  pushed(): string[] {
    return place.service.messages
      .filter(({ endpoint }) => endpoint === this.#endpoint)
      .map(({ text }) => text);
  }

  async #isAnswered(method: string, path: string, body?: object): Promise<boolean> {
    const response = await fetch(balancer.origin + path, {
      method,
      headers: {
        cookie: this.#browser.cookieHeader,
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        // nginx closes idle connections when it reloads. A browser would then ask again.
        connection: 'close',
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => null);
    await response?.arrayBuffer();
    return response?.ok === true;
  }
}

async function start(index: number, program: string): Promise<ServerProcess> {
  const environment = { ...place.environment, DATA_DIR: await newFolder(), PORT: String(portOf(index)) };
  return startedServer(environment, { program, pushOrigins: [place.service.origin] });
}

function portOf(index: number): number {
  const port = ports[index];
  if (port === undefined) throw new Error(`There is no process ${index}`);
  return port;
}

/** Resolves when the process is gone. */
async function end(index: number, signal: NodeJS.Signals): Promise<void> {
  await running[index]?.end(signal);
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'several-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}
