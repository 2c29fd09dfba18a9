import type { Db } from 'pg-boss';
import { z } from 'zod';
import type { DatabasePool } from '../db/database.ts';

/** A job that did not end so often in a row is parked (SEC-32): it may end this process again. */
const MAX_UNFINISHED_STARTS = 2;

/** No worker has the job any more: the process that had it ended. */
const IS_LEFT = `NOT EXISTS (SELECT FROM pgboss.job j WHERE j.name = s.queue AND j.id = s.job_id AND j.state = 'active')`;

const startRows = z.array(z.object({ id: z.string(), unfinished: z.number() }));

/**
 * Counts starts of jobs that did not end. A retried job is counted by its id. Jobs of the clock have a new id each time, so all of a queue count
 * together.
 */
export class UnfinishedJobs {
  readonly #db: Db;
  readonly #queue: string;
  readonly #isOfClock: boolean;

  constructor(db: Db, queue: string, isOfClock: boolean) {
    this.#db = db;
    this.#queue = queue;
    this.#isOfClock = isOfClock;
  }

  /** Counts a start of each job, and returns the ids of those that are parked instead. */
  async start(ids: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.#db.executeSql(
      `SELECT given.id, coalesce(sum(s.starts), 0)::integer AS unfinished
       FROM unnest($2::uuid[]) AS given (id) LEFT JOIN job_starts s ON s.queue = $1 AND (s.job_id = given.id OR $3 AND ${IS_LEFT})
       GROUP BY given.id`,
      [this.#queue, ids, this.#isOfClock],
    );
    const found = startRows.parse(rows);
    const parked = found.filter(({ unfinished }) => unfinished >= MAX_UNFINISHED_STARTS).map(({ id }) => id);
    await this.#db.executeSql(
      `INSERT INTO job_starts (queue, job_id, starts) SELECT $1, id, 1 FROM unnest($2::uuid[]) AS given (id)
       ON CONFLICT (queue, job_id) DO UPDATE SET starts = job_starts.starts + 1`,
      [this.#queue, ids.filter((id) => !parked.includes(id))],
    );
    return new Set(parked);
  }

  /** Puts parked jobs off until `resumeParkedJobs`, without using up a retry. Those of the clock have no job to keep. */
  async putOff(ids: readonly string[]): Promise<void> {
    if (this.#isOfClock || ids.length === 0) return;
    await this.#db.executeSql(
      `UPDATE pgboss.job SET state = 'retry', start_after = now() + interval '20 years', keep_until = now() + interval '21 years'
       WHERE name = $1 AND id = ANY ($2::uuid[])`,
      [this.#queue, ids],
    );
  }

  /** Forgets the starts of jobs that have ended, well or not. */
  async end(ids: readonly string[]): Promise<void> {
    // Otherwise, a parked job of the clock would forget why it is parked.
    if (ids.length === 0) return;
    await this.#db.executeSql(
      `DELETE FROM job_starts s WHERE s.queue = $1 AND (s.job_id = ANY ($2::uuid[]) OR $3 AND ${IS_LEFT})`,
      [this.#queue, ids, this.#isOfClock],
    );
  }
}

/** The queue's tables through the app's pool. */
export function queueDatabase({ $client }: Pick<DatabasePool, '$client'>): Db {
  return { executeSql: (text, values) => $client.query(text, values) };
}

/** Parked jobs that wait to be resumed. */
const PUT_OFF = `s.starts >= ${MAX_UNFINISHED_STARTS} AND EXISTS (
  SELECT FROM pgboss.job j WHERE j.name = s.queue AND j.id = s.job_id AND j.state = 'retry')`;

/** How many jobs are parked, by queue. `clockQueues` are those whose jobs have a new id each time. */
export async function countParkedJobs(
  db: Db,
  clockQueues: readonly string[],
): Promise<{ queue: string; jobs: number }[]> {
  const left = await db.executeSql(
    `SELECT s.queue, count(*)::integer AS jobs FROM job_starts s WHERE NOT s.queue = ANY ($1) AND ${PUT_OFF} GROUP BY s.queue
     UNION ALL
     SELECT s.queue, 1 FROM job_starts s WHERE s.queue = ANY ($1) AND ${IS_LEFT} GROUP BY s.queue HAVING sum(s.starts) >= $2`,
    [clockQueues, MAX_UNFINISHED_STARTS],
  );
  const syncs = await db.executeSql(
    `SELECT 'sync-connection' AS queue, count(*)::integer AS jobs FROM connections WHERE error_code = 'SYNC_PARKED'`,
    [],
  );
  const counts = z.array(z.object({ queue: z.string(), jobs: z.number() }));
  return [left, syncs].flatMap(({ rows }) => counts.parse(rows)).filter(({ jobs }) => jobs > 0);
}

/** Lets all parked jobs start again at once but syncs, which are their users' to try. Returns how many there were. */
export async function resumeParkedJobs(db: Db, clockQueues: readonly string[]): Promise<number> {
  const parked = (await countParkedJobs(db, clockQueues)).filter(({ queue }) => queue !== 'sync-connection');
  await db.executeSql(
    `UPDATE pgboss.job j SET start_after = now() FROM job_starts s
     WHERE j.name = s.queue AND j.id = s.job_id AND j.state = 'retry' AND s.starts >= $1`,
    [MAX_UNFINISHED_STARTS],
  );
  await db.executeSql(`DELETE FROM job_starts s WHERE ${IS_LEFT}`, []);
  return parked.reduce((sum, { jobs }) => sum + jobs, 0);
}
