const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** 'Updated just now', 'Updated 3 min ago', 'Updated 2 h ago' */
export function freshness(updatedAtMs: number, nowMs: number): string {
  const ageMs = Math.max(0, nowMs - updatedAtMs);
  if (ageMs < MINUTE_MS) return 'Updated just now';
  if (ageMs < HOUR_MS) return `Updated ${Math.floor(ageMs / MINUTE_MS)} min ago`;
  return `Updated ${Math.floor(ageMs / HOUR_MS)} h ago`;
}
