import type pg from 'pg';
import { openPool, type DatabasePool } from '../db/database.ts';
import { canonicalNumber, problemsOfStatement, type Functions } from './distributed-statements.ts';
import type { TestDatabase } from './test-database.ts';

const CHANGES_OR_READS = /^\s*(select|insert|update|delete|with)\b/i;

/** Statements that were checked before in this process. */
const checked = new Set<string>();
let functionsOfServer: Functions | undefined;

/** A pool for the app: a statement that would not work on tables divided by user fails, and `onProblem` receives why. */
export async function openCheckedPool(
  { url, directUrl, db }: TestDatabase,
  onProblem: (problem: Error) => void = () => undefined,
): Promise<DatabasePool> {
  const functions = (functionsOfServer ??= await readFunctions(db));
  const isPooled = url !== directUrl;
  const pool = openPool(url, () => undefined, { isPooled, preparesStatements: !isPooled });
  pool.$client.on('connect', (client) => {
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
  return pool;
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
export async function readFunctions({ $client }: DatabasePool): Promise<Functions> {
  const { rows } = await $client.query<{ name: string; volatility: 'immutable' | 'stable' | 'volatile' }>(
    `select proname as name, case when bool_or(provolatile = 'v') then 'volatile' when bool_or(provolatile = 's') then 'stable'
       else 'immutable' end as volatility
     from pg_proc group by proname`,
  );
  return new Map(rows.map(({ name, volatility }) => [name, volatility]));
}
