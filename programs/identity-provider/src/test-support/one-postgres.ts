import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres } from '@oinkly/local-postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of a database whose user may create others. */
    identityPostgresUrl: string;
  }
}

/** Spares each file the creation of a cluster. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'oinkly-test-'));
  const postgres = await startLocalPostgres({ dataDir: join(home, 'postgres'), opensSuperuser: true });
  project.provide('identityPostgresUrl', postgres.superuserConnectionString);
  return async () => {
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  };
}
