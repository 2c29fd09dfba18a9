import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.ts';
import { hasOtherOwner } from './data-folder-owner.ts';
import { DataFolderInUseError, LocalPostgresStartError } from './errors.ts';
import type { Programs } from './programs.ts';
import { isProcessAlive, isServerAlive, readServerLock } from './server-lock.ts';
import type { ServerLog } from './server-log.ts';
import { serverArguments } from './settings.ts';
import { startTied, type TiedProcess } from './tied-process.ts';

export interface ServerStart {
  dataDir: string;
  socketFolder: string;
  programs: Programs;
  account: Account | undefined;
  serverLog: ServerLog;
}

/** How long a start waits for a server that is on its way out. */
const END_WAIT_MS = 10_000;
const POLL_MS = 5;
const RETRY_MS = 100;

/**
 * Starts the server, again if need be while an earlier one is on its way out; resolves when it takes connections.
 * @param signal gives the start up and ends what it has started
 */
export async function startServer(start: ServerStart, signal?: AbortSignal): Promise<TiedProcess> {
  const deadlineMs = performance.now() + END_WAIT_MS;
  for (;;) {
    await waitUntilFree(start.dataDir, deadlineMs, signal);
    signal?.throwIfAborted();
    const server = startTied(
      [start.programs.postgres, ...serverArguments(start.dataDir, start.socketFolder)],
      {
        account: start.account,
        output: start.serverLog.fd,
      },
    );
    const giveUp = (): void => void server.end();
    signal?.addEventListener('abort', giveUp);
    const isReady = await becomesReady(server, start.dataDir).finally(() =>
      signal?.removeEventListener('abort', giveUp),
    );
    signal?.throwIfAborted();
    if (isReady) return server;

    const said = await start.serverLog.tail();
    // Another start was quicker, or processes of a killed server still hold its memory: both are settled by waiting.
    const held = /lock file|shared memory block/.test(said.split('\n').slice(-4).join('\n'));
    if (!held || performance.now() > deadlineMs) {
      throw new LocalPostgresStartError(`PostgreSQL did not start on ${start.dataDir}: ${said}`);
    }
    await delay(RETRY_MS);
  }
}

/** Waits for a server whose owner is gone to end. One whose owner runs is refused at once. */
async function waitUntilFree(dataDir: string, deadlineMs: number, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const lock = await readServerLock(dataDir);
    if (lock === undefined) return;
    if (!(await isServerAlive(dataDir, lock))) {
      // PostgreSQL removes the lock of a dead server itself, but believes in it when its number has been given to another process.
      if (isProcessAlive(lock.pid)) await rm(join(dataDir, 'postmaster.pid'), { force: true });
      return;
    }
    if ((await hasOtherOwner(dataDir)) || performance.now() > deadlineMs) throw inUse(dataDir);
    await delay(POLL_MS, undefined, { signal });
  }
}

/** The error for a data folder that another running process uses. */
export function inUse(dataDir: string): DataFolderInUseError {
  return new DataFolderInUseError(
    `Oinkly is already running on ${dataDir}: stop the other one first, or choose another data folder.`,
  );
}

/** True once the server takes connections, false when it ended instead. */
async function becomesReady(server: TiedProcess, dataDir: string): Promise<boolean> {
  const before = await readServerLock(dataDir);
  for (;;) {
    const lock = await readServerLock(dataDir);
    if (lock?.ready && !(lock.pid === before?.pid && before.ready) && isProcessAlive(lock.pid)) return true;
    const ended = await Promise.race([server.exited.then(() => true), delay(POLL_MS).then(() => false)]);
    if (ended) return false;
  }
}
