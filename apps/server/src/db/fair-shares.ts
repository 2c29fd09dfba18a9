import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../errors/app-error.ts';

/** A user's requests, or all jobs, that share database connections. */
interface Limits {
  /** How many may hold connections at once. */
  running: number;
  waiting: number;
  /** How long one waits before it fails; null waits as long as it takes. */
  patienceMs: number | null;
}

/** A full page load has fewer requests than may wait. */
const REQUESTS_OF_A_USER: Limits = { running: 2, waiting: 50, patienceMs: 10_000 };
/** Half of the connections: the workers of all queues together could take each one. */
const JOBS: Limits = { running: 5, waiting: Infinity, patienceMs: null };
const RETRY_AFTER_S = 5;

/** Those of one user, or all jobs, in this process. */
interface Share {
  running: number;
  /** Each starts the next one, the longest waiting first. */
  waiting: (() => void)[];
}

/** A request or a job, from its first connection until it has returned all. */
interface Holder {
  name: string;
  limits: Limits;
  connections: number;
  turn: Promise<void> | null;
}

const holders = new AsyncLocalStorage<Holder>();
const shares = new Map<string, Share>();

/** Runs a request's work. Its database connections count towards the user's share (SEC-31). */
export function asRequestOf<T>(userId: string, work: () => T): T {
  return holders.run(
    { name: `user ${userId}`, limits: REQUESTS_OF_A_USER, connections: 0, turn: null },
    work,
  );
}

/**
 * Runs a job's work, or one of its parts that run at the same time. Jobs wait for each other before they take
 * connections, so that requests find some (SEC-31). Call it without a connection.
 */
export function asJob<T>(work: () => T): T {
  return holders.run({ name: 'jobs', limits: JOBS, connections: 0, turn: null }, work);
}

/**
 * Waits until the running request or job may take a database connection, and returns what to call afterwards; null outside
 * of both. One that holds a connection doesn't wait for another. Throws RATE_LIMITED if too many of the user's requests
 * wait, and SERVICE_UNAVAILABLE after ten seconds.
 */
export function takeShare(): Promise<() => void> | null {
  const holder = holders.getStore();
  return holder ? enter(holder) : null;
}

async function enter(holder: Holder): Promise<() => void> {
  holder.connections += 1;
  const leave = () => {
    holder.connections -= 1;
    if (holder.connections > 0 || !holder.turn) return;
    holder.turn = null;
    endTurn(holder.name);
  };
  holder.turn ??= takeTurn(holder);
  try {
    await holder.turn;
    return leave;
  } catch (error) {
    holder.turn = null;
    holder.connections -= 1;
    throw error;
  }
}

async function takeTurn({ name, limits }: Holder): Promise<void> {
  const share = shares.get(name) ?? { running: 0, waiting: [] };
  shares.set(name, share);
  if (share.running < limits.running) {
    share.running += 1;
    return;
  }
  if (share.waiting.length >= limits.waiting)
    throw new AppError('RATE_LIMITED', { retryAfterSeconds: RETRY_AFTER_S });
  const { patienceMs } = limits;
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => {
      share.waiting = share.waiting.filter((one) => one !== start);
      // Their work may be slow because the database is.
      reject(new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_S }));
    };
    const timer = patienceMs === null ? undefined : setTimeout(giveUp, patienceMs);
    const start = () => {
      clearTimeout(timer);
      resolve();
    };
    share.waiting.push(start);
  });
}

/** The next one takes over the turn. */
function endTurn(name: string): void {
  const share = shares.get(name);
  const next = share?.waiting.shift();
  if (next) next();
  else if (share) {
    share.running -= 1;
    if (share.running === 0) shares.delete(name);
  }
}
