import type { LeaderboardEntry } from '@oinkly/contract/leaderboard';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sessions } from '../../db/tables/identity.tables.ts';
import { users } from '../../db/tables/users.tables.ts';
import { changeLedger, touchWeeks } from '../ledger/index.ts';
import { ScriptedBank, type ScriptedPage } from '../../test-support/scripted-bank.ts';
import { befriend, newUser } from '../../test-support/friends.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { loseServerOf } from '../../test-support/lost-server.ts';
import { createDueOccurrences } from '../expenses/index.ts';
import { readLeaderboard } from './leaderboard.service.ts';
import { closeEndedWeeks } from './close-weeks.service.ts';

let t: TestApp;
let bank: ScriptedBank;

/** A Friday. The week began on Monday, 2026-06-01. */
const FRIDAY = '2026-06-05T19:00:00Z';

beforeAll(async () => {
  bank = new ScriptedBank();
  t = await createTestApp({ provider: bank });
});
beforeEach(() => t.setNow(FRIDAY));
afterAll(() => t.close());

type Board = RouteResponse<'getLeaderboard'>;

const boardAndWeek = async (user: TestUser) => (await user.send({ url: '/api/leaderboard' })).json<Board>();
const places = async (user: TestUser) => (await board(user)).map(({ rank, name }) => `${rank} ${name}`);
const closeWeeks = () => closeEndedWeeks(t.deps, new AbortController().signal);
const createDue = () => createDueOccurrences(t.deps, new AbortController().signal);
const setBudget = (user: TestUser, weeklyBudget: number) =>
  user.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget } });

const chooseView = (user: TestUser, boardView: string) =>
  user.send({ method: 'PUT', url: '/api/users', body: { boardView } });

/** Lets time pass without ending sessions. */
async function goTo(iso: string): Promise<void> {
  t.setNow(iso);
  await t.database.db.update(sessions).set({ lastSeenAt: t.deps.clock() });
}

async function board(user: TestUser): Promise<LeaderboardEntry[]> {
  const answer = await user.send({ url: '/api/leaderboard' });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ leaderboard: LeaderboardEntry[] }>().leaderboard;
}

const spend = (user: TestUser, amount: number, date = '2026-06-04') =>
  user.send({
    method: 'POST',
    url: '/api/expenses',
    body: { name: 'Lunch', amount, date, category: 'Dining' },
  });

test('a user without friends is alone on the board, in documented fields [API-6] [DB-8] [PD-23]', async () => {
  const ana = await t.signUp({ fullName: 'Ana <b>B.</b>' });
  expect(await board(ana)).toEqual([
    {
      rank: 1,
      name: 'Ana <b>B.</b>',
      userId: ana.id,
      isCurrentUser: true,
      positionChange: 0,
      status: expect.stringMatching(/^[^<]*<strong>[^<]*<\/strong>[^<]*$/) as string,
      prize: null,
      joinsWith: 'first',
    },
  ]);
});

test("the sentence follows what is left of the budget in the user's week [PD-2] [PD-20] [PD-26]", async () => {
  const ana = await t.signUp();
  await ana.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 100 } });
  const sentence = async () => (await board(ana))[0]?.status;
  const fresh = await sentence();
  await spend(ana, 60);
  const half = await sentence();
  await spend(ana, 40);
  const spent = await sentence();
  expect(new Set([fresh, half, spent]).size).toBe(3);
  expect(spent).toContain('<strong>spent</strong>');
  t.setNow('2026-06-08T08:00:00Z');
  expect(await sentence()).toBe(fresh);
  t.setNow('2026-06-08T06:59:00Z');
  expect(await sentence()).toBe(spent);
});

test('a bank’s purchase that was excluded by hand still weighs in the rank [PD-21]', async () => {
  const ana = await t.signUp();
  const { rows } = await t.database.db.$client.query<{ spent: string; ranked: string }>(
    `with account as (insert into bank_accounts (user_id, id, provider, provider_account_id, institution_name, name, type)
       values ($1, gen_random_uuid(), 'plaid', 'a', 'Bank', 'Checking', 'depository') returning id),
     reported as (insert into bank_transactions (user_id, account_id, connection_id, transaction_id, amount_cents, currency, day, posted_on,
         name, merchant_key, is_pending, kind, expense_category, created_at)
       select $1, id, id, 't', 5000, 'USD', '2026-06-04', '2026-06-04', 'Shop', 'shop', false, 'spending', 'Shopping', now() from account
       returning id),
     expense as (insert into expenses (user_id, bank_transaction_id, name, amount_cents, bank_amount_cents, day, category, counted_by_hand, created_at)
       select $1, id, 'Shop', 1000, 5000, '2026-06-04', 'Shopping', false, now() from reported returning id)
     select id::text as spent, id::text as ranked from expense`,
    [ana.id],
  );
  expect(rows).toHaveLength(1);
  await changeLedger(t.deps, ana.id, async (tx) => touchWeeks(tx, [{ weekStart: '2026-06-01' }]));
  const totals = await t.database.db.$client.query(
    `select spent_cents::int as spent, ranked_cents::int as ranked, purchases from weekly_totals where user_id = $1`,
    [ana.id],
  );
  expect(totals.rows).toEqual([{ spent: 0, ranked: 5000, purchases: 0 }]);
});

describe('with friends', () => {
  test('ranks by the share of the own budget left, in the same order for all [PD-20]', async () => {
    const [ana, bo, cy] = [await newUser(t, 'Ana'), await newUser(t, 'Bo'), await newUser(t, 'Cy')];
    await befriend(t, ana, bo);
    await befriend(t, ana, cy);
    await setBudget(cy, 1000);
    await spend(ana, 50);
    await spend(bo, 20);
    await spend(cy, 700);
    expect(await places(ana)).toEqual(['1 Bo', '2 Ana', '3 Cy']);
    // Friends of friends are private.
    expect(await places(bo)).toEqual(['1 Bo', '2 Ana']);
    expect((await board(ana)).map(({ status }) => status !== '')).toEqual([false, true, false]);
  });

  test('a budget raised within the week does not count before the next [PD-21]', async () => {
    const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
    await befriend(t, ana, bo);
    await goTo('2026-06-10T19:00:00Z');
    await spend(ana, 50, '2026-06-09');
    await spend(bo, 40, '2026-06-09');
    await setBudget(ana, 1000);
    expect(await places(ana)).toEqual(['1 Bo', '2 Ana']);
    await goTo('2026-06-17T19:00:00Z');
    await spend(ana, 50, '2026-06-16');
    await spend(bo, 40, '2026-06-16');
    expect(await places(ana)).toEqual(['1 Ana', '2 Bo']);
  });

  test('a user without a healthy bank for 3 days and an expense for 14 ranks last [PD-21]', async () => {
    const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
    await befriend(t, ana, bo);
    await spend(ana, 90);
    expect(await places(ana)).toEqual(['1 Ana', '2 Bo']);
    await goTo('2026-06-18T19:00:00Z');
    await closeWeeks();
    expect(await places(ana)).toEqual(['1 Ana', '1 Bo']);
    await spend(bo, 10, '2026-06-04');
    await spend(ana, 90, '2026-06-18');
    expect(await places(ana)).toEqual(['1 Ana', '2 Bo']);
    await spend(bo, 10, '2026-06-05');
    expect(await places(ana)).toEqual(['1 Bo', '2 Ana']);
  });

  test('in the week of joining the smallest budget counts, however often it was raised [PD-21]', async () => {
    const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
    await befriend(t, ana, bo);
    await spend(ana, 90);
    await spend(bo, 40);
    await setBudget(ana, 25_000);
    expect(await places(ana)).toEqual(['1 Bo', '2 Ana']);
    await goTo('2026-06-07T19:00:00Z');
    await setBudget(ana, 30_000);
    expect(await places(ana)).toEqual(['1 Bo', '2 Ana']);
    await goTo('2026-06-08T19:00:00Z');
    await spend(ana, 90, '2026-06-08');
    await spend(bo, 40, '2026-06-08');
    expect(await places(ana)).toEqual(['1 Ana', '2 Bo']);
  });

  test("raising the budget when joining does not improve the closed week's rank [PD-21] [PD-24]", async () => {
    const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
    await befriend(t, ana, bo);
    await spend(ana, 90);
    await spend(bo, 40);
    await setBudget(ana, 25_000);
    await goTo('2026-06-09T19:00:00Z');
    await closeWeeks();
    await spend(ana, 1, '2026-06-08');
    await spend(bo, 50, '2026-06-08');
    expect((await board(ana)).map(({ name, positionChange }) => [name, positionChange])).toEqual([
      ['Ana', 1],
      ['Bo', -1],
    ]);
  });

  test('keeps position changes at 0 when a newcomer ranks first [PD-22]', async () => {
    const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
    await befriend(t, ana, bo);
    await spend(ana, 20);
    await spend(bo, 80);
    await goTo('2026-06-09T19:00:00Z');
    await closeWeeks();
    const cy = await newUser(t, 'Cy');
    await befriend(t, ana, cy);
    await spend(ana, 20, '2026-06-08');
    await spend(bo, 80, '2026-06-08');
    await spend(cy, 1, '2026-06-08');
    expect((await board(ana)).map(({ name, positionChange }) => [name, positionChange])).toEqual([
      ['Cy', 0],
      ['Ana', 0],
      ['Bo', 0],
    ]);
  });

  test("position changes compare with last week's stored results; 0 without one [PD-22] [DB-8]", async () => {
    const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
    await befriend(t, ana, bo);
    await spend(ana, 80);
    await spend(bo, 20);
    await goTo('2026-06-09T19:00:00Z');
    await closeWeeks();
    const cy = await newUser(t, 'Cy');
    await befriend(t, ana, cy);
    await spend(ana, 10, '2026-06-08');
    await spend(bo, 50, '2026-06-08');
    await spend(cy, 90, '2026-06-08');
    // Editing last week changes no rank in it.
    await spend(bo, 500, '2026-06-05');
    expect((await board(ana)).map(({ name, positionChange }) => [name, positionChange])).toEqual([
      ['Ana', 1],
      ['Bo', -1],
      ['Cy', 0],
    ]);
  });

  test('a board of fifty friends takes two statements', async () => {
    const ana = await newUser(t, 'Ana');
    for (let index = 0; index < 50; index += 1) await befriend(t, ana, await newUser(t, `Friend ${index}`));
    await board(ana);
    const [viewer] = await t.database.db.select().from(users).where(eq(users.id, ana.id));
    const asked = vi.spyOn(t.deps.db.$client, 'query');
    if (!viewer) throw new Error('Ana is missing');
    const { entries } = await readLeaderboard(t.deps, viewer);
    expect(entries).toHaveLength(51);
    expect(asked).toHaveBeenCalledTimes(2);
    asked.mockRestore();
  });

  describe('on a cluster', () => {
    const readBoard = async (user: TestUser) => user.send({ url: '/api/leaderboard' });
    const lose = (user: TestUser) => {
      const find = loseServerOf(user.id, t.deps.db.$client);
      onTestFinished(find);
      return find;
    };

    test('a friend whose server is lost is named as not reachable, and the others are ranked', async () => {
      const [ana, bo, cy] = [await newUser(t, 'Ana'), await newUser(t, 'Bo'), await newUser(t, 'Cy')];
      await befriend(t, ana, bo);
      await befriend(t, ana, cy);
      for (const user of [ana, bo, cy]) await spend(user, 10);
      // The name is the one that Ana was last sent.
      await readBoard(ana);
      const find = lose(bo);
      const answer = (await readBoard(ana)).json<Board>();
      expect(answer.unreachable).toEqual([{ userId: bo.id, name: 'Bo' }]);
      expect(answer.leaderboard.map(({ name }) => name).toSorted()).toEqual(['Ana', 'Cy']);
      find();
      const again = (await readBoard(ana)).json<Board>();
      expect(again.unreachable).toBeUndefined();
      expect(again.leaderboard).toHaveLength(3);
    });

    test('with the only friend not reachable, the marks of the user stay, and a first name is unknown', async () => {
      const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
      await befriend(t, ana, bo);
      lose(bo);
      const answer = (await readBoard(ana)).json<Board>();
      expect(answer.unreachable).toEqual([{ userId: bo.id, name: 'A friend' }]);
      expect(answer.kept?.users.map(({ name }) => name)).toEqual(['Ana']);
    });

    test('a user whose own server is lost is asked to try again', async () => {
      const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
      await befriend(t, ana, bo);
      lose(ana);
      expect((await readBoard(ana)).statusCode).toBe(503);
    });
  });

  test("a friend's entry holds only name, id, rank, change, prize and way back [PD-23] [SEC-2]", async () => {
    const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
    await befriend(t, ana, bo);
    await setBudget(bo, 7531);
    await spend(bo, 1234.56);
    await goTo('2026-06-09T19:00:00Z');
    await closeWeeks();
    const answer = await ana.send({ url: '/api/leaderboard' });
    // A random id may hold the digits.
    const shown = answer.body.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id');
    expect(shown).not.toMatch(/7531|1234|example\.org|Lunch/);
    expect((await board(ana)).find(({ name }) => name === 'Bo')).toEqual({
      rank: expect.any(Number) as number,
      name: 'Bo',
      userId: bo.id,
      isCurrentUser: false,
      positionChange: expect.any(Number) as number,
      status: '',
      prize: 'trophy',
      joinsWith: null,
    });
  });

  test('a trophy needs a week within the budget, and a friend without data is told apart [D-13] [PD-97]', async () => {
    const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
    await befriend(t, ana, bo);
    for (const user of [ana, bo]) await chooseView(user, 'ranks');
    await spend(ana, 165.26);
    const prizes = async (viewer: TestUser) =>
      (await board(viewer)).map(({ name, prize, joinsWith }) => [name, prize, joinsWith]);
    expect(await prizes(ana)).toEqual([
      ['Ana', null, null],
      ['Bo', null, 'first'],
    ]);
    expect((await board(ana))[0]?.status).toBe('No one is under budget this week.');
    expect((await board(bo))[1]?.status).toBe('You join the ranks with your <strong>first expense</strong>.');
    await spend(bo, 20);
    expect(await prizes(ana)).toEqual([
      ['Bo', 'trophy', null],
      ['Ana', null, null],
    ]);
    await goTo('2026-06-25T19:00:00Z');
    await spend(ana, 20, '2026-06-24');
    expect(await prizes(ana)).toEqual([
      ['Ana', 'trophy', null],
      ['Bo', null, 'next'],
    ]);
  });
});

describe('a week that has ended', () => {
  const sync = (user: TestUser, ...upserted: object[]) => hear(user, { upserted });
  const takeBack = (user: TestUser, transactionId: string) =>
    hear(user, { removed: [{ transactionId, providerAccountId: 'account-checking' }] });

  async function hear(user: TestUser, page: ScriptedPage): Promise<void> {
    bank.answer(page);
    const [connection] = (await user.send({ url: '/api/plaid/connections' })).json<{ item_id: string }[]>();
    if (connection) await user.send({ method: 'POST', url: `/api/plaid/item/${connection.item_id}/sync` });
    else
      await user.send({
        method: 'POST',
        url: '/api/plaid/exchange-token',
        body: { public_token: `public-${user.id}` },
      });
    const unfinished = async () => {
      const { rowCount } = await t.database.db.$client.query(
        `select 1 from sync_runs where user_id = $1 and finished_at is null`,
        [user.id],
      );
      return rowCount;
    };
    await expect.poll(unfinished).toBe(0);
  }

  const seen = (user: TestUser, week: string) =>
    user.send({ method: 'POST', url: `/api/leaderboard/weeks/${week}/seen` });

  test("shows highlight and record from the user's Monday until dismissed [PD-24] [PD-74]", async () => {
    const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
    await befriend(t, ana, bo);
    await spend(ana, 80);
    await spend(bo, 20);
    await goTo('2026-06-08T06:59:00Z');
    expect((await boardAndWeek(ana)).lastWeek).toBeNull();
    await goTo('2026-06-08T07:00:00Z');
    await closeWeeks();
    expect((await boardAndWeek(ana)).lastWeek).toEqual({
      weekStart: '2026-06-01',
      budget: 100,
      spent: 80,
      highlight: 'You stayed within your budget.',
      weeksUnderInAll: 1,
      corrected: false,
      seenBefore: false,
      dismissed: false,
    });
    expect((await seen(ana, '2026-06-01')).statusCode).toBe(200);
    // After its dismissal it stays for the week's page.
    expect((await boardAndWeek(ana)).lastWeek).toMatchObject({ dismissed: true, spent: 80 });
    expect((await boardAndWeek(bo)).lastWeek).toMatchObject({ dismissed: false, spent: 20 });
  });

  test.each([
    ['the job that closes weeks', () => closeWeeks()],
    ['the job that creates recurring expenses', () => createDue().then(closeWeeks)],
    ['both jobs at once', () => Promise.all([closeWeeks(), createDue()])],
    ['the user’s own look at the board', () => Promise.resolve()],
  ])(
    'holds what recurred in it while the server was off, if %s comes first [PD-24] [PD-31]',
    async (_, first) => {
      t.setNow('2027-01-26T20:00:00Z');
      const ana = await newUser(t, 'Ana');
      await spend(ana, 5, '2027-01-26');
      const rent = { name: 'Storage', amount: 500, category: 'Housing', type: 'recurring', dayOfMonth: 31 };
      await ana.send({ method: 'POST', url: '/api/expenses', body: { ...rent, date: '2027-01-31' } });
      await ana.send({ method: 'POST', url: '/api/expenses', body: { ...rent, date: '2026-12-31' } });
      await goTo('2027-02-01T20:00:00Z');
      await first();
      expect((await boardAndWeek(ana)).lastWeek).toMatchObject({ spent: 1005 });
    },
  );

  test('does not wait for the job: viewing it closes the week [PD-24]', async () => {
    const ana = await newUser(t, 'Ana');
    await spend(ana, 30);
    await goTo('2026-06-08T07:00:00Z');
    expect((await boardAndWeek(ana)).lastWeek).toMatchObject({ weekStart: '2026-06-01', spent: 30 });
  });

  test('ends when it ends where its user is, also after a journey [PD-24]', async () => {
    const ana = await newUser(t, 'Ana', 'America/Los_Angeles');
    await spend(ana, 30);
    await closeWeeks();
    await ana.send({ method: 'PUT', url: '/api/users', body: { timeZone: 'Asia/Tokyo' } });
    await goTo('2026-06-07T15:00:00Z');
    await closeWeeks();
    expect((await boardAndWeek(ana)).lastWeek).toMatchObject({ weekStart: '2026-06-01' });
    // Back west it is Sunday again; the closed week stays.
    await ana.send({ method: 'PUT', url: '/api/users', body: { timeZone: 'America/Los_Angeles' } });
    await spend(ana, 50, '2026-06-07');
    await goTo('2026-06-09T15:00:00Z');
    await closeWeeks();
    expect((await boardAndWeek(ana)).lastWeek).toMatchObject({ weekStart: '2026-06-01', spent: 30 });
  });

  test('is final: later edits do not change it [PD-24]', async () => {
    const ana = await newUser(t, 'Ana');
    await spend(ana, 30);
    await goTo('2026-06-08T12:00:00Z');
    await Promise.all([closeWeeks(), closeWeeks(), boardAndWeek(ana)]);
    await spend(ana, 500, '2026-06-05');
    await setBudget(ana, 10);
    await closeWeeks();
    expect((await boardAndWeek(ana)).lastWeek).toMatchObject({ budget: 100, spent: 30, corrected: false });
  });

  test('weeks in which no server ran are closed later, back to the sign-up week [PD-24]', async () => {
    const ana = await newUser(t, 'Ana');
    await spend(ana, 130, '2026-06-04');
    await spend(ana, 60, '2026-06-10');
    await spend(ana, 60, '2026-05-20');
    await goTo('2026-06-23T12:00:00Z');
    await closeWeeks();
    expect((await boardAndWeek(ana)).lastWeek).toMatchObject({
      weekStart: '2026-06-15',
      weeksUnderInAll: 2,
    });
  });

  test('counts weeks under budget from the first budget and expense on, as streaks do [PD-89]', async () => {
    const [ana, bo] = [await t.signUp({ fullName: 'Ana' }), await newUser(t, 'Bo')];
    await spend(ana, 5, '2026-06-04');
    await goTo('2026-06-17T12:00:00Z');
    await setBudget(ana, 100);
    await spend(bo, 5, '2026-06-17');
    await goTo('2026-06-29T12:00:00Z');
    await closeWeeks();
    const results = await t.database.db.$client.query<{ weeks: number }>(
      'select count(*)::integer as weeks from weekly_results where user_id = $1 and spent_cents <= budget_cents',
      [ana.id],
    );
    expect(results.rows).toEqual([{ weeks: 4 }]);
    for (const user of [ana, bo])
      expect((await boardAndWeek(user)).lastWeek).toMatchObject({ weeksUnderInAll: 2 });
  });

  test('that the user does not have is a clear error', async () => {
    const ana = await newUser(t, 'Ana');
    expect((await seen(ana, '2026-06-01')).json()).toMatchObject({ error_code: 'WEEK_NOT_FOUND' });
    expect((await seen(ana, 'never')).statusCode).toBe(400);
  });

  test('names what went well against the weeks before, also for a user without friends [PD-74]', async () => {
    const ana = await newUser(t, 'Ana');
    const highlight = async (now: string) => {
      await goTo(now);
      await closeWeeks();
      return (await boardAndWeek(ana)).lastWeek?.highlight;
    };
    await spend(ana, 130, '2026-06-01');
    await spend(ana, 1, '2026-06-01');
    expect(await highlight('2026-06-08T12:00:00Z')).toBe('This week is a fresh start.');
    await spend(ana, 140, '2026-06-08');
    await spend(ana, 5, '2026-06-14');
    expect(await highlight('2026-06-15T12:00:00Z')).toBe('You had five days without spending.');
    const taxi = { name: 'Taxi', amount: 150, date: '2026-06-15', category: 'Transportation' };
    await ana.send({ method: 'POST', url: '/api/expenses', body: taxi });
    await spend(ana, 1, '2026-06-15');
    expect(await highlight('2026-06-22T12:00:00Z')).toBe('You spent less on dining than the week before.');
    await spend(ana, 500, '2026-06-22');
    expect(await highlight('2026-06-29T12:00:00Z')).toBe('Your fewest purchases in four weeks.');
  });

  test("has a highlight that follows the bank's correction [PD-74] [PD-24]", async () => {
    const ana = await newUser(t, 'Ana');
    await sync(ana, { transactionId: 'a', amountCents: 40_00, postedOn: '2026-06-05' });
    await goTo('2026-06-08T12:00:00Z');
    expect((await boardAndWeek(ana)).lastWeek?.highlight).toBe('You stayed within your budget.');
    await sync(ana, { transactionId: 'b', amountCents: 70_00, postedOn: '2026-06-05' });
    expect((await boardAndWeek(ana)).lastWeek?.highlight).toBe('This week is a fresh start.');
  });

  test("follows the bank's corrections silently for seven days, then reports once [PD-24]", async () => {
    const ana = await newUser(t, 'Ana');
    const purchase = { merchantName: 'Shop', postedOn: '2026-06-05' };
    await sync(ana, { ...purchase, transactionId: 'a', amountCents: 40_00 });
    await goTo('2026-06-08T12:00:00Z');
    expect((await boardAndWeek(ana)).lastWeek).toMatchObject({ spent: 40, corrected: false });
    await seen(ana, '2026-06-01');

    // Entered after Sunday, so no correction of the bank.
    await spend(ana, 7, '2026-06-05');
    await goTo('2026-06-10T12:00:00Z');
    await sync(ana, { ...purchase, transactionId: 'b', amountCents: 70_00 });
    expect((await boardAndWeek(ana)).lastWeek).toMatchObject({
      spent: 110,
      corrected: true,
      seenBefore: true,
      dismissed: false,
    });
    await sync(ana, { transactionId: 'c', merchantName: 'Cafe', amountCents: 5_00, postedOn: '2026-06-09' });
    await seen(ana, '2026-06-01');
    expect((await boardAndWeek(ana)).lastWeek).toMatchObject({ dismissed: true });

    await goTo('2026-06-15T12:00:00Z');
    await closeWeeks();
    await sync(ana, { ...purchase, transactionId: 'd', amountCents: 9_00 });
    const { rows } = await t.database.db.$client.query(
      `select week_start::text, spent_cents::integer as spent from weekly_results where user_id = $1 order by week_start`,
      [ana.id],
    );
    expect(rows).toEqual([
      { week_start: '2026-06-01', spent: 110_00 },
      { week_start: '2026-06-08', spent: 5_00 },
    ]);
  });

  test('of a downtime follows later bank reports like the latest one [PD-24]', async () => {
    const ana = await newUser(t, 'Ana');
    await sync(ana, { transactionId: 'a', amountCents: 10_00, postedOn: '2026-06-05' });
    await goTo('2026-06-23T12:00:00Z');
    await closeWeeks();
    await sync(
      ana,
      { transactionId: 'b', amountCents: 150_00, postedOn: '2026-06-09' },
      { transactionId: 'c', amountCents: 20_00, postedOn: '2026-06-17' },
    );
    expect((await boardAndWeek(ana)).lastWeek).toMatchObject({
      weekStart: '2026-06-15',
      spent: 20,
    });
  });

  test("includes a bank's late purchase even if the user added it manually since [PD-24]", async () => {
    const ana = await newUser(t, 'Ana');
    const purchase = { merchantName: 'Shop', postedOn: '2026-06-05' };
    await sync(ana, { ...purchase, transactionId: 'a', amountCents: 40_00 });
    await goTo('2026-06-08T12:00:00Z');
    await closeWeeks();
    await goTo('2026-06-08T12:01:00Z');
    const entered = { name: 'Shop', amount: 70, date: '2026-06-05', category: 'Shopping' };
    await ana.send({ method: 'POST', url: '/api/expenses', body: entered });
    await sync(ana, { ...purchase, transactionId: 'b', amountCents: 70_00 });
    expect((await ana.send({ url: '/api/expenses' })).json()).toHaveLength(2);
    expect((await boardAndWeek(ana)).lastWeek).toMatchObject({ spent: 110, corrected: true });
  });

  test('is never negative when the bank withdraws an expense edited since [PD-24]', async () => {
    const ana = await newUser(t, 'Ana');
    await sync(ana, { transactionId: 'a', amountCents: 40_00, postedOn: '2026-06-05', isPending: true });
    await goTo('2026-06-08T12:00:00Z');
    await closeWeeks();
    const [expense] = (await ana.send({ url: '/api/expenses' })).json<{ id: number }[]>();
    await ana.send({ method: 'PUT', url: `/api/expenses/${expense?.id}`, body: { amount: 100 } });
    await takeBack(ana, 'a');
    expect((await boardAndWeek(ana)).lastWeek).toMatchObject({ spent: 0, corrected: true });
  });

  test("one user's failure is logged and does not stop the others", async () => {
    const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
    const { $client } = t.database.db;
    await $client.query(`update users set time_zone = 'Nowhere/Land' where id = $1`, [ana.id]);
    await goTo('2026-06-09T12:00:00Z');
    await closeWeeks();
    const { rows } = await $client.query(`select user_id from weekly_results where user_id = any($1)`, [
      [ana.id, bo.id],
    ]);
    expect(rows).toEqual([{ user_id: bo.id }]);
    await $client.query(`delete from users where id = $1`, [ana.id]);
  });
});

describe('check marks', () => {
  test("is sent only to viewers of that view: friends' check marks, no amounts [PD-76] [PD-23]", async () => {
    const [ana, bo, cy] = [await newUser(t, 'Ana'), await newUser(t, 'Bo'), await newUser(t, 'Cy')];
    await befriend(t, ana, bo);
    await befriend(t, ana, cy);
    await spend(ana, 80);
    await spend(bo, 180);
    await goTo('2026-06-08T19:00:00Z');
    await spend(ana, 180, '2026-06-08');
    await spend(bo, 80, '2026-06-08');
    await goTo('2026-06-15T19:00:00Z');
    await closeWeeks();
    expect((await boardAndWeek(ana)).kept).toBeNull();

    expect((await chooseView(ana, 'kept')).json()).toMatchObject({ boardView: 'kept' });
    const none = ['before', 'before', 'before', 'before', 'before', 'before'];
    const { kept, leaderboard } = await boardAndWeek(ana);
    expect(kept).toEqual({
      weekStarts: [
        '2026-04-20',
        '2026-04-27',
        '2026-05-04',
        '2026-05-11',
        '2026-05-18',
        '2026-05-25',
        '2026-06-01',
        '2026-06-08',
      ],
      users: [
        {
          name: 'Ana',
          userId: ana.id,
          isCurrentUser: true,
          isGuest: false,
          promisedWeek: null,
          kept: [...none, 'kept', 'missed'],
        },
        {
          name: 'Bo',
          userId: bo.id,
          isCurrentUser: false,
          isGuest: false,
          promisedWeek: null,
          kept: [...none, 'missed', 'kept'],
        },
        // Nothing entered is no kept week.
        {
          name: 'Cy',
          userId: cy.id,
          isCurrentUser: false,
          isGuest: false,
          promisedWeek: null,
          kept: [...none, 'missed', 'missed'],
        },
      ],
    });
    expect(leaderboard.find(({ isCurrentUser }) => isCurrentUser)?.status).toBe(
      'You stayed under budget in <strong>1 of 2</strong> weeks.',
    );
    // Two people, and no one chose.
    expect((await boardAndWeek(bo)).kept?.users).toHaveLength(2);
    await chooseView(bo, 'ranks');
    expect((await boardAndWeek(bo)).kept).toBeNull();

    await bo.send({ method: 'PUT', url: '/api/users', body: { onBoard: false } });
    expect((await boardAndWeek(ana)).kept?.users.map(({ name }) => name)).toEqual(['Ana', 'Cy']);
    await chooseView(ana, 'ranks');
    expect((await boardAndWeek(ana)).kept).toBeNull();
  });

  test('where a friend’s week has not ended, its mark is not known yet [PD-2] [PD-76]', async () => {
    const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
    await befriend(t, ana, bo);
    await bo.send({ method: 'PUT', url: '/api/users', body: { timeZone: 'Pacific/Honolulu' } });
    await goTo('2026-06-08T19:00:00Z');
    await closeWeeks();
    // Monday in Los Angeles, Sunday in Honolulu.
    await goTo('2026-06-15T08:30:00Z');
    await closeWeeks();
    const { kept } = await boardAndWeek(ana);
    expect(kept?.users.map((user) => user.kept.slice(-2))).toEqual([
      ['missed', 'missed'],
      ['missed', 'open'],
    ]);
  });

  test('needs a friend on the board, and there is no third view [PD-76]', async () => {
    const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
    await chooseView(ana, 'kept');
    expect((await boardAndWeek(ana)).kept).toBeNull();
    await befriend(t, ana, bo);
    expect((await chooseView(ana, 'other')).statusCode).toBe(400);
    expect((await boardAndWeek(ana)).kept?.users).toHaveLength(2);
  });
});

describe('a notification on Mondays', () => {
  const isOffered = async (user: TestUser) => (await boardAndWeek(user)).offersNote;

  test('is offered after the first closed week until the user answers, even with no', async () => {
    const ana = await newUser(t, 'Ana');
    expect(await isOffered(ana)).toBe(false);
    await goTo('2026-06-08T19:00:00Z');
    expect(await isOffered(ana)).toBe(true);
    await ana.send({ method: 'PUT', url: '/api/notifications/kinds', body: { result: false } });
    expect(await isOffered(ana)).toBe(false);
  });

  test('is offered with the first friend, but not to a user who has chosen already', async () => {
    const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
    await bo.send({ method: 'PUT', url: '/api/notifications/kinds', body: { budget: true } });
    await befriend(t, ana, bo);
    expect([await isOffered(ana), await isOffered(bo)]).toEqual([true, false]);
  });
});
