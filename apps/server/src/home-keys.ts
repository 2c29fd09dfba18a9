import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, parseTokenKeys } from './config.ts';
import type { TokenKey } from './token-box.ts';

/**
 * The keys of the home mode: read from the data folder, or made there once, readable by its owner alone (PD-51). A start that is
 * killed in the middle leaves no half-written key behind. The folder must be there. Throws a `ConfigError` for keys that cannot be read.
 */
export async function readHomeKeys(dataDir: string): Promise<TokenKey[]> {
  const file = keysFile(dataDir);
  try {
    return parseKeys(file, await readFile(file, 'utf8'));
  } catch (error) {
    if (!isErrorCode(error, 'ENOENT')) throw error;
  }
  const draft = await writeDraft(file, [newKey()]);
  // A link, unlike a rename, leaves the keys alone that another start has made meanwhile.
  await link(draft, file).catch((error: unknown) => {
    if (!isErrorCode(error, 'EEXIST')) throw error;
  });
  await unlink(draft);
  return parseKeys(file, await readFile(file, 'utf8'));
}

/** The keys as they stand in the data folder now, for a process that runs while they are rotated. */
export function readHomeKeysAgain(dataDir: string): TokenKey[] {
  const file = keysFile(dataDir);
  return parseKeys(file, readFileSync(file, 'utf8'));
}

/** Puts a new key in front of the others, which still open what they have sealed. One process at a time may do so. */
export async function addHomeKey(dataDir: string): Promise<TokenKey[]> {
  const keys = [newKey(), ...(await readHomeKeys(dataDir))];
  await replaceKeys(keysFile(dataDir), keys);
  return keys;
}

/** Takes all keys away but the first. What they have sealed never opens again. */
export async function dropOldHomeKeys(dataDir: string): Promise<void> {
  await replaceKeys(keysFile(dataDir), (await readHomeKeys(dataDir)).slice(0, 1));
}

/** Returns a new key under a name that no other has, so that it works beside keys made before or brought back. */
function newKey(): TokenKey {
  return { id: `home-${randomBytes(4).toString('hex')}`, key: randomBytes(32) };
}

/** Returns the file of the keys in the data folder. */
export function keysFile(dataDir: string): string {
  return join(dataDir, 'token-keys');
}

/** Puts other keys in the place of those in the file, all at once, for the same owner: whoever rotates them need not be who serves. */
async function replaceKeys(file: string, keys: readonly TokenKey[]): Promise<void> {
  const { uid, gid } = await stat(file);
  await rename(await writeDraft(file, keys, { uid, gid }), file);
}

/** Writes keys beside their file, to the disk and for their owner alone, and returns where. */
async function writeDraft(
  file: string,
  keys: readonly TokenKey[],
  owner?: { uid: number; gid: number },
): Promise<string> {
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')}\n`);
    if (owner) await handle.chown(owner.uid, owner.gid);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return draft;
}

function parseKeys(file: string, content: string): TokenKey[] {
  try {
    return parseTokenKeys(content.trim());
  } catch (error) {
    throw new ConfigError(`The keys in ${file} are damaged: bring the file back from a backup.`, {
      cause: error,
    });
  }
}

/**
 * A secret that the parts of one server share with each other, such as the embedded identity provider with the app. It is derived from
 * the token keys, so that every process with the same keys has the same one and none of it is stored.
 */
export function derivedSecret([first]: readonly TokenKey[], purpose: string): string {
  if (!first) throw new Error('There is no key to derive a secret from');
  return Buffer.from(hkdfSync('sha256', first.key, '', purpose, 32)).toString('base64url');
}

function isErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
