import { addDays, dayInZone } from '@oinkly/domain/days';
import { dollarsFromCents } from '@oinkly/domain/money';
import type { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { BANK_CREDENTIALS, startTestEmulator } from '@oinkly/server/test-support/test-emulator';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureBatchedUpserts } from './batched-upserts.ts';
import { startBuiltServer, type BuiltServer } from './built-server.ts';
import { importHistory } from './import-history.ts';
import { signUp } from './sign-up.ts';
import { mb, ms, newReport, ratio } from './report.ts';
import { percentile, timeAnswers } from './timing.ts';

/* The cost of a sync: the built server, its database, and a bank in this process over HTTP. */

const HISTORY = 10_000;
const LONG_HISTORY = 100_000;
const REQUESTS = 600;
/** That is five expenses a day for ten years. */
const MANUAL_EXPENSES = 18_000;
const SYNCS = 20;
const SAMPLE_MS = 20;
/** The server runs this many syncs at once. */
const SYNC_WORKERS = 4;

const { report, print } = newReport();
const dataDir = await mkdtemp(join(tmpdir(), 'bench-syncs-'));
const bank = await startTestEmulator({ clock: () => new Date(), preparationMs: 0 });
let server: BuiltServer | undefined;
try {
  const start = () =>
    startBuiltServer(dataDir, {
      PLAID_CLIENT_ID: BANK_CREDENTIALS.clientId,
      PLAID_SECRET: BANK_CREDENTIALS.secret,
      PLAID_BASE_URL: bank.url,
    });
  server = await start();
  const ana = await signUp(server.origin, 'ana@example.org');
  const { itemId, importMs } = await importHistory(bank, ana, { count: HISTORY });
  await bank.call('/control/transactions/change', { item_id: itemId, changes: [{ op: 'reissue' }] });
  const againMs = await timeSync(ana);

  const cy = await signUp(server.origin, 'cy@example.org');
  const few = await importHistory(bank, cy, { count: 10 });
  const syncMs = await timeSyncsOfOneRow(cy, few.itemId);
  await importOldExpenses(cy, MANUAL_EXPENSES);
  const syncBesideManualMs = await timeSyncsOfOneRow(cy, few.itemId);

  // A new process, because the old one keeps the memory of the last history.
  await server.stop();
  server = await start();
  const bob = await signUp(server.origin, 'bob@example.org');
  const beforeBytes = await server.residentBytes();
  let mostBytes = beforeBytes;
  const sampling = setInterval(() => {
    void server?.residentBytes().then((bytes) => (mostBytes = Math.max(mostBytes, bytes)));
  }, SAMPLE_MS);
  const long = await importHistory(bank, bob, { count: LONG_HISTORY });
  clearInterval(sampling);

  const users: HttpBrowser[] = [];
  for (let index = 0; index < SYNC_WORKERS + 2; index += 1) {
    const user = await signUp(server.origin, `person-${index}@example.org`);
    await importHistory(bank, user, { count: 10 });
    users.push(user);
  }
  const path = `${server.origin}/api/expenses?limit=50`;
  const time = () => timeAnswers(REQUESTS, path, bob.cookieHeader);
  // Wait until PostgreSQL has analyzed the import. Its bad plans before that would make hanging syncs look harmless.
  let [before, quiet] = [await time(), await time()];
  while (percentile(quiet, 0.99) < percentile(before, 0.99) / 2) [before, quiet] = [quiet, await time()];
  await bank.call('/control/faults/add', { fault: { kind: 'hang' } });
  await bank.call('/control/calls/clear', {});
  // Every sync worker now hangs, and two more syncs wait.
  const waiting = users.map((user) =>
    user.call('POST', `${server?.origin ?? ''}/api/auto-import-transactions`),
  );
  while ((await callsOfSyncs()) < SYNC_WORKERS)
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  const hanging = await time();
  // Otherwise the server waits for the hanging syncs when it stops.
  await bank.close();
  await Promise.allSettled(waiting);
  await server.stop();
  server = undefined;

  const upserts = await measureBatchedUpserts(join(dataDir, 'postgres'), 'ana@example.org');
  const rate = (rows: number, tookMs: number) =>
    `${Math.round((rows / tookMs) * 1000).toLocaleString('en-US')}/s`;
  const beside = (tookMs: number, upsertMs: number) =>
    `batched upserts of the same ${upserts.rows.toLocaleString('en-US')} rows: ${rate(upserts.rows, upsertMs)}, ${ratio(tookMs, upsertMs)}`;
  report(
    `transactions imported end to end (${HISTORY.toLocaleString('en-US')})`,
    `${rate(upserts.rows, importMs)}, ${ms(importMs)}`,
    '≥ 25,000/s, ≥ 1/3 of bare upserts',
    beside(importMs, upserts.newMs),
  );
  report(
    'the same import again, all rows known',
    `${rate(upserts.rows, againMs)}, ${ms(againMs)}`,
    'at least as fast',
    beside(againMs, upserts.knownMs),
  );
  report(
    `sync of one transaction beside ${MANUAL_EXPENSES.toLocaleString('en-US')} manual expenses (median of ${SYNCS})`,
    ms(syncBesideManualMs),
    '≤ 1.5 × without',
    `without: ${ms(syncMs)}, ${ratio(syncBesideManualMs, syncMs)}`,
  );
  report(
    `memory growth while importing ${LONG_HISTORY.toLocaleString('en-US')}`,
    mb(mostBytes - beforeBytes),
    '< 150 MB',
    `${rate(LONG_HISTORY, long.importMs)}, ${ms(long.importMs)}`,
  );
  const [quietP99, hangingP99] = [percentile(quiet, 0.99), percentile(hanging, 0.99)];
  report(
    'p99 of other requests while the bank does not answer',
    ms(hangingP99),
    '≤ 2 × without',
    `without: ${ms(quietP99)}, ${ratio(hangingP99, quietP99)}`,
  );
} finally {
  await server?.stop();
  await bank.close();
  await rm(dataDir, { recursive: true, force: true });
}
print();

async function callsOfSyncs(): Promise<number> {
  const { calls } = (await bank.call('/control/calls/count', {})) as { calls: Record<string, number> };
  return calls['/accounts/get'] ?? 0;
}

/** Returns the median in ms of syncs with one new transaction each. */
async function timeSyncsOfOneRow(user: HttpBrowser, itemId: string): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < SYNCS; index += 1) {
    await bank.call('/control/transactions/generate', { item_id: itemId, count: 1 });
    times.push(await timeSync(user));
  }
  return percentile(times, 0.5);
}

/** Imports five expenses for each day. */
async function importOldExpenses(user: HttpBrowser, count: number): Promise<void> {
  const { origin } = new URL(user.url);
  const today = dayInZone(new Date(), 'UTC');
  const rows = Array.from({ length: count }, (_, index) => ({
    name: `Shop ${index % 50}`,
    amount: dollarsFromCents(5_00 + (index % 2_000)),
    date: addDays(today, -Math.floor(index / 5)),
    currency: 'USD',
    category: 'Groceries',
    kind: 'spending',
    counted: null,
    paid: false,
  }));
  for (let start = 0; start < count; start += 5_000) {
    const part = rows.slice(start, start + 5_000);
    const body = { requestId: randomUUID(), fileName: 'bank.csv', rows: part };
    const { status, json } = await user.call('POST', `${origin}/api/imports`, body);
    if (status !== 200) throw new Error(JSON.stringify(json));
  }
}

async function timeSync(user: HttpBrowser): Promise<number> {
  const { origin } = new URL(user.url);
  const startedAt = performance.now();
  const { status, json } = await user.call('POST', `${origin}/api/auto-import-transactions`);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return performance.now() - startedAt;
}
