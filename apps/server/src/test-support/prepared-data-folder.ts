import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { freePort, startedServer } from './server-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** From a server that has started once and stopped. */
    preparedDataFolder: string;
  }
}

/** Spares tests the creation of a cluster. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prepared-'));
  // A busy machine may kill a slow PostgreSQL. A second stop has little left to write.
  do {
    const server = await startedServer({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    await server.end('SIGTERM');
  } while (existsSync(join(dataDir, 'postgres', 'postmaster.pid')));
  project.provide('preparedDataFolder', dataDir);
  return () => rm(dataDir, { recursive: true, force: true });
}

/** All copies have the same token keys. */
export async function copyDataFolder(preparedDataFolder: string, into: string): Promise<void> {
  // Unlike Node's `cp`, it keeps the owner, PostgreSQL's own user.
  await promisify(execFile)('cp', ['-a', `${preparedDataFolder}/.`, into]);
}
