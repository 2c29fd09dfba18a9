import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account.ts';
import {
  DataFolderUnusableError,
  DataFolderVersionError,
  LocalPostgresStartError,
  systemErrorCode,
} from './errors.ts';
import { writeOwnedFile } from './owned-file.ts';
import type { Programs } from './programs.ts';
import { DATABASE_NAME, type Part, rolesVersion, roleStatements, SUPERUSER } from './roles.ts';
import { isProcessAlive, readIfPresent } from './server-lock.ts';
import { reasonIn, type ServerLog } from './server-log.ts';
import { startTied } from './tied-process.ts';

const ROLES_FILE = 'oinkly_roles';

/**
 * PostgreSQL's own collation is the same on Linux and macOS, and no libc or ICU update can break an index.
 * The application sorts names.
 */
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Returns the real path, even of a missing folder, and creates its parent. */
export async function resolveDataFolder(dataDir: string): Promise<string> {
  await mkdir(dirname(dataDir), { recursive: true });
  try {
    return await realpath(dataDir);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    return join(await realpath(dirname(dataDir)), basename(dataDir));
  }
}

/**
 * Lets the account's group pass our private parent folder, but not list it.
 * @throws DataFolderUnusableError when `account` cannot reach the data folder
 */
export async function openTheWay(dataDir: string, account: Account | undefined): Promise<void> {
  if (account === undefined) return;
  const parent = dirname(dataDir);
  for (let folder = parent; ; folder = dirname(folder)) {
    const found = await stat(folder);
    if (!mayPass(found, account)) {
      if (folder !== parent || found.uid !== process.getuid?.()) {
        throw new DataFolderUnusableError(
          `PostgreSQL does not run as root, and the unprivileged user it runs as cannot pass through ${folder}: ` +
            'choose a data folder elsewhere or run as the user who owns it.',
        );
      }
      await chown(folder, found.uid, account.gid);
      await chmod(folder, (found.mode & 0o7777) | 0o010);
    }
    if (folder === dirname(folder)) return;
  }
}

function mayPass(folder: { uid: number; gid: number; mode: number }, account: Account): boolean {
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

/**
 * Ensures a complete cluster. It is built under another name and renamed, so an interruption leaves nothing
 * or everything.
 * @throws DataFolderVersionError for another major version
 * @throws DataFolderUnusableError for a folder with something else in it
 */
export async function ensureCluster(
  dataDir: string,
  programs: Programs,
  account: Account | undefined,
  log: ServerLog,
  parts: readonly Part[],
): Promise<void> {
  await removeUnfinished(dataDir);
  if (await holdsCluster(dataDir, programs.majorVersion)) {
    await ensureRoles(dataDir, programs, account, log, parts);
    return;
  }

  const unfinished = `${dataDir}.init-${process.pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(unfinished, { mode: 0o700 });
  try {
    if (account !== undefined) await chown(unfinished, account.uid, account.gid);
    await createCluster(unfinished, programs, account, log);
    await ensureRoles(unfinished, programs, account, log, parts);
    await rename(unfinished, dataDir);
    await syncFolder(dirname(dataDir));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // A concurrent start was faster. The server lock decides who runs the cluster.
    if (!['EEXIST', 'ENOTEMPTY'].includes(systemErrorCode(error) ?? '')) throw error;
  }
}

async function holdsCluster(dataDir: string, majorVersion: number): Promise<boolean> {
  const found = (await readIfPresent(join(dataDir, 'PG_VERSION')))?.trim();
  if (found === String(majorVersion)) return true;
  if (found === '') {
    throw new DataFolderUnusableError(
      `${dataDir} is damaged: its file PG_VERSION is empty. Put back your copy of the data folder.`,
    );
  }
  if (found !== undefined) {
    throw new DataFolderVersionError(
      `The data in ${dataDir} was written by PostgreSQL ${found}, and this release brings PostgreSQL ${majorVersion}: ` +
        'run "npm run admin -- backup" with the release that wrote it, then restore it with this one into another data folder.',
    );
  }
  if ((await listIfPresent(dataDir)).length > 0) {
    throw new DataFolderUnusableError(
      `${dataDir} is neither empty nor a database: choose another data folder.`,
    );
  }
  return false;
}

/** Deletes what killed starts left, except that of a running start. */
async function removeUnfinished(dataDir: string): Promise<void> {
  const prefix = `${basename(dataDir)}.init-`;
  for (const name of await listIfPresent(dirname(dataDir))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (pid !== process.pid && isProcessAlive(pid)) continue;
    await rm(join(dirname(dataDir), name), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function createCluster(
  folder: string,
  programs: Programs,
  account: Account | undefined,
  log: ServerLog,
): Promise<void> {
  const initdb = [
    programs.initdb,
    '-D',
    folder,
    '-A',
    'peer',
    '-U',
    SUPERUSER,
    '--no-instructions',
    ...LOCALE,
  ];
  await run(initdb, account, log);

  // Saves the 240 files of a new database.
  await runAsSuperuser(
    folder,
    'template1',
    `ALTER DATABASE postgres RENAME TO ${DATABASE_NAME};\n\n`,
    programs,
    account,
    log,
  );
}

/** Creates the program's roles and assigns their schemas, once per version. */
async function ensureRoles(
  folder: string,
  programs: Programs,
  account: Account | undefined,
  log: ServerLog,
  parts: readonly Part[],
): Promise<void> {
  const file = join(folder, ROLES_FILE);
  if ((await readIfPresent(file)) === rolesVersion(parts)) return;
  await runAsSuperuser(folder, DATABASE_NAME, roleStatements(parts), programs, account, log);
  await writeOwnedFile(file, rolesVersion(parts), account);
}

/** Runs statements in single-user mode, before anything connects. */
async function runAsSuperuser(
  folder: string,
  database: string,
  statements: string,
  programs: Programs,
  account: Account | undefined,
  log: ServerLog,
): Promise<void> {
  const path = `${folder}.sql`;
  const file = await open(path, 'wx+', 0o600);
  try {
    await file.write(statements, 0);
    const command = [programs.postgres, '--single', '-j', '-D', folder, '-c', 'exit_on_error=on', database];
    await run(command, account, log, file.fd);
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

async function run(
  command: string[],
  account: Account | undefined,
  log: ServerLog,
  input?: number,
): Promise<void> {
  const code = await startTied(command, {
    account,
    output: log.fd,
    ...(input === undefined ? {} : { input }),
  }).exited;
  if (code === 0) return;
  throw new LocalPostgresStartError(
    `The database could not be prepared${reasonIn(await log.tail())}; its log is ${log.path}.`,
  );
}

/** Makes a rename survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function listIfPresent(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
