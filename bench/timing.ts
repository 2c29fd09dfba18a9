import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';

const WARM_UPS = 20;

/**
 * How long each of `count` answers takes until its last byte has arrived, one after the other, in milliseconds; a few before them warm up.
 * Asks as a browser does, but what a reader makes of the answer is not the server's, so nothing is unpacked or kept.
 */
export async function timeAnswers(count: number, address: string, cookie = ''): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { cookie, 'accept-encoding': 'gzip, deflate, br, zstd', 'sec-fetch-site': 'same-origin' };
  const times: number[] = [];
  for (let index = -WARM_UPS; index < count; index += 1) {
    const startedAt = performance.now();
    const [response] = (await once(get(address, { agent, headers }), 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    if (response.statusCode !== 200) throw new Error(`${address} answered ${response.statusCode}`);
    if (index >= 0) times.push(performance.now() - startedAt);
  }
  agent.destroy();
  return times;
}

/** The time that a share of the requests stays within, for instance 0.99. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
