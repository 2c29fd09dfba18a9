import type pg from 'pg';
import { APP_POOLS } from '../db/pools.ts';
import type * as statements from './distributed-statements.ts';

const CHANGES_OR_READS = /^\s*(select|insert|update|delete|with)\b/i;

/** Statements that were checked before in this process. */
const checked = new Set<string>();
let functionsOfServer: statements.Functions | undefined;

/**
 * Makes the pool refuse each statement that would not work on tables divided by user. `onProblem` receives the
 * reason. Throws if the pool has connections.
 */
export function checkStatements(pool: pg.Pool, onProblem: (problem: Error) => void): void {
  if (pool.totalCount > 0) throw new Error('The pool already has connections');
  const onConnect = async (client: pg.ClientBase): Promise<void> => {
    const functions = (functionsOfServer ??= await readFunctions(client));
    // Many tests and commands need no parser, which loads slowly.
    const { canonicalNumber, problemsOfStatement } = await import('./distributed-statements.ts');
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const problem = problemOf(args, functions, { canonicalNumber, problemsOfStatement });
      if (problem) {
        onProblem(problem);
        throw problem;
      }
      return query(...args);
    }) as typeof client.query;
  };
  // The pool waits for the promise, although its type doesn't say so.
  Object.assign(pool.options, { onConnect });
}

/**
 * Checks the statements of all pools that `openAppPool` opens from now on. Returns a function that calls `onProblem` if
 * there was none.
 */
export function checkAppPools(onProblem: (problem: Error) => void): () => void {
  let pools = 0;
  APP_POOLS.subscribe((pool) => {
    pools += 1;
    checkStatements(pool as pg.Pool, onProblem);
  });
  return () => {
    if (pools === 0) onProblem(new Error('The program announced no pool, so no statement was checked'));
  };
}

function problemOf(
  [statement, given]: unknown[],
  functions: statements.Functions,
  {
    canonicalNumber,
    problemsOfStatement,
  }: Pick<typeof statements, 'canonicalNumber' | 'problemsOfStatement'>,
): Error | undefined {
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
export async function readFunctions(client: Pick<pg.ClientBase, 'query'>): Promise<statements.Functions> {
  const { rows } = await client.query<{ name: string; volatility: 'immutable' | 'stable' | 'volatile' }>(
    `select proname as name, case when bool_or(provolatile = 'v') then 'volatile' when bool_or(provolatile = 's') then 'stable'
       else 'immutable' end as volatility
     from pg_proc group by proname`,
  );
  return new Map(rows.map(({ name, volatility }) => [name, volatility]));
}
