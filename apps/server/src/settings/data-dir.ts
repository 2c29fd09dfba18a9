import { constants, type Dirent } from 'node:fs';
import { access, chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from '../errors/config-error.ts';
import { errorCode } from '../errors/error-code.ts';

/** The mode bit of folders that all users share, such as /tmp. */
const STICKY = 0o1000;

/** Creates it private to its owner (SEC-28). Throws a `ConfigError` if that fails. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolders(dirname(dataDir));
    // Makes all later files private.
    process.umask(0o077);
    await makeFolder(dataDir);
    await access(dataDir, constants.W_OK);
    await closeToOthers(dataDir, await readdir(dataDir, { withFileTypes: true }));
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR must be a folder that the server can write to: ${dataDir} is not (${errorCode(error)}).`,
      { cause: error },
    );
  }
}

/** Node's own `recursive` never returns below /proc. */
async function makeFolders(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (parent !== folder) await makeFolders(parent);
  await makeFolder(folder, 0o755);
}

async function makeFolder(folder: string, mode?: number): Promise<void> {
  const exists = await stat(folder).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    },
  );
  if (exists) return;
  await mkdir(folder, mode).catch((error: unknown) => {
    // Another start was faster.
    if (errorCode(error) !== 'EEXIST') throw error;
  });
}

/** Removes rights that an earlier version gave, except in shared folders such as /tmp and on other users' files. */
async function closeToOthers(dataDir: string, entries: readonly Dirent[]): Promise<void> {
  const { mode, uid } = await stat(dataDir);
  if (uid !== process.getuid?.() || mode & STICKY) return;
  // PostgreSQL's own user must pass through.
  await chmod(dataDir, mode & (uid === 0 ? 0o710 : 0o700));
  for (const entry of entries) {
    if (entry.isFile()) await chmod(join(dataDir, entry.name), 0o600);
  }
}
