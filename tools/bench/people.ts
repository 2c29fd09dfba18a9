import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { costOfEach, startBuiltServer } from './built-server.ts';
import { preparePlace } from './place.ts';
import { ms, newReport } from './report.ts';
import { percentile } from './timing.ts';
import { call, loop, USUAL_CALLS } from './usual-calls.ts';

/* The waits of 20 and 200 users at once, and the processor time of their calls and of one dashboard. */

const USERS = 1_000;
const VIEWERS = 200;
const FRIENDS = 5;
const CROWDS = [20, 200];
const ROUNDS = 20;
const DASHBOARDS = 300;
const BARE_FASTIFY = fileURLToPath(new URL('bare-fastify.ts', import.meta.url));

const { report, print } = newReport();
const place = await preparePlace({ users: USERS, viewers: VIEWERS, friendsEach: FRIENDS });
const floorFolder = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  const floors = await measureFloor();
  const server = await startBuiltServer(place.dataDir);
  try {
    await loop(server.origin, USUAL_CALLS, crowdOf(50), 2);
    for (const crowd of CROWDS) {
      const { result, ...cost } = await costOfEach(server, crowd * ROUNDS * USUAL_CALLS.length, () =>
        loop(server.origin, USUAL_CALLS, crowdOf(crowd), ROUNDS),
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
    const calls = USUAL_CALLS.map(({ statements, body }) => ({ path: `/${statements}`, body }));
    await loop(address, calls, crowdOf(50), 2);
    const perSecond = new Map<number, number>();
    for (const crowd of CROWDS)
      perSecond.set(crowd, (await loop(address, calls, crowdOf(crowd), ROUNDS)).perSecond);
    return perSecond;
  } finally {
    floor.kill();
    await once(floor, 'exit');
  }
}

function crowdOf(size: number): string[] {
  return place.cookies.slice(0, size);
}

function perS(count: number): string {
  return `${Math.round(count).toLocaleString('en-US')}/s`;
}
