const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Time between syncs of a healthy connection. */
const INTERVAL_MS = 6 * HOUR_MS;
/** Waits after consecutive failures; later ones wait as long as a healthy connection. */
const RETRIES_MS = [2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];
/** A sync reads the connection and at least one page. */
const REQUESTS_PER_SYNC = 2;
/** The rest is for syncs that users ask for. */
const SCHEDULED_SHARE = 0.5;
/** Spreads connections that were linked or failed together. */
const SPREAD = 0.2;

/** `random` is from 0 up to 1. Retries are rarer if `requestsPerDay` is small. */
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
