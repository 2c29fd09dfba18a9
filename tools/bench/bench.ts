import { logInAtTestBank } from '@oinkly/server/test-support/link-test-bank';
import type { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureBareHttp } from './bare-http.ts';
import { measureBareInserts } from './bare-inserts.ts';
import { startBuiltServer, type BuiltServer } from './built-server.ts';
import { signUp } from './sign-up.ts';
import { mb, ms, newReport, ratio } from './report.ts';
import { percentile, timeAnswers } from './timing.ts';

const STARTS = 5;
const REQUESTS = 300;
const IDLE_WAIT_MS = 5_000;

const { report, print } = newReport();

const folders: string[] = [];
const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  folders.push(folder);
  return folder;
};
let server: BuiltServer | undefined;
try {
  const dataDirs = await Promise.all(Array.from({ length: STARTS }, newFolder));
  for (const which of ['first start', 'later start'] as const) {
    const times: number[] = [];
    for (const dataDir of dataDirs) {
      const started = await startBuiltServer(dataDir);
      times.push(started.readyAfterMs);
      await started.stop();
    }
    const target = which === 'later start' ? '≤ 1,000 ms' : '≤ 2,000 ms';
    report(`time to first response, ${which} (median of ${STARTS})`, ms(percentile(times, 0.5)), target);
  }
  server = await startBuiltServer(await newFolder());
  await new Promise((resolve) => setTimeout(resolve, IDLE_WAIT_MS));
  report('idle memory of the server process', mb(await server.residentBytes()), '≤ 200 MB');

  const { origin } = server;
  const ana = await signUp(origin, 'bench@example.org');
  const imported = await measureImport(ana, origin);
  const bare = await measureBareInserts(join(await newFolder(), 'postgres'), imported.transactions);
  report(
    `import of a 24-month test bank (${imported.transactions.toLocaleString('en-US')} transactions)`,
    ms(imported.ms),
    '≤ 5,000 ms',
    `batched inserts of as many rows, without the server: ${ms(bare)}, ${ratio(imported.ms, bare)}`,
  );

  const bareHttp = await measureBareHttp(REQUESTS);
  const from = `${new Date().getFullYear() - 1}-12-29`;
  for (const path of ['/api/leaderboard', `/api/expenses?from=${from}`]) {
    const times = await timeAnswers(REQUESTS, `${origin}${path}`, ana.cookieHeader);
    report(
      `GET ${path}`,
      `p50 ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))}`,
      '< 20 ms',
      `p50 of an empty HTTP server: ${ms(percentile(bareHttp, 0.5))}, ${ratio(percentile(times, 0.5), percentile(bareHttp, 0.5))}`,
    );
  }
  for (const [which, format] of [
    ['first', 'story'],
    ['next', 'link'],
  ] as const) {
    const askedAt = performance.now();
    const drawn = await fetch(`${origin}/api/map-share/picture.png?format=${format}`, {
      headers: { cookie: ana.cookieHeader, 'sec-fetch-site': 'same-origin' },
    });
    await drawn.arrayBuffer();
    if (!drawn.ok) throw new Error(`The picture answered ${drawn.status}`);
    report(`${which} picture of a map`, ms(performance.now() - askedAt), '≤ 1,000 ms');
  }
  report('memory of the server process after these requests', mb(await server.residentBytes()), '');
} finally {
  await server?.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
print();

/** Measures from the answer to the token exchange until the commit. */
async function measureImport(
  ana: HttpBrowser,
  origin: string,
): Promise<{ ms: number; transactions: number }> {
  const state = await logInAtTestBank(ana, origin);
  await ana.call('POST', `${origin}/api/plaid/oauth-exchange`, { state });
  const startedAt = performance.now();
  for (;;) {
    const { json } = await ana.call('GET', `${origin}/api/plaid/sync-status`);
    const [connection] = (json as { connections: { finished_at: string | null; error: string | null }[] })
      .connections;
    if (connection?.error) throw new Error(connection.error);
    if (connection?.finished_at) break;
  }
  const tookMs = performance.now() - startedAt;
  const { json } = await ana.call('GET', `${origin}/api/plaid/transaction-stats`);
  return { ms: tookMs, transactions: (json as { total_transactions: number }).total_transactions };
}
