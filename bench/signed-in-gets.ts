import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { startBuiltServer } from './built-server.ts';
import { signUp } from './sign-up.ts';
import { newReport } from './report.ts';
import { percentile } from './timing.ts';

/* Authenticated GETs per second, compared in turn with bare Fastify and two prepared SELECTs. */

const CONNECTIONS = 50;
const ROUNDS = 3;
const ROUND_S = 5;
const BARE_FASTIFY = fileURLToPath(new URL('bare-fastify.ts', import.meta.url));

const { report, print } = newReport();
const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'bench-'))));
const [serverFolder = '', floorFolder = ''] = folders;
const floor = spawn(process.execPath, [BARE_FASTIFY, join(floorFolder, 'postgres')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [floorAddress] = (await once(createInterface(floor.stdout), 'line')) as [string];
  const server = await startBuiltServer(serverFolder);
  try {
    const ana = await signUp(server.origin, 'bench@example.org');
    await measure(`${server.origin}/api/settings`, ana.cookieHeader, floorAddress);
    await measure(`${server.origin}/api/leaderboard`, ana.cookieHeader, floorAddress);
  } finally {
    await server.stop();
  }
} finally {
  floor.kill();
  await once(floor, 'exit');
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
print();

async function measure(url: string, cookie: string, floorAddress: string): Promise<void> {
  const results = { server: new Array<Load>(), floor: new Array<Load>() };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const loads = { floor: await load(`${floorAddress}/2`), server: await load(url, cookie) };
    // The first round warms up.
    if (round === 0) continue;
    results.server.push(loads.server);
    results.floor.push(loads.floor);
  }
  const server = medianOf(results.server);
  const best = medianOf(results.floor);
  report(
    `GET ${new URL(url).pathname} at ${CONNECTIONS} connections`,
    show(server),
    '≥ 4,000/s, p99 ≤ 25 ms',
    `two prepared SELECTs under bare Fastify: ${show(best)}; ${((server.perSecond / best.perSecond) * 100).toFixed(0)} % of it`,
  );
}

interface Load {
  perSecond: number;
  p99Ms: number;
}

async function load(url: string, cookie = ''): Promise<Load> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: ROUND_S,
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip, deflate, br, zstd' },
  });
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures > 0) throw new Error(`${failures} of the requests to ${url} failed`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
}

function medianOf(loads: readonly Load[]): Load {
  const median = (values: number[]) => percentile(values, 0.5);
  return {
    perSecond: median(loads.map(({ perSecond }) => perSecond)),
    p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
  };
}

function show({ perSecond, p99Ms }: Load): string {
  return `${Math.round(perSecond).toLocaleString('en-US')}/s, p99 ${p99Ms} ms`;
}
