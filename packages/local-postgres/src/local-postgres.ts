import { realpath, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Account, chooseAccount } from './account.ts';
import { DATABASE_NAME, ensureCluster, openTheWay, resolveDataFolder, USER_NAME } from './data-folder.ts';
import { forgetOwner, isOwnerAlive, recordOwner } from './data-folder-owner.ts';
import { DataFolderInUseError, LocalPostgresStartError, systemErrorCode } from './errors.ts';
import { findPackageFolder, preparePrograms, type Programs } from './programs.ts';
import { isProcessAlive, isServerAlive, readServerLock } from './server-lock.ts';
import { openServerLog, type ServerLog } from './server-log.ts';
import { serverArguments } from './settings.ts';
import { makeSocketFolder } from './socket-folder.ts';
import { startTied, type TiedProcess } from './tied-process.ts';

export interface LocalPostgresOptions {
  /**
   * The folder of the cluster; it and what is above it is made when missing. Beside it stand `<dataDir>.log`,
   * `<dataDir>.socket`, `<dataDir>.owner` and, where needed, a copy of the programs. It must not itself be a mount point.
   */
  dataDir: string;
  /** Takes one line for a person at every start and at an unexpected end; PostgreSQL's own words go to `<dataDir>.log`. */
  log?: (line: string) => void;
}

/** A running PostgreSQL of our own. */
export interface LocalPostgres {
  /** URL of the database 'oinkly' over the unix socket, as `pg` and pg-boss take it. Its user may create databases. */
  readonly connectionString: string;
  /** Ends the server (fast shutdown: open transactions are rolled back) and resolves when it is gone. */
  stop(): Promise<void>;
}

/** How long a start waits for a server that is on its way out. */
const END_WAIT_MS = 10_000;
const POLL_MS = 5;

const foldersOfThisProcess = new Set<string>();

/**
 * Starts PostgreSQL on `dataDir`, making the cluster at the first start. The server ends with this process, however it ends,
 * and does not keep its event loop alive.
 * @throws DataFolderInUseError when another running process, or this one, already runs a server on the folder
 * @throws DataFolderVersionError when another major version wrote the folder
 * @throws DataFolderUnusableError when the folder is something else or cannot be reached
 * @throws UnsupportedPlatformError when no PostgreSQL is shipped for this system
 * @throws LocalPostgresStartError when PostgreSQL does not start for a reason of its own
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const log = options.log ?? (() => undefined);
  const packageFolder = findPackageFolder();
  const dataDir = await resolveDataFolder(resolve(options.dataDir));
  if (foldersOfThisProcess.has(dataDir)) throw inUse(dataDir);
  foldersOfThisProcess.add(dataDir);

  const startedAt = performance.now();
  try {
    const account = await chooseAccount(dataDir);
    await openTheWay(dataDir, account);
    const programs = await preparePrograms(packageFolder, dirname(dataDir), account);
    const serverLog = await openServerLog(`${dataDir}.log`, account);
    let server: TiedProcess;
    let socketFolder: string;
    try {
      await ensureCluster(dataDir, programs, account, serverLog);
      socketFolder = await makeSocketFolder(dataDir, account);
      server = await startServer({ dataDir, socketFolder, programs, account, serverLog });
    } finally {
      await serverLog.close();
    }
    await recordOwner(dataDir, account);
    log(
      `PostgreSQL ${programs.majorVersion} is ready after ${Math.round(performance.now() - startedAt)} ms.`,
    );
    return supervise(server, dataDir, socketFolder, log);
  } catch (error) {
    foldersOfThisProcess.delete(dataDir);
    throw error;
  }
}

/**
 * How a server is reached that another process runs on `dataDir` now; null when none takes connections. It ends with that process, not with
 * this one.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const folder = await realpath(resolve(dataDir)).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (folder === null || !(await isOwnerAlive(folder))) return null;
  const lock = await readServerLock(folder);
  if (!lock?.ready || lock.socketFolder === undefined || !(await isServerAlive(folder, lock))) return null;
  return connectionStringOf(lock.socketFolder);
}

interface ServerStart {
  dataDir: string;
  socketFolder: string;
  programs: Programs;
  account: Account | undefined;
  serverLog: ServerLog;
}

/** Starts the server, again if need be while an earlier one is on its way out; resolves when it takes connections. */
async function startServer(start: ServerStart): Promise<TiedProcess> {
  const deadlineMs = performance.now() + END_WAIT_MS;
  for (;;) {
    await waitUntilFree(start.dataDir, deadlineMs);
    const server = startTied(
      [start.programs.postgres, ...serverArguments(start.dataDir, start.socketFolder)],
      {
        account: start.account,
        output: start.serverLog.fd,
      },
    );
    if (await becomesReady(server, start.dataDir)) return server;

    const said = await start.serverLog.tail();
    // Another start was quicker, or processes of a killed server still hold its memory: both are settled by waiting.
    const held = /lock file|shared memory block/.test(said.split('\n').slice(-4).join('\n'));
    if (!held || performance.now() > deadlineMs) {
      throw new LocalPostgresStartError(`PostgreSQL did not start on ${start.dataDir}: ${said}`);
    }
    await delay(POLL_MS * 20);
  }
}

/** Waits for a server whose owner is gone to end. One whose owner runs is refused at once. */
async function waitUntilFree(dataDir: string, deadlineMs: number): Promise<void> {
  for (;;) {
    const lock = await readServerLock(dataDir);
    if (lock === undefined) return;
    if (!(await isServerAlive(dataDir, lock))) {
      // PostgreSQL removes the lock of a dead server itself, but believes in it when its number has been given to another process.
      if (isProcessAlive(lock.pid)) await rm(join(dataDir, 'postmaster.pid'), { force: true });
      return;
    }
    if ((await isOwnerAlive(dataDir)) || performance.now() > deadlineMs) throw inUse(dataDir);
    await delay(POLL_MS);
  }
}

function inUse(dataDir: string): DataFolderInUseError {
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

function supervise(
  server: TiedProcess,
  dataDir: string,
  socketFolder: string,
  log: (line: string) => void,
): LocalPostgres {
  server.letGo();
  let stopping: Promise<void> | undefined;
  const tidyUp = async (): Promise<void> => {
    await forgetOwner(dataDir);
    foldersOfThisProcess.delete(dataDir);
  };
  const noteEnd = (how: string): void => {
    if (stopping !== undefined) return;
    log(`PostgreSQL on ${dataDir} ${how}; its log is ${dataDir}.log.`);
    // The folder is free again for whoever wants to start over, and this server's `stop` has nothing left to do.
    stopping = Promise.resolve();
    foldersOfThisProcess.delete(dataDir);
  };
  server.exited.then(
    () => noteEnd('ended unexpectedly'),
    (error: unknown) => noteEnd(`was lost (${String(error)})`),
  );
  return {
    connectionString: connectionStringOf(socketFolder),
    stop: () => (stopping ??= server.end().then(tidyUp)),
  };
}

function connectionStringOf(socketFolder: string): string {
  return `postgresql://${USER_NAME}@localhost/${DATABASE_NAME}?host=${encodeURIComponent(socketFolder)}`;
}
