import type { RouteResponse } from '@oinkly/contract/endpoints';
import { addDays, type Day } from '@oinkly/domain/days';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '../../db/tables/users.tables.ts';
import { newSecretToken } from '../../security/secret-token.ts';
import { befriend, newUser } from '../../test-support/friends.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';

let t: TestApp;

const MONDAY: Day = '2026-06-08';
/** The Monday's noon in Los Angeles. */
const NOON = '2026-06-08T19:00:00Z';
/** 25 hours apart. */
const EAST = 'Pacific/Kiritimati';
const WEST = 'Pacific/Niue';

beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(() => t.setNow(NOON));
afterAll(() => t.close());

async function friends(...zones: string[]): Promise<[TestUser, TestUser]> {
  const [ana, bo] = [await newUser(t, 'Ana', zones[0]), await newUser(t, 'Bo', zones[1])];
  await befriend(t, ana, bo);
  return [ana, bo];
}

async function guestOf(user: TestUser, name: string): Promise<string> {
  const { code } = (await user.send({ url: '/api/invite' })).json<RouteResponse<'getInvite'>>();
  const headers = { 'content-type': 'application/json', origin: t.deps.publicUrl.origin };
  const url = `/api/invites/${code}/guest`;
  const answer = await t.app.inject({
    method: 'POST',
    url,
    headers,
    payload: { name, secret: newSecretToken().token },
  });
  return answer.json<RouteResponse<'joinAsGuest'>>().token;
}

const promise = (user: TestUser, weekStart: Day) =>
  user.send({ method: 'POST', url: '/api/promise', body: { weekStart } });
const decline = (user: TestUser, weekStart: Day) =>
  user.send({ method: 'POST', url: '/api/promise/decline', body: { weekStart } });
const errorOf = (answer: { json(): unknown }) => (answer.json() as { error_code?: string }).error_code;

async function board(user: TestUser): Promise<RouteResponse<'getLeaderboard'>> {
  const answer = await user.send({ url: '/api/leaderboard' });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const offered = async (user: TestUser) => (await board(user)).weekToPromise;
/** Who is in, as the user's check marks show it. */
const inOn = async (user: TestUser) =>
  (await board(user)).kept?.users.filter(({ promisedWeek: week }) => week !== null).map(({ name }) => name);

async function promisedWeek(user: TestUser): Promise<Day | null | undefined> {
  const [row] = await t.database.db.select().from(users).where(eq(users.id, user.id));
  return row?.promisedWeek;
}

describe('the running week', () => {
  test('is offered and promised from Monday to Wednesday in the user’s own zone [PD-106]', async () => {
    for (const [now, week] of [
      ['2026-06-08T06:59:00Z', null],
      ['2026-06-08T07:00:00Z', MONDAY],
      ['2026-06-11T06:59:00Z', MONDAY],
      ['2026-06-11T07:00:00Z', null],
      ['2026-06-15T06:59:00Z', null],
      ['2026-06-15T07:00:00Z', addDays(MONDAY, 7)],
    ] as const) {
      await t.comeTo(now);
      const [ana] = await friends();
      expect(await offered(ana), now).toBe(week);
      const answer = await promise(ana, week ?? MONDAY);
      if (week === null) expect(errorOf(answer), now).toBe('PROMISE_NOT_OPEN');
      else expect(answer.json(), now).toEqual({ success: true });
      expect(await promisedWeek(ana), now).toBe(week);
    }
  });

  test('is another one 25 hours away [PD-106]', async () => {
    // Monday 00:30 in Kiritimati, Saturday 23:30 in Niue.
    await t.comeTo('2026-06-07T10:30:00Z');
    const [ana, bo] = await friends(EAST, WEST);
    expect([await offered(ana), await offered(bo)]).toEqual([MONDAY, null]);
    await promise(ana, MONDAY);
    expect(errorOf(await promise(bo, MONDAY))).toBe('PROMISE_NOT_OPEN');
    // Bo's own week is another one until Monday.
    expect([await inOn(ana), await inOn(bo)]).toEqual([['Ana'], []]);
    await t.comeTo('2026-06-08T11:00:00Z');
    expect([await inOn(ana), await inOn(bo)]).toEqual([['Ana'], ['Ana']]);
    expect([await offered(ana), await offered(bo)]).toEqual([null, MONDAY]);
  });

  test('can be promised twice, and a stale page can’t promise another week [PD-106]', async () => {
    const [ana] = await friends();
    for (const week of [addDays(MONDAY, -7), addDays(MONDAY, 7)])
      expect(errorOf(await promise(ana, week))).toBe('PROMISE_NOT_OPEN');
    expect((await promise(ana, addDays(MONDAY, 1))).statusCode).toBe(400);
    expect(await promisedWeek(ana)).toBeNull();
    const answers = await Promise.all([promise(ana, MONDAY), promise(ana, MONDAY)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    // Once promised, the answer of a slow page is no error.
    await t.comeTo('2026-06-12T19:00:00Z');
    expect((await promise(ana, MONDAY)).statusCode).toBe(200);
    await t.comeTo('2026-06-15T19:00:00Z');
    expect(errorOf(await promise(ana, MONDAY))).toBe('PROMISE_NOT_OPEN');
    expect(await promisedWeek(ana)).toBe(MONDAY);
  });

  test('stays promised after a journey west, where the week before still runs [PD-106]', async () => {
    await t.comeTo('2026-06-07T10:30:00Z');
    const [ana, bo] = await friends(EAST);
    await promise(ana, MONDAY);
    await ana.send({ method: 'PUT', url: '/api/users', body: { timeZone: WEST } });
    expect(await offered(ana)).toBeNull();
    expect(errorOf(await promise(ana, addDays(MONDAY, -7)))).toBe('PROMISE_NOT_OPEN');
    await t.comeTo(NOON);
    expect(await inOn(bo)).toEqual(['Ana']);
  });

  test('is not asked about again this week once declined, which no one else sees [PD-106]', async () => {
    const [ana, bo] = await friends();
    const seenBy = async (user: TestUser) => (await board(user)).kept;
    const before = await seenBy(bo);
    for (const _ of [1, 2]) expect((await decline(ana, MONDAY)).json()).toEqual({ success: true });
    expect([await offered(ana), await offered(bo)]).toEqual([null, MONDAY]);
    expect(await seenBy(bo)).toEqual(before);
    expect(errorOf(await decline(ana, addDays(MONDAY, 7)))).toBe('PROMISE_NOT_OPEN');
    // By the mail or the notification that also offers it.
    expect((await promise(ana, MONDAY)).statusCode).toBe(200);
    expect(await inOn(bo)).toEqual(['Ana']);
    await decline(bo, MONDAY);
    await t.comeTo('2026-06-15T19:00:00Z');
    // A page that was left open all week.
    expect((await decline(bo, MONDAY)).statusCode).toBe(200);
    expect([await offered(ana), await offered(bo)]).toEqual(Array(2).fill(addDays(MONDAY, 7)));
  });

  test('is not offered without a friend on the board or a guest [PD-106]', async () => {
    const alone = await newUser(t, 'Alone');
    const host = await newUser(t, 'Host');
    await guestOf(host, 'Mia');
    const [ana, bo] = await friends();
    await bo.send({ method: 'PUT', url: '/api/users', body: { onBoard: false } });
    const refused = async (...all: TestUser[]) =>
      Promise.all(all.map(async (user) => [await offered(user), errorOf(await promise(user, MONDAY))]));
    expect(await refused(alone, ana, bo)).toEqual(Array(3).fill([null, 'PROMISE_NOT_OPEN']));
    expect(await offered(host)).toBe(MONDAY);
    // Ranks need two people, so guests are known to the board then too.
    await host.send({ method: 'PUT', url: '/api/users', body: { boardView: 'ranks' } });
    expect(await offered(host)).toBe(MONDAY);
    expect((await promise(host, MONDAY)).statusCode).toBe(200);
  });
});

describe('a promise', () => {
  test('shows to partners and beside check marks until the week ends, and its lack nowhere [PD-106]', async () => {
    const [ana, bo] = await friends();
    await ana.send({ method: 'PUT', url: `/api/pacts/${bo.id}` });
    await promise(ana, MONDAY);
    const partnersIn = async (user: TestUser) =>
      (await user.send({ url: '/api/pacts' }))
        .json<RouteResponse<'listPacts'>>()
        .pacts.map(({ name, promisedWeek: week }) => [name, week !== null]);
    // Not before the friend agrees.
    expect(await partnersIn(bo)).toEqual([['Ana', false]]);
    await bo.send({ method: 'PUT', url: `/api/pacts/${ana.id}` });
    expect(await partnersIn(bo)).toEqual([['Ana', true]]);
    expect(await partnersIn(ana)).toEqual([['Bo', false]]);
    expect([await inOn(ana), await inOn(bo)]).toEqual([['Ana'], ['Ana']]);
    await ana.send({ method: 'PUT', url: '/api/users', body: { onBoard: false } });
    expect(await partnersIn(bo)).toEqual([['Ana', false]]);
    await ana.send({ method: 'PUT', url: '/api/users', body: { onBoard: true } });
    await t.comeTo('2026-06-15T06:59:00Z');
    expect(await partnersIn(bo)).toEqual([['Ana', true]]);
    await t.comeTo('2026-06-15T07:00:00Z');
    expect(await partnersIn(bo)).toEqual([['Ana', false]]);
    expect([await inOn(ana), await inOn(bo)]).toEqual([[], []]);
  });

  test('shows to the guests of the user, beside the check marks [PD-106] [PD-103]', async () => {
    const ana = await newUser(t, 'Ana');
    const token = await guestOf(ana, 'Mia');
    await promise(ana, MONDAY);
    const page = await t.app.inject({ url: `/api/guest-pages/${token}` });
    const { marks } = page.json<RouteResponse<'getGuestPage'>>();
    expect(marks.users.map(({ name, promisedWeek: week }) => [name, week !== null])).toEqual([
      ['Mia', false],
      ['Ana', true],
    ]);
  });

  test('is in the user’s export [PD-106] [PD-30]', async () => {
    const [ana] = await friends();
    await promise(ana, MONDAY);
    expect((await ana.send({ url: '/api/export/everything.json' })).json()).toMatchObject({
      promisedWeek: MONDAY,
    });
  });
});
