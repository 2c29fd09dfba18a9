import type { RouteResponse } from '@oinkly/contract/endpoints';
import { errorCatalogue } from '@oinkly/contract/errors';
import { addDays } from '@oinkly/domain/days';
import { MAX_GUESTS } from '@oinkly/domain/guests';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { blocks, friendInvites, guests, guestTaps, tappedWeeks } from '../../db/tables/friends.tables.ts';
import { identities, sessions } from '../../db/tables/identity.tables.ts';
import { networkAllowances } from '../../http/allowances.ts';
import { A_WHILE } from '../../test-support/a-while.ts';
import { newSecretToken } from '../../security/secret-token.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { TEST_SITE } from '../../test-support/test-site.ts';
import { EMBEDDED_ISSUER } from '../identity/index.ts';
import { closeEndedWeeks } from '../leaderboard/index.ts';
import { guestsOfSubject } from './guests-of-subject.ts';
import { removeSilentGuests } from './guests.service.ts';

let t: TestApp;

/** A Friday. */
const START = '2026-06-05T19:00:00Z';
/** The week of `START`, in which guests join. */
const FIRST_WEEK = '2026-06-01';
const MONDAY = '2026-06-08T19:00:00Z';
const THURSDAY = '2026-06-11T19:00:00Z';

beforeAll(async () => {
  t = await createTestApp();
});
/** Each test has a network of its own. */
let network = 0;
beforeEach(() => {
  t.setNow(START);
  network += 1;
});
afterAll(() => t.close());

type Page = RouteResponse<'getGuestPage'>;

async function aHost(fullName = 'Ana', timeZone = 'America/Los_Angeles'): Promise<TestUser> {
  const user = await t.signUp({ fullName, timeZone });
  await user.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 100 } });
  return user;
}

const errorOf = (answer: { json(): unknown }) => (answer.json() as { error_code?: string }).error_code;
const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  t.app.inject({
    method,
    url,
    remoteAddress: `10.0.0.${network}`,
    headers: { 'sec-fetch-site': 'same-origin' },
    ...(body && { payload: body }),
  });
const codeOf = async (user: TestUser) =>
  (await user.send({ url: '/api/invite' })).json<{ code: string }>().code;
const aSecret = () => newSecretToken().token;
const joinBy = (code: string, name: string, secret = aSecret()) =>
  send('POST', `/api/invites/${code}/guest`, { name, secret });
const join = async (host: TestUser, name: string) => joinBy(await codeOf(host), name);
const newLink = (token: string, secret = aSecret()) =>
  send('POST', `/api/guest-pages/${token}/link`, { secret });
const tap = (token: string, week: string, kept: boolean) =>
  send('PUT', `/api/guest-pages/${token}/weeks/${week}`, { kept });
const pageOf = async (token: string) => (await send('GET', `/api/guest-pages/${token}`)).json<Page>();
const circleOf = async (user: TestUser) =>
  (await user.send({ url: '/api/friends' })).json<RouteResponse<'listFriends'>>();
const keptOf = async (user: TestUser) =>
  (await user.send({ url: '/api/leaderboard' })).json<RouteResponse<'getLeaderboard'>>().kept;
const pactsOf = async (user: TestUser) =>
  (await user.send({ url: '/api/pacts' })).json<RouteResponse<'listPacts'>>().pacts;

async function aGuest(host: TestUser, name = 'Mia'): Promise<{ token: string; id: string }> {
  const answer = await join(host, name);
  expect(answer.statusCode, answer.body).toBe(200);
  const id = (await circleOf(host)).guests.find((guest) => guest.name === name)?.userId ?? '';
  return { token: answer.json<{ token: string }>().token, id };
}

/** Lets time pass without ending sessions, and closes the weeks that ended. */
async function goTo(iso: string): Promise<void> {
  t.setNow(iso);
  const now = t.deps.clock();
  await t.database.db.update(sessions).set({ createdAt: now, lastSeenAt: now, authenticatedAt: now });
  await closeEndedWeeks(t.deps, new AbortController().signal);
}

async function spendOn(user: TestUser, date: string): Promise<void> {
  const body = { name: 'Lunch', amount: 12, date, category: 'Dining' };
  expect((await user.send({ method: 'POST', url: '/api/expenses', body })).statusCode).toBe(200);
}

describe('a guest', () => {
  test('joins with a name, and taps last week until Wednesday [PD-103]', async () => {
    const ana = await aHost();
    const { token } = await aGuest(ana);
    expect(await pageOf(token)).toMatchObject({
      name: 'Mia',
      inviterName: 'Ana',
      weekToTap: null,
      kept: null,
    });
    expect(errorOf(await tap(token, FIRST_WEEK, true))).toBe('WEEK_NOT_OPEN');
    await goTo(MONDAY);
    expect(await pageOf(token)).toMatchObject({ weekToTap: FIRST_WEEK, kept: null });
    expect((await tap(token, FIRST_WEEK, true)).statusCode).toBe(200);
    // The last of several taps counts.
    expect((await tap(token, FIRST_WEEK, false)).statusCode).toBe(200);
    expect(await pageOf(token)).toMatchObject({ weekToTap: FIRST_WEEK, kept: false });
    for (const week of [addDays(FIRST_WEEK, -7), addDays(FIRST_WEEK, 7)])
      expect(errorOf(await tap(token, week, true))).toBe('WEEK_NOT_OPEN');
    await goTo(THURSDAY);
    expect(errorOf(await tap(token, FIRST_WEEK, true))).toBe('WEEK_NOT_OPEN');
    expect((await pageOf(token)).marks.users[0]).toMatchObject({ name: 'Mia', isCurrentUser: true });
    expect((await pageOf(token)).marks.users[0]?.kept.at(-1)).toBe('missed');
  });

  test('has check marks on the board, and no rank; one user is enough for a circle [PD-76] [PD-103]', async () => {
    const ana = await aHost();
    expect(await keptOf(ana)).toBeNull();
    const { token, id } = await aGuest(ana);
    await spendOn(ana, '2026-06-05');
    await goTo(MONDAY);
    const lastMarks = async () => (await keptOf(ana))?.users.map(({ name, kept }) => [name, kept.at(-1)]);
    expect(await lastMarks()).toEqual([
      ['Ana', 'kept'],
      ['Mia', 'open'],
    ]);
    await tap(token, FIRST_WEEK, true);
    expect(await keptOf(ana)).toMatchObject({
      users: [
        { name: 'Ana', isCurrentUser: true, isGuest: false },
        { name: 'Mia', userId: id, isCurrentUser: false, isGuest: true },
      ],
    });
    expect((await lastMarks())?.[1]).toEqual(['Mia', 'kept']);
    const { leaderboard } = (await ana.send({ url: '/api/leaderboard' })).json<
      RouteResponse<'getLeaderboard'>
    >();
    expect(leaderboard.map(({ name }) => name)).toEqual(['Ana']);
  });

  test('sees the check marks of the inviter and their guests, and nothing else [PD-23] [PD-103] [SEC-2]', async () => {
    const ana = await aHost();
    const [{ token }] = [await aGuest(ana), await aGuest(ana, 'Noa')];
    const bo = await aHost('Bo');
    await bo.send({ method: 'POST', url: `/api/invites/${await codeOf(ana)}/accept` });
    await ana.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 4321 } });
    await spendOn(ana, '2026-06-05');
    await goTo(MONDAY);
    const answer = await send('GET', `/api/guest-pages/${token}`);
    const { marks, ...page } = answer.json<Page>();
    expect(page).toEqual({
      name: 'Mia',
      inviterName: 'Ana',
      weekToTap: FIRST_WEEK,
      kept: null,
      takesAccounts: true,
    });
    expect(marks.users.map(({ kept, promisedWeek: _week, ...user }) => [user, kept.at(-1)])).toEqual([
      [{ userId: '0', name: 'Mia', isCurrentUser: true, isGuest: true }, 'open'],
      [{ userId: '1', name: 'Ana', isCurrentUser: false, isGuest: false }, 'kept'],
      [{ userId: '2', name: 'Noa', isCurrentUser: false, isGuest: true }, 'open'],
    ]);
    for (const secret of [ana.id, bo.id, 'Bo', '4321', '432100', '@', 'Lunch'])
      expect(answer.body).not.toContain(secret);
    await ana.send({ method: 'PUT', url: '/api/users', body: { onBoard: false } });
    expect((await pageOf(token)).marks.users.map(({ name }) => name)).toEqual(['Mia']);
    expect(await keptOf(ana)).toBeNull();
  });

  test('replaces a leaked link, and leaves with one call [PD-103]', async () => {
    const ana = await aHost();
    const { token } = await aGuest(ana);
    const { token: next } = (await newLink(token)).json<{ token: string }>();
    for (const method of ['GET', 'DELETE'] as const)
      expect(errorOf(await send(method, `/api/guest-pages/${token}`))).toBe('GUEST_NOT_FOUND');
    expect(errorOf(await newLink(token))).toBe('GUEST_NOT_FOUND');
    await goTo(MONDAY);
    expect((await tap(next, FIRST_WEEK, true)).statusCode).toBe(200);
    const stored = await t.database.db.select().from(guests).where(eq(guests.userId, ana.id));
    expect(JSON.stringify(stored)).not.toContain(next);
    expect((await send('DELETE', `/api/guest-pages/${next}`)).statusCode).toBe(200);
    expect((await circleOf(ana)).guests).toEqual([]);
    expect(await t.database.db.select().from(guestTaps).where(eq(guestTaps.userId, ana.id))).toEqual([]);
  });

  test('joins once, however often the answer is lost, and so does a new link [PD-103]', async () => {
    const ana = await aHost();
    const code = await codeOf(ana);
    const [secret, nextSecret] = [aSecret(), aSecret()];
    const tokenOf = async (answer: ReturnType<typeof send>) =>
      (await answer).json<{ token?: string }>().token;
    const token = (await tokenOf(joinBy(code, 'Mia', secret))) ?? '';
    expect(await tokenOf(joinBy(code, 'Mia', secret))).toBe(token);
    expect((await circleOf(ana)).guests).toHaveLength(1);
    expect(errorOf(await joinBy(code, 'Mia'))).toBe('GUEST_NAME_TAKEN');

    const next = (await tokenOf(newLink(token, nextSecret))) ?? '';
    expect(next).not.toBe(token);
    expect(await tokenOf(newLink(token, nextSecret))).toBe(next);
    expect(await pageOf(next)).toMatchObject({ name: 'Mia' });
    expect((await pageOf((await tokenOf(newLink(next))) ?? '')).name).toBe('Mia');
    // Of a later replacement, the earlier secret is none.
    expect(errorOf(await newLink(token, nextSecret))).toBe('GUEST_NOT_FOUND');
  });

  test('a join that worked is confirmed again though the invitation was replaced or the circle is full [PD-103]', async () => {
    const [ana, bo] = [await aHost(), await aHost('Bo')];
    const [code, secret] = [await codeOf(ana), aSecret()];
    const { token } = (await joinBy(code, 'Mia', secret)).json<{ token: string }>();
    for (let index = 1; index < MAX_GUESTS; index += 1) await joinBy(code, `Guest ${index}`);
    // Under another name they stay who they are.
    expect((await joinBy(code, 'Max', secret)).json()).toEqual({ token });
    await ana.send({ method: 'POST', url: '/api/invite' });
    expect((await joinBy(code, 'Mia', secret)).json()).toEqual({ token });
    expect((await pageOf(token)).name).toBe('Mia');
    // With another secret, or for another user, it is no repetition.
    expect(errorOf(await joinBy(code, 'Mia'))).toBe('INVITE_NOT_FOUND');
    expect((await joinBy(await codeOf(bo), 'Mia', secret)).json()).not.toEqual({ token });
    await send('DELETE', `/api/guest-pages/${token}`);
    expect(errorOf(await joinBy(code, 'Mia', secret))).toBe('INVITE_NOT_FOUND');
  });

  test('the same request at the same time, to join or for a new link, has one result [PD-103]', async () => {
    const ana = await aHost();
    const code = await codeOf(ana);
    const resultsOf = async (answers: ReturnType<typeof send>[]) => {
      const results = (await Promise.all(answers)).map((answer) => answer.json<{ token?: string }>().token);
      expect(new Set(results).size).toBe(1);
      return results[0] ?? '';
    };
    const secret = aSecret();
    let token = await resultsOf(Array.from({ length: 4 }, () => joinBy(code, 'Mia', secret)));
    expect((await circleOf(ana)).guests).toHaveLength(1);
    for (let round = 0; round < 5; round += 1) {
      const [old, next] = [token, aSecret()];
      token = await resultsOf(Array.from({ length: 4 }, () => newLink(old, next)));
      expect((await pageOf(token)).name).toBe('Mia');
    }
  });

  test('is removed by the inviter alone, at once [PD-103] [SEC-1]', async () => {
    const [ana, eve] = [await aHost(), await aHost('Eve')];
    const { token, id } = await aGuest(ana);
    const code = await codeOf(ana);
    expect(errorOf(await eve.send({ method: 'DELETE', url: `/api/guests/${id}` }))).toBe('GUEST_NOT_FOUND');
    expect((await ana.send({ method: 'DELETE', url: `/api/guests/${id}` })).statusCode).toBe(200);
    expect(errorOf(await send('GET', `/api/guest-pages/${token}`))).toBe('GUEST_NOT_FOUND');
    // The invitation that they used is void, and lets no one in again.
    expect(errorOf(await joinBy(code, 'Mia'))).toBe('INVITE_NOT_FOUND');
    await aGuest(ana, 'Noa');
  });

  test('is removed after 60 days without a tap, and not before [PD-103]', async () => {
    const ana = await aHost();
    const { token } = await aGuest(ana);
    await goTo(MONDAY);
    await tap(token, FIRST_WEEK, true);
    const run = () => removeSilentGuests(t.deps, new AbortController().signal);
    await goTo('2026-08-07T18:59:00Z');
    await run();
    expect((await circleOf(ana)).guests).toHaveLength(1);
    await goTo('2026-08-07T19:01:00Z');
    await run();
    expect((await circleOf(ana)).guests).toEqual([]);
  });

  test('is removed by the embedded log-in pages with the inviter’s old password, and has no invitation to come back [SEC-34]', async () => {
    const [ana, bo] = [await aHost(), await aHost('Bo')];
    const [lost, kept] = [await aGuest(ana), await aGuest(bo)];
    const code = await codeOf(ana);
    const subject = `subject-${ana.id}`;
    await t.database.db.insert(identities).values({ issuer: EMBEDDED_ISSUER, subject, userId: ana.id });
    // A link is no session of the inviter's.
    await ana.send({ method: 'DELETE', url: '/api/sessions' });
    expect((await pageOf(lost.token)).name).toBe('Mia');
    const ofSubject = guestsOfSubject(t.deps);
    const withoutGuests = guestsOfSubject({ ...t.deps, hasGuests: false });
    expect([await ofSubject.exists(subject), await ofSubject.exists('unknown')]).toEqual([true, false]);
    await ofSubject.remove('unknown');
    // Either of them is enough, and an expired invitation is none.
    const inADay = (days: number) => t.setNow(new Date(Date.parse(START) + days * 86_400_000).toISOString());
    inADay(29);
    expect(await withoutGuests.exists(subject)).toBe(true);
    inADay(31);
    expect([await ofSubject.exists(subject), await withoutGuests.exists(subject)]).toEqual([true, false]);
    t.setNow(START);
    await ofSubject.remove(subject);
    expect(await ofSubject.exists(subject)).toBe(false);
    expect(errorOf(await send('GET', `/api/guest-pages/${lost.token}`))).toBe('GUEST_NOT_FOUND');
    expect(errorOf(await joinBy(code, 'Mia'))).toBe('INVITE_NOT_FOUND');
    expect((await pageOf(kept.token)).name).toBe('Mia');
  });

  test('leaves with the account of the inviter [DEL-3] [PD-103]', async () => {
    const ana = await aHost();
    const { token } = await aGuest(ana);
    expect((await ana.send({ method: 'DELETE', url: '/api/user/account' })).statusCode).toBe(200);
    expect(errorOf(await send('GET', `/api/guest-pages/${token}`))).toBe('GUEST_NOT_FOUND');
    expect(await t.database.db.$count(guests, eq(guests.userId, ana.id))).toBe(0);
  });
});

/* 25 hours apart. A guest's zone is never asked for: both read and write by the inviter's days. */
test.each([
  // From Monday 00:00 on, which is Saturday 23:00 in Niue, to the end of Wednesday.
  ['Pacific/Kiritimati', '2026-06-07T10:00:00Z', '2026-06-10T09:59:00Z'],
  // To the end of Wednesday, which is Friday 00:59 in Kiritimati.
  ['Pacific/Niue', '2026-06-08T11:00:00Z', '2026-06-11T10:59:00Z'],
])(
  'a guest answers for the inviter’s last week, from Monday to Wednesday in %s [PD-103]',
  async (timeZone, from, to) => {
    t.setNow('2026-06-03T12:00:00Z');
    const ana = await aHost('Ana', timeZone);
    const { token, id } = await aGuest(ana);
    const aMinute = (iso: string, minutes: number) =>
      new Date(Date.parse(iso) + minutes * 60_000).toISOString();
    const markOf = async () => {
      const page = await pageOf(token);
      const column = page.marks.weekStarts.indexOf(FIRST_WEEK);
      const onBoard = (await keptOf(ana))?.users.find(({ userId }) => userId === id);
      expect(onBoard?.kept).toEqual(page.marks.users[0]?.kept);
      return column < 0 ? 'running' : page.marks.users[0]?.kept[column];
    };
    await goTo(aMinute(from, -1));
    expect(errorOf(await tap(token, FIRST_WEEK, true))).toBe('WEEK_NOT_OPEN');
    expect([(await pageOf(token)).weekToTap, await markOf()]).toEqual([null, 'running']);
    await goTo(from);
    expect([(await pageOf(token)).weekToTap, await markOf()]).toEqual([FIRST_WEEK, 'open']);
    expect((await tap(token, FIRST_WEEK, false)).statusCode).toBe(200);
    await goTo(to);
    expect((await tap(token, FIRST_WEEK, true)).statusCode).toBe(200);
    expect(await markOf()).toBe('kept');
    await goTo(aMinute(to, 1));
    expect(errorOf(await tap(token, FIRST_WEEK, false))).toBe('WEEK_NOT_OPEN');
    expect(await markOf()).toBe('kept');
  },
);

describe('abuse', () => {
  test('racing joins stop at ten guests, and a circle that is full says so [PD-103] [SEC-22]', async () => {
    const ana = await aHost();
    const code = await codeOf(ana);
    const answers = await Promise.all(
      Array.from({ length: MAX_GUESTS + 4 }, (_, index) => joinBy(code, `Guest ${index}`)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(MAX_GUESTS);
    expect((await circleOf(ana)).guests).toHaveLength(MAX_GUESTS);
    expect(errorOf(await join(ana, 'One more'))).toBe('TOO_MANY_GUESTS');
    expect((await send('GET', `/api/invites/${code}`)).json()).toMatchObject({ takesGuests: false });
  });

  test('a network that adds and removes guests by the thousands is stopped [PD-103] [SEC-13]', async () => {
    const ana = await aHost();
    const code = await codeOf(ana);
    const { times = 0 } = networkAllowances.joinAsGuest ?? {};
    let added = 0;
    for (let index = 0; index <= times; index += 1) {
      const answer = await joinBy(code, 'Mia');
      if (answer.statusCode === 429) break;
      added += 1;
      await send('DELETE', `/api/guest-pages/${answer.json<{ token: string }>().token}`);
      t.setNow(new Date(t.deps.clock().getTime() + 10_000).toISOString());
    }
    expect(added).toBe(times);
  });

  test('guessed links are stopped [PD-103] [SEC-13]', async () => {
    let answer = await send('GET', `/api/guest-pages/${'A'.repeat(64)}`);
    for (let index = 0; index < 70 && answer.statusCode === 404; index += 1)
      answer = await send('GET', `/api/guest-pages/${'A'.repeat(60)}${1000 + index}`);
    expect(answer.statusCode).toBe(429);
  });

  test('a name that is taken joins once, also twice at the same time [PD-103]', async () => {
    const ana = await aHost();
    const answers = await Promise.all(['Mia', 'mia'].map((name) => join(ana, name)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      200,
      errorCatalogue.GUEST_NAME_TAKEN.status,
    ]);
    for (const name of ['ANA', 'A\u200Bna', 'Ａｎａ', 'M\u00ADia'])
      expect(errorOf(await join(ana, name))).toBe('GUEST_NAME_TAKEN');
  });

  test('markup in a name stays text, and a name without a visible letter is refused [SEC-8]', async () => {
    const ana = await aHost();
    const { token } = await aGuest(ana, '<img src=x onerror=alert(1)>');
    expect((await pageOf(token)).name).toBe('<img src=x onerror=alert(1)>');
    for (const name of ['', '   ', '\u202Eeve', 'W'.repeat(81)])
      expect((await join(ana, name)).statusCode).toBe(400);
  });

  test('an invalid invitation takes no guests, nor does one for a blocked person [PD-27] [PD-103]', async () => {
    const [ana, bo] = [await aHost(), await aHost('Bo')];
    const code = await codeOf(ana);
    await t.database.db
      .insert(blocks)
      .values({ userId: ana.id, blockedId: bo.id, createdAt: t.deps.clock() });
    const asBo = await bo.send({
      method: 'POST',
      url: `/api/invites/${code}/guest`,
      body: { name: 'Bob', secret: aSecret() },
    });
    expect(errorOf(asBo)).toBe('INVITE_NOT_FOUND');
    await ana.send({ method: 'POST', url: '/api/invite' });
    expect(errorOf(await joinBy(code, 'Bob'))).toBe('INVITE_NOT_FOUND');
  });

  test('a blocked person, signed out, can’t join with the invitation that they used [PD-27] [PD-103]', async () => {
    const [ana, bo] = [await aHost(), await aHost('Bo')];
    const code = await codeOf(ana);
    await bo.send({ method: 'POST', url: `/api/invites/${code}/accept` });
    expect((await ana.send({ method: 'POST', url: `/api/friends/${bo.id}/block` })).statusCode).toBe(200);
    expect(errorOf(await joinBy(code, 'Bob'))).toBe('INVITE_NOT_FOUND');
  });

  test('a blocked person’s account does not come in by a guest’s link [PD-27] [PD-104]', async () => {
    const [ana, bo] = [await aHost(), await aHost('Bo')];
    const { token } = await aGuest(ana);
    await t.database.db
      .insert(blocks)
      .values({ userId: ana.id, blockedId: bo.id, createdAt: t.deps.clock() });
    const answer = await bo.send({ method: 'POST', url: `/api/guest-pages/${token}/account` });
    expect(errorOf(answer)).toBe('INVITE_NOT_FOUND');
    expect((await circleOf(ana)).friends).toEqual([]);
    // The refusal leaves the link to the guest's own account.
    const mia = await aHost('Mia');
    expect((await mia.send({ method: 'POST', url: `/api/guest-pages/${token}/account` })).statusCode).toBe(
      200,
    );
  });

  test('GUESTS=off ends joining, pages and rows on the board [PD-103]', async () => {
    const ana = await aHost();
    const { token } = await aGuest(ana);
    const app = await buildApp({ ...t.deps, hasGuests: false }, TEST_SITE);
    const code = await codeOf(ana);
    const headers = { 'sec-fetch-site': 'same-origin' };
    const asAna = { cookie: ana.cookie, ...headers };
    expect((await app.inject({ url: `/api/invites/${code}` })).json()).toMatchObject({ takesGuests: false });
    expect(errorOf(await app.inject({ url: `/api/guest-pages/${token}` }))).toBe('GUEST_NOT_FOUND');
    const joined = await app.inject({
      method: 'POST',
      url: `/api/invites/${code}/guest`,
      headers,
      payload: { name: 'Noa', secret: aSecret() },
    });
    expect(joined.statusCode).toBe(404);
    expect((await app.inject({ url: '/api/leaderboard', headers: asAna })).json()).toMatchObject({
      kept: null,
    });
    expect((await app.inject({ url: '/api/friends', headers: asAna })).json()).toMatchObject({ guests: [] });
    await app.close();
  });
});

describe('a pact with a guest', () => {
  const make = (host: TestUser, id: string) => host.send({ method: 'PUT', url: `/api/pacts/${id}` });

  test('counts the weeks that both kept, from the first whole one [PD-100] [PD-103]', async () => {
    const ana = await aHost();
    const { token, id } = await aGuest(ana);
    expect((await make(ana, id)).statusCode).toBe(200);
    expect(await pactsOf(ana)).toEqual([
      {
        userId: id,
        name: 'Mia',
        standing: 'made',
        weeksTogether: 0,
        forgivenWeek: null,
        countsFrom: '2026-06-08',
        promisedWeek: null,
      },
    ]);
    await goTo(MONDAY);
    await tap(token, FIRST_WEEK, true);
    await spendOn(ana, '2026-06-08');
    await goTo('2026-06-15T19:00:00Z');
    expect((await pactsOf(ana))[0]?.weeksTogether).toBe(0);
    await tap(token, '2026-06-08', true);
    expect((await pactsOf(ana))[0]?.weeksTogether).toBe(1);
    // A week without a tap is missed once it can't be tapped anymore, and forgiven.
    await spendOn(ana, '2026-06-15');
    await goTo('2026-06-25T19:00:00Z');
    expect((await pactsOf(ana))[0]).toMatchObject({ weeksTogether: 1, forgivenWeek: '2026-06-15' });
    expect((await ana.send({ method: 'DELETE', url: `/api/pacts/${id}` })).statusCode).toBe(200);
    expect(await pactsOf(ana)).toEqual([]);
  });

  test('counts among the five, and ends when the guest leaves [PD-102] [PD-103]', async () => {
    const ana = await aHost();
    const circle = [];
    for (const name of ['Mia', 'Noa', 'Ole', 'Pia', 'Quy', 'Rui']) circle.push(await aGuest(ana, name));
    for (const { id } of circle.slice(0, 5)) expect((await make(ana, id)).statusCode).toBe(200);
    expect(errorOf(await make(ana, circle[5]?.id ?? ''))).toBe('TOO_MANY_PACTS');
    // Idempotent.
    expect((await make(ana, circle[0]?.id ?? '')).statusCode).toBe(200);
    await send('DELETE', `/api/guest-pages/${circle[0]?.token}`);
    expect(await pactsOf(ana)).toHaveLength(4);
    expect(errorOf(await make(ana, circle[0]?.id ?? ''))).toBe('FRIEND_NOT_FOUND');
  });
});

describe('abuse of a pact with a guest', () => {
  test('another user’s guest, or one’s own link, makes no pact [PD-102] [SEC-1]', async () => {
    const [ana, bo] = [await aHost(), await aHost('Bo')];
    const { id, token } = await aGuest(bo);
    const make = (of: string) => ana.send({ method: 'PUT', url: `/api/pacts/${of}` });
    expect(errorOf(await make(id))).toBe('FRIEND_NOT_FOUND');
    expect(errorOf(await ana.send({ method: 'DELETE', url: `/api/pacts/${id}` }))).toBe('FRIEND_NOT_FOUND');
    expect((await make(token)).statusCode).toBe(400);
    expect([await pactsOf(ana), await pactsOf(bo)]).toEqual([[], []]);
  });

  test('no one has a week counted twice, or tapped again, by changing zones [PD-100] [PD-103]', async () => {
    const [east, west] = ['Pacific/Kiritimati', 'Pacific/Niue'];
    const ana = await aHost('Ana', west);
    const { token, id } = await aGuest(ana);
    await ana.send({ method: 'PUT', url: `/api/pacts/${id}` });
    await goTo('2026-06-10T12:00:00Z');
    await spendOn(ana, '2026-06-10');
    const statuses: number[] = [];
    for (const [now, timeZone, kept] of [
      // Monday there, and Sunday here again.
      ['2026-06-14T11:00:00Z', east, true],
      ['2026-06-14T12:00:00Z', west, true],
      ['2026-06-14T13:00:00Z', east, true],
      ['2026-06-15T12:00:00Z', west, true],
      // Thursday there, and Wednesday here again.
      ['2026-06-17T11:00:00Z', east, false],
    ] as const) {
      await goTo(now);
      await ana.send({ method: 'PUT', url: '/api/users', body: { timeZone } });
      await goTo(now);
      statuses.push((await tap(token, '2026-06-08', kept)).statusCode);
      expect((await pactsOf(ana))[0]?.weeksTogether).toBeLessThanOrEqual(1);
    }
    expect(statuses).toEqual([200, 409, 200, 200, 409]);
    expect(await pactsOf(ana)).toMatchObject([{ weeksTogether: 1 }]);
  });
});

describe('a guest who creates an account', () => {
  const become = (user: TestUser, token: string) =>
    user.send({ method: 'POST', url: `/api/guest-pages/${token}/account` });

  test('keeps friend, pact and taps, also through later weeks [PD-104]', async () => {
    const ana = await aHost();
    const { token, id } = await aGuest(ana);
    await ana.send({ method: 'PUT', url: `/api/pacts/${id}` });
    await spendOn(ana, '2026-06-05');
    await goTo(MONDAY);
    await tap(token, FIRST_WEEK, true);
    await spendOn(ana, '2026-06-08');
    await goTo('2026-06-15T19:00:00Z');
    await tap(token, '2026-06-08', true);

    const mia = await aHost('Mia');
    expect((await become(mia, token)).statusCode).toBe(200);
    expect(await circleOf(ana)).toMatchObject({ friends: [{ userId: mia.id, name: 'Mia' }], guests: [] });
    for (const [user, friend] of [
      [ana, mia],
      [mia, ana],
    ] as const)
      expect(await pactsOf(user)).toMatchObject([
        { userId: friend.id, standing: 'made', weeksTogether: 1, countsFrom: '2026-06-08' },
      ]);
    const marksOf = async (viewer: TestUser, name: string) =>
      (await keptOf(viewer))?.users.find((user) => user.name === name)?.kept.slice(-3);
    expect(await marksOf(ana, 'Mia')).toEqual(['before', 'kept', 'kept']);

    await spendOn(ana, '2026-06-15');
    await spendOn(mia, '2026-06-15');
    await goTo('2026-06-22T19:00:00Z');
    expect((await pactsOf(mia))[0]).toMatchObject({ weeksTogether: 2 });
    expect(await marksOf(mia, 'Mia')).toEqual(['kept', 'kept', 'kept']);
    expect(errorOf(await send('GET', `/api/guest-pages/${token}`))).toBe('GUEST_NOT_FOUND');

    // A pact ends with the account, and the taps go with it.
    expect((await mia.send({ method: 'DELETE', url: '/api/user/account' })).statusCode).toBe(200);
    await vi.waitFor(async () => expect(await pactsOf(ana)).toEqual([]), A_WHILE);
    expect(await t.database.db.$count(tappedWeeks, eq(tappedWeeks.userId, mia.id))).toBe(0);
  });

  test('is one account, also in a race, and not the inviter’s own [PD-104]', async () => {
    const ana = await aHost();
    const { token } = await aGuest(ana);
    expect(errorOf(await become(ana, token))).toBe('INVITE_IS_OWN');
    const both = [await aHost('Mia'), await aHost('Eve')];
    const answers = await Promise.all(both.map((user) => become(user, token)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
    expect((await circleOf(ana)).friends).toHaveLength(1);
    expect(await t.database.db.$count(friendInvites, eq(friendInvites.userId, ana.id))).toBe(1);
  });
});
