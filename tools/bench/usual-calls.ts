import { Agent, request } from 'node:http';

const EXPENSE = JSON.stringify({
  name: 'Cake',
  amount: 4.5,
  date: new Date().toISOString().slice(0, 10),
  category: 'Dining',
  type: 'one-time',
  paid: false,
});

/** What people do most, with the number of SQL statements that the server sends for it. */
export const USUAL_CALLS: readonly { path: string; statements: number; body?: string }[] = [
  { path: '/', statements: 9 },
  { path: '/api/expenses?counted=all&limit=50', statements: 2 },
  { path: '/api/leaderboard', statements: 3 },
  { path: '/api/auth/user', statements: 3 },
  { path: '/api/expenses', statements: 8, body: EXPENSE },
];

/** Each of the crowd sends the calls one after the other. */
export async function loop(
  origin: string,
  calls: readonly { path: string; body?: string | undefined }[],
  cookies: readonly string[],
  rounds: number,
): Promise<{ times: number[]; perSecond: number }> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const startedAt = performance.now();
  await Promise.all(
    cookies.map(async (cookie) => {
      for (let round = 0; round < rounds; round += 1) {
        for (const question of calls) {
          const askedAt = performance.now();
          await call(agent, origin, { cookie, ...question });
          times.push(performance.now() - askedAt);
        }
      }
    }),
  );
  agent.destroy();
  return { times, perSecond: (times.length / (performance.now() - startedAt)) * 1000 };
}

/** Rejects unless the answer is 200. */
export function call(
  agent: Agent,
  origin: string,
  { path, cookie, body }: { path: string; cookie: string; body?: string | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      cookie,
      'sec-fetch-site': 'same-origin',
      'accept-encoding': 'gzip, deflate, br, zstd',
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
    };
    const sent = request(
      `${origin}${path}`,
      { agent, headers, method: body === undefined ? 'GET' : 'POST' },
      (answer) => {
        answer.resume().once('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`${path} answered ${answer.statusCode ?? 0}`));
        });
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
