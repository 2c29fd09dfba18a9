import type { Pact } from '@oinkly/contract/friends';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import { addDays, type Day } from '@oinkly/domain/days';
import { MAX_PACTS } from '@oinkly/domain/pacts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { friendships } from '../../db/tables/friends.tables.ts';
import { weeklyResults } from '../../db/tables/leaderboard.tables.ts';
import { befriend, newUser } from '../../test-support/friends.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { closeEndedWeeks } from '../leaderboard/index.ts';
import { carryPact } from './pacts.service.ts';

let t: TestApp;

/** A Friday. */
const START = '2026-06-05T19:00:00Z';
/** The Monday after it. */
const FIRST_WEEK: Day = '2026-06-08';
/** 25 hours apart. */
const EAST = 'Pacific/Kiritimati';
const WEST = 'Pacific/Niue';

beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(() => t.setNow(START));
afterAll(() => t.close());

async function friends(...zones: string[]): Promise<[TestUser, TestUser]> {
  const [ana, bo] = [await newUser(t, 'Ana', zones[0]), await newUser(t, 'Bo', zones[1])];
  await befriend(t, ana, bo);
  return [ana, bo];
}

const agree = (user: TestUser, friend: TestUser) =>
  user.send({ method: 'PUT', url: `/api/pacts/${friend.id}` });
const end = (user: TestUser, friend: TestUser) =>
  user.send({ method: 'DELETE', url: `/api/pacts/${friend.id}` });
const errorOf = (answer: { json(): unknown }) => (answer.json() as { error_code?: string }).error_code;

async function pactsOf(user: TestUser): Promise<Pact[]> {
  const answer = await user.send({ url: '/api/pacts' });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<RouteResponse<'listPacts'>>().pacts;
}
const standings = async (...users: TestUser[]) =>
  Promise.all(users.map(async (user) => (await pactsOf(user)).map(({ standing }) => standing)));

async function pactOfBoth(...zones: string[]): Promise<[TestUser, TestUser]> {
  const [ana, bo] = await friends(...zones);
  await agree(ana, bo);
  await agree(bo, ana);
  return [ana, bo];
}

/** Lets time pass without ending sessions, and closes the weeks that ended. */
async function goTo(iso: string): Promise<void> {
  await t.comeTo(iso);
  await closeEndedWeeks(t.deps, new AbortController().signal);
}

/** Spends in the week, whose budget is $100, at its Wednesday's noon. */
async function live(week: Day, spending: readonly [TestUser, number][]): Promise<void> {
  await goTo(`${addDays(week, 2)}T12:00:00Z`);
  for (const [user, amount] of spending) {
    const body = { name: 'Lunch', amount, date: addDays(week, 1), category: 'Dining' };
    expect((await user.send({ method: 'POST', url: '/api/expenses', body })).statusCode).toBe(200);
  }
}

test('one proposes, the other agrees: both see one pact, and each is notified once [PD-100]', async () => {
  const [ana, bo] = await friends();
  expect((await agree(ana, bo)).json()).toEqual({ success: true });
  await agree(ana, bo);
  expect(await standings(ana, bo)).toEqual([['proposed'], ['received']]);
  await agree(bo, ana);
  await agree(bo, ana);
  await end(bo, ana);
  await agree(ana, bo);
  await agree(bo, ana);
  const made = {
    standing: 'made',
    weeksTogether: 0,
    forgivenWeek: null,
    countsFrom: FIRST_WEEK,
    promisedWeek: null,
  };
  expect(await pactsOf(ana)).toEqual([{ userId: bo.id, name: 'Bo', ...made }]);
  expect(await pactsOf(bo)).toEqual([{ userId: ana.id, name: 'Ana', ...made }]);
  const titlesOf = async (user: TestUser) => {
    const answer = await user.send({ url: '/api/notifications' });
    return answer.json<RouteResponse<'listNotifications'>>().notifications.map(({ title }) => title);
  };
  expect(await titlesOf(bo)).toEqual(['\u2068Ana\u2069 proposes a pact']);
  expect(await titlesOf(ana)).toEqual(['\u2068Bo\u2069 and you have a pact']);
});

test('the count grows once both have closed a kept week, 25 hours apart [PD-100]', async () => {
  const [ana, bo] = await pactOfBoth(EAST, WEST);
  const countsOf = async () => [
    (await pactsOf(ana))[0]?.weeksTogether,
    (await pactsOf(bo))[0]?.weeksTogether,
  ];
  await live(FIRST_WEEK, [
    [ana, 60],
    [bo, 100],
  ]);
  // Sunday 23:59, then Monday 00:00, in Kiritimati.
  await goTo('2026-06-14T09:59:00Z');
  expect(await countsOf()).toEqual([0, 0]);
  await goTo('2026-06-14T10:00:00Z');
  expect(await countsOf()).toEqual([0, 0]);
  // Monday 00:00 in Niue.
  await goTo('2026-06-15T10:59:00Z');
  expect(await countsOf()).toEqual([0, 0]);
  await goTo('2026-06-15T11:00:00Z');
  expect(await countsOf()).toEqual([1, 1]);
});

test('one miss is forgiven and shown without a name; a second one starts a new count on Monday [PD-101]', async () => {
  const [ana, bo] = await pactOfBoth();
  const weeks = [0, 1, 2, 3, 4].map((index) => addDays(FIRST_WEEK, 7 * index));
  const [first, second, third, fourth, fifth] = weeks as [Day, Day, Day, Day, Day];
  const both = async () => {
    const [ofAna, ofBo] = [await pactsOf(ana), await pactsOf(bo)];
    const { userId: _id, name: _name, ...run } = ofAna[0] ?? {};
    expect(ofBo).toMatchObject([run]);
    return run;
  };
  await live(first, [
    [ana, 60],
    [bo, 60],
  ]);
  await live(second, [
    [ana, 101],
    [bo, 60],
  ]);
  await live(third, [
    [ana, 60],
    [bo, 60],
  ]);
  expect(await both()).toMatchObject({ weeksTogether: 1, forgivenWeek: second, countsFrom: first });
  await live(fourth, [
    [ana, 60],
    [bo, 101],
  ]);
  expect(await both()).toMatchObject({ weeksTogether: 2, forgivenWeek: second, countsFrom: first });
  await live(fifth, []);
  expect(await both()).toMatchObject({ weeksTogether: 0, forgivenWeek: null, countsFrom: fifth });
});

test('a closed week that the bank corrects changes the count [PD-24] [PD-100]', async () => {
  const [ana, bo] = await pactOfBoth();
  await live(FIRST_WEEK, [
    [ana, 60],
    [bo, 60],
  ]);
  await goTo('2026-06-17T12:00:00Z');
  expect(await pactsOf(bo)).toMatchObject([{ weeksTogether: 1, forgivenWeek: null }]);
  await t.database.db
    .update(weeklyResults)
    .set({ rankedCents: 100_01, correctedAt: t.deps.clock() })
    .where(and(eq(weeklyResults.userId, ana.id), eq(weeklyResults.weekStart, FIRST_WEEK)));
  expect(await pactsOf(bo)).toMatchObject([{ weeksTogether: 0, forgivenWeek: FIRST_WEEK }]);
});

test('no one can close a week twice, or an earlier one, by changing zones [PD-100]', async () => {
  const [ana, bo] = await pactOfBoth(WEST, EAST);
  const change = (timeZone: string) => ana.send({ method: 'PUT', url: '/api/users', body: { timeZone } });
  await live(FIRST_WEEK, [
    [ana, 60],
    [bo, 60],
  ]);
  for (const [now, zone] of [
    ['2026-06-14T11:00:00Z', EAST],
    ['2026-06-14T12:00:00Z', WEST],
    ['2026-06-14T13:00:00Z', EAST],
    ['2026-06-15T12:00:00Z', WEST],
  ] as const) {
    await goTo(now);
    expect((await change(zone)).statusCode).toBe(200);
    await goTo(now);
    const [[ofAna], [ofBo]] = [await pactsOf(ana), await pactsOf(bo)];
    expect(ofAna?.countsFrom).toBe(FIRST_WEEK);
    expect(ofBo).toMatchObject({ countsFrom: FIRST_WEEK, weeksTogether: ofAna?.weeksTogether });
    expect(ofBo?.weeksTogether).toBeLessThanOrEqual(1);
  }
  expect(await pactsOf(bo)).toMatchObject([{ weeksTogether: 1 }]);
});

test('either ends a pact, a proposal or a question without a notification, and both can start over [PD-102]', async () => {
  const [ana, bo] = await pactOfBoth();
  await live(FIRST_WEEK, [
    [ana, 60],
    [bo, 60],
  ]);
  await goTo('2026-06-17T12:00:00Z');
  const notified = async () =>
    (await bo.send({ url: '/api/notifications' })).json<{ notifications: unknown[] }>();
  const before = await notified();
  expect((await end(ana, bo)).json()).toEqual({ success: true });
  expect((await end(ana, bo)).json()).toEqual({ success: true });
  expect(await standings(ana, bo)).toEqual([[], []]);
  expect(await notified()).toEqual(before);

  await agree(bo, ana);
  expect(await standings(ana, bo)).toEqual([['received'], ['proposed']]);
  await end(ana, bo);
  expect(await standings(ana, bo)).toEqual([[], []]);
  await agree(bo, ana);
  await end(bo, ana);
  expect(await standings(ana, bo)).toEqual([[], []]);
  await agree(bo, ana);
  await agree(ana, bo);
  expect(await pactsOf(ana)).toMatchObject([{ weeksTogether: 0, countsFrom: '2026-06-22' }]);
});

test('only friends make a pact: no stranger, not oneself, no one who is blocked [PD-102]', async () => {
  const [ana, bo] = await friends();
  const cy = await newUser(t, 'Cy');
  for (const other of [ana, cy]) {
    expect(errorOf(await agree(ana, other))).toBe('FRIEND_NOT_FOUND');
    expect(errorOf(await end(ana, other))).toBe('FRIEND_NOT_FOUND');
  }
  await bo.send({ method: 'POST', url: `/api/friends/${ana.id}/block` });
  expect(errorOf(await agree(ana, bo))).toBe('FRIEND_NOT_FOUND');
  expect(await standings(ana, bo)).toEqual([[], []]);
});

const invite = async (inviter: TestUser, friend: TestUser) => {
  const { code } = (await inviter.send({ url: '/api/invite' })).json<{ code: string }>();
  return friend.send({ method: 'POST', url: `/api/invites/${code}/accept` });
};

test.each([
  [
    'unfriending',
    (bo: TestUser, ana: TestUser) => bo.send({ method: 'DELETE', url: `/api/friends/${ana.id}` }),
  ],
  [
    'blocking',
    async (bo: TestUser, ana: TestUser) => {
      await bo.send({ method: 'POST', url: `/api/friends/${ana.id}/block` });
      expect(await pactsOf(ana)).toEqual([]);
      return bo.send({ method: 'DELETE', url: `/api/friends/${ana.id}/block` });
    },
  ],
])('%s ends the pact, and the next friendship of the two begins without one [PD-102]', async (_, leave) => {
  const [ana, bo] = await pactOfBoth();
  expect((await leave(bo, ana)).statusCode).toBe(200);
  expect(await standings(ana, bo)).toEqual([[], []]);
  expect((await invite(ana, bo)).statusCode).toBe(200);
  expect(await standings(ana, bo)).toEqual([[], []]);
  await agree(bo, ana);
  expect(await standings(ana, bo)).toEqual([['received'], ['proposed']]);
});

test('a row that an earlier friendship left behind is replaced, and its pact with it [PD-102]', async () => {
  const [ana, bo] = await pactOfBoth();
  // The first step of unfriending; the second one did not happen.
  const [keeper, mirror] = ana.id < bo.id ? [ana, bo] : [bo, ana];
  await t.database.db
    .delete(friendships)
    .where(and(eq(friendships.userId, keeper.id), eq(friendships.friendId, mirror.id)));
  t.setNow('2026-06-05T19:00:05Z');
  expect((await invite(ana, bo)).statusCode).toBe(200);
  expect(await standings(ana, bo)).toEqual([[], []]);
});

test('deleting an account ends its pacts [PD-102]', async () => {
  const [ana, bo] = await pactOfBoth();
  expect((await bo.send({ method: 'DELETE', url: '/api/user/account' })).statusCode).toBe(200);
  expect(await pactsOf(ana)).toEqual([]);
});

test('both who propose at the same moment have one pact [PD-100]', async () => {
  const [ana, bo] = await friends();
  await Promise.all([agree(ana, bo), agree(bo, ana), agree(ana, bo)]);
  expect(await standings(ana, bo)).toEqual([['made'], ['made']]);
});

test('no one is in more than five pacts and proposals, however quickly; what others ask does not count [PD-102]', async () => {
  const ana = await newUser(t, 'Ana');
  const others: TestUser[] = [];
  for (let index = 0; index <= MAX_PACTS + 1; index += 1) {
    const other = await newUser(t, `Friend ${index}`);
    await befriend(t, ana, other);
    others.push(other);
  }
  const [asking, ...asked] = others as [TestUser, ...TestUser[]];
  await agree(asking, ana);
  const answers = await Promise.all(asked.map((friend) => agree(ana, friend)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(MAX_PACTS);
  expect(errorOf(await agree(ana, asking))).toBe('TOO_MANY_PACTS');
  const [proposed] = (await pactsOf(ana)).filter(({ standing }) => standing === 'proposed');
  const refusing = asked.find(({ id }) => id === proposed?.userId);
  if (refusing) await end(refusing, ana);
  expect((await agree(ana, asking)).statusCode).toBe(200);
});

test('off the board, a pact has no number on either side, and can be ended [PD-79] [PD-102]', async () => {
  const [ana, bo] = await pactOfBoth();
  const beOnBoard = (onBoard: boolean) => ana.send({ method: 'PUT', url: '/api/users', body: { onBoard } });
  const numbers = async () =>
    [...(await pactsOf(ana)), ...(await pactsOf(bo))].map((pact) => pact.weeksTogether);
  expect(await numbers()).toEqual([0, 0]);
  await beOnBoard(false);
  expect(await numbers()).toEqual([null, null]);
  await beOnBoard(true);
  expect(await numbers()).toEqual([0, 0]);
  await beOnBoard(false);
  expect((await end(bo, ana)).statusCode).toBe(200);
  expect(await standings(ana, bo)).toEqual([[], []]);
});

test('a guest’s pact waits for the friendship’s second row [PD-104]', async () => {
  const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
  const { db } = t.database;
  const createdAt = t.deps.clock();
  const carry = () => carryPact(db, [ana.id, bo.id], { pactAgreedAt: createdAt, pactFrom: FIRST_WEEK });
  await db.insert(friendships).values({ userId: ana.id, friendId: bo.id, createdAt });
  await expect(carry()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await db.insert(friendships).values({ userId: bo.id, friendId: ana.id, createdAt });
  await carry();
  expect(await standings(ana, bo)).toEqual([['made'], ['made']]);
});
