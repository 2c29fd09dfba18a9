const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How often a healthy connection is synced by itself. */
const INTERVAL_MS = 6 * HOUR_MS;
/** What a retry waits for after the first, second, … failure in a row; after that, as long as a healthy connection. */
const RETRIES_MS = [2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];
/** A sync reads the connection and at least one page of changes. */
const REQUESTS_PER_SYNC = 2;
/** The schedule uses half of a provider's request budget; the rest is for syncs that users ask for. */
const SCHEDULED_SHARE = 0.5;
/** Connections that were linked together, or failed together, drift apart by up to this share. */
const SPREAD = 0.2;

/**
 * Returns when a connection is synced again by itself after `failures` failures in a row. `random`, from 0 up to 1, spreads the load of
 * many connections. Retries wait longer too if the provider allows only `requestsPerDay`.
 */
export function nextSyncAt(
  now: Date,
  failures: number,
  random: number,
  requestsPerDay: number | null = null,
): Date {
  const delayMs = failures === 0 ? INTERVAL_MS : (RETRIES_MS[failures - 1] ?? INTERVAL_MS);
  const leastMs =
    requestsPerDay === null ? 0 : (DAY_MS * REQUESTS_PER_SYNC) / (requestsPerDay * SCHEDULED_SHARE);
  return new Date(now.getTime() + Math.max(leastMs, delayMs * (1 - SPREAD * random)));
}
