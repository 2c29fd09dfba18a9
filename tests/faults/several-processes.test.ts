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

/* Three processes behind nginx as shipped, on one PostgreSQL: two through PgBouncer, and one directly, with prepared statements. */

const PROCESSES = 3;
const PEOPLE = 6;
const KILLS = 3;
const KILLED_EVERY_MS = 10_000;
/** Fewer changes than a user may make. */
const PAUSE_MS = 220;
/** A killed worker's job restarts within a minute. */
const PUSHED_WITHIN_MS = 90_000;
const WEEKLY_BUDGET = 10;
/** The program of an older version to update from, from 2026-11-29 on: earlier ones send statements that tests refuse. Otherwise this build, to one with another migration. */
const UPDATE_FROM = process.env['UPDATE_FROM'];

let place: {
  environment: Record<string, string> & { DATABASE_URL: string; DATABASE_DIRECT_URL: string };
  databaseUrl: string;
  service: TestPushService;
};
let ports: number[];
let balancer: Nginx;
let oldVersion: string;
let newVersion: string;
const cleanUps: (() => unknown)[] = [];
let running: ServerProcess[];

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

  ports = await freePorts();
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
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
}, 60_000);

test(
  'nothing acknowledged is lost when processes are killed, and an update refuses no request',
  { timeout: 300_000 },
  async () => {
    running = await startAll(oldVersion);
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
      const [old, oldPorts] = [running, ports];
      ports = await freePorts();
      running = await startAll(newVersion);
      // The first one has updated the database, and a balancer that asks must not send everyone away.
      for (const port of UPDATE_FROM === undefined ? oldPorts : []) {
        const answer = await fetch(`http://localhost:${port}/api/ready`);
        expect([answer.status, await answer.text()]).toEqual([
          200,
          expect.stringContaining('A newer version has updated the database'),
        ]);
      }
      await balancer.leadTo(ports);
      for (const server of old) await server.end('SIGTERM');
    });
    report('updated', whileUpdated);
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
      for (const answers of [await person.readsBoard(), ...(await person.opensPage())]) {
        reads += 1;
        if (!answers) refusedReads += 1;
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

  async readsBoard(): Promise<boolean> {
    return this.#isAnswered('GET', '/api/leaderboard');
  }

  /** Loads the page with all files that it names. Returns for each whether it was answered. */
  async opensPage(): Promise<boolean[]> {
    const page = await this.#call('GET', '/');
    const answers = [page !== null];
    const files = new Set(page?.match(/\/assets\/[\w.-]+\.(?:js|css)/g));
    for (const file of files) answers.push(await this.#isAnswered('GET', file));
    return answers;
  }

  pushed(): string[] {
    return place.service.messages
      .filter(({ endpoint }) => endpoint === this.#endpoint)
      .map(({ text }) => text);
  }

  async #isAnswered(method: string, path: string, body?: object): Promise<boolean> {
    return (await this.#call(method, path, body)) !== null;
  }

  /** Returns the body, or null if the call was refused. */
  async #call(method: string, path: string, body?: object): Promise<string | null> {
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
    const text = await response?.text();
    return response?.ok === true && text !== undefined ? text : null;
  }
}

async function startAll(program: string): Promise<ServerProcess[]> {
  const servers: ServerProcess[] = [];
  for (let index = 0; index < PROCESSES; index += 1) servers.push(await start(index, program));
  return servers;
}

async function start(index: number, program: string): Promise<ServerProcess> {
  const { environment, databaseUrl, service } = place;
  const { DATABASE_URL, DATABASE_DIRECT_URL, ...others } = environment;
  const database: Record<string, string> =
    index === 0 ? { DATABASE_URL: databaseUrl } : { DATABASE_URL, DATABASE_DIRECT_URL };
  const settings = { ...others, ...database, DATA_DIR: await newFolder(), PORT: String(ports[index]) };
  const server = await startedServer(settings, { program, pushOrigins: [service.origin] });
  cleanUps.push(() => server.end('SIGKILL'));
  return server;
}

/** Resolves when the process is gone. */
async function end(index: number, signal: NodeJS.Signals): Promise<void> {
  await running[index]?.end(signal);
}

function freePorts(): Promise<number[]> {
  return Promise.all(Array.from({ length: PROCESSES }, freePort));
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'several-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}
