import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, parseTokenKeys } from './config.ts';
import type { TokenKey } from './token-box.ts';

/**
 * The keys of the home mode: read from the data folder, or made there once, readable by its owner alone (PD-51). A start that is
 * killed in the middle leaves no half-written key behind. The folder must be there. Throws a `ConfigError` for keys that cannot be read.
 */
export async function readHomeKeys(dataDir: string): Promise<TokenKey[]> {
  const file = join(dataDir, 'token-keys');
  try {
    return await readKeys(file);
  } catch (error) {
    if (!isErrorCode(error, 'ENOENT')) throw error;
  }
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`home:${randomBytes(32).toString('base64')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // A link, unlike a rename, leaves the keys alone that another start has made meanwhile.
  await link(draft, file).catch((error: unknown) => {
    if (!isErrorCode(error, 'EEXIST')) throw error;
  });
  await unlink(draft);
  return readKeys(file);
}

async function readKeys(file: string): Promise<TokenKey[]> {
  const content = await readFile(file, 'utf8');
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
