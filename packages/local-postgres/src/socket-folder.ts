import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { DataFolderUnusableError, systemErrorCode } from './errors.ts';

/** The name that PostgreSQL gives its socket on its default port. */
export const SOCKET_NAME = '.s.PGSQL.5432';

/** The kernel's limit is 108 bytes on Linux and 104 on macOS. */
const MAX_SOCKET_PATH_BYTES = 100;

/**
 * Makes the private folder for the socket: beside the data, or, where that path is too long for a socket (or holds a sign
 * that PostgreSQL's list of folders gives a meaning to), a short one under the temp folder that is the same at every start.
 * Only its owner and root can enter.
 * @throws DataFolderUnusableError when the short folder exists and belongs to another user
 */
export async function makeSocketFolder(dataDir: string, account: Account | undefined): Promise<string> {
  const folder = chooseSocketFolder(dataDir);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
    await refuseForeign(folder, account);
  }
  await chmod(folder, 0o700);
  if (account !== undefined) await chown(folder, account.uid, account.gid);
  return folder;
}

/** Where the socket of a data folder stands. */
export function chooseSocketFolder(dataDir: string): string {
  const beside = `${dataDir}.socket`;
  if (Buffer.byteLength(join(beside, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES && !/[,"]/.test(beside))
    return beside;
  const name = `oinkly-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const short = join(tmpdir(), name);
  return Buffer.byteLength(join(short, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES ? short : join('/tmp', name);
}

async function refuseForeign(folder: string, account: Account | undefined): Promise<void> {
  const found = await lstat(folder);
  const ours = [process.getuid?.(), account?.uid].includes(found.uid);
  if (found.isDirectory() && ours) return;
  throw new DataFolderUnusableError(
    `${folder} is needed for the database's socket but belongs to another user.`,
  );
}
