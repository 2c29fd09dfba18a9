import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { costOfEach, startBuiltServer } from './built-server.ts';
import { preparePlace } from './place.ts';
import { ms, newReport } from './report.ts';
import { percentile } from './timing.ts';

/* The waits of 20 and 200 users at once, and the processor time of their calls and of one dashboard. */

const USERS = 1_000;
const VIEWERS = 200;
const FRIENDS = 5;
const CROWDS = [20, 200];
const ROUNDS = 20;
const DASHBOARDS = 300;
const BARE_FASTIFY = fileURLToPath(new URL('bare-fastify.ts', import.meta.url));

/** Each call with the number of SQL statements that the server sends for it. */
const CALLS = [
  { path: '/', statements: 9 },
  { path: '/api/expenses?counted=all&limit=50', statements: 2 },
  { path: '/api/leaderboard', statements: 3 },
  { path: '/api/auth/user', statements: 3 },
  { path: '/api/expenses', statements: 8, isAddition: true },
];
const EXPENSE = JSON.stringify({
  name: 'Cake',
  amount: 4.5,
  date: new Date().toISOString().slice(0, 10),
  category: 'Dining',
  type: 'one-time',
  paid: false,
});

const { report, print } = newReport();
const place = await preparePlace({ users: USERS, viewers: VIEWERS, friendsEach: FRIENDS });
const floorFolder = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  const floors = await measureFloor();
  const server = await startBuiltServer(place.dataDir);
  try {
    const calls = CALLS.map(({ path, isAddition }) => ({ path, body: isAddition ? EXPENSE : undefined }));
    await loop(server.origin, calls, 50, 2);
    for (const crowd of CROWDS) {
      const { result, ...cost } = await costOfEach(server, crowd * ROUNDS * calls.length, () =>
        loop(server.origin, calls, crowd, ROUNDS),
      );
      const { times, perSecond } = result;
      const floor = floors.get(crowd) ?? 0;
      report(
        `${crowd} users in a closed loop, 5 calls each`,
        `${perS(perSecond)}, p99 ${ms(percentile(times, 0.99))}`,
        crowd === 200 ? '≥ 2,000/s, p99 ≤ 250 ms' : '',
        `as many prepared statements under bare Fastify: ${perS(floor)}; ${((perSecond / floor) * 100).toFixed(0)} % of it`,
      );
      report(
        `processor time for one of these calls, ${crowd} users`,
        `server ${ms(cost.serverMs)}, PostgreSQL ${ms(cost.databaseMs)}`,
        '',
      );
    }
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const dashboard = await costOfEach(server, DASHBOARDS, async () => {
      for (let index = 0; index < DASHBOARDS; index += 1)
        await call(agent, server.origin, { cookie: place.cookies[index % VIEWERS] ?? '', path: '/' });
    });
    agent.destroy();
    report('processor time of the server for one dashboard', ms(dashboard.serverMs), '≤ 3 ms');
  } finally {
    await server.stop();
  }
} finally {
  await rm(place.dataDir, { recursive: true, force: true });
  await rm(floorFolder, { recursive: true, force: true });
}
print();

/** Returns calls per second by crowd size, of a bare server that only sends as many statements. */
async function measureFloor(): Promise<Map<number, number>> {
  const floor = spawn(process.execPath, [BARE_FASTIFY, join(floorFolder, 'postgres')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [address] = (await once(createInterface(floor.stdout), 'line')) as [string];
    const calls = CALLS.map(({ statements, isAddition }) => ({
      path: `/${statements}`,
      body: isAddition ? EXPENSE : undefined,
    }));
    await loop(address, calls, 50, 2);
    const perSecond = new Map<number, number>();
    for (const crowd of CROWDS) perSecond.set(crowd, (await loop(address, calls, crowd, ROUNDS)).perSecond);
    return perSecond;
  } finally {
    floor.kill();
    await once(floor, 'exit');
  }
}

function perS(count: number): string {
  return `${Math.round(count).toLocaleString('en-US')}/s`;
}

async function loop(
  origin: string,
  calls: readonly { path: string; body: string | undefined }[],
  crowd: number,
  rounds: number,
): Promise<{ times: number[]; perSecond: number }> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const startedAt = performance.now();
  await Promise.all(
    place.cookies.slice(0, crowd).map(async (cookie) => {
      for (let round = 0; round < rounds; round += 1) {
        for (const question of calls) {
          const askedAt = performance.now();
          await call(agent, origin, { cookie, ...question });
          times.push(performance.now() - askedAt);
        }
      }
    }),
  );
  agent.destroy();
  return { times, perSecond: (times.length / (performance.now() - startedAt)) * 1000 };
}

function call(
  agent: Agent,
  origin: string,
  { path, cookie, body }: { path: string; cookie: string; body?: string | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      cookie,
      'sec-fetch-site': 'same-origin',
      'accept-encoding': 'gzip, deflate, br, zstd',
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
    };
    const sent = request(
      `${origin}${path}`,
      { agent, headers, method: body === undefined ? 'GET' : 'POST' },
      (answer) => {
        answer.resume().once('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`${path} answered ${answer.statusCode ?? 0}`));
        });
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
