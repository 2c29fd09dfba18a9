import type { FastifyBaseLogger } from 'fastify';
import { PgBoss, type Db, type JobResult } from 'pg-boss';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import { SILENCE_MS, type Transaction } from '../db/database.ts';
import { asJob } from '../db/fair-shares.ts';
import { withoutParameters } from '../log/log-errors.ts';
import {
  CLOCK_QUEUES,
  JOB_NAMES,
  QUEUES,
  type JobHandlers,
  type JobName,
  type Jobs,
  type QueueSettings,
} from './job-list.ts';
import { CREATE_USER_INDEX, JOB_USER } from './queue-schema.ts';
import { countParkedJobs, UnfinishedJobs } from './unfinished-jobs.ts';

type JobLog = Pick<FastifyBaseLogger, 'warn' | 'error'>;

const WORK_GRACE_MS = 3_000;

const HEARTBEAT_S = 20;
const EXPIRE_S = 15 * 60;
const POLL_S = 2;
/** How long ended jobs are kept for diagnosis; short, because some hold deleted users' data. */
const KEPT_AFTERWARDS_S = 60 * 60;
/** Workers look every few seconds. */
const WORKER_SILENCE_MS = 60_000;
const MONITOR_S = 15;
const CRON_S = 30;
/** The library hands it to `pg`. */
const WITH_QUERY_TIMEOUT = { query_timeout: SILENCE_MS };

const jobCounts = z.array(
  z.object({
    name: z.string(),
    waiting: z.number(),
    running: z.number(),
    retrying: z.number(),
    /** 0 if none is due. */
    oldestDueSeconds: z.number(),
  }),
);

type JobCount = z.infer<typeof jobCounts>[number];

/** The durable queue: pg-boss on the app's own PostgreSQL (ADR 2). */
export class JobQueue {
  readonly #boss: PgBoss;
  /** Its statements may take longer, because they create or update the queue's tables. */
  readonly #updater: PgBoss;
  /** The batches of jobs that run now. */
  readonly #running = new Map<readonly string[], UnfinishedJobs>();

  readonly #onProblem: (problem: Error) => void;
  #isClosing = false;

  constructor(connectionString: string, onProblem: (problem: Error) => void) {
    this.#onProblem = onProblem;
    this.#updater = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false });
    this.#boss = new PgBoss({
      connectionString,
      max: 3,
      ...WITH_QUERY_TIMEOUT,
      useListenNotify: true,
      monitorIntervalSeconds: MONITOR_S,
      superviseIntervalSeconds: MONITOR_S,
      maintenanceIntervalSeconds: KEPT_AFTERWARDS_S,
      queueCacheIntervalSeconds: MONITOR_S,
      cronMonitorIntervalSeconds: CRON_S,
      cronWorkerIntervalSeconds: CRON_S,
      persistWarnings: false,
      // The warning also counts jobs that are not due yet, such as messages for tomorrow morning. A metric has the age of the oldest due job.
      warningQueueSize: Infinity,
      reindex: false,
    });
    // A closing queue ends its connections on purpose.
    const report = (problem: Error | { message: string; stack?: string }) => {
      if (!this.#isClosing) onProblem(asError(problem));
    };
    for (const boss of [this.#updater, this.#boss]) {
      boss.on('error', report);
      boss.on('warning', report);
    }
  }

  async open(): Promise<void> {
    try {
      await this.#updater.start();
      await this.#updater.getDb().executeSql(CREATE_USER_INDEX, []);
    } finally {
      await this.#updater.stop({ graceful: false });
    }
    await this.#boss.start();
    const known = new Set((await this.#boss.getQueues()).map(({ name }) => name));
    for (const [name, settings] of Object.entries(QUEUES)) {
      const { policy, retryLimit, retryDelay, retryBackoff, retryDelayMax, retentionSeconds } = settings;
      const { expireSeconds = EXPIRE_S }: QueueSettings = settings;
      const options = {
        retryLimit,
        retryDelay,
        retryBackoff,
        ...(retryDelayMax !== undefined && { retryDelayMax }),
        ...(retentionSeconds !== undefined && { retentionSeconds }),
        heartbeatSeconds: HEARTBEAT_S,
        expireInSeconds: expireSeconds,
        deleteAfterSeconds: KEPT_AFTERWARDS_S,
        notify: true,
      };
      if (known.has(name)) await this.#boss.updateQueue(name, options);
      else await this.#boss.createQueue(name, { ...options, policy });
      if (settings.retentionSeconds !== undefined) await this.#prolong(name, settings);
    }
  }

  async work(handlers: JobHandlers, log: JobLog): Promise<void> {
    for (const name of JOB_NAMES) await this.#workOn(name, handlers[name], log);
  }

  /** Schedules the jobs of the clock and runs those that may have been missed. */
  async followClock(): Promise<void> {
    for (const name of JOB_NAMES) {
      const { schedule } = QUEUES[name];
      if (!schedule) continue;
      await this.#boss.schedule(name, schedule.cron);
      if (schedule.atStart) await this.send(name, {});
    }
  }

  /** Adds a job; with `tx`, at its commit. A short queue ignores a job whose `key` already waits. */
  async send<N extends JobName>(
    name: N,
    data: Jobs[N],
    options: { tx?: Transaction; startAfterSeconds?: number; key?: string } = {},
  ): Promise<void> {
    await this.#boss.send(name, data, {
      ...(options.tx && { db: inSameTransaction(options.tx) }),
      ...(options.key !== undefined && { singletonKey: options.key }),
      ...(options.startAfterSeconds !== undefined && { startAfter: options.startAfterSeconds }),
    });
  }

  /** Adds messages to many users at the commit, in one statement. 0 seconds means now. */
  async sendAll<N extends 'send-push' | 'send-message' | 'send-mail'>(
    name: N,
    jobs: readonly { data: Jobs[N]; startAfterSeconds: number }[],
    { tx }: { tx: Transaction },
  ): Promise<void> {
    if (jobs.length === 0) return;
    await this.#boss.insert(
      name,
      jobs.map(({ data, startAfterSeconds }) => ({ data, startAfter: startAfterSeconds })),
      { db: inSameTransaction(tx) },
    );
  }

  /** Deletes all jobs of a user at the commit, even ended ones. */
  async forgetUser(tx: Transaction, userId: string): Promise<void> {
    const search = `WITH deleted AS (DELETE FROM pgboss.job WHERE ${JOB_USER} = $1)
      SELECT FROM pgboss.job WHERE ${JOB_USER} = $1`;
    // The queue replaces the row of a job that fails at the same time; only the next search finds the new row.
    while ((await tx.$client.query(search, [userId])).rows.length > 0);
  }

  /** Running jobs get a moment; the rest return to the queue. `send` still works. */
  async stopWorking(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: WORK_GRACE_MS, close: false });
    // They did not end this process: it ends them.
    for (const [ids, unfinished] of this.#running)
      await unfinished.end(ids).catch((error: unknown) => this.#onProblem(asError(error as Error)));
    this.#running.clear();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.stopWorking();
    await this.#boss.stop();
  }

  /** The queues of which no worker of this process has a job or has lately looked for one. */
  idleQueues(): JobName[] {
    const since = Date.now() - WORKER_SILENCE_MS;
    const working = new Set(
      this.#boss
        .getWipData()
        .filter(({ count, createdOn, lastFetchedOn }) => count > 0 || (lastFetchedOn ?? createdOn) > since)
        .map(({ name }) => name),
    );
    return JOB_NAMES.filter((name) => !working.has(name));
  }

  /** Counts the unfinished jobs of all processes by queue. */
  async countJobs(): Promise<JobCount[]> {
    const { rows } = await this.#boss.getDb().executeSql(
      `SELECT q.name, count(*) FILTER (WHERE j.state = 'created')::integer AS waiting,
         count(*) FILTER (WHERE j.state = 'active')::integer AS running,
         count(*) FILTER (WHERE j.state = 'retry')::integer AS retrying,
         coalesce(extract(epoch FROM now() - min(j.start_after) FILTER (WHERE j.state < 'active' AND j.start_after < now())), 0)::float8
           AS "oldestDueSeconds"
       FROM unnest($1::text[]) AS q (name) LEFT JOIN pgboss.job j ON j.name = q.name AND j.state <= 'active'
       GROUP BY q.name ORDER BY q.name`,
      [JOB_NAMES],
    );
    return jobCounts.parse(rows);
  }

  /** Counts the jobs that did not end twice in a row, by queue. */
  countParkedJobs(): ReturnType<typeof countParkedJobs> {
    return countParkedJobs(this.#boss.getDb(), CLOCK_QUEUES);
  }

  /** Gives unfinished jobs the current settings, because a job keeps those of its creation. */
  async #prolong(
    name: string,
    { retryLimit, retryDelayMax, retentionSeconds }: QueueSettings,
  ): Promise<void> {
    await this.#boss.getDb().executeSql(
      `UPDATE pgboss.job SET retry_limit = $2, retry_delay_max = $3, keep_until = created_on + make_interval(secs => $4)
       WHERE name = $1 AND completed_on IS NULL AND retry_limit < $2`,
      [name, retryLimit, retryDelayMax ?? null, retentionSeconds],
    );
  }

  async #workOn<N extends JobName>(name: N, handler: JobHandlers[N], log: JobLog): Promise<void> {
    const settings: QueueSettings = QUEUES[name];
    const { workers, batchSize = 1, tooEarly, retryLimit, failureLevel = 'warn' } = settings;
    const { givenUpLevel = failureLevel } = settings;
    // A sync is counted by its connection, whatever the job.
    const unfinished =
      name === 'sync-connection'
        ? null
        : new UnfinishedJobs(this.#boss.getDb(), name, 'schedule' in settings);
    const options = {
      pollingIntervalSeconds: POLL_S,
      // PostgreSQL does not announce jobs that become due later.
      notifyPollingIntervalSeconds: POLL_S,
      localConcurrency: workers,
      batchSize,
      // Does not pause after a full batch.
      burstWhenBatchFull: true,
      burstWhenReadyExceeds: 1,
      perJobResults: true,
    } as const;
    await this.#boss.work<Jobs[N], unknown, typeof options>(name, options, async (jobs) => {
      const ids = jobs.map(({ id }) => id);
      const parked = await unfinished?.start(ids);
      if (unfinished) this.#running.set(ids, unfinished);
      await unfinished?.putOff([...(parked ?? [])]);
      const results = await Promise.all(
        jobs.map(async ({ id, data, signal, retryCount }): Promise<JobResult> => {
          if (parked?.has(id)) {
            log.error({ job: name, jobId: id }, 'a job is parked: it did not end twice in a row');
            // It is put off, so this changes nothing but a job of the clock.
            return { id, status: 'completed' };
          }
          try {
            await asJob(() => handler(data, signal));
            return { id, status: 'completed' };
          } catch (error) {
            if (!(error instanceof AppError) || error.code !== tooEarly)
              log[retryCount < retryLimit ? failureLevel : givenUpLevel](
                { job: name, jobId: id, tries: retryCount + 1, err: error },
                'a job has failed',
              );
            // The queue stores it.
            return { id, status: 'failed', output: withoutParameters(error) };
          }
        }),
      );
      this.#running.delete(ids);
      await unfinished?.end(ids.filter((id) => !parked?.has(id)));
      return results;
    });
  }
}

function inSameTransaction(tx: Transaction): Db {
  return { executeSql: (text, values) => tx.$client.query(text, values) };
}

/** The library reports some problems as plain objects that hold users' data. */
function asError(problem: Error | { message: string; stack?: string }): Error {
  if (problem instanceof Error) return problem;
  const error = new Error(problem.message);
  if (problem.stack !== undefined) error.stack = problem.stack;
  return error;
}
