import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { startBuiltServer, type BuiltServer } from './built-server.ts';
import { preparePlace } from './place.ts';
import { ms, newReport } from './report.ts';
import { percentile } from './timing.ts';

/* Users who wait for each answer: 20 and 200 at once, and the server's cost of one dashboard. */

const USERS = 1_000;
const VIEWERS = 200;
const FRIENDS = 5;
const CROWDS = [20, 200];
const ROUNDS = 20;
const DASHBOARDS = 300;

const { report, print } = newReport();
const place = await preparePlace({ users: USERS, viewers: VIEWERS, friendsEach: FRIENDS });
try {
  const server = await startBuiltServer(place.dataDir);
  try {
    await loop(server, 50, 2);
    for (const crowd of CROWDS) {
      const { times, perSecond } = await loop(server, crowd, ROUNDS);
      report(
        `${crowd} users in a closed loop, 5 calls each`,
        `${Math.round(perSecond).toLocaleString('en-US')}/s, p99 ${ms(percentile(times, 0.99))}`,
        crowd === 200 ? '≥ 2,000/s, p99 ≤ 250 ms' : '',
      );
    }
    const before = await server.cpuMs();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let index = 0; index < DASHBOARDS; index += 1) {
      await call(agent, server, { cookie: place.cookies[index % VIEWERS] ?? '', path: '/' });
    }
    agent.destroy();
    report(
      'processor time of the server for one dashboard',
      ms(((await server.cpuMs()) - before) / DASHBOARDS),
      '≤ 3 ms',
    );
  } finally {
    await server.stop();
  }
} finally {
  await rm(place.dataDir, { recursive: true, force: true });
}
print();

/** Each opens the dashboard, expenses, board and weeks, and adds an expense. */
async function loop(
  server: BuiltServer,
  crowd: number,
  rounds: number,
): Promise<{ times: number[]; perSecond: number }> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const date = new Date().toISOString().slice(0, 10);
  const expense = JSON.stringify({
    name: 'Cake',
    amount: 4.5,
    date,
    category: 'Dining',
    type: 'one-time',
    paid: false,
  });
  const startedAt = performance.now();
  await Promise.all(
    place.cookies.slice(0, crowd).map(async (cookie) => {
      for (let round = 0; round < rounds; round += 1) {
        for (const question of [
          { path: '/' },
          { path: '/api/expenses?counted=all&limit=50' },
          { path: '/api/leaderboard' },
          { path: '/api/auth/user' },
          { path: '/api/expenses', body: expense },
        ]) {
          const askedAt = performance.now();
          await call(agent, server, { cookie, ...question });
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
  { origin }: BuiltServer,
  { path, cookie, body }: { path: string; cookie: string; body?: string },
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
