import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { interceptStatements } from './intercept-statements.ts';

/** The statements that some work has sent so far. */
interface StatementCount {
  statements: number;
}

/** Returns a function that runs work and counts the statements that it sends through this pool. */
export function statementCounter(
  pool: pg.Pool,
): <T>(work: (count: StatementCount) => Promise<T>) => Promise<StatementCount & { outcome: T }> {
  const running = new AsyncLocalStorage<StatementCount>();
  interceptStatements(pool, (_statement, send) => {
    const count = running.getStore();
    if (count) count.statements += 1;
    return send();
  });
  return async (work) => {
    const count = { statements: 0 };
    const outcome = await running.run(count, () => work(count));
    return { ...count, outcome };
  };
}
