import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../app-error.ts';

/** How many requests of a user may hold database connections at once. */
const MAX_REQUESTS = 2;
/** A full page load asks for less. */
const MAX_WAITING = 50;
const PATIENCE_MS = 10_000;
const RETRY_AFTER_S = 5;

/** A user's requests in this process. */
interface UserShare {
  running: number;
  /** Each starts the next request, the longest waiting first. */
  waiting: (() => void)[];
}

/** A request, from its first connection until it has returned all. */
interface Holder {
  userId: string;
  connections: number;
  turn: Promise<void> | null;
}

const holders = new AsyncLocalStorage<Holder>();
const shares = new Map<string, UserShare>();

/** Runs a request's work. Its database connections count towards the user's share (SEC-31). */
export function asRequestOf<T>(userId: string, work: () => T): T {
  return holders.run({ userId, connections: 0, turn: null }, work);
}

/**
 * Waits until the running request may take a database connection, and returns what to call afterwards; null outside of
 * `asRequestOf`. A request that holds one doesn't wait for another. Throws RATE_LIMITED if too many of the user's requests wait, and
 * SERVICE_UNAVAILABLE after ten seconds.
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
    endTurn(holder.userId);
  };
  holder.turn ??= takeTurn(holder.userId);
  try {
    await holder.turn;
    return leave;
  } catch (error) {
    holder.turn = null;
    holder.connections -= 1;
    throw error;
  }
}

async function takeTurn(userId: string): Promise<void> {
  const share = shares.get(userId) ?? { running: 0, waiting: [] };
  shares.set(userId, share);
  if (share.running < MAX_REQUESTS) {
    share.running += 1;
    return;
  }
  if (share.waiting.length >= MAX_WAITING)
    throw new AppError('RATE_LIMITED', { retryAfterSeconds: RETRY_AFTER_S });
  await new Promise<void>((resolve, reject) => {
    const start = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      share.waiting = share.waiting.filter((one) => one !== start);
      // Their work may be slow because the database is.
      reject(new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_S }));
    }, PATIENCE_MS);
    share.waiting.push(start);
  });
}

/** The next request takes over the turn. */
function endTurn(userId: string): void {
  const share = shares.get(userId);
  const next = share?.waiting.shift();
  if (next) next();
  else if (share) {
    share.running -= 1;
    if (share.running === 0) shares.delete(userId);
  }
}
