import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';

const SLOW_MS = 1_000;
/** How often a slow statement is logged at most. */
const LOG_EVERY_MS = 60_000;
const MAX_REMEMBERED = 100;

const HAS_PLAN = /^\s*(select|insert|update|delete|merge|with)\b/i;

/** Logs slow statements with their generic plan (PostgreSQL 16 and later). Neither contains values. */
export function logSlowStatements(
  pool: pg.Pool,
  log: Pick<FastifyBaseLogger, 'warn'>,
  slowMs = SLOW_MS,
): void {
  const loggedAt = new Map<string, number>();
  const onDone = (statement: unknown, startedAt: number): void => {
    const durationMs = Math.round(performance.now() - startedAt);
    const text = textOf(statement);
    if (durationMs < slowMs || text === undefined) return;
    if (performance.now() - (loggedAt.get(text) ?? -Infinity) < LOG_EVERY_MS) return;
    if (loggedAt.size >= MAX_REMEMBERED) loggedAt.clear();
    loggedAt.set(text, performance.now());
    void planOf(pool, text).then((plan) =>
      log.warn({ durationMs, statement: text, ...plan }, 'a statement was slow'),
    );
  };
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const startedAt = performance.now();
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        args[args.length - 1] = (...results: unknown[]) => {
          onDone(args[0], startedAt);
          (callback as (...values: unknown[]) => void)(...results);
        };
        return query(...args);
      }
      const result = query(...args);
      if (result instanceof Promise) {
        const done = () => onDone(args[0], startedAt);
        result.then(done, done);
      }
      return result;
    }) as typeof client.query;
  });
}

function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  if (typeof statement !== 'object' || statement === null || !('text' in statement)) return undefined;
  return typeof statement.text === 'string' ? statement.text : undefined;
}

async function planOf(pool: pg.Pool, text: string): Promise<{ plan?: string[]; planError?: string }> {
  if (!HAS_PLAN.test(text)) return {};
  try {
    // An older one would write an error into its own log.
    const { rows: able } = await pool.query(
      "select 1 where current_setting('server_version_num')::integer >= 160000",
    );
    if (able.length === 0) return {};
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
    return { plan: rows.map((row) => row['QUERY PLAN']) };
  } catch (error) {
    return { planError: error instanceof Error ? error.message : String(error) };
  }
}
