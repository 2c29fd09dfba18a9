const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Of a connection whose provider is unknown. */
const USUAL_INTERVAL_MS = 6 * HOUR_MS;
/** Waits after consecutive failures, as a share of the interval; later ones wait as long as a healthy connection. */
const RETRIES = [1 / 180, 1 / 36, 1 / 6];
/** Spreads connections that were linked or failed together. */
const SPREAD = 0.2;

/** `random` is from 0 up to 1. */
export function nextSyncAt(
  now: Date,
  failures: number,
  random: number,
  intervalMs = USUAL_INTERVAL_MS,
): Date {
  const share = failures === 0 ? 1 : (RETRIES[failures - 1] ?? 1);
  return new Date(now.getTime() + intervalMs * share * (1 - SPREAD * random));
}
