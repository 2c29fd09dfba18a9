import { rm, writeFile } from 'node:fs/promises';
import { isProcessAlive, readIfPresent } from './server-lock.ts';

/** Writes down that this process runs the server of the data folder (in a file beside it). */
export async function recordOwner(dataDir: string): Promise<void> {
  await writeFile(ownerFile(dataDir), `${process.pid}\n`, { mode: 0o600 });
}

/** Takes the note back once the server has ended. */
export async function forgetOwner(dataDir: string): Promise<void> {
  await rm(ownerFile(dataDir), { force: true });
}

/** Whether the process that started the server on this folder still runs; if not, the server is about to end. */
export async function isOwnerAlive(dataDir: string): Promise<boolean> {
  return isProcessAlive(Number((await readIfPresent(ownerFile(dataDir)))?.trim()));
}

function ownerFile(dataDir: string): string {
  return `${dataDir}.owner`;
}
