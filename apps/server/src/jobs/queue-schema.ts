import { getConstructionPlans, getRollbackPlans } from 'pg-boss';
import library from 'pg-boss/package.json' with { type: 'json' };
import type pg from 'pg';

const SCHEMA = 'pgboss';

/** The newest version of the job queue's tables that this release knows. */
export const QUEUE_SCHEMA_VERSION = library.pgboss.schema;

/** The user whose job it is, as the index has it. */
export const JOB_USER = "data ->> 'userId'";

/** Any fixed number that nothing else uses. */
const INDEX_LOCK = 7_246_560;

/** Adds the index that the tables lack, or lost in an update of the library. Many processes may do so at once. */
export const CREATE_USER_INDEX = `DO $$ BEGIN
  PERFORM pg_advisory_xact_lock(${INDEX_LOCK});
  IF to_regclass('${SCHEMA}.job_user') IS NULL THEN CREATE INDEX job_user ON ${SCHEMA}.job ((${JOB_USER})); END IF;
END $$`;

/** Reads the version of the queue's schema; zero without one. */
export async function readQueueVersion(client: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const { rows: tables } = await client.query(`SELECT 1 WHERE to_regclass('${SCHEMA}.version') IS NOT NULL`);
  if (tables.length === 0) return 0;
  const { rows } = await client.query<{ version: number }>(`SELECT version FROM ${SCHEMA}.version`);
  return rows[0]?.version ?? 0;
}

/**
 * Creates the tables as that version had them, inside the caller's transaction. Throws if the library no longer
 * knows the way back to that version.
 */
export async function createQueueSchema(
  client: Pick<pg.ClientBase, 'query'>,
  version: number,
): Promise<void> {
  await client.query(withoutTransaction(getConstructionPlans(SCHEMA)));
  for (let reached = QUEUE_SCHEMA_VERSION; reached > version; reached = await readQueueVersion(client)) {
    await client.query(withoutTransaction(getRollbackPlans(SCHEMA, reached)));
  }
  await client.query(CREATE_USER_INDEX);
}

/** The library's scripts are transactions of their own. */
function withoutTransaction(script: string): string {
  const inner = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/.exec(script)?.[1];
  if (inner === undefined) throw new Error('The job queue no longer creates its tables in one transaction');
  return inner;
}
