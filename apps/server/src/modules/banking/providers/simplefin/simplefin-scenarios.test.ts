import { runScenario, scenarios } from '@oinkly/bank-lab/scenarios';
import type { BankAccount, BankTwin, Connection } from '@oinkly/contract/banking';
import type { lookup, LookupAddress } from 'node:dns';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorCodeOf, outcomesFor, type Outcome } from '../../../../test-support/scenario-outcomes.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../../test-support/test-app.ts';
import {
  simplefinProviderAt,
  startTestSimplefin,
  type TestSimplefin,
} from '../../../../test-support/test-simplefin.ts';

/* Every scenario of the bank lab at SimpleFIN, against the real sync. Report numbers are of field reports on bank adapters. */

const DAY_MS = 24 * 60 * 60_000;

let server: TestSimplefin;
let t: TestApp;
let ana: TestUser;
let tokenId: string;
let itemId: string;

beforeAll(async () => {
  server = await startTestSimplefin({ clock: () => t.deps.clock() });
  const provider = simplefinProviderAt(server, () => t, {
    timeoutMs: 8_000,
    resolve: toThisMachine,
  });
  t = await createTestApp({ provider });
});
beforeEach(async () => {
  ana = await t.signUp();
  const token = await server.control.createSetupToken({ banks: ['platypus', 'tartan'], history_days: 30 });
  tokenId = token.token_id;
  expect((await exchange(token.setup_token)).statusCode).toBe(200);
  const { items } = await banks();
  itemId = items[0]?.item_id ?? '';
  expect((await sync()).statusCode).toBe(200);
});
afterEach(() => t.startAgain());
afterAll(async () => {
  await t.close();
  await server.close();
});

/** As the public name of `token-for-a-private-address` does. */
const toThisMachine = ((
  _name: string,
  _options: object,
  answer: (error: null, found: LookupAddress[]) => void,
) => answer(null, [{ address: '127.0.0.1', family: 4 }])) as typeof lookup;

const exchange = (public_token: string) =>
  ana.send({ method: 'POST', url: '/api/simplefin/exchange-token', body: { public_token } });
const sync = () => ana.send({ method: 'POST', url: `/api/simplefin/item/${itemId}/sync`, body: {} });
const banks = async () =>
  (await ana.send({ url: '/api/simplefin/accounts' })).json<{
    accounts: BankAccount[];
    items: Connection[];
  }>();
const twins = async () => (await ana.send({ url: '/api/bank-twins' })).json<{ twins: BankTwin[] }>().twins;
const problems = async () =>
  (await banks()).items.flatMap((item) =>
    item.problems.map(({ institution_name, error_code }) => [institution_name, error_code]),
  );
const { list, seen, rename, hasDinnerToo, isPendingOnce, isPostedOnce, isGone, isPendingForWeeks } =
  outcomesFor(() => ana);

const isAsBefore: Outcome = async ({ answer, before }) => {
  expect(answer.statusCode).toBe(200);
  expect(await seen()).toEqual(before);
  expect(await problems()).toEqual([]);
};
const isUnavailable: Outcome = async ({ answer, before }) => {
  expect(errorCodeOf(answer)).toBe('PROVIDER_UNAVAILABLE');
  expect(await seen()).toEqual(before);
};
const refusesToken =
  (expected: string): Outcome =>
  async ({ answer, before }) => {
    expect(errorCodeOf(answer)).toBe(expected);
    expect((await banks()).items).toHaveLength(1);
    expect(await seen()).toEqual(before);
  };
const oldestDayOf = async (bank: string) =>
  (await banks()).accounts
    .filter(({ institution_name }) => institution_name === bank)
    .map(({ reported_at }) => reported_at?.slice(0, 10))
    .toSorted()[0];
const noCall: Outcome = async ({ answer }) => expect(answer.statusCode).toBe(200);

/** After each step, by the scenario's id. */
const outcomes: Record<string, readonly Outcome[]> = {
  // Reports 1, 2, 4, 5, 20, 21.
  'pending-counted-twice': [isPendingOnce, isPostedOnce({ amount: 48 })],
  'posted-without-a-link': [isPendingOnce, isPostedOnce()],
  'pending-beside-posted': [isPendingOnce, isPostedOnce(), isPostedOnce()],
  'pending-without-a-date': [isPendingOnce, isPostedOnce()],
  'pending-for-weeks': [isPendingOnce, isPendingForWeeks, isGone],
  'gone-between-pending-and-posted': [isPendingOnce, isGone, isGone, isPostedOnce()],
  // Reports 3, 14, 15, 16.
  'reissued-under-new-ids': [isAsBefore],
  'relinked-under-new-ids': [isAsBefore],
  'new-bank-on-an-old-token': [
    async ({ before }) => {
      expect((await banks()).accounts.map(({ institution_name }) => institution_name)).toContain(
        'Houndstooth Bank',
      );
      const days = (await seen()).map(([, , date]) => String(date)).toSorted();
      expect(days.length).toBeGreaterThan(before.length);
      expect((await list('?counted=all&to=2026-03-01')).length).toBeGreaterThan(0);
    },
  ],
  'card-replaced': [
    async (step) => {
      await isAsBefore(step);
      expect((await banks()).accounts).toHaveLength(8);
      expect(await twins()).toEqual([]);
    },
    async ({ before }) => {
      expect(await twins()).toMatchObject([
        { kind: 'new-card', accounts: [{ older: { mask: '1094' }, younger: { mask: '0417' } }] },
      ]);
      expect(await seen()).toEqual(expect.arrayContaining(before.filter(([, , , isPending]) => !isPending)));
    },
  ],
  'card-renumbered': [
    async (step) => {
      await isAsBefore(step);
      expect((await banks()).accounts.filter(({ mask }) => mask === '0417')).toHaveLength(1);
      expect((await banks()).accounts).toHaveLength(7);
    },
  ],
  'accounts-of-the-same-name': [isAsBefore, isAsBefore],
  // Reports 17, 18.
  'date-a-year-off': [
    async () => expect(await list('?q=Orbit&counted=all')).toEqual([]),
    async () => expect(await list('?q=Orbit&counted=all')).toMatchObject([{ date: '2026-06-04' }]),
  ],
  'near-midnight': [
    async () =>
      expect(await list('?q=Orbit&counted=all')).toMatchObject([
        { date: '2026-06-03' },
        { date: '2026-06-03' },
      ]),
  ],
  // Reports 9, 19, 22, 23.
  'one-bank-needs-attention': [
    async (step) => {
      await hasDinnerToo(step);
      const [item] = (await banks()).items;
      expect(item).toMatchObject({
        status: 'healthy',
        problems: [
          {
            institution_name: 'First Platypus Bank',
            error_code: 'BANK_LOGIN_REQUIRED',
            detail: 'Please log in to this bank again',
          },
        ],
      });
    },
    async (step) => {
      await hasDinnerToo(step);
      expect(await problems()).toEqual([]);
    },
  ],
  'slow-and-broken-answers': [isUnavailable, isUnavailable, isAsBefore, isUnavailable],
  'outage-for-days': [
    async ({ before }) => {
      expect(await problems()).toEqual([['First Platypus Bank', 'BANK_UNAVAILABLE']]);
      expect(await seen()).toEqual(before);
    },
    async () => {
      expect(await problems()).toEqual([['First Platypus Bank', 'BANK_UNAVAILABLE']]);
      expect(await oldestDayOf('First Platypus Bank')).toBe('2026-06-05');
      expect(await oldestDayOf('Tartan Bank')).toBe('2026-06-12');
    },
    async () => {
      expect(await problems()).toEqual([]);
      expect(await oldestDayOf('First Platypus Bank')).toBe('2026-06-12');
    },
  ],
  'healthy-but-stale': [
    async (step) => {
      await isAsBefore(step);
      expect(await oldestDayOf('First Platypus Bank')).toBe('2026-05-29');
      expect(await oldestDayOf('Tartan Bank')).toBe('2026-06-05');
    },
    async () => expect(await oldestDayOf('First Platypus Bank')).toBe('2026-06-05'),
  ],
  // Reports 6, 7, 8.
  'pending-parameter': [noCall],
  'range-over-90-days': [
    noCall,
    async ({ answer, before }) => {
      expect(errorCodeOf(answer)).toBe('PROVIDER_REJECTED');
      expect(await seen()).toEqual(before);
    },
    isAsBefore,
  ],
  'one-request-per-account': [noCall],
  'refused-for-too-many-requests': [
    async ({ answer }) => {
      expect(errorCodeOf(answer)).toBe('BANK_ASKED_TOO_OFTEN');
      expect(errorCodeOf(await sync())).toBe('BANK_ASKED_TOO_OFTEN');
    },
    noCall,
  ],
  // Reports 10 to 13.
  'claim-refused-in-other-words': [refusesToken('SETUP_TOKEN_REFUSED')],
  'claim-answered-with-a-page': [refusesToken('ACCESS_URL_REFUSED')],
  'redirected-elsewhere': [refusesToken('PROVIDER_UNAVAILABLE'), isUnavailable],
  'token-for-a-private-address': [
    refusesToken('SETUP_TOKEN_INVALID'),
    refusesToken('SETUP_TOKEN_INVALID'),
    refusesToken('SETUP_TOKEN_INVALID'),
    refusesToken('SETUP_TOKEN_INVALID'),
    refusesToken('SETUP_TOKEN_INVALID'),
    refusesToken('ACCESS_URL_REFUSED'),
  ],
};

const ids = scenarios.filter(({ steps }) => steps.simplefin !== undefined).map(({ id }) => id);

test('every scenario of SimpleFIN has its outcome here', () => {
  expect(Object.keys(outcomes).sort()).toEqual(ids.toSorted());
});

test.each(ids)('the app is right about %s [PD-7] [PD-8]', async (id) => {
  const [first] = await list();
  await rename(first?.id ?? 0, 'Mine');
  const before = await seen();
  const expected = outcomes[id] ?? [];
  let steps = 0;
  const verdict = await runScenario(
    {
      simplefin: (path, body = {}) => server.control.call(path, body),
      plaid: () => Promise.reject(new Error('This is SimpleFIN alone')),
      today: () => t.deps.clock().toISOString().slice(0, 10),
      passDays: (days) => t.setNow(new Date(t.deps.clock().getTime() + days * DAY_MS).toISOString()),
      slowAnswerMs: 500,
    },
    {
      id,
      service: 'simplefin',
      target: { tokenId },
      afterStep: async ({ setup_token: setupToken }, step) => {
        await t.comeTo(t.deps.clock().toISOString());
        await t.resetRateLimits();
        const answer = await (setupToken === undefined ? sync() : exchange(setupToken));
        await expected[step]?.({ answer, before });
        steps += 1;
      },
    },
  );
  expect(steps).toBe(expected.length);
  const isChecked = scenarios.some((scenario) => scenario.id === id && scenario.check !== undefined);
  expect(verdict?.isRight, verdict?.said).toBe(isChecked ? true : undefined);
});
