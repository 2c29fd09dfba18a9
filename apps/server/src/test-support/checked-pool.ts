import pg from 'pg';
import { openPool, type DatabasePool } from '../db/database.ts';
import { canonicalNumber, problemsOfStatement, type Functions } from './distributed-statements.ts';
import type { TestDatabase } from './test-database.ts';

const CHANGES_OR_READS = /^\s*(select|insert|update|delete|with)\b/i;

/** Statements that were checked before in this process. */
const checked = new Set<string>();
let functionsOfServer: Functions | undefined;

/** A pool for the app whose statements are checked. */
export async function openCheckedPool(
  { url, directUrl }: TestDatabase,
  onProblem: (problem: Error) => void = () => undefined,
): Promise<DatabasePool> {
  const isPooled = url !== directUrl;
  const pool = openPool(url, () => undefined, { isPooled, preparesStatements: !isPooled });
  await checkStatements(pool.$client, onProblem);
  return pool;
}

/**
 * Makes the pool refuse each statement that would not work on tables divided by user. `onProblem` receives the
 * reason. Throws if the pool has connections.
 */
export async function checkStatements(pool: pg.Pool, onProblem: (problem: Error) => void): Promise<void> {
  if (pool.totalCount > 0) throw new Error('The pool already has connections');
  const functions = (functionsOfServer ??= await readFunctionsAt(pool.options.connectionString));
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const problem = problemOf(args, functions);
      if (problem) {
        onProblem(problem);
        throw problem;
      }
      return query(...args);
    }) as typeof client.query;
  });
}

async function readFunctionsAt(connectionString: string | undefined): Promise<Functions> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await readFunctions(client);
  } finally {
    await client.end();
  }
}

function problemOf([statement, given]: unknown[], functions: Functions): Error | undefined {
  const { text, values = given } =
    typeof statement === 'string' ? { text: statement } : (statement as pg.QueryConfig);
  if (!CHANGES_OR_READS.test(text)) return undefined;
  const list = Array.isArray(values) ? values : [];
  const key = `${list.map((_, index) => canonicalNumber(list, index + 1)).join()} ${text}`;
  if (checked.has(key)) return undefined;
  const problems = problemsOfStatement(text, list, functions);
  if (problems.length === 0) {
    checked.add(key);
    return undefined;
  }
  return new Error(`On tables divided by user, this statement ${problems.join(', ')}: ${text}`);
}

/** The volatility of all functions. */
export async function readFunctions(client: Pick<pg.Client, 'query'>): Promise<Functions> {
  const { rows } = await client.query<{ name: string; volatility: 'immutable' | 'stable' | 'volatile' }>(
    `select proname as name, case when bool_or(provolatile = 'v') then 'volatile' when bool_or(provolatile = 's') then 'stable'
       else 'immutable' end as volatility
     from pg_proc group by proname`,
  );
  return new Map(rows.map(({ name, volatility }) => [name, volatility]));
}
