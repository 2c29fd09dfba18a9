/** How long each of `count` requests takes, one after the other, in milliseconds; a few before them warm up. */
export async function timeRequests(count: number, request: () => Promise<void>): Promise<number[]> {
  for (let index = 0; index < 20; index += 1) await request();
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    await request();
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** The time that a share of the requests stays within, for instance 0.99. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
