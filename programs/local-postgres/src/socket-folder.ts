import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { DataFolderUnusableError, systemErrorCode } from './errors.ts';

/** PostgreSQL's name on its default port. */
export const SOCKET_NAME = '.s.PGSQL.5432';

/** The kernel's limit is 108 bytes on Linux and 104 on macOS. */
const MAX_SOCKET_PATH_BYTES = 100;

/**
 * Creates a private socket folder beside the data, or in the temp folder if that path is too long or has a
 * character special to PostgreSQL.
 * @throws DataFolderUnusableError when it belongs to another user
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
