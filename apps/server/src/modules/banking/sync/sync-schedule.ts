const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often a healthy connection is synced by itself. */
const INTERVAL_MS = 6 * HOUR_MS;
/** What a retry waits for after the first, second, … failure in a row; after that, as long as a healthy connection. */
const RETRIES_MS = [2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];
/** Connections that were linked together, or failed together, drift apart by up to this share. */
const SPREAD = 0.2;

/**
 * When a connection is synced again by itself after `failures` failures in a row. `random` is from 0 up to 1: it spreads the load of
 * many connections, whose providers also count requests.
 */
export function nextSyncAt(now: Date, failures: number, random: number): Date {
  const delayMs = failures === 0 ? INTERVAL_MS : (RETRIES_MS[failures - 1] ?? INTERVAL_MS);
  return new Date(now.getTime() + delayMs * (1 - SPREAD * random));
}
