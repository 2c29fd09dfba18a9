import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { CreatedToken } from '../test-support/control-client.ts';
import { startTestServer, type TestServer } from '../test-support/test-server.ts';

const listed = z.array(z.looseObject({ transaction_id: z.string() }));
const firstMs = Date.parse('2026-06-10T19:00:00Z');

type Rows = Record<string, z.infer<typeof listed>>;

/** By account. Brings the token's banks up to date. */
async function rowsOf({ control }: TestServer, { connections }: CreatedToken): Promise<Rows> {
  const rows: Rows = {};
  for (const { conn_id: connId, accounts } of connections) {
    for (const { account_id: accountId } of accounts) {
      const answer = await control.call('/transactions/list', { conn_id: connId, account_id: accountId });
      rows[accountId] = listed.parse(answer['transactions']);
    }
  }
  return rows;
}

const contentOf = (rows: Rows) =>
  Object.values(rows).map((ofAccount) =>
    ofAccount.map(({ transaction_id: _id, ...row }) => JSON.stringify(row)).sort(),
  );

test('banks whose clock jumps forth and back have the rows of their last day, each once', async () => {
  const server = await startTestServer();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: -40, max: 90 }), { maxLength: 6 }), async (jumps) => {
      const setDay = (day: number) => server.setNow(new Date(firstMs + day * 86_400_000).toISOString());
      setDay(0);
      const wanted = { banks: ['tartan'], history_days: 30 };
      const [jumping, direct] = [
        await server.control.createSetupToken(wanted),
        await server.control.createSetupToken(wanted),
      ];
      let [day, lastDay] = [0, 0];
      let rows = await rowsOf(server, jumping);
      for (const jump of jumps) {
        day += jump;
        setDay(day);
        const before = rows;
        rows = await rowsOf(server, jumping);
        if (day <= lastDay) expect(rows).toEqual(before);
        lastDay = Math.max(lastDay, day);
        for (const ofAccount of Object.values(rows)) {
          expect(new Set(ofAccount.map(({ transaction_id: id }) => id)).size).toBe(ofAccount.length);
        }
      }
      setDay(lastDay);
      expect(contentOf(await rowsOf(server, direct))).toEqual(contentOf(rows));
      for (const { token_id: tokenId } of [jumping, direct]) {
        await server.control.call('/tokens/disable', { token_id: tokenId });
      }
    }),
    { numRuns: 8, seed: 20_261_129 },
  );
});

test('months that passed are written in short steps, with turns for other requests between them', async () => {
  const server = await startTestServer();
  const { connections } = await server.control.createSetupToken({ banks: ['platypus'], history_days: 0 });
  const [connection] = connections;
  const counts: number[] = [];
  const count = async () => {
    const { tokens } = z
      .object({
        tokens: z.array(
          z.object({
            connections: z.array(
              z.object({ accounts: z.array(z.object({ transaction_count: z.number() })) }),
            ),
          }),
        ),
      })
      .parse(await server.control.call('/tokens/list', {}));
    return tokens
      .flatMap((token) => token.connections.flatMap(({ accounts }) => accounts))
      .reduce((total, { transaction_count: rows }) => total + rows, 0);
  };
  counts.push(await count());
  server.pass(24 * 365);
  const writing = { isDone: false };
  const account = { conn_id: connection?.conn_id, account_id: 'ACT-1' };
  const written = server.control.call('/transactions/list', account).finally(() => (writing.isDone = true));
  while (!writing.isDone) counts.push(await count());
  await written;
  counts.push(await count());
  const steps = counts.map((rows, index) => rows - (counts[index - 1] ?? 0));
  expect(Math.max(...steps)).toBeLessThan((counts.at(-1) ?? 0) / 2);
});
