import type { ErrorCode } from '@oinkly/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import { PgBoss, type Db, type JobResult } from 'pg-boss';
import { AppError } from '../app-error.ts';
import type { Transaction } from '../db/database.ts';
import { withoutParameters } from '../log-errors.ts';

/** Every kind of job and what it carries. */
export interface Jobs {
  /** Syncs one connection; without `runId` it begins a run of its own. */
  'sync-connection': { userId: string; connectionId: string; runId: number | null };
  /** Syncs every connection that is due. */
  'sync-due-connections': Record<string, never>;
  /** Creates what recurs and is due. */
  'create-due-occurrences': Record<string, never>;
  /** Writes down how weeks that are over have ended. */
  'close-weeks': Record<string, never>;
  /** Deletes what is kept no longer. */
  'remove-expired': Record<string, never>;
  /** Shows a notification on one device; `subscriptionId` is the SHA-256 of its endpoint, base64url. */
  'send-push': { userId: string; notificationId: number; subscriptionId: string };
  /** Ends a connection at the provider, even when the user's rows are gone. The token is sealed for `connectionId`. */
  'remove-connection': { provider: string; connectionId: string; sealedToken: string; keyId: string };
  /** Ends the connections that a deleted user's link session brings until `endsAt` (ISO 8601). Jobs queued by older versions have this shape. */
  'remove-link': { provider: string; linkToken: string; endsAt: string };
  /** Removes the account of a deleted user at the embedded issuer. */
  'delete-issuer-account': { subject: string };
  /** Links the banks of a link session whose tab was closed. `stateHash` is base64url. */
  'collect-link': { userId: string; stateHash: string };
}

export type JobName = keyof Jobs;

/**
 * What to do with each kind of job. A handler that throws is tried again as its queue says. The signal is aborted when the job has been
 * given back to the queue before its end: whatever comes of it now, it is somebody else's.
 */
export type JobHandlers = { [N in JobName]: (data: Jobs[N], signal: AbortSignal) => Promise<void> };

/** Where failed tries are logged. */
type JobLog = Pick<FastifyBaseLogger, 'warn' | 'error'>;

/** Settings of a queue, in seconds. A killed worker's job is taken up again when its heartbeat stays away. */
interface QueueSettings {
  policy: 'standard' | 'short';
  retryLimit: number;
  retryDelay: number;
  retryBackoff: boolean;
  /** The longest that a growing pause becomes; without an end when absent. */
  retryDelayMax?: number;
  /** How long a job may wait for its end before it is dropped, be it that nothing runs; two weeks when absent. */
  retentionSeconds?: number;
  workers: number;
  /** How many jobs a worker does at a time; 1 when absent. */
  batchSize?: number;
  /** With this error a try says that it is too early. That is no failure. */
  tooEarly?: ErrorCode;
  /** The log level of a failed try; `warn` when absent. */
  failureLevel?: keyof JobLog;
}

const HOUR_S = 60 * 60;
const YEAR_S = 365 * 24 * HOUR_S;

/**
 * For what has been promised to people who are gone and ask no more: nobody else knows what the job carries, so it is never given up. What
 * stands in its way (a provider that refuses our credentials, a token key that is missing) is for somebody to put right, so every failed
 * try is told loudly.
 */
const UNTIL_IT_IS_DONE = {
  policy: 'standard',
  retryLimit: 1_000_000,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 4 * HOUR_S,
  retentionSeconds: 20 * YEAR_S,
  workers: 1,
  // After a provider was out of reach, all that have waited for it are due.
  batchSize: 10,
  failureLevel: 'error',
} as const;

/** Queues of earlier versions. They are deleted at the start, with their schedules. */
const RETIRED_QUEUES = ['settle-weeks'];

const QUEUES: Record<JobName, QueueSettings> = {
  // Short: of the jobs with one key, one waits at a time.
  'sync-connection': { policy: 'short', retryLimit: 3, retryDelay: 5, retryBackoff: true, workers: 4 },
  'sync-due-connections': { policy: 'short', retryLimit: 0, retryDelay: 0, retryBackoff: false, workers: 1 },
  'create-due-occurrences': {
    policy: 'short',
    retryLimit: 0,
    retryDelay: 0,
    retryBackoff: false,
    workers: 1,
  },
  'close-weeks': { policy: 'short', retryLimit: 0, retryDelay: 0, retryBackoff: false, workers: 1 },
  // What is left is there the next day, too.
  'remove-expired': { policy: 'short', retryLimit: 2, retryDelay: 600, retryBackoff: false, workers: 1 },
  // With the pauses growing, for about an hour. On Monday morning all that are due in a zone are due at once.
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
  // For two hours: the session lasts an hour, and its one-time tokens half an hour more.
  'remove-link': {
    policy: 'standard',
    retryLimit: 40,
    retryDelay: 180,
    retryBackoff: false,
    workers: 1,
    tooEarly: 'LINK_NOT_FINISHED',
    failureLevel: 'error',
  },
  // A one-time token lives half an hour.
  'collect-link': {
    policy: 'standard',
    retryLimit: 9,
    retryDelay: 180,
    retryBackoff: false,
    workers: 1,
    tooEarly: 'LINK_NOT_FINISHED',
  },
};

/** How long running jobs may continue when this process stops. */
const WORK_GRACE_MS = 3_000;

const HEARTBEAT_S = 20;
const EXPIRE_S = 15 * 60;
const POLL_S = 2;
/** How long an ended job is kept for diagnosis. Some hold data that their user deleted. */
const KEPT_AFTERWARDS_S = 60 * 60;
const MONITOR_S = 15;
const CRON_S = 30;

const EVERY_FIVE_MINUTES = '*/5 * * * *';
const EVERY_NIGHT = '23 4 * * *';

/** The durable queue (pg-boss, on the app's own PostgreSQL). */
export class JobQueue {
  readonly #boss: PgBoss;

  /** `onProblem` hears of what goes wrong in the queue itself. */
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

  /** Opens the queue; `send` works from now on. */
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

  /** Starts working. `log` gets every try that fails. */
  async work(handlers: JobHandlers, log: JobLog): Promise<void> {
    await this.#workOn('sync-connection', handlers['sync-connection'], log);
    await this.#workOn('remove-connection', handlers['remove-connection'], log);
    await this.#workOn('remove-link', handlers['remove-link'], log);
    await this.#workOn('delete-issuer-account', handlers['delete-issuer-account'], log);
    await this.#workOn('collect-link', handlers['collect-link'], log);
    await this.#workOn('send-push', handlers['send-push'], log);
    await this.#workOn('sync-due-connections', handlers['sync-due-connections'], log);
    await this.#workOn('create-due-occurrences', handlers['create-due-occurrences'], log);
    await this.#workOn('close-weeks', handlers['close-weeks'], log);
    await this.#workOn('remove-expired', handlers['remove-expired'], log);
  }

  /** From now on, has done by those who work what comes round by the clock, at once too. */
  async followClock(): Promise<void> {
    await this.#boss.schedule('sync-due-connections', EVERY_FIVE_MINUTES);
    await this.#boss.schedule('create-due-occurrences', EVERY_FIVE_MINUTES);
    await this.#boss.schedule('close-weeks', EVERY_FIVE_MINUTES);
    await this.#boss.schedule('remove-expired', EVERY_NIGHT);
    // What was missed while nothing ran need not wait for the clock.
    await this.send('create-due-occurrences', {});
    await this.send('close-weeks', {});
    await this.send('remove-expired', {});
  }

  /**
   * Adds a job; with `tx` it is there when the transaction commits and not before. On a short queue, a job with
   * the `key` of one that is still waiting is not added.
   */
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

  /** Removes every job that is for a user, also those that are over, when the transaction commits. */
  async forgetUser(tx: Transaction, userId: string): Promise<void> {
    const db = inSameTransaction(tx);
    for (const name of Object.keys(QUEUES)) {
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

  /**
   * Stops taking jobs and waits a little for the running ones; what does not end is given back to the queue, for the next worker. `send`
   * still works.
   */
  async stopWorking(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: WORK_GRACE_MS, close: false });
  }

  /** Stops working, if that has not been done, and closes the queue. */
  async close(): Promise<void> {
    await this.stopWorking();
    await this.#boss.stop();
  }

  /** Gives unfinished jobs that an earlier version has added the tries and the time that those of today get: a job keeps its own. */
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
      // The next ones without a pause, at once after a full batch, else as soon as the queue has been counted.
      burstWhenBatchFull: true,
      burstWhenReadyExceeds: 1,
      // Of a batch, those alone are tried again that have failed.
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

/** The library reports some problems as objects that only look like errors and carry users' data. */
function asError(problem: Error | { message: string; stack?: string }): Error {
  if (problem instanceof Error) return problem;
  const error = new Error(problem.message);
  if (problem.stack !== undefined) error.stack = problem.stack;
  return error;
}
