import type { Connection } from '@oinkly/contract/banking';
import type { Expense } from '@oinkly/contract/expenses';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { User } from '@oinkly/contract/account';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { AppError } from '../../errors/app-error.ts';
import { pushSubscriptions } from '../../db/tables/notifications.tables.ts';
import {
  startPushService,
  type SubscribedBrowser,
  type TestPushService,
} from '../../test-support/push-service.ts';
import { ScriptedBank } from '../../test-support/scripted-bank.ts';
import { untilWaitingForLocks } from '../../test-support/lock-waits.ts';
import { newSecretToken } from '../../security/secret-token.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { TEST_SITE } from '../../test-support/test-site.ts';
import { createDueOccurrences } from '../expenses/index.ts';
import { closeEndedWeeks } from '../leaderboard/index.ts';
import { A_WHILE } from '../../test-support/a-while.ts';

let t: TestApp;
let bank: ScriptedBank;
let service: TestPushService;

/** A Friday. The week began on Monday, 2026-06-01. */
const FRIDAY = '2026-06-05T19:00:00Z';
/** The next Monday, nine in the morning in Los Angeles. */
const MONDAY = '2026-06-08T16:00:00Z';

beforeAll(async () => {
  bank = new ScriptedBank();
  service = await startPushService();
  t = await createTestApp({ provider: bank, pushOrigins: [service.origin] });
});
beforeEach(() => t.setNow(FRIDAY));
afterEach(() => {
  service.messages.length = 0;
});
afterAll(async () => {
  await t.close();
  await service.close();
});

type Inbox = RouteResponse<'listNotifications'>;

interface PushContent {
  id: number;
  title: string;
  body: string;
  path: string;
  weekToPromise?: string;
}

const ALL = { budget: true, bank: true, result: true, friend: true };
const EIGHTY = 'You have spent 80% of this week’s budget';
/** Isolates keep names apart from the text. */
const BO_ACCEPTED = '\u2068Bo\u2069 accepted your invitation';
const BANK_NEEDS = '\u2068Scripted Bank\u2069 needs you to log in';
const BANK_IMPORTED = '\u2068Scripted Bank\u2069 is imported';
const WHOLE = 'You have spent all of this week’s budget';

const choose = (user: TestUser, wanted: object) =>
  user.send({ method: 'PUT', url: '/api/notifications/kinds', body: wanted });
const inboxOf = async (user: TestUser) => (await user.send({ url: '/api/notifications' })).json<Inbox>();
const listOf = async (user: TestUser) => (await inboxOf(user)).notifications.toReversed();
const allTitlesOf = async (user: TestUser) => (await listOf(user)).map(({ title }) => title);
/** Without imports, which have tests of their own. */
const titlesOf = async (user: TestUser) =>
  (await listOf(user)).filter(({ kind }) => kind !== 'import').map(({ title }) => title);
const userOf = async (user: TestUser) => (await user.send({ url: '/api/auth/user' })).json<User>();
const setBudget = (user: TestUser, weeklyBudget: number) =>
  user.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget } });
const lunch = { name: 'Lunch', date: '2026-06-04', category: 'Dining' };
const spend = async (user: TestUser, amount: number, rest: object = {}) =>
  (
    await user.send({ method: 'POST', url: '/api/expenses', body: { ...lunch, amount, ...rest } })
  ).json<Expense>();
const edit = (user: TestUser, id: number, body: object) =>
  user.send({ method: 'PUT', url: `/api/expenses/${id}`, body });
const closeWeeks = () => closeEndedWeeks(t.deps, new AbortController().signal);
const createDue = () => createDueOccurrences(t.deps, new AbortController().signal);

/** A user with a budget of $100 and all notifications on. */
async function recipient(profile: Parameters<TestApp['signUp']>[0] = {}): Promise<TestUser> {
  const user = await t.signUp(profile);
  await setBudget(user, 100);
  await choose(user, ALL);
  return user;
}

async function linkBank(user: TestUser): Promise<void> {
  await user.send({
    method: 'POST',
    url: '/api/plaid/exchange-token',
    body: { public_token: `public-${randomUUID()}` },
  });
  const outcome = async () => {
    const { last_synced_at: at, error_message: message } = await connectionOf(user);
    return at ?? message;
  };
  await expect.poll(outcome).not.toBeNull();
}

async function connectionOf(user: TestUser): Promise<Connection> {
  const [connection] = (await user.send({ url: '/api/plaid/connections' })).json<Connection[]>();
  if (!connection) throw new Error('There is no connection');
  return connection;
}

async function sync(user: TestUser): Promise<void> {
  const { item_id: itemId } = await connectionOf(user);
  await user.send({ method: 'POST', url: `/api/plaid/item/${itemId}/sync` });
}

async function befriend(user: TestUser, inviter: TestUser): Promise<void> {
  const { code } = (await inviter.send({ url: '/api/invite' })).json<{ code: string }>();
  expect((await user.send({ method: 'POST', url: `/api/invites/${code}/accept` })).statusCode).toBe(200);
}

test('an import of the current year is listed when it has ended, with what it added [PD-86] [PD-9]', async () => {
  const ana = await t.signUp();
  await linkBank(ana);
  const importYear = async (purchases: number) => {
    bank.answer({
      upserted: Array.from({ length: purchases }, () => ({
        transactionId: randomUUID(),
        name: 'Cafe',
        merchantName: null,
        amountCents: 500,
        postedOn: '2026-06-02',
        authorizedOn: null,
        category: { paymentType: 'purchase', expenseCategory: 'Dining' } as const,
      })),
    });
    const before = (await listOf(ana)).length;
    await ana.send({ method: 'POST', url: '/api/plaid/sync-transactions' });
    await expect.poll(async () => (await listOf(ana)).length).toBe(before + 1);
    return (await listOf(ana)).at(-1);
  };
  expect(await importYear(2)).toMatchObject({
    kind: 'import',
    title: BANK_IMPORTED,
    body: '2 purchases are on your list now.',
    read: false,
  });
  await t.database.db.$client.query(
    'delete from expenses where id = (select min(id) from expenses where user_id = $1)',
    [ana.id],
  );
  expect(await importYear(2)).toMatchObject({ body: '3 purchases are on your list now.' });
  await sync(ana);
  expect(await listOf(ana)).toHaveLength(3);
});

test('before a user has chosen, everything is listed and nothing goes to devices [PD-86]', async () => {
  const ana = await t.signUp();
  await subscribe(ana);
  await setBudget(ana, 100);
  await spend(ana, 150);
  await befriend(await t.signUp({ fullName: 'Bo' }), ana);
  await linkBank(ana);
  bank.answer(new AppError('BANK_LOGIN_REQUIRED'));
  await sync(ana);
  await t.comeTo(MONDAY);
  await closeWeeks();
  expect(await allTitlesOf(ana)).toEqual([
    WHOLE,
    BO_ACCEPTED,
    BANK_IMPORTED,
    BANK_NEEDS,
    'Last week went over budget',
  ]);
  expect(await inboxOf(ana)).toMatchObject({
    unread: 5,
    wanted: { budget: false, bank: false, result: false, friend: false },
  });
  expect(await jobsFor(ana)).toEqual([]);
});

test('an earlier choice still decides what devices get, and never what is listed [PD-86]', async () => {
  const ana = await t.signUp();
  await setBudget(ana, 100);
  await subscribe(ana);
  await choose(ana, { friend: true });
  await spend(ana, 80);
  expect(await jobsFor(ana)).toEqual([]);
  await befriend(await t.signUp({ fullName: 'Bo' }), ana);
  expect(await jobsFor(ana)).toHaveLength(1);
  expect(await titlesOf(ana)).toEqual([EIGHTY, BO_ACCEPTED]);
});

test("a bank's first import is listed once, later syncs are not [PD-86]", async () => {
  const ana = await t.signUp();
  bank.answer({
    upserted: [
      { transactionId: 'a', amountCents: 5_00 },
      { transactionId: 'b', amountCents: 6_00 },
    ],
  });
  await linkBank(ana);
  bank.answer({ upserted: [{ transactionId: 'c', amountCents: 7_00 }] });
  await sync(ana);
  expect((await inboxOf(ana)).notifications).toMatchObject([
    { kind: 'import', title: BANK_IMPORTED, body: '2 purchases are on your list now.', path: '/expenses' },
  ]);
});

test('an imported file is listed as read, and undoing it deletes the entry [PD-86]', async () => {
  const ana = await t.signUp();
  const requestId = randomUUID();
  await ana.send({
    method: 'POST',
    url: '/api/imports',
    body: { requestId, fileName: 'may.csv', rows: [{ ...lunch, amount: 5 }] },
  });
  expect(await inboxOf(ana)).toMatchObject({
    notifications: [
      {
        title: '\u2068may.csv\u2069 is imported',
        body: '1 purchase is on your list now.',
        path: '/expenses/import',
        read: true,
      },
    ],
    unread: 0,
  });
  await ana.send({ method: 'DELETE', url: `/api/imports/${requestId}` });
  expect(await allTitlesOf(ana)).toEqual([]);
});

test('friends who joined are counted on their own until the user has looked [PD-86]', async () => {
  const ana = await recipient();
  await spend(ana, 80);
  await befriend(await t.signUp({ fullName: 'Bo' }), ana);
  await befriend(await t.signUp({ fullName: 'Cy' }), ana);
  expect(await userOf(ana)).toMatchObject({ unreadNotifications: 3, unreadFriends: 2 });
  const look = { method: 'POST', url: '/api/notifications/read' } as const;
  expect((await ana.send({ ...look, body: { kind: 'friend' } })).statusCode).toBe(200);
  expect(await userOf(ana)).toMatchObject({ unreadNotifications: 1, unreadFriends: 0 });
  expect((await ana.send({ ...look, body: {} })).statusCode).toBe(400);
});

test('the list stays small, whatever a user does [PD-86] [SEC-22]', async () => {
  const ana = await t.signUp();
  await t.database.db.$client.query(
    `insert into notifications (user_id, event, event_key, created_at)
     select $1, '{"kind":"bank"}', 'bank ' || n, $2 from generate_series(1, 300) n`,
    [ana.id, t.deps.clock()],
  );
  await befriend(await t.signUp({ fullName: 'Bo' }), ana);
  const { rows } = await t.database.db.$client.query<{ count: number }>(
    'select count(*)::integer from notifications where user_id = $1',
    [ana.id],
  );
  expect(rows).toEqual([{ count: 200 }]);
  expect((await titlesOf(ana)).at(-1)).toBe(BO_ACCEPTED);
});

test('choosing one kind leaves the others unchanged, even when two are chosen at once', async () => {
  const ana = await t.signUp();
  expect((await choose(ana, { budget: true })).json()).toEqual({
    budget: true,
    bank: false,
    result: false,
    friend: false,
  });
  await Promise.all([
    choose(ana, { friend: true }),
    choose(ana, { result: true }),
    choose(ana, { bank: true }),
  ]);
  await choose(ana, { result: false });
  expect((await inboxOf(ana)).wanted).toEqual({ budget: true, bank: true, result: false, friend: true });
});

test("each budget mark notifies once a week, in the user's week", async () => {
  const ana = await recipient();
  await spend(ana, 79.99);
  expect(await titlesOf(ana)).toEqual([]);
  await spend(ana, 0.01);
  expect(await titlesOf(ana)).toEqual([EIGHTY]);
  await spend(ana, 10);
  const cake = await spend(ana, 10);
  expect(await titlesOf(ana)).toEqual([EIGHTY, WHOLE]);
  await ana.send({ method: 'DELETE', url: `/api/expenses/${cake.id}` });
  await spend(ana, 50);
  expect(await titlesOf(ana)).toEqual([EIGHTY, WHOLE]);

  // This is still Sunday in Los Angeles.
  await t.comeTo('2026-06-08T06:59:00Z');
  await spend(ana, 500, { date: '2026-06-08' });
  expect(await titlesOf(ana)).toHaveLength(2);
  await t.comeTo('2026-06-08T07:01:00Z');
  await spend(ana, 1, { date: '2026-06-08' });
  expect(await titlesOf(ana)).toEqual([EIGHTY, WHOLE, WHOLE]);
});

test('of two marks passed at once, only the higher notifies', async () => {
  const ana = await recipient();
  const { id } = await spend(ana, 120);
  expect(await titlesOf(ana)).toEqual([WHOLE]);
  await edit(ana, id, { amount: 10 });
  await edit(ana, id, { amount: 85 });
  expect(await titlesOf(ana)).toEqual([WHOLE]);
});

test('lower spending or a changed budget does not notify', async () => {
  const ana = await t.signUp();
  await setBudget(ana, 100);
  const { id } = await spend(ana, 95);
  await edit(ana, id, { amount: 90 });
  await edit(ana, id, { paid: true });
  await setBudget(ana, 50);
  expect(await titlesOf(ana)).toEqual([EIGHTY]);
  await spend(ana, 1);
  expect(await titlesOf(ana)).toEqual([EIGHTY, WHOLE]);
});

test('a raised budget has its own marks', async () => {
  const ana = await recipient();
  await spend(ana, 100);
  expect(await titlesOf(ana)).toEqual([WHOLE]);
  await setBudget(ana, 200);
  await spend(ana, 59.99);
  expect(await titlesOf(ana)).toEqual([WHOLE]);
  await spend(ana, 0.01);
  expect(await titlesOf(ana)).toEqual([WHOLE, EIGHTY]);
  await spend(ana, 40);
  expect(await titlesOf(ana)).toEqual([WHOLE, EIGHTY, WHOLE]);
});

test('a slightly raised and lowered budget does not repeat a notification', async () => {
  const ana = await recipient();
  const { id } = await spend(ana, 90);
  expect(await titlesOf(ana)).toEqual([EIGHTY]);
  // This is more than four fifths of the new budget too.
  await setBudget(ana, 110);
  await spend(ana, 1);
  expect(await titlesOf(ana)).toEqual([EIGHTY]);
  await setBudget(ana, 100);
  await edit(ana, id, { amount: 10 });
  await edit(ana, id, { amount: 85 });
  expect(await titlesOf(ana)).toEqual([EIGHTY]);
  await setBudget(ana, 50);
  await spend(ana, 1);
  expect(await titlesOf(ana)).toEqual([EIGHTY, WHOLE]);
});

test.each([
  ['no budget', null],
  ['a budget of nothing', 0],
] as const)('with %s there are no marks [PD-12]', async (_title, weeklyBudget) => {
  const ana = await t.signUp();
  await choose(ana, ALL);
  if (weeklyBudget !== null) await setBudget(ana, weeklyBudget);
  await spend(ana, 5_000);
  expect(await titlesOf(ana)).toEqual([]);
});

test('changes at the same moment pass a mark once', async () => {
  const ana = await recipient();
  await spend(ana, 75);
  await Promise.all(Array.from({ length: 5 }, () => spend(ana, 5)));
  expect(await titlesOf(ana)).toEqual([EIGHTY, WHOLE]);
});

test.each<[string, (ana: TestUser) => Promise<unknown>]>([
  ['an edit', async (ana) => edit(ana, (await spend(ana, 5)).id, { amount: 85 })],
  [
    'a deletion taken back',
    async (ana) => {
      await setBudget(ana, 1_000);
      const { id } = await spend(ana, 85);
      await ana.send({ method: 'DELETE', url: `/api/expenses/${id}` });
      await setBudget(ana, 100);
      await ana.send({ method: 'POST', url: `/api/expenses/${id}/restore` });
    },
  ],
  [
    'a file',
    (ana) =>
      ana.send({
        method: 'POST',
        url: '/api/imports',
        body: { requestId: randomUUID(), fileName: 'a.csv', rows: [{ ...lunch, amount: 85 }] },
      }),
  ],
  [
    'what recurs',
    async (ana) => {
      await spend(ana, 85, { type: 'recurring', dayOfMonth: 10, date: '2026-05-10' });
      await t.comeTo('2026-06-10T19:00:00Z');
      await createDue();
    },
  ],
  [
    'a raised amount of this and all later occurrences',
    async (ana) => {
      const { id } = await spend(ana, 5, { type: 'recurring', dayOfMonth: 5, date: '2026-06-05' });
      await ana.send({ method: 'PUT', url: `/api/expenses/${id}?scope=future`, body: { amount: 85 } });
    },
  ],
  [
    'a bank',
    async (ana) => {
      bank.answer({ upserted: [{ transactionId: 'a', amountCents: 85_00 }] });
      await linkBank(ana);
    },
  ],
  [
    'fixed bills that count from now on',
    async (ana) => {
      bank.answer({
        upserted: [
          {
            transactionId: 'a',
            amountCents: 85_00,
            category: { paymentType: 'fixed-bill', expenseCategory: 'Housing' },
          },
        ],
      });
      await linkBank(ana);
      expect(await titlesOf(ana)).toEqual([]);
      await ana.send({ method: 'PUT', url: '/api/users', body: { countFixedBills: true } });
    },
  ],
  [
    'a refund that is no longer one',
    async (ana) => {
      bank.answer({
        upserted: [
          { transactionId: 'a', amountCents: 85_00 },
          { transactionId: 'b', amountCents: -80_00, postedOn: '2026-06-04' },
        ],
      });
      await linkBank(ana);
      expect(await titlesOf(ana)).toEqual([]);
      const { refunds } = (await ana.send({ url: '/api/refunds' })).json<RouteResponse<'listRefunds'>>();
      await ana.send({
        method: 'PUT',
        url: `/api/refunds/${refunds[0]?.id ?? ''}/match`,
        body: { expenseId: null },
      });
    },
  ],
])('a mark notifies whatever reached it: %s', async (_title, pass) => {
  const ana = await recipient();
  await pass(ana);
  expect(await titlesOf(ana)).toEqual([EIGHTY]);
});

test('a bank that needs its user notifies once until it works again', async () => {
  const ana = await recipient();
  await linkBank(ana);
  const locked = () => bank.answer(new AppError('BANK_LOGIN_REQUIRED'));
  locked();
  await sync(ana);
  expect(await listOf(ana)).toMatchObject([
    { kind: 'import' },
    { kind: 'bank', title: BANK_NEEDS, path: '/accounts' },
  ]);
  locked();
  await sync(ana);
  bank.answer(new AppError('BANK_UNAVAILABLE'));
  await sync(ana);
  locked();
  await sync(ana);
  expect(await titlesOf(ana)).toHaveLength(1);

  await t.comeTo('2026-06-05T20:00:00Z');
  await sync(ana);
  locked();
  await sync(ana);
  expect(await titlesOf(ana)).toEqual([BANK_NEEDS, BANK_NEEDS]);
});

test('temporary bank failures do not notify, and disconnecting removes the notification', async () => {
  const ana = await recipient();
  await linkBank(ana);
  bank.answer(new AppError('BANK_UNAVAILABLE'));
  await sync(ana);
  expect(await titlesOf(ana)).toEqual([]);
  bank.answer(new AppError('BANK_CONNECTION_GONE'));
  await sync(ana);
  expect(await titlesOf(ana)).toHaveLength(1);
  const { item_id: itemId } = await connectionOf(ana);
  await ana.send({ method: 'DELETE', url: `/api/plaid/disconnect/${itemId}` });
  expect(await titlesOf(ana)).toEqual([]);
});

test("Monday's result notifies once, and not for weeks closed late", async () => {
  const [ana, bo] = [await recipient(), await recipient()];
  await spend(ana, 40);
  await spend(bo, 140);
  await t.comeTo('2026-06-22T16:00:00Z');
  await closeWeeks();
  await closeWeeks();
  expect((await titlesOf(ana)).slice(-1)).toEqual(['Last week stayed under budget']);
  expect((await inboxOf(ana)).notifications.filter(({ kind }) => kind === 'result')).toHaveLength(1);

  await spend(bo, 101, { date: '2026-06-23' });
  await t.comeTo('2026-06-29T16:00:00Z');
  await closeWeeks();
  expect((await titlesOf(bo)).slice(-1)).toEqual(['Last week went over budget']);
});

test('the Monday notification names what went well but no amount, even without friends [PD-74]', async () => {
  const [ana, bo] = [await recipient(), await recipient()];
  await spend(ana, 140);
  await spend(bo, 40);
  await t.comeTo(MONDAY);
  await closeWeeks();
  const wordsOf = async (user: TestUser) =>
    (await inboxOf(user)).notifications.map(({ title, body }) => `${title}: ${body}`);
  expect(await wordsOf(ana)).toEqual(
    [
      `${WHOLE}: Your budget starts fresh on Monday.`,
      'Last week went over budget: This week is a fresh start.',
    ].toReversed(),
  );
  expect(await wordsOf(bo)).toEqual(['Last week stayed under budget: You stayed within your budget.']);
});

test("a corrected week's notification shows the corrected result [PD-24]", async () => {
  const ana = await recipient();
  await linkBank(ana);
  await t.comeTo(MONDAY);
  await closeWeeks();
  expect(await titlesOf(ana)).toEqual(['Last week stayed under budget']);
  bank.answer({ upserted: [{ transactionId: 'late', amountCents: 130_00, postedOn: '2026-06-07' }] });
  await sync(ana);
  expect(await titlesOf(ana)).toEqual(['Last week went over budget']);
  bank.answer({ removed: [{ transactionId: 'late', providerAccountId: 'account-checking' }] });
  await sync(ana);
  expect(await titlesOf(ana)).toEqual(['Last week stayed under budget']);
});

test('a user without a budget is not notified that a week stayed within it', async () => {
  const ana = await t.signUp();
  await choose(ana, ALL);
  await t.comeTo(MONDAY);
  await closeWeeks();
  expect(await titlesOf(ana)).toEqual([]);
});

test('the inviter is notified of a new friend; the friend is not [PD-23]', async () => {
  const [ana, bo] = [await recipient({ fullName: 'Ana' }), await recipient({ fullName: 'Bo' })];
  await befriend(bo, ana);
  await befriend(bo, ana);
  expect(await titlesOf(ana)).toEqual([BO_ACCEPTED]);
  expect(await titlesOf(bo)).toEqual([]);
});

test('the inviter is notified of a new guest once, on devices only if wanted, until the guest leaves [PD-86] [PD-103]', async () => {
  const [ana, bo] = [await recipient(), await recipient()];
  await choose(bo, { ...ALL, friend: false });
  const [anas, bos] = [await subscribe(ana), await subscribe(bo)];
  const joined = async (inviter: TestUser): Promise<string> => {
    const { code } = (await inviter.send({ url: '/api/invite' })).json<{ code: string }>();
    const request = {
      method: 'POST',
      url: `/api/invites/${code}/guest`,
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { name: 'Mia', secret: newSecretToken().token },
    } as const;
    await t.app.inject(request);
    return (await t.app.inject(request)).json<{ token: string }>().token;
  };
  await joined(bo);
  const token = await joined(ana);
  for (const user of [ana, bo]) {
    expect(await listOf(user)).toMatchObject([
      { kind: 'friend', title: '\u2068Mia\u2069 joined as a guest', path: '/friends', read: false },
    ]);
    expect(await userOf(user)).toMatchObject({ unreadNotifications: 1, unreadFriends: 1 });
  }
  expect(await arrived(1, anas.browser, bos.browser)).toMatchObject([{ endpoint: anas.browser.endpoint }]);
  expect(await jobsFor(bo)).toEqual([]);
  await t.app.inject({
    method: 'DELETE',
    url: `/api/guest-pages/${token}`,
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(await listOf(ana)).toEqual([]);
});

test('guests who join and leave again and again reach the inviter’s devices once a day, and fill no list [PD-86] [PD-103] [SEC-13]', async () => {
  const ana = await recipient();
  await subscribe(ana);
  const { code } = (await ana.send({ url: '/api/invite' })).json<{ code: string }>();
  const headers = { 'sec-fetch-site': 'same-origin' };
  const join = async (name: string): Promise<string> => {
    const payload = { name, secret: newSecretToken().token };
    const url = `/api/invites/${code}/guest`;
    const answer = await t.app.inject({ method: 'POST', url, headers, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ token: string }>().token;
  };
  const pushed = async () => {
    const { rows } = await t.database.db.$client.query(
      `select id from pgboss.job where name = 'send-push' and data->>'userId' = $1`,
      [ana.id],
    );
    return rows.length;
  };
  for (const name of ['Win a prize', 'Call this number', 'Now']) {
    const token = await join(name);
    await t.app.inject({ method: 'DELETE', url: `/api/guest-pages/${token}`, headers });
  }
  expect(await pushed()).toBe(1);
  expect([await listOf(ana), (await userOf(ana)).unreadNotifications]).toEqual([[], 0]);
  // Others of that day are listed, and the next day's reach devices again.
  await join('Mia');
  expect(await pushed()).toBe(1);
  t.setNow(new Date(t.deps.clock().getTime() + 24 * 60 * 60_000).toISOString());
  await join('Noa');
  expect(await pushed()).toBe(2);
  expect(await titlesOf(ana)).toEqual([
    '\u2068Mia\u2069 joined as a guest',
    '\u2068Noa\u2069 joined as a guest',
  ]);

  // Without guests there is no word of them.
  const app = await buildApp({ ...t.deps, hasGuests: false }, TEST_SITE);
  const asAna = { cookie: ana.cookie, ...headers };
  expect((await app.inject({ url: '/api/notifications', headers: asAna })).json()).toMatchObject({
    notifications: [],
    unread: 0,
  });
  expect((await app.inject({ url: '/api/auth/user', headers: asAna })).json()).toMatchObject({
    unreadNotifications: 0,
    unreadFriends: 0,
  });
  await app.close();
});

test('ending a friendship deletes its notification; a new friendship notifies again', async () => {
  const [ana, bo] = [await recipient({ fullName: 'Ana' }), await t.signUp({ fullName: 'Bo' })];
  await befriend(bo, ana);
  await ana.send({ method: 'DELETE', url: `/api/friends/${bo.id}` });
  expect(await titlesOf(ana)).toEqual([]);
  await befriend(bo, ana);
  expect(await titlesOf(ana)).toEqual([BO_ACCEPTED]);
  await bo.send({ method: 'DELETE', url: '/api/user/account' });
  expect(await titlesOf(ana)).toEqual([]);
});

test("reading marks only the owner's notification [SEC-1]", async () => {
  const [ana, bo] = [await recipient(), await recipient()];
  await spend(ana, 80);
  await spend(ana, 20);
  await spend(bo, 100);
  const ids = async (user: TestUser) => (await inboxOf(user)).notifications.map(({ id }) => id);
  const read = async (user: TestUser, ...some: number[]) =>
    user.send({ method: 'POST', url: '/api/notifications/read', body: { ids: some } });
  const [whole, eighty] = await ids(ana);
  const [ofBo] = await ids(bo);
  if (whole === undefined || eighty === undefined || ofBo === undefined)
    throw new Error('Something is missing');
  expect((await userOf(ana)).unreadNotifications).toBe(2);
  await read(ana, eighty, ofBo);
  expect((await inboxOf(ana)).notifications.map(({ read: isRead }) => isRead)).toEqual([false, true]);
  expect([(await userOf(ana)).unreadNotifications, (await inboxOf(ana)).unread]).toEqual([1, 1]);
  expect((await userOf(bo)).unreadNotifications).toBe(1);
});

test('the list is of the latest fifty, newest first', async () => {
  const ana = await recipient();
  for (let index = 0; index < 55; index += 1) {
    t.setNow(new Date(Date.parse(FRIDAY) + index * 1_000).toISOString());
    await t.database.db.$client.query(
      `insert into notifications (user_id, event, event_key, created_at) values ($1, '{"kind":"bank"}', $2, $3)`,
      [ana.id, `bank ${index}`, t.deps.clock()],
    );
  }
  const { notifications, unread } = await inboxOf(ana);
  // Unlisted ones cannot be read and would count as new forever.
  expect([notifications.length, unread]).toEqual([50, 50]);
  const times = notifications.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  const ids = notifications.map(({ id }) => id);
  await ana.send({ method: 'POST', url: '/api/notifications/read', body: { ids } });
  expect([(await inboxOf(ana)).unread, (await userOf(ana)).unreadNotifications]).toEqual([0, 0]);
});

test('notifications older than three months are deleted when a new one arrives', async () => {
  const [ana, bo] = [await recipient(), await recipient()];
  await spend(ana, 80);
  await spend(bo, 80);
  await t.comeTo('2026-09-01T19:00:00Z');
  await spend(ana, 80, { date: '2026-08-31' });
  expect(await titlesOf(ana)).toEqual([EIGHTY, EIGHTY]);
  await t.comeTo('2026-09-08T19:00:00Z');
  await spend(ana, 80, { date: '2026-09-07' });
  expect((await inboxOf(ana)).notifications.map(({ createdAt }) => createdAt.slice(0, 10))).toEqual([
    '2026-09-08',
    '2026-09-01',
  ]);
  expect(await titlesOf(bo)).toEqual([EIGHTY]);
});

const subscribe = async (user: TestUser, browser = service.subscribe()) => ({
  browser,
  answer: await user.send({ method: 'POST', url: '/api/push/subscriptions', body: browser }),
});
/** Waits for `count` messages of these browsers. */
const arrived = async (count: number, ...browsers: SubscribedBrowser[]) => {
  const theirs = () =>
    service.messages.filter(({ endpoint }) => browsers.some((browser) => browser.endpoint === endpoint));
  await vi.waitFor(() => expect(theirs()).toHaveLength(count), A_WHILE);
  return theirs().map(({ text, ...rest }) => ({ ...rest, content: JSON.parse(text) as PushContent }));
};
const jobsFor = async (user: TestUser) =>
  (
    await t.database.db.$client.query<{ state: string; delay: number }>(
      `select state, extract(epoch from start_after - created_on)::float8 as delay
       from pgboss.job where name = 'send-push' and state not in ('completed', 'cancelled')
         and data->>'userId' = $1`,
      [user.id],
    )
  ).rows;

const turnedAway = (user: TestUser) =>
  vi.waitFor(async () => expect(await jobsFor(user)).toMatchObject([{ state: 'retry' }]), A_WHILE);
/** Sends refused messages again now. */
const retryNow = () =>
  t.database.db.$client.query(`update pgboss.job set start_after = now() where state = 'retry'`);

test("a notification reaches each of the user's devices only, encrypted and signed", async () => {
  const [ana, bo] = [await recipient(), await recipient()];
  const { browser: phone } = await subscribe(ana);
  const { browser: laptop } = await subscribe(ana);
  await subscribe(bo);
  await spend(ana, 80);
  const messages = await arrived(2, phone, laptop);
  expect(new Set(messages.map(({ endpoint }) => endpoint)).size).toBe(2);
  expect(service.messages).toHaveLength(2);
  const { notifications, pushKey } = await inboxOf(ana);
  for (const { content, senderKey, contact, headers } of messages) {
    expect(content).toEqual({
      id: notifications[0]?.id,
      title: EIGHTY,
      body: 'Make the rest last until Sunday.',
      path: '/',
    });
    expect([senderKey, contact, headers.ttl]).toEqual([pushKey, 'mailto:help@example.org', '86400']);
  }
});

test('messages contain no amounts [PD-23]', async () => {
  const ana = await recipient({ fullName: 'Ana' });
  const { browser } = await subscribe(ana);
  await spend(ana, 83.21);
  await spend(ana, 43.21);
  await befriend(await t.signUp({ fullName: 'Bo' }), ana);
  await linkBank(ana);
  bank.answer(new AppError('BANK_LOGIN_REQUIRED'));
  await sync(ana);
  // Last week's budget is no news.
  await arrived(4, browser);
  await t.comeTo(MONDAY);
  await closeWeeks();
  for (const { content } of await arrived(5, browser)) {
    const { id: _id, weekToPromise: _monday, ...words } = content;
    expect(JSON.stringify(words).replace('80%', '')).not.toMatch(/[$€£\d]/);
  }
});

test('what was read in the app is not sent to devices', async () => {
  const ana = await recipient();
  const { browser } = await subscribe(ana);
  service.answer(browser.endpoint, { status: 503 });
  await spend(ana, 80);
  await turnedAway(ana);
  const [first] = (await inboxOf(ana)).notifications;
  await ana.send({ method: 'POST', url: '/api/notifications/read', body: { ids: [first?.id] } });
  await retryNow();
  await spend(ana, 20);
  await vi.waitFor(async () => expect(await jobsFor(ana)).toEqual([]), A_WHILE);
  const [message] = await arrived(1, browser);
  expect(message?.content.title).toBe(WHOLE);
});

test('a kind turned off in the meantime is not delivered', async () => {
  const ana = await recipient();
  const { browser } = await subscribe(ana);
  service.answer(browser.endpoint, { status: 503 });
  await spend(ana, 80);
  await turnedAway(ana);
  await choose(ana, { budget: false });
  await retryNow();
  await vi.waitFor(async () => expect(await jobsFor(ana)).toEqual([]), A_WHILE);
  await befriend(await t.signUp({ fullName: 'Bo' }), ana);
  const [message] = await arrived(1, browser);
  expect(message?.content.path).toBe('/friends');
});

test('no device gets a notification that is a day old', async () => {
  const ana = await recipient();
  const { browser } = await subscribe(ana);
  service.answer(browser.endpoint, { status: 429 });
  await spend(ana, 80);
  await turnedAway(ana);
  await t.comeTo('2026-06-06T19:01:00Z');
  await retryNow();
  await spend(ana, 20);
  await vi.waitFor(async () => expect(await jobsFor(ana)).toEqual([]), A_WHILE);
  const [message] = await arrived(1, browser);
  expect(message?.content.title).toBe(WHOLE);
});

test('a device that was off gets no budget notification after the week ended', async () => {
  const ana = await recipient();
  const { browser } = await subscribe(ana);
  // Sunday, six in the evening in Los Angeles.
  await t.comeTo('2026-06-08T01:00:00Z');
  await spend(ana, 80);
  const [message] = await arrived(1, browser);
  expect(message?.headers.ttl).toBe(String(6 * 60 * 60));
  service.answer(browser.endpoint, { status: 503 });
  await spend(ana, 20);
  await turnedAway(ana);
  await t.comeTo('2026-06-08T07:00:00Z');
  await retryNow();
  await vi.waitFor(async () => expect(await jobsFor(ana)).toEqual([]), A_WHILE);
  await arrived(1, browser);
});

test('the week that ended at midnight comes to devices in the morning, and at once into the app', async () => {
  const ana = await recipient();
  await subscribe(ana);
  // Half past midnight in Los Angeles.
  await t.comeTo('2026-06-08T07:30:00Z');
  await closeWeeks();
  expect(await titlesOf(ana)).toEqual(['Last week stayed under budget']);
  const [job] = await jobsFor(ana);
  expect(job?.delay).toBeCloseTo(7.5 * 60 * 60, -1);
});

test('with the recap, devices get the week to promise, if there is someone to promise it to [PD-106]', async () => {
  const [ana, bo, alone] = [await recipient(), await recipient(), await recipient()];
  await befriend(ana, bo);
  const [ofAna, ofBo, ofAlone] = [await subscribe(ana), await subscribe(bo), await subscribe(alone)];
  await t.comeTo(MONDAY);
  const promised = await bo.send({
    method: 'POST',
    url: '/api/promise',
    body: { weekStart: '2026-06-08' },
  });
  expect(promised.statusCode).toBe(200);
  service.messages.length = 0;
  await closeWeeks();
  const weeks = (await arrived(3, ofAna.browser, ofBo.browser, ofAlone.browser))
    .filter(({ content }) => content.title.startsWith('Last week'))
    .map(({ endpoint, content }) => [endpoint, content.weekToPromise]);
  expect(new Map(weeks as [string, string | undefined][])).toEqual(
    new Map([
      [ofAna.browser.endpoint, '2026-06-08'],
      [ofBo.browser.endpoint, undefined],
      [ofAlone.browser.endpoint, undefined],
    ]),
  );
});

describe('the ended weeks of many users', () => {
  const LOS_ANGELES = 'America/Los_Angeles';
  const NEW_YORK = 'America/New_York';
  let many: TestApp;
  beforeAll(async () => {
    many = await createTestApp({ pushOrigins: [service.origin] });
  });
  afterAll(() => many.close());

  /** Has two devices and wants the recap by mail. */
  async function join(timeZone: string): Promise<TestUser> {
    const user = await many.signUp({ timeZone });
    await setBudget(user, 100);
    await choose(user, ALL);
    await subscribe(user);
    await subscribe(user);
    await many.database.db.$client.query('update users set wants_recap_mail = true where id = $1', [user.id]);
    return user;
  }

  async function statementsOfClosing(): Promise<number> {
    let statements = 0;
    const counted = new Set<pg.ClientBase>();
    const count = (client: pg.ClientBase) => {
      if (counted.has(client)) return;
      counted.add(client);
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((...args: unknown[]) => {
        statements += 1;
        return query(...args);
      }) as typeof client.query;
    };
    const { $client } = many.deps.db;
    $client.on('acquire', count);
    await closeEndedWeeks(many.deps, new AbortController().signal);
    $client.off('acquire', count);
    return statements;
  }

  test('are closed and queued with as many statements for five users as for two', async () => {
    const two = [await join(LOS_ANGELES), await join(NEW_YORK)];
    // Half past midnight in Los Angeles.
    await many.comeTo('2026-06-08T07:30:00Z');
    const forTwo = await statementsOfClosing();
    const five = [...two, await join(LOS_ANGELES), await join(NEW_YORK), await join(NEW_YORK)];
    await many.comeTo('2026-06-15T07:30:00Z');
    expect(await statementsOfClosing()).toBe(forTwo);

    for (const user of five) expect((await titlesOf(user)).at(-1)).toBe('Last week stayed under budget');
    const { rows } = await many.database.db.$client.query<{ name: string; zone: string; hours: number }>(
      `select name, time_zone as zone, round(extract(epoch from start_after - created_on) / 3600, 1)::float8 as hours
       from pgboss.job join users on users.id::text = data->>'userId' where name in ('send-push', 'send-mail')`,
    );
    const jobs = rows.map(({ name, zone, hours }) => `${name} ${zone} ${hours}`).sort();
    // At eight in the morning, for three weeks in Los Angeles and four in New York.
    expect(jobs).toEqual(
      [
        ...Array.from({ length: 3 }, () => `send-mail ${LOS_ANGELES} 7.5`),
        ...Array.from({ length: 4 }, () => `send-mail ${NEW_YORK} 4.5`),
        ...Array.from({ length: 6 }, () => `send-push ${LOS_ANGELES} 7.5`),
        ...Array.from({ length: 8 }, () => `send-push ${NEW_YORK} 4.5`),
      ].sort(),
    );
  });
});

test('many messages that are due at one moment do not wait for each other', async () => {
  const users = await Promise.all(Array.from({ length: 10 }, () => recipient()));
  const browsers: SubscribedBrowser[] = [];
  for (const user of users) {
    for (let device = 0; device < 4; device += 1) browsers.push((await subscribe(user)).browser);
  }
  // Half past midnight in Los Angeles: due in the morning.
  await t.comeTo('2026-06-08T07:30:00Z');
  await closeWeeks();
  await t.database.db.$client.query(
    `update pgboss.job set start_after = now() where name = 'send-push' and state = 'created'`,
  );
  const dueAt = performance.now();
  await arrived(40, ...browsers);
  // One by one would take the queue's pause each.
  expect(performance.now() - dueAt).toBeLessThan(10_000);
});

test('an eleventh device replaces the oldest', async () => {
  const ana = await recipient();
  const ids: string[] = [];
  for (let minute = 10; minute < 22; minute += 1) {
    t.setNow(`2026-06-05T19:${minute}:00Z`);
    ids.push((await subscribe(ana)).answer.json<{ id: string }>().id);
  }
  expect((await inboxOf(ana)).devices).toEqual(ids.slice(-10).toReversed());
});

test('a device that subscribes again is one device, with its newest keys', async () => {
  const ana = await recipient();
  const { browser, answer } = await subscribe(ana);
  await subscribe(ana, { ...service.subscribe(), endpoint: browser.endpoint });
  await subscribe(ana, browser);
  expect((await inboxOf(ana)).devices).toEqual([answer.json<{ id: string }>().id]);
  await spend(ana, 80);
  await arrived(1, browser);
});

test('a device whose session ends while it subscribes gets nothing [SEC-3]', async () => {
  const [ana, phone] = [await recipient(), service.subscribe()];
  const { db } = t.database;
  const other = await db.$client.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [ana.id]);
    const subscribing = subscribe(ana, phone);
    await untilWaitingForLocks(db, 1);
    await other.query('DELETE FROM sessions WHERE user_id = $1', [ana.id]);
    await other.query('COMMIT');
    expect((await subscribing).answer.statusCode).toBe(401);
  } finally {
    other.release(true);
  }
  expect(await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, ana.id))).toBe(0);
});

test('a device turned off gets nothing, even if another user asks [SEC-1]', async () => {
  const [ana, bo] = [await recipient(), await recipient()];
  const { answer } = await subscribe(ana);
  const { id } = answer.json<{ id: string }>();
  const off = (user: TestUser) => user.send({ method: 'DELETE', url: `/api/push/subscriptions/${id}` });
  expect((await off(bo)).statusCode).toBe(404);
  expect((await off(ana)).statusCode).toBe(200);
  expect((await off(ana)).json()).toMatchObject({ error_code: 'PUSH_SUBSCRIPTION_NOT_FOUND' });
  await spend(ana, 80);
  expect(await jobsFor(ana)).toEqual([]);
  expect((await inboxOf(ana)).devices).toEqual([]);
});

test.each([
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com.example.org/x',
  'https://examplepush.apple.com.evil.org/x',
  'https://evil-fcm.googleapis.com/x',
  'https://user@fcm.googleapis.com/x',
  'https://fcm.googleapis.com@10.0.0.1/x',
  'https://127.0.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/x',
  'https://localhost/x',
  'https://push.services.mozilla.com/x',
  'http://127.0.0.1:1/x',
  'file:///etc/passwd',
])('a device at %s is refused [SEC-21]', async (endpoint) => {
  const ana = await recipient();
  const { answer } = await subscribe(ana, { ...service.subscribe(), endpoint });
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { error_code: 'PUSH_SERVICE_UNKNOWN' }]);
  expect((await inboxOf(ana)).devices).toEqual([]);
});

test.each([
  'https://fcm.googleapis.com/fcm/send/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/x',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
])('a device at %s is taken [SEC-21]', async (endpoint) => {
  const ana = await t.signUp();
  const { answer } = await subscribe(ana, { ...service.subscribe(), endpoint });
  expect(answer.statusCode).toBe(200);
});

test('a device with an invalid key is refused', async () => {
  const ana = await t.signUp();
  const { answer } = await subscribe(ana, {
    endpoint: 'https://fcm.googleapis.com/x',
    keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  });
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { error_code: 'VALIDATION_FAILED' }]);
});

test('a device unknown to its push service is deleted; its notifications stay in the app', async () => {
  const ana = await recipient();
  const { browser } = await subscribe(ana);
  service.answer(browser.endpoint, { status: 410 });
  await spend(ana, 80);
  await vi.waitFor(async () => expect((await inboxOf(ana)).devices).toEqual([]), A_WHILE);
  expect(await titlesOf(ana)).toEqual([EIGHTY]);
});

test('a busy push service is retried later without blocking writes', async () => {
  const ana = await recipient();
  const { browser } = await subscribe(ana);
  service.answer(browser.endpoint, { status: 503 });
  expect(await spend(ana, 80)).toMatchObject({ name: 'Lunch' });
  await turnedAway(ana);
  await retryNow();
  expect(await arrived(1, browser)).toMatchObject([{ content: { title: EIGHTY } }]);
});

test('only the device with the busy service is retried', async () => {
  const ana = await recipient();
  const [{ browser: phone }, { browser: laptop }] = [await subscribe(ana), await subscribe(ana)];
  service.answer(phone.endpoint, { status: 503 });
  await spend(ana, 80);
  await turnedAway(ana);
  await retryNow();
  await arrived(1, phone);
  await vi.waitFor(async () => expect(await jobsFor(ana)).toEqual([]), A_WHILE);
  await arrived(1, laptop);
});

test('a message refused by a push service is dropped and logged without its secrets', async () => {
  const ana = await recipient();
  const { browser } = await subscribe(ana);
  const logged = vi.spyOn(t.deps.log, 'error').mockReturnValue();
  service.answer(browser.endpoint, { status: 413 });
  await spend(ana, 80);
  await vi.waitFor(() => expect(logged).toHaveBeenCalledOnce(), A_WHILE);
  expect(logged.mock.calls[0]?.[0]).toMatchObject({ service: new URL(service.origin).host, status: 413 });
  const line = JSON.stringify(logged.mock.calls);
  for (const secret of [new URL(browser.endpoint).pathname, browser.keys.auth, browser.keys.p256dh]) {
    expect(line).not.toContain(secret);
  }
  logged.mockRestore();
  expect((await inboxOf(ana)).devices).toHaveLength(1);
});

test('while the push key is unreadable, the list works and says that nothing is sent [SEC-9]', async () => {
  const other = await createTestApp();
  try {
    const ana = await other.signUp();
    await other.database.db.$client.query(
      "insert into push_keys (public_key, private_key, private_key_key_id, created_at) values ('BKey', '', 'lost', now())",
    );
    await setBudget(ana, 100);
    await choose(ana, ALL);
    await spend(ana, 80);
    expect(await inboxOf(ana)).toMatchObject({
      notifications: [{ title: EIGHTY }],
      unread: 1,
      pushKey: null,
    });
  } finally {
    await other.close();
  }
});
