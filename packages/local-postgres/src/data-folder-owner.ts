import { open, rm } from 'node:fs/promises';
import { type Account, giveTo } from './account.ts';
import { isProcessAlive, readIfPresent } from './server-lock.ts';

/** Writes down that this process runs the server of the data folder (in a file beside it). */
export async function recordOwner(dataDir: string, account: Account | undefined): Promise<void> {
  await forgetOwner(dataDir);
  // A new file: what another user may have put there is not followed.
  const file = await open(ownerFile(dataDir), 'wx', 0o600);
  try {
    await giveTo(account, file);
    await file.write(`${process.pid}\n`);
  } finally {
    await file.close();
  }
}

/** Takes the note back once the server has ended. */
export async function forgetOwner(dataDir: string): Promise<void> {
  await rm(ownerFile(dataDir), { force: true });
}

/** Whether another process that started the server on this folder still runs; if not, the server is about to end. */
export async function hasOtherOwner(dataDir: string): Promise<boolean> {
  const pid = Number((await readIfPresent(ownerFile(dataDir)))?.trim());
  return pid !== process.pid && isProcessAlive(pid);
}

function ownerFile(dataDir: string): string {
  return `${dataDir}.owner`;
}
