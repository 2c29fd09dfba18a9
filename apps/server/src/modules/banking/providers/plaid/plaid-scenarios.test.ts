import { runScenario, scenarios } from '@oinkly/bank-lab/scenarios';
import type { BankAccount, Connection } from '@oinkly/contract/banking';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorCodeOf, outcomesFor, type Outcome } from '../../../../test-support/scenario-outcomes.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../../test-support/test-app.ts';
import {
  BANK_CREDENTIALS,
  startTestEmulator,
  type TestEmulator,
} from '../../../../test-support/test-emulator.ts';
import { PlaidProvider } from './plaid-provider.ts';

/* Every scenario of the bank lab at Plaid, against the real sync. Report numbers are of field reports on bank adapters. */

const DAY_MS = 24 * 60 * 60_000;

let emulator: TestEmulator;
let t: TestApp;
let ana: TestUser;
let itemId: string;

beforeAll(async () => {
  emulator = await startTestEmulator({ clock: () => t.deps.clock() });
  const provider = new PlaidProvider({
    baseUrl: emulator.url,
    ...BANK_CREDENTIALS,
    webhookUrl: null,
    clock: () => t.deps.clock(),
    log: emulator.log,
    callTimeoutMs: 8_000,
  });
  t = await createTestApp({ provider });
});
beforeEach(async () => {
  ana = await t.signUp();
  await link('ins_109508');
  itemId = (await banks()).items[0]?.item_id ?? '';
});
afterEach(() => t.startAgain());
afterAll(async () => {
  await t.close();
  await emulator.close();
});

async function link(institution_id: string): Promise<void> {
  const { public_token } = await emulator.call('/sandbox/public_token/create', {
    institution_id,
    initial_products: ['transactions'],
    options: { transactions: { days_requested: 30 } },
  });
  const rows = (await list()).length;
  await exchange(String(public_token));
  await expect.poll(async () => (await sync()).json<object>()).toMatchObject({ success: true });
  await expect.poll(async () => (await list()).length).toBeGreaterThan(rows);
  // Plaid prepared the data while the first sync ran, so only a second one hears when it was read.
  expect((await sync()).statusCode).toBe(200);
}
const exchange = (public_token: string) =>
  ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token } });
const sync = () => ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
const banks = async () =>
  (await ana.send({ url: '/api/plaid/accounts' })).json<{ accounts: BankAccount[]; items: Connection[] }>();
const states = async () =>
  (await banks()).items
    .map(({ institution_name, status, error_code }) => [institution_name, status, error_code])
    .toSorted();
const reportedDays = async () =>
  new Set((await banks()).accounts.map(({ reported_at }) => reported_at?.slice(0, 10)));
const { list, seen, rename, hasDinnerToo, isPendingOnce, isPostedOnce, isGone, isPendingForWeeks } =
  outcomesFor(() => ana);

const isAsBefore: Outcome = async ({ answer, before }) => {
  expect(answer.statusCode).toBe(200);
  expect(await seen()).toEqual(before);
  expect((await banks()).items).toMatchObject([{ status: 'healthy', error_code: null }]);
};
const fails =
  (expected: string, status: Connection['status']): Outcome =>
  async ({ answer, before }) => {
    expect(errorCodeOf(answer)).toBe(expected);
    expect(await seen()).toEqual(before);
    expect((await banks()).items).toMatchObject([{ status, error_code: expected }]);
    expect(await reportedDays()).toEqual(new Set(['2026-06-05']));
  };

/** After each step, by the scenario's id. */
const outcomes: Record<string, readonly Outcome[]> = {
  // Reports 1, 2, 20, 21.
  'pending-counted-twice': [isPendingOnce, isPostedOnce({ amount: 48 })],
  'posted-without-a-link': [isPendingOnce, isPostedOnce()],
  'pending-for-weeks': [isPendingOnce, isPendingForWeeks, isGone],
  'gone-between-pending-and-posted': [isPendingOnce, isGone, isGone, isPostedOnce()],
  // Report 14.
  'relinked-under-new-ids': [isAsBefore],
  // Reports 9, 19, 22, 23. One broken or missing answer is asked for again at once.
  'one-bank-needs-attention': [
    async (step) => {
      await hasDinnerToo(step);
      expect(await states()).toEqual([
        ['First Platypus Bank', 'login_required', 'BANK_LOGIN_REQUIRED'],
        ['Tartan Bank', 'healthy', null],
      ]);
    },
    async (step) => {
      await hasDinnerToo(step);
      expect((await states()).map(([, status]) => status)).toEqual(['healthy', 'healthy']);
    },
  ],
  'slow-and-broken-answers': [isAsBefore, isAsBefore, isAsBefore, isAsBefore],
  'outage-for-days': [
    fails('BANK_UNAVAILABLE', 'error'),
    fails('BANK_UNAVAILABLE', 'error'),
    async ({ answer }) => {
      expect(answer.statusCode).toBe(200);
      expect(await reportedDays()).toEqual(new Set(['2026-06-12']));
    },
  ],
  'healthy-but-stale': [
    async (step) => {
      await isAsBefore(step);
      expect(await reportedDays()).toEqual(new Set(['2026-05-29']));
    },
    async () => expect(await reportedDays()).toEqual(new Set(['2026-06-05'])),
  ],
};

const ids = scenarios.filter(({ steps }) => steps.plaid !== undefined).map(({ id }) => id);

test('every scenario of Plaid has its outcome here', () => {
  expect(Object.keys(outcomes).sort()).toEqual(ids.toSorted());
});

test.each(ids)('the app is right about %s [PD-7] [PD-8]', async (id) => {
  if (id === 'one-bank-needs-attention') await link('ins_109511');
  const [first] = await list();
  await rename(first?.id ?? 0, 'Mine');
  const before = await seen();
  const expected = outcomes[id] ?? [];
  let steps = 0;
  await runScenario(
    {
      plaid: (path, body = {}) => emulator.call(`/control${path}`, body),
      simplefin: () => Promise.reject(new Error('This is Plaid alone')),
      today: () => t.deps.clock().toISOString().slice(0, 10),
      passDays: (days) => t.setNow(new Date(t.deps.clock().getTime() + days * DAY_MS).toISOString()),
      slowAnswerMs: 500,
    },
    {
      id,
      service: 'plaid',
      target: { itemId },
      afterStep: async ({ public_token: publicToken }, step) => {
        await t.comeTo(t.deps.clock().toISOString());
        await t.resetRateLimits();
        if (publicToken !== undefined) await exchange(publicToken);
        const answer = await sync();
        await expected[step]?.({ answer, before });
        steps += 1;
      },
    },
  );
  expect(steps).toBe(expected.length);
});
