import { open, rm } from 'node:fs/promises';
import { type Account, giveTo } from './account.ts';

/** Writes a file for `account` alone in the place of an earlier one. It is a new file: no link that another user has put there is followed. */
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
