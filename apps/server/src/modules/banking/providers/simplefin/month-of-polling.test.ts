import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from '../../../../test-support/test-app.ts';
import {
  simplefinProviderAt,
  startTestSimplefin,
  type TestSimplefin,
} from '../../../../test-support/test-simplefin.ts';
import { syncDueConnections } from '../../sync/sync.service.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST_DAY = Date.parse('2026-06-01T00:00:00Z');
const DAYS = 30;
/** SimpleFIN's limit. */
const MAX_REQUESTS = 24;
/** The user opens the dashboard once in each of these. */
const WAKING_HOURS = { first: 4, last: 23 };
const PRESS_HOUR = 18;
/** How often the user presses "Sync now", by day of the month. */
const PRESSES = new Map([
  [9, 3],
  [19, 40],
]);
const FAILING_DAY = 14;
const RESTART = { day: 12, hour: 13 };
/** Days with more than one request: the first asks for the history, and a failed sync is tried again. */
const BUSY_DAYS = new Map([
  [1, 4],
  [9, 4],
  [FAILING_DAY, 8],
  [19, MAX_REQUESTS],
]);

const requestList = z.object({ requests: z.array(z.object({ at: z.iso.datetime() })) });
const transactionList = z.object({
  transactions: z.array(z.object({ fields: z.object({ amount: z.string() }) })),
});

let server: TestSimplefin;
let t: TestApp;
let ana: TestUser;

beforeAll(async () => {
  // Without a spread, a day has one sync.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  server = await startTestSimplefin({ clock: () => t.deps.clock() });
  t = await createTestApp({ provider: newProvider(), startAt: new Date(FIRST_DAY).toISOString() });
  ana = await t.signUp();
});
afterAll(async () => {
  await t.close();
  await server.close();
  vi.restoreAllMocks();
});

const newProvider = () => simplefinProviderAt(server, () => t);

test(
  'a month of polling has a request a day, and never more than 24 (report 8)',
  { timeout: 600_000 },
  async () => {
    const { control } = server;
    const token = await control.createSetupToken({ banks: ['platypus', 'tartan'], history_days: 60 });
    const body = { public_token: token.setup_token };
    expect((await post('/api/simplefin/exchange-token', body)).statusCode).toBe(200);
    const { items } = (await ana.send({ url: '/api/simplefin/accounts' })).json<{
      items: { item_id: string }[];
    }>();
    const refusals: string[] = [];

    for (let hour = 0; hour < DAYS * 24; hour += 1) {
      const day = 1 + Math.floor(hour / 24);
      await t.comeTo(new Date(FIRST_DAY + hour * HOUR_MS).toISOString());
      await t.resetRateLimits();
      if (hour % 24 === 0 && day === FAILING_DAY)
        await control.call('/faults/add', {
          token_id: token.token_id,
          fault: { kind: 'status', status: 500 },
        });
      if (hour % 24 === 0 && day === FAILING_DAY + 1) await control.call('/faults/clear', {});
      if (day === RESTART.day && hour % 24 === RESTART.hour) {
        const provider = newProvider();
        Object.assign(t.deps, { providers: new Map([[provider.id, provider]]) });
      }
      await syncDueConnections(t.deps);
      await allRunsEnd();
      if (hour % 24 >= WAKING_HOURS.first && hour % 24 <= WAKING_HOURS.last)
        await post('/api/auto-import-transactions');
      for (let press = 0; hour % 24 === PRESS_HOUR && press < (PRESSES.get(day) ?? 0); press += 1) {
        const answer = await post(`/api/simplefin/item/${items[0]?.item_id ?? ''}/sync`, {});
        if (answer.statusCode !== 200) refusals.push(answer.json<{ error_code: string }>().error_code);
      }
    }

    const { requests } = requestList.parse(
      await control.call('/requests/list', { token_id: token.token_id }),
    );
    const instants = requests.map(({ at }) => Date.parse(at));
    const daily = Array.from(
      { length: DAYS },
      (_, index) => instants.filter((at) => Math.floor((at - FIRST_DAY) / DAY_MS) === index).length,
    );
    console.log(`Requests per day: ${daily.join(' ')}`);
    const inRollingDay = instants.map(
      (last) => instants.filter((at) => at <= last && at > last - DAY_MS).length,
    );
    expect(Math.max(...inRollingDay)).toBe(MAX_REQUESTS);
    expect(daily).toEqual(Array.from({ length: DAYS }, (_, index) => BUSY_DAYS.get(index + 1) ?? 1));
    expect(new Set(refusals)).toEqual(new Set(['BANK_ASKED_TOO_OFTEN']));

    // Every row of the banks is stored once.
    await t.database.db.$client.query('DELETE FROM provider_requests');
    await control.call('/requests/clear', { token_id: token.token_id });
    await post(`/api/simplefin/item/${items[0]?.item_id ?? ''}/sync`, {});
    expect(await stored()).toEqual(await held(token.connections));
  },
);

const post = (url: string, body?: object) => ana.send({ method: 'POST', url, ...(body && { body }) });

async function allRunsEnd(): Promise<void> {
  const unfinished = async () =>
    (
      await t.database.db.$client.query(
        `select from pgboss.job where name = 'sync-connection' and state < 'completed'
         union all select from sync_runs where finished_at is null`,
      )
    ).rowCount;
  await expect.poll(unfinished).toBe(0);
}

interface AccountSum {
  account: string;
  transactions: number;
  cents: number;
}

async function stored(): Promise<AccountSum[]> {
  const { rows } = await t.database.db.$client.query<AccountSum>(
    `select a.provider_account_id as account, count(r.id)::integer as transactions,
       coalesce(sum(r.amount_cents), 0)::integer as cents
     from bank_accounts a left join bank_transactions r
       on r.user_id = a.user_id and r.account_id = a.id and r.removed_at is null
     group by 1 order by 1`,
  );
  return rows;
}

async function held(
  connections: { conn_id: string; accounts: { account_id: string }[] }[],
): Promise<AccountSum[]> {
  const sums: AccountSum[] = [];
  for (const { conn_id, accounts } of connections) {
    for (const { account_id } of accounts) {
      const listed = await server.control.call('/transactions/list', { conn_id, account_id });
      const { transactions } = transactionList.parse(listed);
      const cents = transactions.map(({ fields }) => -Math.round(Number(fields.amount) * 100));
      sums.push({
        account: `${conn_id}:${account_id}`,
        transactions: cents.length,
        cents: cents.reduce((sum, one) => sum + one, 0),
      });
    }
  }
  return sums.toSorted((a, b) => (a.account < b.account ? -1 : 1));
}
