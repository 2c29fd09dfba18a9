import { type FileHandle, readFile, stat } from 'node:fs/promises';
import { DataFolderUnusableError, systemErrorCode } from './errors.ts';

/** The user and group that PostgreSQL runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * Whom PostgreSQL must run as: undefined for "as ourselves". PostgreSQL refuses root, so as root it is the owner of
 * an existing data folder, else `nobody` (initdb needs an entry in the password file, and `nobody` has one everywhere).
 * @throws DataFolderUnusableError as root on a system without `nobody`
 */
export async function chooseAccount(dataDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await ownerOf(dataDir);
  return owner !== undefined && owner.uid !== 0 ? owner : await nobody();
}

/** Lets `account` have a file that we have opened beside its data folder: its own server must be able to open it too. */
export async function giveTo(account: Account | undefined, file: FileHandle): Promise<void> {
  if (account !== undefined) await file.chown(account.uid, account.gid);
}

async function ownerOf(folder: string): Promise<Account | undefined> {
  try {
    const { uid, gid } = await stat(folder);
    return { uid, gid };
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function nobody(): Promise<Account> {
  const entry = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((line) => line.startsWith('nobody:'));
  const [, , uid, gid] = entry?.split(':') ?? [];
  if (uid === undefined || gid === undefined) {
    throw new DataFolderUnusableError(
      "PostgreSQL does not run as root and this system has no user 'nobody': start as another user.",
    );
  }
  // macOS writes -2 for what the kernel calls 4294967294.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}
