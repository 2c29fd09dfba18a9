import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { link, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../errors/config-error.ts';
import { parseTokenKeys } from './token-keys.ts';
import type { TokenKey } from './token-box.ts';

/**
 * The first start creates them, readable only by their owner (PD-51). Throws a `ConfigError` for damaged
 * keys.
 */
export async function readHomeKeys(dataDir: string): Promise<TokenKey[]> {
  const file = keysFile(dataDir);
  try {
    return parseKeys(file, await readFile(file, 'utf8'));
  } catch (error) {
    if (!isErrorCode(error, 'ENOENT')) throw error;
  }
  const draft = await writeDraft(file, [newKey()]);
  // A link, unlike a rename, never replaces another start's keys.
  await link(draft, file).catch((error: unknown) => {
    if (!isErrorCode(error, 'EEXIST')) throw error;
  });
  await unlink(draft);
  return parseKeys(file, await readFile(file, 'utf8'));
}

export function readHomeKeysAgain(dataDir: string): TokenKey[] {
  const file = keysFile(dataDir);
  return parseKeys(file, readFileSync(file, 'utf8'));
}

/** The server's own; none before its first start. */
export async function tokenKeysOf({
  tokenKeys,
  dataDir,
}: {
  tokenKeys: TokenKey[] | null;
  dataDir: string;
}): Promise<TokenKey[]> {
  if (tokenKeys) return tokenKeys;
  return existsSync(keysFile(dataDir)) ? readHomeKeys(dataDir) : [];
}

/** Adds a new first key. Not safe in two processes at once. */
export async function addHomeKey(dataDir: string): Promise<TokenKey[]> {
  const keys = [newKey(), ...(await readHomeKeys(dataDir))];
  await replaceKeys(keysFile(dataDir), keys);
  return keys;
}

/** Puts keys of a backup first. Keys that are already there stay. */
export async function restoreHomeKeys(dataDir: string, keys: readonly TokenKey[]): Promise<void> {
  const file = keysFile(dataDir);
  const present = existsSync(file) ? parseKeys(file, await readFile(file, 'utf8')) : [];
  const others = present.filter(({ id }) => !keys.some((key) => key.id === id));
  await rename(await writeDraft(file, [...keys, ...others]), file);
}

/** Secrets sealed with the others are lost. */
export async function dropOldHomeKeys(dataDir: string): Promise<void> {
  await replaceKeys(keysFile(dataDir), (await readHomeKeys(dataDir)).slice(0, 1));
}

/** Unique beside older and restored keys. */
function newKey(): TokenKey {
  return { id: `home-${randomBytes(4).toString('hex')}`, key: randomBytes(32) };
}

export function keysFile(dataDir: string): string {
  return join(dataDir, 'token-keys');
}

/** Keeps the owner, because root may rotate another user's keys. */
async function replaceKeys(file: string, keys: readonly TokenKey[]): Promise<void> {
  const { uid, gid } = await stat(file);
  await rename(await writeDraft(file, keys, { uid, gid }), file);
}

/** Writes a synced file beside `file`, readable only by its owner. Returns its path. */
async function writeDraft(
  file: string,
  keys: readonly TokenKey[],
  owner?: { uid: number; gid: number },
): Promise<string> {
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(formatTokenKeys(keys));
    if (owner) await handle.chown(owner.uid, owner.gid);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return draft;
}

/** Writes keys as in `TOKEN_KEYS`, with a newline. */
export function formatTokenKeys(keys: readonly TokenKey[]): string {
  return `${keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')}\n`;
}

function parseKeys(file: string, content: string): TokenKey[] {
  try {
    return parseTokenKeys(content.trim());
  } catch (error) {
    throw new ConfigError(`The keys in ${file} are damaged: restore the file from your copy.`, {
      cause: error,
    });
  }
}

/** Derives a secret that all processes with the same keys share. */
export function derivedSecret([first]: readonly TokenKey[], purpose: string): string {
  if (!first) throw new Error('There is no key to derive a secret from');
  return Buffer.from(hkdfSync('sha256', first.key, '', purpose, 32)).toString('base64url');
}

function isErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
