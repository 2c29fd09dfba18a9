import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';

const WARM_UPS = 20;

/** What somebody asks for, with the cookie of their session. */
interface Question {
  address: string;
  cookie: string;
}

/**
 * How long each of `count` answers takes until its last byte has arrived, one after the other, in milliseconds; a few before them warm up.
 */
export async function timeAnswers(count: number, address: string, cookie = ''): Promise<number[]> {
  const questions = Array.from({ length: WARM_UPS + count }, () => ({ address, cookie }));
  const [times = []] = await timeInTurn([questions]);
  return times;
}

/**
 * The same for lists of different questions, whose figures are to be compared: the first of every list, then the second of every list, and
 * so on. The first twenty of every list warm up; they are not in the figures.
 */
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

/** How long each answer takes, one after the other, until `end` resolves, in milliseconds. */
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

/** Asks as a browser does, but what a reader makes of the answer is not the server's, so nothing is unpacked or kept. */
async function timeAnswer(agent: Agent, { address, cookie }: Question): Promise<number> {
  const headers = { cookie, 'accept-encoding': 'gzip, deflate, br, zstd', 'sec-fetch-site': 'same-origin' };
  const startedAt = performance.now();
  const [response] = (await once(get(address, { agent, headers }), 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  if (response.statusCode !== 200) throw new Error(`${address} answered ${response.statusCode}`);
  return performance.now() - startedAt;
}

/** The time that a share of the requests stays within, for instance 0.99. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
