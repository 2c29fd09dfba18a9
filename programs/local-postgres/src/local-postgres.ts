import { realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { chooseAccount, handOver } from './account.ts';
import { ensureCluster, openTheWay, resolveDataFolder } from './data-folder.ts';
import { forgetOwner, hasOtherOwner, recordOwner } from './data-folder-owner.ts';
import { systemErrorCode } from './errors.ts';
import { findPackageFolder, preparePrograms } from './programs.ts';
import { DATABASE_NAME, MAIN_ROLE, type Part, roleOf, SUPERUSER, writeAccessRules } from './roles.ts';
import { isServerAlive, readServerLock } from './server-lock.ts';
import { openServerLog } from './server-log.ts';
import { chooseSocketFolder, makeSocketFolder } from './socket-folder.ts';
import { inUse, type ServerStart, startServer, waitUntilFree } from './start-server.ts';
import { Supervisor } from './supervisor.ts';
import type { TiedProcess } from './tied-process.ts';

export interface LocalPostgresOptions {
  /**
   * `<dataDir>.log`, `.socket`, `.owner` and perhaps a copy of the programs are beside it. It must not be a
   * mount point.
   */
  dataDir: string;
  /** The main role owns the rest. */
  parts?: readonly Part[];
  /** Also allows the superuser, for tests and benches that create databases. */
  opensSuperuser?: boolean;
  /** One line at every start. */
  log?: (line: string) => void;
  /** One line when PostgreSQL runs as `nobody`, ends unexpectedly, or runs again. */
  logError?: (line: string) => void;
  /** Called once when PostgreSQL cannot be restarted. */
  onLost?: (error: Error) => void;
  /** Pauses before restarts; after the last failure PostgreSQL is lost. */
  restartPausesMs?: readonly number[];
}

const RESTART_PAUSES_MS = [0, 500, 2_000, 5_000];

/** URLs of the database 'oinkly' over the unix socket, for `pg` and pg-boss. */
export interface LocalDatabase {
  /** As the main role. */
  readonly connectionString: string;
  /** As the role of this schema's part. */
  connectionStringOf(schema: string): string;
}

export interface LocalPostgres extends LocalDatabase {
  /** Works only with `opensSuperuser`. */
  readonly superuserConnectionString: string;
  /** Stops the server (fast shutdown rolls back open transactions) and waits for its end. */
  stop(): Promise<void>;
}

const foldersOfThisProcess = new Set<string>();

/**
 * Restarts PostgreSQL on the same socket after a crash. The server ends with this process in any case and
 * does not keep its event loop alive.
 * @throws DataFolderInUseError, DataFolderVersionError, DataFolderUnusableError, UnsupportedPlatformError or
 * LocalPostgresStartError
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const {
    log = ignore,
    logError = ignore,
    onLost = ignore,
    restartPausesMs = RESTART_PAUSES_MS,
    parts = [],
    opensSuperuser = false,
  } = options;
  const packageFolder = findPackageFolder();
  const dataDir = await resolveDataFolder(resolve(options.dataDir));
  if (foldersOfThisProcess.has(dataDir)) throw inUse(dataDir);
  foldersOfThisProcess.add(dataDir);

  const startedAt = performance.now();
  try {
    const account = await chooseAccount(dataDir, logError);
    await waitUntilFree(dataDir);
    await handOver(dataDir, chooseSocketFolder(dataDir), account);
    await openTheWay(dataDir, account);
    const programs = await preparePrograms(packageFolder, dirname(dataDir), account);
    const serverLog = await openServerLog(`${dataDir}.log`, account);
    let server: TiedProcess;
    let start: Omit<ServerStart, 'serverLog'>;
    try {
      await ensureCluster(dataDir, programs, account, serverLog, parts);
      const socketFolder = await makeSocketFolder(dataDir, account);
      const accessRules = await writeAccessRules(dataDir, account, { parts, opensSuperuser });
      start = { dataDir, socketFolder, accessRules, programs, account };
      server = await startServer({ ...start, serverLog });
    } finally {
      await serverLog.close();
    }
    await recordOwner(dataDir, account);
    log(
      `PostgreSQL ${programs.majorVersion} is ready after ${Math.round(performance.now() - startedAt)} ms.`,
    );
    const supervisor = new Supervisor(server, {
      dataDir,
      restart: async (signal) => {
        const restartLog = await openServerLog(`${dataDir}.log`, account);
        try {
          return await startServer({ ...start, serverLog: restartLog }, signal);
        } finally {
          await restartLog.close();
        }
      },
      restartPausesMs,
      logError,
      onLost,
    });
    return {
      ...databaseAt(start.socketFolder),
      superuserConnectionString: connectionStringAs(SUPERUSER, start.socketFolder),
      stop: async () => {
        await supervisor.stop();
        await forgetOwner(dataDir);
        foldersOfThisProcess.delete(dataDir);
      },
    };
  } catch (error) {
    foldersOfThisProcess.delete(dataDir);
    throw error;
  }
}

/** Null without a server. */
export async function findRunningPostgres(dataDir: string): Promise<LocalDatabase | null> {
  const folder = await realpath(resolve(dataDir)).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (folder === null || !(await hasOtherOwner(folder))) return null;
  const lock = await readServerLock(folder);
  if (!lock?.ready || lock.socketFolder === undefined || !(await isServerAlive(folder, lock))) return null;
  return databaseAt(lock.socketFolder);
}

function databaseAt(socketFolder: string): LocalDatabase {
  return {
    connectionString: connectionStringAs(MAIN_ROLE, socketFolder),
    connectionStringOf: (schema) => connectionStringAs(roleOf(schema), socketFolder),
  };
}

function connectionStringAs(role: string, socketFolder: string): string {
  return `postgresql://${role}@localhost/${DATABASE_NAME}?host=${encodeURIComponent(socketFolder)}`;
}

function ignore(): void {}
