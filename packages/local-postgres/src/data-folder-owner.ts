import { rm } from 'node:fs/promises';
import type { Account } from './account.ts';
import { writeOwnedFile } from './owned-file.ts';
import { isProcessAlive, readIfPresent } from './server-lock.ts';

/** Writes down that this process runs the server of the data folder (in a file beside it). */
export async function recordOwner(dataDir: string, account: Account | undefined): Promise<void> {
  await writeOwnedFile(ownerFile(dataDir), `${process.pid}\n`, account);
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
