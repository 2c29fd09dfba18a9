import { findRunningPostgres } from '@oinkly/local-postgres';
import { spawn, type ChildProcess } from 'node:child_process';
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

/*
 * Authenticated GETs per second, compared in turn with bare Fastify: with two prepared SELECTs, and with the call's own statements.
 */

const CONNECTIONS = 50;
const ROUNDS = 3;
const ROUND_S = 5;

const { report, print } = newReport();
const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'bench-'))));
const [serverFolder = '', floorFolder = ''] = folders;
const floors: ChildProcess[] = [];
try {
  const selects = await startFloor('bare-fastify.ts', join(floorFolder, 'postgres'));
  const server = await startBuiltServer(serverFolder);
  try {
    const ana = await signUp(server.origin, 'bench@example.org');
    const postgres = await findRunningPostgres(join(serverFolder, 'postgres'));
    const [, token] = /(?:^|; )session=([^;]+)/.exec(ana.cookieHeader) ?? [];
    if (!postgres || token === undefined) throw new Error('The server has no database or session');
    const statements = await startFloor('bare-statements.ts', postgres.connectionString, token);
    for (const path of ['/api/settings', '/api/leaderboard'])
      await measure(path, {
        server: () => load(server.origin + path, ana.cookieHeader),
        selects: () => load(`${selects}/2`),
        statements: () => load(statements + path),
      });
  } finally {
    await server.stop();
  }
} finally {
  for (const floor of floors) await end(floor);
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
print();

/** Returns the address of a program in this folder. */
async function startFloor(program: string, ...options: string[]): Promise<string> {
  const floor = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url)), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  floors.push(floor);
  const lines = createInterface(floor.stdout);
  const [address] = (await Promise.race([once(lines, 'line'), once(floor, 'exit')])) as unknown[];
  if (typeof address !== 'string') throw new Error(`${program} has ended`);
  return address;
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill();
  await once(program, 'exit');
}

type Measured = 'server' | 'selects' | 'statements';

async function measure(path: string, loads: Record<Measured, () => Promise<Load>>): Promise<void> {
  const results: Record<Measured, Load[]> = { server: [], selects: [], statements: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const measured of ['selects', 'statements', 'server'] as const) {
      const result = await loads[measured]();
      // The first round warms up.
      if (round > 0) results[measured].push(result);
    }
  }
  const server = medianOf(results.server);
  const share = (floor: Load) =>
    `${show(floor)}; ${((server.perSecond / floor.perSecond) * 100).toFixed(0)} % of it`;
  report(
    `GET ${path} at ${CONNECTIONS} connections`,
    show(server),
    '≥ 4,000/s, p99 ≤ 25 ms',
    `two prepared SELECTs under bare Fastify: ${share(medianOf(results.selects))}`,
  );
  report(
    `GET ${path}, compared again`,
    show(server),
    '',
    `its own statements under bare Fastify: ${share(medianOf(results.statements))}`,
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
