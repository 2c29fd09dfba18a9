import { freePort } from '@oinkly/server/test-support/server-process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Nginx } from '../../scripts/nginx.ts';
import { startPgBouncer } from '../../scripts/pgbouncer.ts';
import { INITDB_OPTIONS, preparePostgres15, serverOptions } from '../../scripts/postgres15.ts';
import { startBuiltServer, type BuiltServer } from './built-server.ts';
import { makeCrowd } from './crowd.ts';
import { cpuMsOf, postgresCpuMs } from './processor-time.ts';
import { ms, newReport, ratio } from './report.ts';
import { percentile } from './timing.ts';
import { loop, USUAL_CALLS } from './usual-calls.ts';

/* What each step from one process to several costs for one of the usual calls, in processor time. */

const CROWD = { users: 1_000, viewers: 100, friendsEach: 5 };
const ROUNDS = 10;
const PROCESSES = 3;

type Settings = Record<string, string>;

interface Step {
  what: string;
  origin: string;
  servers: readonly BuiltServer[];
  pooler: number;
  balancer?: number;
}

const { report, print } = newReport();
const cleanUps: (() => unknown)[] = [];
try {
  const { folder, run } = preparePostgres15();
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  const data = join(folder, 'data');
  run('initdb', ['-D', data, ...INITDB_OPTIONS]);
  const options = serverOptions({ listen_addresses: '', unix_socket_directories: folder });
  run('pg_ctl', ['-D', data, '-o', options, '-w', '-l', join(folder, 'log'), 'start']);
  cleanUps.push(() => run('pg_ctl', ['-D', data, '-m', 'fast', 'stop']));
  const directUrl = `postgresql://tests@localhost/postgres?host=${encodeURIComponent(folder)}`;
  const direct = { ...keys(), DATABASE_URL: directUrl };
  const pooler = await startPgBouncer(folder);
  cleanUps.push(() => pooler.stop());
  const pooled = { ...direct, DATABASE_URL: pooler.urlOf('postgres'), DATABASE_DIRECT_URL: directUrl };

  const first = await start(direct);
  await first.stop();
  const cookies = await fill(directUrl);

  const floor = await measureOne('one process', direct);
  await measureOne('one process, PgBouncer', pooled, floor);
  await measureSeveral(`${PROCESSES} processes, nginx`, direct, floor);
  await measureSeveral(`${PROCESSES} processes, nginx, PgBouncer`, pooled, floor);

  async function measureOne(what: string, settings: Settings, floorMs?: number): Promise<number> {
    const server = await start(settings);
    const step = { what, origin: server.origin, servers: [server], pooler: pooler.pid };
    const costMs = await measure(cookies, data, step, floorMs);
    await server.stop();
    return costMs;
  }

  async function measureSeveral(what: string, settings: Settings, floorMs: number): Promise<void> {
    const port = await freePort();
    const address = { PUBLIC_URL: `http://localhost:${port}`, TRUSTED_PROXIES: '127.0.0.1' };
    const servers: BuiltServer[] = [];
    for (let index = 0; index < PROCESSES; index += 1) servers.push(await start({ ...settings, ...address }));
    const ports = servers.map(({ origin }) => Number(new URL(origin).port));
    const nginx = await Nginx.start({ folder: await newFolder(), port, ports });
    const step = { what, origin: nginx.origin, servers, pooler: pooler.pid, balancer: nginx.pid };
    await measure(cookies, data, step, floorMs);
    await nginx.stop();
    for (const server of servers) await server.stop();
  }
} finally {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
}
print();

/** Returns the processor time of a call in ms, of all programs. */
async function measure(
  cookies: readonly string[],
  data: string,
  { what, origin, servers, pooler, balancer }: Step,
  floorMs?: number,
): Promise<number> {
  const read = async (): Promise<[string, number][]> => [
    ['server', sum(await Promise.all(servers.map((server) => server.cpuMs())))],
    ['PostgreSQL', await postgresCpuMs(data)],
    ['PgBouncer', await cpuMsOf(pooler)],
    ...(balancer === undefined ? [] : [['nginx', await withWorkers(balancer)] satisfies [string, number]]),
  ];
  await loop(origin, USUAL_CALLS, cookies, 2);
  const before = await read();
  const { times, perSecond } = await loop(origin, USUAL_CALLS, cookies, ROUNDS);
  const after = await read();
  const costs = after.map(([name, end], index) => {
    const start = before[index]?.[1] ?? 0;
    return [name, (end - start) / times.length] as const;
  });
  const totalMs = sum(costs.map(([, cost]) => cost));
  const resident = await Promise.all(servers.map((server) => server.residentBytes()));
  report(
    `processor time for a usual call: ${what}`,
    costs.map(([name, cost]) => `${name} ${ms(cost)}`).join(', '),
    '',
    floorMs === undefined ? '' : `one process: ${ms(floorMs)}, ${ratio(totalMs, floorMs)}`,
  );
  report(
    `calls of ${cookies.length} users at once: ${what}`,
    `${Math.round(perSecond).toLocaleString('en-US')}/s, p99 ${ms(percentile(times, 0.99))}, ${Math.round(sum(resident) / 1e6)} MB`,
    '',
  );
  return totalMs;
}

async function withWorkers(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return sum(
    await Promise.all([pid, ...children.split(' ').filter(Boolean).map(Number)].map((one) => cpuMsOf(one))),
  );
}

/** Replaces all users. Returns the viewers' cookies. */
async function fill(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await makeCrowd(client, CROWD, new Date());
  } finally {
    await client.end();
  }
}

async function start(settings: Record<string, string>): Promise<BuiltServer> {
  return startBuiltServer(await newFolder(), settings);
}

function keys(): Record<string, string> {
  return { TOKEN_KEYS: `k:${Buffer.alloc(32, 7).toString('base64')}`, EMBEDDED_IDENTITY: 'on' };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
