import { constants, type Dirent } from 'node:fs';
import { access, chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from './config.ts';
import { errorCode } from './failed-start.ts';

/** The bit that lets a folder be shared by everybody. */
const STICKY = 0o1000;

/** Makes the data folder, private to its owner (SEC-28). Throws a `ConfigError` when it cannot be made or written to. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolders(dirname(dataDir));
    // Every file from now on is for its owner alone.
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

/** Makes missing folders one by one: Node's own `recursive` never returns below /proc. */
async function makeFolders(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (parent !== folder) await makeFolders(parent);
  await makeFolder(folder, 0o755);
}

async function makeFolder(folder: string, mode?: number): Promise<void> {
  const isThere = await stat(folder).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    },
  );
  if (isThere) return;
  await mkdir(folder, mode).catch((error: unknown) => {
    // Another start was quicker.
    if (errorCode(error) !== 'EEXIST') throw error;
  });
}

/** Takes rights away that an earlier version gave. A shared folder such as /tmp, and what others own, stay as they are. */
async function closeToOthers(dataDir: string, entries: readonly Dirent[]): Promise<void> {
  const { mode, uid } = await stat(dataDir);
  if (uid !== process.getuid?.() || mode & STICKY) return;
  // As root, the group of the user that PostgreSQL runs as keeps its right to pass.
  await chmod(dataDir, mode & (uid === 0 ? 0o710 : 0o700));
  for (const entry of entries) {
    if (entry.isFile()) await chmod(join(dataDir, entry.name), 0o600);
  }
}
