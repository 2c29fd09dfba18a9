import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { logSlowStatements } from './slow-statements.ts';

const SLOW_MS = 30;
const SLOW_QUERY = 'select id, pg_sleep(0.05) from (select 1 as id) one where id::text <> $1';
const log = { warn: vi.fn() };
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  // Dropping the database may break its closing connections.
  pool.on('error', () => undefined);
  logSlowStatements(pool, log, SLOW_MS);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('logs a slow statement once a minute, with its plan and without its values', async () => {
  await pool.query({ name: 'slow', text: SLOW_QUERY, values: ['a secret'] });
  await pool.query({ name: 'slow', text: SLOW_QUERY, values: ['a secret'] });
  // On a busy machine, reading the plan may be slow too.
  const logged = () =>
    log.warn.mock.calls
      .map(([fields]) => fields as { durationMs: number; statement: string; plan?: string[] })
      .filter(({ statement }) => statement === SLOW_QUERY);
  await expect.poll(logged).toHaveLength(1);
  const [fields] = logged();
  if (!fields) throw new Error('Nothing was logged');
  expect(fields.durationMs).toBeGreaterThanOrEqual(SLOW_MS);
  const { rows } = await pool.query<{ version: number }>(
    `select current_setting('server_version_num')::integer / 10000 as version`,
  );
  // Older versions have no plan without values.
  if ((rows[0]?.version ?? 0) >= 16) expect(fields.plan?.join('\n')).toContain('Result');
  expect(JSON.stringify(fields)).not.toContain('a secret');
});

test('asks no PostgreSQL before 16 for a plan, which it would refuse in its log', async () => {
  log.warn.mockClear();
  const client = await pool.connect();
  const asked = vi.spyOn(pool, 'query').mockReturnValue(Promise.resolve({ rows: [] }) as never);
  await client.query("select pg_sleep(0.05), 'older'");
  client.release();
  await expect.poll(() => log.warn.mock.calls.length).toBeGreaterThan(0);
  expect(log.warn.mock.calls.map(([fields]) => Object.keys(fields as object))).toEqual([
    ['durationMs', 'statement'],
  ]);
  expect(asked.mock.calls.map(([text]) => text)).toEqual([expect.stringContaining('server_version_num')]);
  asked.mockRestore();
});

test('logs a slow statement of a transaction, and no fast one', async () => {
  log.warn.mockClear();
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('select pg_sleep(0.05)');
  await client.query('ROLLBACK');
  client.release();
  const logged = () =>
    log.warn.mock.calls.map(([fields]) => fields as { statement: string; durationMs: number });
  await expect.poll(logged).toContainEqual(expect.objectContaining({ statement: 'select pg_sleep(0.05)' }));
  // On a busy machine, the others may be slow too.
  expect(logged().filter(({ durationMs }) => durationMs < SLOW_MS)).toEqual([]);
});
