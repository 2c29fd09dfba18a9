import { BANK_CREDENTIALS, startTestEmulator } from '@oinkly/server/test-support/test-emulator';
import type { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { findRunningPostgres } from '@oinkly/local-postgres';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { costOfEach, startBuiltServer, type BuiltServer } from './built-server.ts';
import { importHistory } from './import-history.ts';
import { signUp } from './sign-up.ts';
import { ms, newReport, ratio } from './report.ts';
import { percentile } from './timing.ts';

/* Whether calls stay fast: the same calls with 1,000 and 100,000 bank transactions. */

const SIZES = (process.env['BENCH_HISTORIES'] ?? '1000,100000').split(',').map(Number);
const CALLS = 20;
/** Together enough for a processor time that Linux counts in hundredths of a second; each user may start 60 a minute. */
const [SYNC_USERS, SYNCS_EACH] = [4, 50];
const DAYS = 730;

const { report, print } = newReport();
const dataDir = await mkdtemp(join(tmpdir(), 'bench-history-'));
const bank = await startTestEmulator({ clock: () => new Date(), preparationMs: 0 });
let server: BuiltServer | undefined;
try {
  server = await startBuiltServer(dataDir, {
    PLAID_CLIENT_ID: BANK_CREDENTIALS.clientId,
    PLAID_SECRET: BANK_CREDENTIALS.secret,
    PLAID_BASE_URL: bank.url,
  });
  const results: Record<string, number>[] = [];
  const emptyBytes = await databaseBytes();
  for (const count of SIZES) {
    const user = await signUp(server.origin, `history-${count}@example.org`);
    await importHistory(bank, user, { count, days: DAYS });
    results.push(await timeCalls(user, server.origin));
  }
  const rowCount = SIZES.reduce((sum, count) => sum + count, 0);
  report(
    'database for each bank transaction with its expense',
    `${Math.round(((await databaseBytes()) - emptyBytes) / rowCount).toLocaleString('en-US')} bytes`,
    '≤ 2,000 bytes',
  );
  const users: HttpBrowser[] = [];
  for (let index = 0; index < SYNC_USERS; index += 1) {
    const user = await signUp(server.origin, `syncs-${index}@example.org`);
    await importHistory(bank, user, { count: SIZES[0] ?? 0, days: DAYS });
    users.push(user);
  }
  // Otherwise, PostgreSQL's own VACUUM after the imports would be measured too.
  await inDatabase((client) => client.query('VACUUM (ANALYZE)'));
  const sync = await costOfEach(server, SYNC_USERS * SYNCS_EACH, async () => {
    for (const user of users) for (let count = 0; count < SYNCS_EACH; count += 1) await startSync(user);
  });
  report('processor time of the server for a sync with nothing new', ms(sync.serverMs), '≤ 30 ms');
  report('processor time of PostgreSQL for a sync with nothing new', ms(sync.databaseMs), '');
  const goals: Record<string, string> = {
    'first page of expenses': '≤ 15 ms',
    search: '≤ 20 ms',
    'what looks monthly': '≤ 30 ms',
    'a sync with nothing new': '≤ 60 ms',
    'add an expense': '≤ 12 ms',
    leaderboard: '≤ 5 ms',
  };
  for (const [call, goal] of Object.entries(goals)) {
    const [few = NaN, ...more] = results.map((times) => times[call] ?? NaN);
    report(
      `${call}, ${(SIZES.at(-1) ?? 0).toLocaleString('en-US')} bank transactions`,
      more.map(ms).join(', '),
      goal,
      `with ${(SIZES[0] ?? 0).toLocaleString('en-US')}: ${ms(few)}, ${ratio(more.at(-1) ?? NaN, few)}`,
    );
  }
} finally {
  await server?.stop();
  await bank.close();
  await rm(dataDir, { recursive: true, force: true });
}
print();

async function startSync(user: HttpBrowser): Promise<void> {
  const { origin } = new URL(user.url);
  const { status, json } = await user.call('POST', `${origin}/api/auto-import-transactions`);
  if (status !== 200) throw new Error(JSON.stringify(json));
}

/** Tables and indexes, after all dead rows are gone. */
function databaseBytes(): Promise<number> {
  return inDatabase(async (client) => {
    await client.query('VACUUM');
    const { rows } = await client.query<{ bytes: number }>(
      'SELECT pg_database_size(current_database())::float8 AS bytes',
    );
    return rows[0]?.bytes ?? 0;
  });
}

async function inDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const postgres = await findRunningPostgres(join(dataDir, 'postgres'));
  const client = new pg.Client({ connectionString: postgres?.connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns medians in ms, right after an import, when PostgreSQL has no statistics of the rows. */
async function timeCalls(user: HttpBrowser, origin: string): Promise<Record<string, number>> {
  const expense = { name: 'Cake', amount: 4.5, category: 'Groceries', type: 'one-time', paid: false };
  const date = new Date().toISOString().slice(0, 10);
  const calls: [string, 'GET' | 'POST', string, object?][] = [
    ['first page of expenses', 'GET', '/api/expenses?counted=all&limit=50'],
    ['search', 'GET', '/api/expenses?counted=all&limit=50&q=zzz'],
    ['what looks monthly', 'GET', '/api/recurring'],
    ['a sync with nothing new', 'POST', '/api/auto-import-transactions'],
    ['add an expense', 'POST', '/api/expenses', { ...expense, date }],
    ['leaderboard', 'GET', '/api/leaderboard'],
  ];
  const times: Record<string, number> = {};
  for (const [name, method, path, body] of calls) {
    const each: number[] = [];
    for (let index = 0; index < CALLS; index += 1) {
      const startedAt = performance.now();
      const { status, json } = await user.call(method, `${origin}${path}`, body);
      if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(json)}`);
      each.push(performance.now() - startedAt);
    }
    times[name] = percentile(each, 0.5);
  }
  return times;
}
