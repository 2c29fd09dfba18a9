import { rm } from 'node:fs/promises';
import type { Account } from './account.ts';
import { writeOwnedFile } from './owned-file.ts';
import { isProcessAlive, readIfPresent } from './server-lock.ts';

export async function recordOwner(dataDir: string, account: Account | undefined): Promise<void> {
  await writeOwnedFile(ownerFile(dataDir), `${process.pid}\n`, account);
}

export async function forgetOwner(dataDir: string): Promise<void> {
  await rm(ownerFile(dataDir), { force: true });
}

/** Whether another process that started this folder's server still runs. If not, the server ends soon. */
export async function hasOtherOwner(dataDir: string): Promise<boolean> {
  const pid = Number((await readIfPresent(ownerFile(dataDir)))?.trim());
  return pid !== process.pid && isProcessAlive(pid);
}

function ownerFile(dataDir: string): string {
  return `${dataDir}.owner`;
}
