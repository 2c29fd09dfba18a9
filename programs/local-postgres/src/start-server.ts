import { rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.ts';
import { hasOtherOwner } from './data-folder-owner.ts';
import { DataFolderInUseError, LocalPostgresStartError } from './errors.ts';
import type { Programs } from './programs.ts';
import {
  isProcessAlive,
  isProcessNumber,
  isServerAlive,
  readServerLock,
  type ServerLock,
} from './server-lock.ts';
import { reasonIn, type ServerLog } from './server-log.ts';
import { serverArguments } from './settings.ts';
import { startTied, type TiedProcess } from './tied-process.ts';

export interface ServerStart {
  dataDir: string;
  socketFolder: string;
  accessRules: Record<string, string>;
  programs: Programs;
  account: Account | undefined;
  serverLog: ServerLog;
}

const END_WAIT_MS = 10_000;
const POLL_MS = 5;
const RETRY_MS = 100;
const FRESH_MS = 2_000;
const FULL_BELOW_BYTES = 1024 * 1024;

/**
 * Starts the server, retrying while an earlier one ends.
 * @param signal ends what it has started
 */
export async function startServer(start: ServerStart, signal?: AbortSignal): Promise<TiedProcess> {
  const deadlineMs = performance.now() + END_WAIT_MS;
  for (;;) {
    await waitUntilFree(start.dataDir, deadlineMs, signal);
    signal?.throwIfAborted();
    const lockBefore = await readServerLock(start.dataDir);
    const server = startTied(
      [start.programs.postgres, ...serverArguments(start.dataDir, start.socketFolder, start.accessRules)],
      {
        account: start.account,
        output: start.serverLog.fd,
      },
    );
    const giveUp = (): void => void server.end();
    signal?.addEventListener('abort', giveUp);
    const isReady = await becomesReady(server, start.dataDir, lockBefore).finally(() =>
      signal?.removeEventListener('abort', giveUp),
    );
    // A server that is just starting may miss the signal.
    if (signal?.aborted) await server.end();
    signal?.throwIfAborted();
    if (isReady) return server;

    const said = await start.serverLog.tail();
    if (!isHeld(said) || performance.now() > deadlineMs) throw await failedStart(start.dataDir, said);
    await delay(RETRY_MS);
  }
}

/** Whether a faster start, or leftover processes of a killed server, hold the data folder. */
function isHeld(said: string): boolean {
  const lastLines = said.split('\n').slice(-4).join('\n');
  return /lock file "[^"]*" (already exists|is empty)|pre-existing shared memory block/.test(lastLines);
}

async function failedStart(dataDir: string, said: string): Promise<LocalPostgresStartError> {
  // On a full disk, PostgreSQL's message may not reach its log.
  const { bavail, bsize } = await statfs(dataDir);
  const isFull =
    said.includes('No space left on device') || (said === '' && bavail * bsize < FULL_BELOW_BYTES);
  return new LocalPostgresStartError(
    isFull
      ? `The disk of ${dataDir} is full: free some space, then start again.`
      : `PostgreSQL did not start on ${dataDir}${reasonIn(said)}; its log is ${dataDir}.log.`,
  );
}

/** Throws if the server's owner runs. */
export async function waitUntilFree(
  dataDir: string,
  deadlineMs = performance.now() + END_WAIT_MS,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const lock = await readServerLock(dataDir);
    if (lock === undefined) return;
    if (!isProcessNumber(lock.pid)) {
      await removeUnlessFresh(join(dataDir, 'postmaster.pid'));
      return;
    }
    if (!(await isServerAlive(dataDir, lock))) {
      // PostgreSQL does, unless the pid is in use again.
      if (isProcessAlive(lock.pid)) await rm(join(dataDir, 'postmaster.pid'), { force: true });
      return;
    }
    if ((await hasOtherOwner(dataDir)) || performance.now() > deadlineMs) throw inUse(dataDir);
    await delay(POLL_MS, undefined, { signal });
  }
}

/**
 * A power failure leaves one without a pid, which PostgreSQL refuses. A starting server writes its pid within
 * milliseconds.
 */
async function removeUnlessFresh(file: string): Promise<void> {
  const { mtimeMs } = await stat(file);
  if (Math.abs(Date.now() - mtimeMs) > FRESH_MS) await rm(file, { force: true });
}

export function inUse(dataDir: string): DataFolderInUseError {
  return new DataFolderInUseError(
    `Oinkly is already running on ${dataDir}: stop the other one first, or choose another data folder.`,
  );
}

/**
 * False when the server ended.
 * @param before an earlier server's lock file
 */
async function becomesReady(
  server: TiedProcess,
  dataDir: string,
  before: ServerLock | undefined,
): Promise<boolean> {
  for (;;) {
    const lock = await readServerLock(dataDir);
    if (lock?.ready && !(lock.pid === before?.pid && before.ready) && isProcessAlive(lock.pid)) return true;
    const ended = await Promise.race([server.exited.then(() => true), delay(POLL_MS).then(() => false)]);
    if (ended) return false;
  }
}
