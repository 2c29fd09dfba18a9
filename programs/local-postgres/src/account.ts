import { execFile } from 'node:child_process';
import { type FileHandle, lstat, readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { DataFolderUnusableError, systemErrorCode } from './errors.ts';

export interface Account {
  uid: number;
  gid: number;
}

/** The system user for PostgreSQL when we run as root. */
const SYSTEM_USER = 'oinkly-db';

/**
 * Undefined for our own account. PostgreSQL refuses root, so root uses the data folder's owner, else a system user, else `nobody`.
 * @param warn receives one line when `nobody` is used
 * @throws DataFolderUnusableError when the folder is another user's and we are not root
 */
export async function chooseAccount(
  dataDir: string,
  warn: (line: string) => void,
): Promise<Account | undefined> {
  const owner = await ownerOf(dataDir);
  if (process.getuid?.() !== 0) {
    refuseForeign(dataDir, owner);
    return undefined;
  }
  const nobody = await findUser('nobody');
  const isOfOtherUser = owner !== undefined && ![0, nobody?.uid].includes(owner.uid);
  if (isOfOtherUser) return owner;
  const own = await findOrMakeSystemUser();
  if (own !== undefined) return own;
  if (nobody === undefined) {
    throw new DataFolderUnusableError(
      "PostgreSQL does not run as root and this system has no user 'nobody': start as another user.",
    );
  }
  warn(
    `PostgreSQL runs as 'nobody', so other programs of that user can read the database: make a user '${SYSTEM_USER}' and start again.`,
  );
  return nobody;
}

/** A copy or an earlier version may have left them to another account. */
export async function handOver(
  dataDir: string,
  socketFolder: string,
  account: Account | undefined,
): Promise<void> {
  if (account === undefined) return;
  for (const folder of [dataDir, socketFolder]) {
    const owner = await ownerOf(folder);
    if (owner === undefined || owner.uid === account.uid) continue;
    // chown -R follows no links, even if the owner changes the tree meanwhile.
    await promisify(execFile)('chown', ['-Rh', `${account.uid}:${account.gid}`, folder]);
  }
}

/** The server must open it too. */
export async function giveTo(account: Account | undefined, file: FileHandle): Promise<void> {
  if (account !== undefined) await file.chown(account.uid, account.gid);
}

function refuseForeign(dataDir: string, owner: Account | undefined): void {
  if (owner === undefined || owner.uid === process.getuid?.()) return;
  throw new DataFolderUnusableError(
    `${dataDir} belongs to another user: start as that user, or run "sudo chown -R ${userInfo().username} ${dataDir}" first.`,
  );
}

async function ownerOf(folder: string): Promise<Account | undefined> {
  try {
    const { uid, gid } = await lstat(folder);
    return { uid, gid };
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Undefined on macOS, a read-only system, or in a container without `useradd`. */
async function findOrMakeSystemUser(): Promise<Account | undefined> {
  const found = await findUser(SYSTEM_USER);
  if (found !== undefined || !(await exists('/usr/sbin/useradd'))) return found;
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  try {
    await promisify(execFile)('/usr/sbin/useradd', [...options, '--shell', '/usr/sbin/nologin', SYSTEM_USER]);
  } catch {
    // A concurrent start may have created it; otherwise the caller reports it.
  }
  return findUser(SYSTEM_USER);
}

async function findUser(name: string): Promise<Account | undefined> {
  const entry = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((line) => line.startsWith(`${name}:`));
  const [, , uid, gid] = entry?.split(':') ?? [];
  if (uid === undefined || gid === undefined) return undefined;
  // macOS prints -2 for the kernel's 4294967294.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
