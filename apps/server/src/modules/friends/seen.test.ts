import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { FriendsCall, Seen } from '@oinkly/contract/friends';
import { addDays, type Day } from '@oinkly/domain/days';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { friendships, guests } from '../../db/tables/friends.tables.ts';
import { sessions } from '../../db/tables/identity.tables.ts';
import { newSecretToken } from '../../security/secret-token.ts';
import { untilWaitingForLocks } from '../../test-support/lock-waits.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { closeEndedWeeks } from '../leaderboard/index.ts';

let t: TestApp;

/** A Friday. */
const START = '2026-06-05T19:00:00Z';
const MONDAY: Day = '2026-06-08';

beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(() => t.setNow(START));
afterAll(() => t.close());

async function newUser(fullName: string): Promise<TestUser> {
  const user = await t.signUp({ fullName });
  await user.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 100 } });
  return user;
}

async function friends(): Promise<[TestUser, TestUser]> {
  const [ana, bo] = [await newUser('Ana'), await newUser('Bo')];
  const createdAt = t.deps.clock();
  await t.database.db.insert(friendships).values([
    { userId: ana.id, friendId: bo.id, createdAt },
    { userId: bo.id, friendId: ana.id, createdAt },
  ]);
  return [ana, bo];
}

/** Lets time pass without ending sessions. */
async function goTo(iso: string): Promise<void> {
  t.setNow(iso);
  await t.database.db.update(sessions).set({ createdAt: t.deps.clock(), lastSeenAt: t.deps.clock() });
  await closeEndedWeeks(t.deps, new AbortController().signal);
}

async function seenBy(user: TestUser): Promise<RouteResponse<'listSeen'>> {
  return (await user.send({ url: '/api/friends/seen' })).json<RouteResponse<'listSeen'>>();
}
const seenOf = async (user: TestUser): Promise<Seen[]> => (await seenBy(user)).friends;

/** Without a session. */
const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  t.app.inject({ method, url, headers: { 'sec-fetch-site': 'same-origin' }, ...(body && { payload: body }) });

/** Returns the token of the guest's link. */
async function aGuest(inviter: TestUser, name: string): Promise<string> {
  const { code } = (await inviter.send({ url: '/api/invite' })).json<{ code: string }>();
  const body = { name, secret: newSecretToken().token };
  const answer = await send('POST', `/api/invites/${code}/guest`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ token: string }>().token;
}

const CALLS: Record<FriendsCall, string> = {
  getLeaderboard: '/api/leaderboard',
  listPacts: '/api/pacts',
  listFriends: '/api/friends',
};

test.each(Object.entries(CALLS))(
  'what %s answers a friend about the user is shown to the byte, with its day, and no word about others [PD-105]',
  async (call, url) => {
    const [ana, bo] = await friends();
    const cy = await newUser('Cy');
    const createdAt = t.deps.clock();
    await t.database.db.insert(friendships).values([
      { userId: cy.id, friendId: bo.id, createdAt },
      { userId: bo.id, friendId: cy.id, createdAt },
    ]);
    for (const friend of [ana, cy]) {
      await bo.send({ method: 'PUT', url: `/api/pacts/${friend.id}` });
      await friend.send({ method: 'PUT', url: `/api/pacts/${bo.id}` });
    }
    await bo.send({ method: 'PUT', url: '/api/users', body: { boardView: 'kept' } });
    expect(await seenOf(ana)).toEqual([{ userId: bo.id, name: 'Bo', answers: [] }]);
    const { body } = await bo.send({ url });
    const [seen] = await seenOf(ana);
    expect(seen?.answers).toEqual([{ call, sentOn: '2026-06-05', json: expect.any(String) as string }]);
    const json = seen?.answers[0]?.json ?? '';
    const lists = [...json.matchAll(/\[(\{[^[\]]*(?:\[[^\]]*\][^[\]]*)?\})\]/g)].map(
      ([, inside]) => inside ?? '',
    );
    expect(lists.length).toBeGreaterThan(0);
    for (const inside of lists) expect(body).toContain(inside);
    for (const inside of lists) expect(inside).toContain(ana.id);
    for (const other of [bo, cy]) expect(json).not.toContain(other.id);
  },
);

test('what a guest’s page says of the user is shown to the byte, and no word about other guests; it goes with the guest [PD-103] [PD-105]', async () => {
  const ana = await newUser('Ana');
  await ana.send({ method: 'PUT', url: '/api/users', body: { timeZone: 'Pacific/Kiritimati' } });
  const [token] = [await aGuest(ana, 'Mia'), await aGuest(ana, 'Noa')];
  const guest = { userId: expect.any(String) as string, name: 'Mia' };
  expect((await seenBy(ana)).guests).toMatchObject([
    { ...guest, answers: [] },
    { name: 'Noa', answers: [] },
  ]);
  const { body } = await send('GET', `/api/guest-pages/${token}`);
  const [mia, noa] = (await seenBy(ana)).guests;
  // Ana's day, because a guest has no zone.
  expect(mia?.answers).toMatchObject([{ call: 'getGuestPage', sentOn: '2026-06-06' }]);
  expect(noa?.answers).toEqual([]);
  const json = mia?.answers[0]?.json ?? '';
  expect(JSON.parse(json)).toMatchObject({ inviterName: 'Ana', marks: { users: [{ name: 'Ana' }] } });
  const [, row = ''] = /"users":\[(\{.*\})\]/.exec(json) ?? [];
  expect(row).toContain('"name":"Ana"');
  expect(body).toContain(row);
  for (const other of ['Mia', 'Noa']) expect(json).not.toContain(other);

  // A refused answer is none.
  await goTo('2026-06-07T09:00:00Z');
  await send('GET', `/api/guest-pages/${'A'.repeat(64)}`);
  expect((await seenBy(ana)).guests[0]?.answers[0]?.sentOn).toBe('2026-06-06');
  await send('GET', `/api/guest-pages/${token}`);
  expect((await seenBy(ana)).guests[0]?.answers[0]?.sentOn).toBe('2026-06-07');

  await send('DELETE', `/api/guest-pages/${token}`);
  expect((await seenBy(ana)).guests).toMatchObject([{ name: 'Noa' }]);
  const rows = await t.database.db.select().from(guests);
  expect(rows.filter(({ seen }) => seen !== null)).toEqual([]);
});

test('what a guest was sent is recorded, although the link was replaced meanwhile [PD-105]', async () => {
  const ana = await newUser('Ana');
  const token = await aGuest(ana, 'Mia');
  const writer = await t.database.db.$client.connect();
  await writer.query('begin; lock table guest_taps in access exclusive mode');
  const page = Promise.resolve(send('GET', `/api/guest-pages/${token}`));
  await untilWaitingForLocks(t.database.db, 1);
  const replaced = await send('POST', `/api/guest-pages/${token}/link`, { secret: newSecretToken().token });
  expect(replaced.statusCode).toBe(200);
  await writer.query('commit');
  writer.release();
  expect((await page).statusCode).toBe(200);
  expect((await seenBy(ana)).guests).toMatchObject([{ name: 'Mia', answers: [{ call: 'getGuestPage' }] }]);
});

test('a refused answer is none [PD-105]', async () => {
  const [ana, bo] = await friends();
  expect((await bo.send({ url: '/api/leaderboard', headers: { 'x-user': ana.id } })).statusCode).toBe(409);
  expect((await seenOf(ana))[0]?.answers).toEqual([]);
});

test('an answer replaces the one before it, and its day is the friend’s own [PD-105]', async () => {
  const [ana, bo] = await friends();
  await bo.send({ method: 'PUT', url: '/api/users', body: { timeZone: 'Pacific/Kiritimati' } });
  const rank = async () => {
    const answer = (await seenOf(ana))[0]?.answers.find(({ call }) => call === 'getLeaderboard');
    return (
      answer && [
        answer.sentOn,
        (JSON.parse(answer.json) as { leaderboard: { rank: number }[] }).leaderboard[0]?.rank,
      ]
    );
  };
  await bo.send({ url: '/api/leaderboard' });
  expect(await rank()).toEqual(['2026-06-06', 1]);
  await ana.send({
    method: 'POST',
    url: '/api/expenses',
    body: { name: 'Boots', amount: 90, date: '2026-06-05', category: 'Shopping' },
  });
  await bo.send({
    method: 'POST',
    url: '/api/expenses',
    body: { name: 'Tea', amount: 3, date: '2026-06-06', category: 'Dining' },
  });
  await goTo('2026-06-07T09:00:00Z');
  expect(await rank()).toEqual(['2026-06-06', 1]);
  await bo.send({ url: '/api/leaderboard' });
  expect(await rank()).toEqual(['2026-06-07', 2]);
});

test('what was seen is forgotten with the friendship [PD-105]', async () => {
  const [ana, bo] = await friends();
  await bo.send({ url: '/api/friends' });
  expect((await seenOf(ana))[0]?.answers).toHaveLength(1);
  await ana.send({ method: 'DELETE', url: `/api/friends/${bo.id}` });
  expect(await seenOf(ana)).toEqual([]);
  const rows = await t.database.db.select().from(friendships);
  expect(rows.filter(({ userId }) => userId === bo.id || userId === ana.id)).toEqual([]);
});

/** A life without amounts: what share of the budget is spent where, and whether the week was promised, by week. */
const lives = fc.array(
  fc.record({ shares: fc.array(fc.nat({ max: 60 }), { maxLength: 4 }), isIn: fc.boolean() }),
  { minLength: 4, maxLength: 4 },
);
type Life = readonly { shares: readonly number[]; isIn: boolean }[];

test('no amount, budget or merchant is in what friends and guests see: other ones leave every byte the same [PD-105] [PD-106]', async () => {
  /** Returns everything that Bo and a guest were sent about Ana, without their ids. */
  const seenIn = async (
    life: Life,
    { dollarsPerShare, merchant }: { dollarsPerShare: number; merchant: string },
  ): Promise<string> => {
    t.setNow(START);
    const [ana, bo] = await friends();
    const budget = (user: TestUser, weeklyBudget: number) =>
      user.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget } });
    await budget(ana, 100 * dollarsPerShare);
    await budget(bo, 100);
    await bo.send({ method: 'PUT', url: '/api/users', body: { boardView: 'kept' } });
    await ana.send({ method: 'PUT', url: `/api/pacts/${bo.id}` });
    await bo.send({ method: 'PUT', url: `/api/pacts/${ana.id}` });
    const guest = await aGuest(ana, 'Mia');
    for (const [index, { shares, isIn }] of life.entries()) {
      const weekStart = addDays(MONDAY, 7 * index);
      const day = addDays(weekStart, 2);
      await goTo(`${day}T19:00:00Z`);
      if (isIn)
        expect(
          (await ana.send({ method: 'POST', url: '/api/promise', body: { weekStart } })).statusCode,
        ).toBe(200);
      for (const [order, share] of shares.entries()) {
        if (share === 0) continue;
        const body = {
          name: `${merchant} ${order}`,
          amount: share * dollarsPerShare,
          date: addDays(day, -(order % 3)),
          category: 'Dining',
        };
        expect((await ana.send({ method: 'POST', url: '/api/expenses', body })).statusCode).toBe(200);
      }
    }
    // In the last week, whose promise shows.
    await goTo(`${addDays(MONDAY, 7 * life.length - 2)}T19:00:00Z`);
    for (const url of Object.values(CALLS)) expect((await bo.send({ url })).statusCode).toBe(200);
    const page = await send('GET', `/api/guest-pages/${guest}`);
    expect(page.statusCode).toBe(200);
    const { friends: byFriends, guests: byGuests } = await seenBy(ana);
    const answers = [...byFriends, ...byGuests].flatMap((viewer) => viewer.answers);
    expect(answers).toHaveLength(Object.keys(CALLS).length + 1);
    const saysIn = JSON.stringify(answers).match(/promisedWeek\\":\\"/g)?.length ?? 0;
    expect(saysIn).toBe(life.at(-1)?.isIn ? 3 : 0);
    return JSON.stringify([answers, page.json()]).replaceAll(ana.id, 'ana');
  };
  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      const cheap = await seenIn(life, { dollarsPerShare: 1, merchant: 'Corner Bakery' });
      const dear = await seenIn(life, { dollarsPerShare: 37, merchant: 'Aurora Casino' });
      expect(dear).toBe(cheap);
    }),
    { numRuns: 8 },
  );
});
