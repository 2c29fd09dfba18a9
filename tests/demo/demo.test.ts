import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { User } from '@oinkly/contract/account';
import { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { cleanEnvironment, freePort } from '@oinkly/server/test-support/server-process';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const DEMO = fileURLToPath(new URL('../../scripts/demo.mjs', import.meta.url));
/** It builds, starts servers and reads four banks. */
const A_DEMO_MS = 180_000;

let dataDir: string;
let port: string;
let running: ChildProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-'));
  port = String(await freePort());
});
afterEach(async () => {
  await end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

test(
  'the demo prints a login to a healthy bank, a board of four and a closed year, and keeps it',
  { timeout: A_DEMO_MS },
  async () => {
    const printed = credentialsIn(await startDemo('Password'));
    const before = await lookAround(printed);
    expect(before.board.map(({ name }) => name).sort()).toEqual([
      'June Castellanos',
      'Priya Nair',
      'Robin',
      'Tom Okafor',
    ]);
    expect(before.connections).toMatchObject([{ status: 'healthy' }]);
    expectAYear(before.everything);
    expectAFullInbox(before.everything);
    expect(before.everything.guests).toMatchObject([{ name: 'Mia' }]);
    expect(before.everything.pacts).toMatchObject([{ standing: 'made' }, { standing: 'made' }]);
    const histories = new Set<string>();
    for (const credentials of await everybodysCredentials(printed)) {
      const { everything } = await lookAround(credentials);
      histories.add(JSON.stringify(everything.weeks));
    }
    expect(histories.size).toBe(4);

    await end('SIGTERM');
    // The same users at another address.
    port = String(await freePort());
    const printedAgain = await startDemo('Password');
    const there = { ...printed, address: `http://localhost:${port}` };
    expect(credentialsIn(printedAgain)).toEqual(there);
    expect(printedAgain).not.toContain('Creating accounts');
    expect(await lookAround(there)).toEqual(before);
  },
);

test(
  'a demo killed during its creation is created again without duplicates',
  { timeout: A_DEMO_MS, tags: 'drill' },
  async () => {
    await startDemo('Importing transactions');
    await end('SIGKILL');
    const { board, connections, everything } = await lookAround(credentialsIn(await startDemo('Password')));
    expect(board).toHaveLength(4);
    expect(connections).toHaveLength(1);
    expectAYear(everything);
  },
);

test('a folder that holds something else does not become a demo', { tags: 'drill' }, async () => {
  await writeFile(join(dataDir, 'plaid-emulator.sqlite'), '');
  expect(await startDemo('not a demo')).not.toContain('Password');
  await once(running as ChildProcess, 'close');
  expect(await readdir(dataDir)).toEqual(['plaid-emulator.sqlite']);
});

/** Starts the demo like `npm run demo`; returns its output once that contains `words`. */
async function startDemo(words: string): Promise<string> {
  const program = spawn(process.execPath, [DEMO], {
    env: cleanEnvironment({
      DATA_DIR: dataDir,
      PORT: port,
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/real',
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = program;
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [program.stdout, program.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes(words) && output.endsWith('\n')) resolve(output);
      });
    }
    program.once('close', () => reject(new Error(`The demo has ended:\n${output}`)));
  });
}

/** Ends the demo with all its processes. */
async function end(signal: NodeJS.Signals): Promise<void> {
  const program = running;
  running = undefined;
  if (!program || (program.stdout?.closed && program.stderr?.closed)) return;
  const closed = once(program, 'close');
  program.kill(signal);
  await closed;
}

interface Credentials {
  address: string;
  email: string;
  password: string;
}

function credentialsIn(printed: string): Credentials {
  const printedValue = (what: string) => new RegExp(`${what}\\s+(\\S+)`).exec(printed)?.[1] ?? '';
  return {
    address: printedValue('Address'),
    email: printedValue('Email'),
    password: printedValue('Password'),
  };
}

/** Returns all users' credentials; the demo prints one user's. */
async function everybodysCredentials({ address, email }: Credentials): Promise<Credentials[]> {
  const { passwords } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as {
    passwords: Record<string, string>;
  };
  return Object.entries(passwords).map(([mailbox, password]) => ({
    address,
    email: email.replace(/^[^@]+/, mailbox),
    password,
  }));
}

/** Returns what a user sees after logging in. */
async function lookAround({ address, email, password }: Credentials) {
  const browser = await new HttpBrowser().open(`${address}/api/login`);
  await browser.submit('Log in', { email, password });
  const get = async (path: string) => {
    const { status, json } = await browser.call('GET', address + path);
    expect(status, path).toBe(200);
    return json;
  };
  const { leaderboard: board } = (await get('/api/leaderboard')) as RouteResponse<'getLeaderboard'>;
  const connections = (await get('/api/plaid/connections')) as RouteResponse<'listConnections'>;
  const { exportedAt: _, user, ...rest } = (await get('/api/export/everything.json')) as Everything;
  // The sync of a later start reads the bank again.
  const banks = user.banks.map(({ lastReadAt: _lastReadAt, ...bank }) => bank);
  return { board, connections, everything: { ...rest, user: { ...user, banks } } };
}

/** The parts of a user's export that the test checks. */
interface Everything {
  exportedAt: string;
  user: User;
  friends: { name: string }[];
  guests: { name: string }[];
  pacts: { standing: string; countsFrom: string | null }[];
  notifications: { kind: string; read: boolean }[];
  weeks: { weekStart: string; spent: number }[];
  expenses: { date: string; amount: number; refunded: number; counted: boolean }[];
}

/** Expects weekly results, and three friends and a guest who joined, of whom one is new. */
function expectAFullInbox({ notifications }: Pick<Everything, 'notifications'>): void {
  const of = (wanted: string) => notifications.filter(({ kind }) => kind === wanted);
  expect(of('result').length).toBeGreaterThanOrEqual(10);
  expect(of('friend').map(({ read }) => read)).toEqual([false, true, true, true]);
}

/** Expects a year of closed weeks that match the expenses. */
function expectAYear({ friends, weeks, expenses }: Pick<Everything, 'friends' | 'weeks' | 'expenses'>): void {
  expect(friends).toHaveLength(3);
  expect(weeks.length).toBeGreaterThanOrEqual(50);
  expect(new Set(weeks.map(({ weekStart }) => weekStart)).size).toBe(weeks.length);
  for (const { weekStart, spent } of weeks) {
    const sunday = new Date(Date.parse(weekStart) + 6 * 86_400_000).toISOString().slice(0, 10);
    const cents = expenses
      .filter(({ date, counted }) => counted && date >= weekStart && date <= sunday)
      .reduce((sum, { amount, refunded }) => sum + Math.round(100 * Math.max(0, amount - refunded)), 0);
    expect(spent, weekStart).toBe(cents / 100);
    expect(spent).toBeGreaterThan(0);
  }
}
