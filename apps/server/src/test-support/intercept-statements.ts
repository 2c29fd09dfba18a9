import type pg from 'pg';

export interface SentStatement {
  text: string;
  values: readonly unknown[];
}

/** Lets `around` send each statement of a pool, or throw in its place. Returns a function that ends this. */
export function interceptStatements(
  pool: pg.Pool,
  around: (statement: SentStatement, send: () => unknown) => unknown,
): () => void {
  const clients = new WeakSet<object>();
  let isOver = false;
  const intercept = (client: pg.ClientBase): void => {
    if (clients.has(client)) return;
    clients.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) =>
      isOver ? query(...args) : around(sentStatement(args), () => query(...args))) as typeof client.query;
  };
  pool.on('acquire', intercept);
  return () => {
    isOver = true;
    pool.off('acquire', intercept);
  };
}

/** Reads the arguments of a client's `query`. */
export function sentStatement([statement, given]: readonly unknown[]): SentStatement {
  const { text, values = given } =
    typeof statement === 'string' ? { text: statement } : (statement as pg.QueryConfig);
  return { text, values: Array.isArray(values) ? values : [] };
}
