import { JobQueue } from '@oinkly/server/jobs/job-queue';
import { idleHandlers } from '@oinkly/server/test-support/idle-handlers';
import { startLocalPostgres } from '@oinkly/local-postgres';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newReport } from './report.ts';

/* How fast one process works through many due syncs, as after a night offline. */

const JOBS = 1_000;
/** Each sync takes this long, so that only the queue differs. */
const SYNC_MS = 100;
/** The server runs this many syncs at once. */
const SYNC_WORKERS = 4;

const { report, print } = newReport();
const dataDir = await mkdtemp(join(tmpdir(), 'bench-queue-'));
const postgres = await startLocalPostgres({ dataDir: join(dataDir, 'postgres') });
const queue = new JobQueue(postgres.connectionString, (problem) => console.error(problem));
try {
  await queue.open();
  for (let number = 0; number < JOBS; number += 1) {
    const job = { userId: 'ana', connectionId: String(number), runId: null };
    await queue.send('sync-connection', job, { key: job.connectionId });
  }
  const doneAt: number[] = [];
  const handlers = idleHandlers({
    'sync-connection': async () => {
      await delay(SYNC_MS);
      doneAt.push(performance.now());
    },
  });
  const beganAt = performance.now();
  await queue.work(handlers, console);
  while (doneAt.length < JOBS) await delay(SYNC_MS);
  const [half = 0, last = 0] = [doneAt[JOBS / 2], doneAt.at(-1)];
  const ideal = (SYNC_WORKERS * 1000) / SYNC_MS;
  report(
    `syncs from a long queue (${JOBS.toLocaleString('en-US')} of ${SYNC_MS} ms each) in one process`,
    `${Math.round((JOBS / 2 / (last - half)) * 1000)}/s`,
    `≥ ${ideal / 2}/s`,
    `${ideal}/s without a queue; finished after ${Math.round((last - beganAt) / 1000)} s`,
  );
} finally {
  await queue.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
print();
