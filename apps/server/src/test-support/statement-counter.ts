import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** The statements that some work has sent so far. */
interface StatementCount {
  statements: number;
}

/** Returns a function that runs work and counts the statements that it sends through this pool. */
export function statementCounter(
  pool: pg.Pool,
): <T>(work: (count: StatementCount) => Promise<T>) => Promise<StatementCount & { outcome: T }> {
  const running = new AsyncLocalStorage<StatementCount>();
  const counted = new WeakSet<object>();
  pool.on('acquire', (client: pg.ClientBase) => {
    if (counted.has(client)) return;
    counted.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const count = running.getStore();
      if (count) count.statements += 1;
      return query(...args);
    }) as typeof client.query;
  });
  return async (work) => {
    const count = { statements: 0 };
    const outcome = await running.run(count, () => work(count));
    return { ...count, outcome };
  };
}
