import type pg from 'pg';
import { APP_POOLS } from '../db/pools.ts';
import { ALL_SERVERS_STATEMENTS } from './all-servers-statements.ts';
import { sentStatement, type SentStatement } from './intercept-statements.ts';
import type { StatementUsers } from './statement-users.ts';

const CHANGES_OR_READS = /^\s*(select|insert|update|delete|merge|with)\b/i;

/** The statements that were checked before in this process. */
const checked = new Map<string, StatementUsers>();

interface Checks {
  onProblem: (problem: Error) => void;
  /** Receives the statements that ask only the servers of users that they name. */
  onBound?: ((statement: SentStatement, named: StatementUsers) => void) | undefined;
  /** Receives those of the list that may ask all. */
  onListed?: (pattern: RegExp) => void;
}

/**
 * Makes the pool refuse each statement that would ask all servers of a cluster and isn't on the list of those that must.
 * Throws if the pool has connections.
 */
export function checkStatements(pool: pg.Pool, { onProblem, onBound, onListed }: Checks): void {
  if (pool.totalCount > 0) throw new Error('The pool already has connections');
  const onConnect = async (client: pg.ClientBase): Promise<void> => {
    // Many tests and commands need no parser, which loads slowly.
    const { usersOfStatement } = await import('./statement-users.ts');
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const statement = sentStatement(args);
      const { text } = statement;
      if (!CHANGES_OR_READS.test(text)) return query(...args);
      const named = checked.get(text) ?? usersOfStatement(text);
      checked.set(text, named);
      if (named.problems.length === 0) onBound?.(statement, named);
      else {
        const line = text.trim().replaceAll(/\s+/g, ' ');
        const listed = ALL_SERVERS_STATEMENTS.find(({ pattern }) => pattern.test(line));
        if (!listed) {
          const problem = new Error(`On a cluster, this statement ${named.problems.join(', ')}: ${text}`);
          onProblem(problem);
          throw problem;
        }
        onListed?.(listed.pattern);
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
    checkStatements(pool as pg.Pool, { onProblem });
  });
  return () => {
    if (pools === 0) onProblem(new Error('The program announced no pool, so no statement was checked'));
  };
}
