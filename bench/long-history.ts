import { BANK_CREDENTIALS, startTestEmulator } from '@oinkly/server/test-support/test-emulator';
import type { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { findRunningPostgres } from '@oinkly/local-postgres';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startBuiltServer, type BuiltServer } from './built-server.ts';
import { importHistory } from './import-history.ts';
import { signUp } from './sign-up.ts';
import { ms, newReport, ratio } from './report.ts';
import { percentile } from './timing.ts';

/* Whether calls stay fast: the same calls with 1,000 and 100,000 bank transactions. */

const SIZES = (process.env['BENCH_HISTORIES'] ?? '1000,100000').split(',').map(Number);
const CALLS = 20;
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
  const users: HttpBrowser[] = [];
  for (const count of SIZES) {
    const user = await signUp(server.origin, `history-${count}@example.org`);
    users.push(user);
    await importHistory(bank, user, { count, days: DAYS });
    results.push(await timeCalls(user, server.origin));
  }
  const rowCount = SIZES.reduce((sum, count) => sum + count, 0);
  report(
    'database for each bank transaction with its expense',
    `${Math.round(((await databaseBytes()) - emptyBytes) / rowCount).toLocaleString('en-US')} bytes`,
    '≤ 2,000 bytes',
  );
  const cpuBefore = await server.cpuMs();
  const [user] = users;
  for (let sync = 0; user && sync < CALLS; sync += 1) {
    await user.call('POST', `${server.origin}/api/auto-import-transactions`);
  }
  report(
    'processor time of the server for a sync with nothing new',
    ms(((await server.cpuMs()) - cpuBefore) / CALLS),
    '≤ 30 ms',
  );
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

/** Tables and indexes, after all dead rows are gone. */
async function databaseBytes(): Promise<number> {
  const postgres = await findRunningPostgres(join(dataDir, 'postgres'));
  const client = new pg.Client({ connectionString: postgres?.connectionString });
  await client.connect();
  try {
    await client.query('VACUUM');
    const { rows } = await client.query<{ bytes: number }>(
      'SELECT pg_database_size(current_database())::float8 AS bytes',
    );
    return rows[0]?.bytes ?? 0;
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
