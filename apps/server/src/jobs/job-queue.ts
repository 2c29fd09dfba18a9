import type { ErrorCode } from '@oinkly/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import { PgBoss, type Db, type JobResult } from 'pg-boss';
import { AppError } from '../app-error.ts';
import type { Transaction } from '../db/database.ts';
import { withoutParameters } from '../log-errors.ts';

/** The clock starts these jobs. */
type NoData = Record<string, never>;

/** Kinds of jobs and their data. A job of one user names it `userId`, by which `forgetUser` finds it. */
export interface Jobs {
  /** Creates a run if `runId` is null. */
  'sync-connection': { userId: string; connectionId: string; runId: number | null };
  'sync-due-connections': NoData;
  'create-due-occurrences': NoData;
  'close-weeks': NoData;
  'remove-expired': NoData;
  /** `subscriptionId` is the SHA-256 of its endpoint, base64url. */
  'send-push': { userId: string; notificationId: number; subscriptionId: string };
  /** Works even when the user's rows are gone. The token is sealed for `connectionId`. */
  'remove-connection': { provider: string; connectionId: string; sealedToken: string; keyId: string };
  /** Ends the connections that a deleted user's link session brings until `endsAt` (ISO 8601). Older versions queued this shape. */
  'remove-link': { provider: string; linkToken: string; endsAt: string };
  /** For a deleted user at the embedded issuer. */
  'delete-issuer-account': { subject: string };
  /** Links the banks of a session whose tab was closed. `stateHash` is base64url. */
  'collect-link': { userId: string; stateHash: string };
}

export type JobName = keyof Jobs;

/** A failed handler is retried by its queue's settings. The signal is aborted when the queue has given the job to another worker. */
export type JobHandlers = { [N in JobName]: (data: Jobs[N], signal: AbortSignal) => Promise<void> };

type JobLog = Pick<FastifyBaseLogger, 'warn' | 'error'>;

/** Times in seconds. A killed worker's job restarts after its heartbeat stops. */
interface QueueSettings {
  policy: 'standard' | 'short';
  retryLimit: number;
  retryDelay: number;
  retryBackoff: boolean;
  /** The longest pause; unlimited by default. */
  retryDelayMax?: number;
  /** How long a job may wait before it is dropped; two weeks by default. */
  retentionSeconds?: number;
  workers: number;
  /** Jobs per worker at a time; 1 by default. */
  batchSize?: number;
  /** This error means too early, which is no failure. */
  tooEarly?: ErrorCode;
  /** Log level of a failed try; `warn` by default. */
  failureLevel?: keyof JobLog;
}

/** When the clock starts a job. */
interface Schedule {
  /** In UTC. */
  cron: string;
  /** Whether it also runs at the start of a server, for what was missed. */
  atStart: boolean;
}

const EVERY_FIVE_MINUTES = '*/5 * * * *';
const EVERY_NIGHT = '23 4 * * *';

const HOUR_S = 60 * 60;
const YEAR_S = 365 * 24 * HOUR_S;

/**
 * For promises to users who are gone: never given up, because nobody else has the job's data. Every failure is logged as an error for the
 * operator.
 */
const UNTIL_IT_IS_DONE = {
  policy: 'standard',
  retryLimit: 1_000_000,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 4 * HOUR_S,
  retentionSeconds: 20 * YEAR_S,
  workers: 1,
  // After an outage of the provider, many are due.
  batchSize: 10,
  failureLevel: 'error',
} as const;

/** The next start of the job repeats what failed. */
const AGAIN_SOON = {
  policy: 'short',
  retryLimit: 0,
  retryDelay: 0,
  retryBackoff: false,
  workers: 1,
} as const;

/** Queues of earlier versions, deleted at start with their schedules. */
const RETIRED_QUEUES = ['settle-weeks'];

const QUEUES: {
  [N in JobName]: QueueSettings & (Jobs[N] extends NoData ? { schedule: Schedule } : { schedule?: never });
} = {
  // Short: one waiting job per key.
  'sync-connection': { policy: 'short', retryLimit: 3, retryDelay: 5, retryBackoff: true, workers: 4 },
  'sync-due-connections': { ...AGAIN_SOON, schedule: { cron: EVERY_FIVE_MINUTES, atStart: false } },
  'create-due-occurrences': { ...AGAIN_SOON, schedule: { cron: EVERY_FIVE_MINUTES, atStart: true } },
  'close-weeks': { ...AGAIN_SOON, schedule: { cron: EVERY_FIVE_MINUTES, atStart: true } },
  'remove-expired': {
    policy: 'short',
    retryLimit: 2,
    retryDelay: 600,
    retryBackoff: false,
    workers: 1,
    schedule: { cron: EVERY_NIGHT, atStart: true },
  },
  // About an hour with growing pauses. On Monday morning a whole zone is due at once.
  'send-push': {
    policy: 'standard',
    retryLimit: 6,
    retryDelay: 30,
    retryBackoff: true,
    workers: 2,
    batchSize: 20,
  },
  'remove-connection': UNTIL_IT_IS_DONE,
  'delete-issuer-account': UNTIL_IT_IS_DONE,
  // Two hours: the session lasts one, its one-time tokens half an hour more.
  'remove-link': {
    policy: 'standard',
    retryLimit: 40,
    retryDelay: 180,
    retryBackoff: false,
    workers: 1,
    tooEarly: 'LINK_NOT_FINISHED',
    failureLevel: 'error',
  },
  // A one-time token lasts half an hour.
  'collect-link': {
    policy: 'standard',
    retryLimit: 9,
    retryDelay: 180,
    retryBackoff: false,
    workers: 1,
    tooEarly: 'LINK_NOT_FINISHED',
  },
};

const JOB_NAMES = Object.keys(QUEUES) as JobName[];

const WORK_GRACE_MS = 3_000;

const HEARTBEAT_S = 20;
const EXPIRE_S = 15 * 60;
const POLL_S = 2;
/** For diagnosis, but short, because some hold data that their user deleted. */
const KEPT_AFTERWARDS_S = 60 * 60;
const MONITOR_S = 15;
const CRON_S = 30;

/** The durable queue (pg-boss, on the app's own PostgreSQL). */
export class JobQueue {
  readonly #boss: PgBoss;

  /** `onProblem` receives errors of the queue itself. */
  constructor(connectionString: string, onProblem: (problem: Error) => void) {
    this.#boss = new PgBoss({
      connectionString,
      max: 3,
      useListenNotify: true,
      monitorIntervalSeconds: MONITOR_S,
      superviseIntervalSeconds: MONITOR_S,
      maintenanceIntervalSeconds: KEPT_AFTERWARDS_S,
      queueCacheIntervalSeconds: MONITOR_S,
      cronMonitorIntervalSeconds: CRON_S,
      cronWorkerIntervalSeconds: CRON_S,
      persistWarnings: false,
      reindex: false,
    });
    const report = (problem: Error | { message: string; stack?: string }) => onProblem(asError(problem));
    this.#boss.on('error', report);
    this.#boss.on('warning', report);
  }

  /** Opens the queue for `send`. */
  async open(): Promise<void> {
    await this.#boss.start();
    for (const name of RETIRED_QUEUES) await this.#boss.deleteQueue(name);
    for (const [name, settings] of Object.entries(QUEUES)) {
      const { policy, retryLimit, retryDelay, retryBackoff, retryDelayMax, retentionSeconds } = settings;
      const options = {
        retryLimit,
        retryDelay,
        retryBackoff,
        ...(retryDelayMax !== undefined && { retryDelayMax }),
        ...(retentionSeconds !== undefined && { retentionSeconds }),
        heartbeatSeconds: HEARTBEAT_S,
        expireInSeconds: EXPIRE_S,
        deleteAfterSeconds: KEPT_AFTERWARDS_S,
        notify: true,
      };
      await this.#boss.createQueue(name, { ...options, policy });
      await this.#boss.updateQueue(name, options);
      if (settings.retentionSeconds !== undefined) await this.#prolong(name, settings);
    }
  }

  /** Starts working and logs every failed try. */
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

  /** Removes all jobs of a user, even ended ones, at the commit. */
  async forgetUser(tx: Transaction, userId: string): Promise<void> {
    const db = inSameTransaction(tx);
    for (const name of JOB_NAMES) {
      const jobs = await this.#boss.findJobs(name, { data: { userId }, db });
      if (jobs.length > 0) {
        await this.#boss.deleteJob(
          name,
          jobs.map(({ id }) => id),
          { db },
        );
      }
    }
  }

  /** Stops taking jobs and waits briefly for running ones; the rest return to the queue. `send` still works. */
  async stopWorking(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: WORK_GRACE_MS, close: false });
  }

  async close(): Promise<void> {
    await this.stopWorking();
    await this.#boss.stop();
  }

  /** Gives unfinished jobs of an earlier version today's retries and times, which a job keeps from its creation. */
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
    const { workers, batchSize = 1, tooEarly, failureLevel = 'warn' }: QueueSettings = QUEUES[name];
    const options = {
      pollingIntervalSeconds: POLL_S,
      // PostgreSQL announces no job that becomes due later.
      notifyPollingIntervalSeconds: POLL_S,
      localConcurrency: workers,
      batchSize,
      // Without a pause after a full batch, else as soon as the queue is counted.
      burstWhenBatchFull: true,
      burstWhenReadyExceeds: 1,
      // Retries only the failed jobs of a batch.
      perJobResults: true,
    } as const;
    await this.#boss.work<Jobs[N], unknown, typeof options>(name, options, (jobs) =>
      Promise.all(
        jobs.map(async ({ id, data, signal, retryCount }): Promise<JobResult> => {
          try {
            await handler(data, signal);
            return { id, status: 'completed' };
          } catch (error) {
            if (!(error instanceof AppError) || error.code !== tooEarly)
              log[failureLevel](
                { job: name, jobId: id, tries: retryCount + 1, err: error },
                'a job has failed',
              );
            // The queue stores it.
            return { id, status: 'failed', output: withoutParameters(error) };
          }
        }),
      ),
    );
  }
}

function inSameTransaction(tx: Transaction): Db {
  return { executeSql: (text, values) => tx.$client.query(text, values) };
}

/** The library reports some problems as objects that only look like errors and hold users' data. */
function asError(problem: Error | { message: string; stack?: string }): Error {
  if (problem instanceof Error) return problem;
  const error = new Error(problem.message);
  if (problem.stack !== undefined) error.stack = problem.stack;
  return error;
}
