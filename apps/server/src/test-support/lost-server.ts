import type pg from 'pg';

/** What a coordinator says whose other server is away. */
const LOST = { message: 'connection to the remote node app@second.example:5432 failed', code: '08006' };

/** Lets each statement fail that reads the board or the taps of one user. Returns a function that ends it. */
export function loseServerOf(userId: string, pool: pg.Pool): () => void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  let isLost = true;
  const intercept = (client: pg.PoolClient): pg.PoolClient => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      if (!isLost || !isAboutBoardOf(userId, args)) return query(...args);
      const error = Object.assign(new Error(LOST.message), { code: LOST.code });
      const callback = args.at(-1);
      if (typeof callback !== 'function') return Promise.reject(error);
      (callback as (problem: Error) => void)(error);
      return undefined;
    }) as typeof client.query;
    return client;
  };
  const connectLosing = (callback?: unknown): unknown => {
    if (typeof callback !== 'function') return (connect() as Promise<pg.PoolClient>).then(intercept);
    const onConnect = callback as (
      problem: Error | undefined,
      client?: pg.PoolClient,
      ...more: unknown[]
    ) => void;
    return connect((problem: Error | undefined, client?: pg.PoolClient, ...more: unknown[]) =>
      onConnect(problem, client && intercept(client), ...more),
    );
  };
  Object.assign(pool, { connect: connectLosing });
  return () => {
    isLost = false;
    Reflect.deleteProperty(pool, 'connect');
  };
}

function isAboutBoardOf(userId: string, statement: unknown[]): boolean {
  const text = JSON.stringify(statement);
  return text.includes(userId) && /from users u|tapped_weeks/.test(text);
}
