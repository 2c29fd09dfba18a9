import nodeFlags from '@oinkly/server/node-flags.json' with { type: 'json' };
import { cleanEnvironment, freePort } from '@oinkly/server/test-support/server-process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuMsOf, postgresCpuMs } from './processor-time.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const PROBE_MS = 5;
/** All requests come from one address, so its limit must not apply. */
const NO_LIMIT = { REQUESTS_PER_MINUTE: '1000000000' };
/** A backup would be measured too. */
const NO_BACKUP = { BACKUP_DIR: 'off' };

/** The server as `npm start` runs it. */
export interface BuiltServer {
  origin: string;
  /** Measured from process start to the first answer. */
  readyAfterMs: number;
  /** Leaves out the database's processes. */
  residentBytes(): Promise<number>;
  cpuMs(): Promise<number>;
  /** Of the database's processes. */
  databaseCpuMs(): Promise<number>;
  stop(): Promise<void>;
}

export async function startBuiltServer(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<BuiltServer> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeFlags, MAIN], {
    env: cleanEnvironment({ DATA_DIR: dataDir, PORT: String(port), ...NO_LIMIT, ...NO_BACKUP, ...settings }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://localhost:${port}`;
  while (!(await answers(`${origin}/api/health`))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
  }
  const readyAfterMs = performance.now() - startedAt;
  return {
    origin,
    readyAfterMs,
    residentBytes: async () => {
      const status = await readFile(`/proc/${child.pid ?? 0}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
    },
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    databaseCpuMs: () => postgresCpuMs(join(dataDir, 'postgres')),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Runs `work`, and returns the processor time in ms that the server and its database need for each of its `count` parts. */
export async function costOfEach<Result>(
  server: BuiltServer,
  count: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; serverMs: number; databaseMs: number }> {
  const read = () => Promise.all([server.cpuMs(), server.databaseCpuMs()]);
  const [serverBefore, databaseBefore] = await read();
  const result = await work();
  const [serverAfter, databaseAfter] = await read();
  return {
    result,
    serverMs: (serverAfter - serverBefore) / count,
    databaseMs: (databaseAfter - databaseBefore) / count,
  };
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}
