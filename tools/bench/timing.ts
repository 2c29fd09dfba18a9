import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';

const WARM_UPS = 20;

interface Question {
  address: string;
  cookie: string;
}

/** Returns ms until the last byte, after a warm-up. */
export async function timeAnswers(count: number, address: string, cookie = ''): Promise<number[]> {
  const questions = Array.from({ length: WARM_UPS + count }, () => ({ address, cookie }));
  const [times = []] = await timeInTurn([questions]);
  return times;
}

/** Alternates between the lists to compare them fairly. The first twenty of each only warm up. */
export async function timeInTurn(lists: readonly (readonly Question[])[]): Promise<number[][]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = lists.map((): number[] => []);
  const longest = Math.max(...lists.map(({ length }) => length));
  for (let index = 0; index < longest; index += 1) {
    for (const [list, questions] of lists.entries()) {
      const question = questions[index];
      if (!question) continue;
      const tookMs = await timeAnswer(agent, question);
      if (index >= WARM_UPS) times[list]?.push(tookMs);
    }
  }
  agent.destroy();
  return times;
}

/** Repeats the request until `end` resolves, and returns the times in ms. */
export async function timeUntil(end: Promise<unknown>, question: Question): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  const over = new AbortController();
  const ended = end.finally(() => over.abort());
  while (!over.signal.aborted) times.push(await timeAnswer(agent, question));
  agent.destroy();
  await ended;
  return times;
}

/** Sends a browser's headers but does not decompress. */
async function timeAnswer(agent: Agent, { address, cookie }: Question): Promise<number> {
  const headers = { cookie, 'accept-encoding': 'gzip, deflate, br, zstd', 'sec-fetch-site': 'same-origin' };
  const startedAt = performance.now();
  const [response] = (await once(get(address, { agent, headers }), 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  if (response.statusCode !== 200) throw new Error(`${address} answered ${response.statusCode}`);
  return performance.now() - startedAt;
}

/** A `share` of 0.99 is the 99th percentile. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
