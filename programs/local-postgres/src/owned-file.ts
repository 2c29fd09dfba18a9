import { open, rm } from 'node:fs/promises';
import { type Account, giveTo } from './account.ts';

/** A new file, so no planted link is followed. */
export async function writeOwnedFile(
  path: string,
  text: string,
  account: Account | undefined,
): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    await giveTo(account, file);
    await file.write(text);
  } finally {
    await file.close();
  }
}
