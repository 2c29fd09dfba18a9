import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../errors/app-error.ts';
import { listLostServers, listMisplacedTables } from '../db/distribution/cluster.ts';
import { ageOfSchema } from '../db/migrate.ts';
import type { DatabasePool } from '../db/database.ts';
import type { JobQueue } from '../jobs/job-queue.ts';

/** Load balancers wait only a few seconds. */
const DATABASE_PATIENCE_MS = 2_000;

/**
 * Throws SERVICE_UNAVAILABLE with one sentence for the operator unless the database answers, has this version's tables or a newer one's,
 * and this process works on jobs. Returns a sentence for each problem with which it can still serve users.
 */
export async function checkReadiness(
  { db, queue }: { db: DatabasePool; queue: Pick<JobQueue, 'idleQueues'> },
  migrationsFolder: string,
): Promise<string[]> {
  const late = new AbortController();
  const { age, problems } = await Promise.race([
    lookAt(db, migrationsFolder).catch((error: unknown) => {
      throw notReady('The database can’t be used.', error);
    }),
    delay(DATABASE_PATIENCE_MS, undefined, { ref: false, signal: late.signal }).then(() => {
      throw notReady('The database doesn’t answer.');
    }),
  ]).finally(() => late.abort());
  if (age !== 'current' && age !== 'newer')
    throw notReady('The database doesn’t have this version’s tables.');
  const idle = queue.idleQueues();
  if (idle.length > 0) throw notReady(`No worker takes these jobs: ${idle.join(', ')}.`);
  // An update replaces processes one after the other, and must not take them all from the balancer.
  return age === 'newer'
    ? ['A newer version has updated the database: replace this process.', ...problems]
    : problems;
}

async function lookAt(db: DatabasePool, migrationsFolder: string) {
  return { age: await ageOfSchema(db, migrationsFolder), problems: await problemsOfCluster(db) };
}

/** Without addresses, because anyone may ask. */
async function problemsOfCluster(db: DatabasePool): Promise<string[]> {
  const misplaced = await listMisplacedTables(db);
  const lost = await listLostServers(db);
  return [
    ...(misplaced.length > 0 ? [`These tables are not in their places: ${misplaced.join(', ')}.`] : []),
    ...(lost
      ? lost.map(({ id }) => `Database server ${id} doesn’t answer.`)
      : ['Not all database servers answer.']),
  ];
}

function notReady(message: string, cause?: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', { message, cause });
}
