import { checkJsonOutline } from '@oinkly/server/http/json-outline';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { startBuiltServer, type BuiltServer } from './built-server.ts';
import { signUp } from './sign-up.ts';
import { ms, newReport } from './report.ts';
import { percentile, timeAnswers, timeUntil } from './timing.ts';

/*
 * Measures whether one account can slow another (SEC-22): the cost of a 5 MB body compared with `JSON.parse`, and another user's wait
 * during ten of them.
 */

const BODIES_AT_ONCE = 10;
const MAX_BODY_LENGTH = 5_000_000;
const ROWS = 10_000;
const QUIET_REQUESTS = 600;
const READINGS = 5;

const row = { name: 'Coffee', amount: 4.25, date: '2026-06-04' };
const wrongRow = { name: 1, amount: '', date: 'soon', currency: '', bankRef: 1, a: 1, b: 1, c: 1 };

const bodies = {
  'millions of numbers': `{"rows":[${fill(() => '0')}]}`,
  'deep nesting': '['.repeat(MAX_BODY_LENGTH / 2) + ']'.repeat(MAX_BODY_LENGTH / 2),
  'all keys different': `{"rows":[${fill((index) => `{"key-${index}":0}`)}]}`,
  'as many values as allowed, each a long number': `{"rows":[${Array(119_000)
    .fill(`0.${'1'.repeat(38)}`)
    .join(',')}]}`,
  'one string of escapes': `{"rows":["${'\\u00e9'.repeat(MAX_BODY_LENGTH / 6 - 10)}"]}`,
  spaces: `{"rows"${' '.repeat(MAX_BODY_LENGTH - 20)}:[]}`,
  'all rows invalid': JSON.stringify({ rows: Array(ROWS).fill({ ...wrongRow, f: 'x'.repeat(350) }) }),
  'all rows valid': JSON.stringify({ rows: Array(ROWS).fill({ ...row, bankRef: 'x'.repeat(400) }) }),
  'only the last row invalid': JSON.stringify({
    rows: [...(Array(ROWS - 1).fill({ ...row, bankRef: 'x'.repeat(300) }) as object[]), wrongRow],
  }),
};

/** Repeats the piece up to nearly 5 MB. */
function fill(piece: (index: number) => string): string {
  let pieces = '';
  for (let index = 0; pieces.length < MAX_BODY_LENGTH - 100; index += 1) pieces += `${piece(index)},`;
  return pieces.slice(0, -1);
}

const { report, print } = newReport();
for (const [what, body] of Object.entries(bodies)) {
  const bytes = Buffer.from(body);
  const plain = await cpuTime(() => JSON.parse(bytes.toString()));
  const outline = await cpuTime(() => checkJsonOutline(bytes));
  report(`CPU of looking over 5 MB before parsing: ${what}`, ms(outline), '< 2 × JSON.parse', ms(plain));
}
const dataDir = await mkdtemp(join(tmpdir(), 'bench-bodies-'));
let server: BuiltServer | undefined;
try {
  server = await startBuiltServer(dataDir);
  const bystander = await signUp(server.origin, 'bystander@example.org');
  const question = { address: `${server.origin}/api/expenses?limit=50`, cookie: bystander.cookieHeader };
  const quiet = await timeAnswers(QUIET_REQUESTS, question.address, question.cookie);
  const beside = `without: p99 ${ms(percentile(quiet, 0.99))}`;
  for (const [index, [what, body]] of Object.entries(bodies).entries()) {
    const sender = await signUp(server.origin, `sender-${index}@example.org`);
    const sent = send({ url: `${server.origin}/api/imports/check`, cookie: sender.cookieHeader, body });
    const times = await timeUntil(sent, question);
    const statuses = [...new Set(await sent)].join(', ');
    report(
      `p99 of another user during ${BODIES_AT_ONCE} uploads of 5 MB: ${what}`,
      `${ms(percentile(times, 0.99))}, ${times.length} requests`,
      '< 100 ms',
      `${beside}; status of the uploads: ${statuses}`,
    );
  }
} finally {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
}
print();

/** Returns the fastest of several runs, in ms. */
async function cpuTime(work: () => unknown): Promise<number> {
  let quickest = Infinity;
  for (let run = 0; run < READINGS; run += 1) {
    const before = process.cpuUsage();
    try {
      await work();
    } catch {
      // Refused bodies count too.
    }
    const { user, system } = process.cpuUsage(before);
    quickest = Math.min(quickest, (user + system) / 1000);
  }
  return quickest;
}

/** Sends from its own thread, so that this one measures only the server. */
async function send(request: { url: string; cookie: string; body: string }): Promise<number[]> {
  const workerData = { ...request, times: BODIES_AT_ONCE };
  const worker = new Worker(new URL('./send-bodies.ts', import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
