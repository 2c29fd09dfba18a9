import type { RouteResponse } from '@oinkly/contract/endpoints';
import { DOCUMENT_TITLE } from '@oinkly/contract/product';
import type { SharedCircle } from '@oinkly/contract/sharing';
import { addDays, type Day } from '@oinkly/domain/days';
import { FEWEST_IN_CIRCLE, MAX_CIRCLE_ROWS } from '@oinkly/domain/shared-circle';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { friendships, guests, guestTaps } from '../../db/tables/friends.tables.ts';
import { weeklyResults } from '../../db/tables/leaderboard.tables.ts';
import { users } from '../../db/tables/users.tables.ts';
import { befriend, newUser } from '../../test-support/friends.ts';
import { fakeSite } from '../../test-support/fake-site.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { closeEndedWeeks } from '../leaderboard/index.ts';

let t: TestApp;
let fake: Awaited<ReturnType<typeof fakeSite>>;
let site: FastifyInstance;

/** A Friday. */
const START = '2026-06-05T19:00:00Z';
const MONDAY: Day = '2026-06-08';
const LAST_WEEK: Day = '2026-05-25';

beforeAll(async () => {
  t = await createTestApp({ startAt: START });
  fake = await fakeSite();
  site = await buildApp(t.deps, {
    webDir: fake.folder,
    runtimeConfig: {
      supportEmail: 'help@oinkly.test',
      providers: [{ id: 'plaid', name: 'Plaid', connect: 'pages', linkLimit: null }],
      sendsMail: false,
      loginSettingsUrl: null,
    },
    logLevel: null,
  });
});
beforeEach(() => t.setNow(START));
afterAll(async () => {
  await site.close();
  await t.close();
  await fake.remove();
});

const change = (user: TestUser, body: object) => user.send({ method: 'PUT', url: '/api/users', body });

/** A guest who said that they kept last week. */
async function addGuest(host: TestUser, name: string): Promise<void> {
  const [id, now] = [randomUUID(), t.deps.clock()];
  await t.database.db.insert(guests).values({
    userId: host.id,
    id,
    name,
    tokenHash: randomBytes(32),
    firstWeek: LAST_WEEK,
    createdAt: now,
    lastTapAt: now,
  });
  await t.database.db
    .insert(guestTaps)
    .values({ userId: host.id, guestId: id, weekStart: LAST_WEEK, isKept: true });
}

async function closeWeek(user: TestUser, weekStart: Day, isKept: boolean): Promise<void> {
  await t.database.db.insert(weeklyResults).values({
    userId: user.id,
    weekStart,
    budgetCents: 100_00,
    spentCents: isKept ? 50_00 : 150_00,
    rankedCents: isKept ? 50_00 : 150_00,
    wasActive: true,
    closedAt: t.deps.clock(),
  });
}

async function share(user: TestUser): Promise<string> {
  const answer = await user.send({ method: 'POST', url: '/api/circle-share' });
  expect(answer.statusCode).toBe(200);
  return answer.json<RouteResponse<'shareCircle'>>().url.split('/').at(-1) ?? '';
}

const unshare = (user: TestUser) => user.send({ method: 'DELETE', url: '/api/circle-share' });
const urlsOf = (token: string) => [
  `/api/circles/${token}`,
  `/api/circles/${token}/picture.png`,
  `/c/${token}`,
];
const circleAt = async (token: string) =>
  (await site.inject({ url: `/api/circles/${token}` })).json<SharedCircle>();
const namesAt = async (token: string) => (await circleAt(token)).rows.map(({ role, name }) => name ?? role);
const pictureAt = async (token: string) =>
  (await site.inject({ url: `/api/circles/${token}/picture.png` })).rawPayload;
const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(html)?.[1];

describe('a shared circle', () => {
  test('shows who kept which week, and names no one without their agreement [PD-107]', async () => {
    const [ana, bo, cy] = [await newUser(t, 'Ana Ott'), await newUser(t, 'Bo Berg'), await newUser(t, 'Cy')];
    await befriend(t, ana, bo, cy);
    await addGuest(ana, 'Gus');
    await closeWeek(ana, LAST_WEEK, false);
    await closeWeek(bo, LAST_WEEK, true);
    await closeWeek(cy, LAST_WEEK, true);
    await change(bo, { mayBeNamed: true });
    const before = Array.from({ length: 7 }, () => 'before');
    const token = await share(ana);
    expect(await circleAt(token)).toEqual({
      weekStarts: Array.from({ length: 8 }, (_, index) => addDays(LAST_WEEK, 7 * (index - 7))),
      rows: [
        { role: 'sharer', name: null, kept: [...before, 'missed'] },
        { role: 'friend', name: 'Bo', kept: [...before, 'kept'] },
        { role: 'friend', name: null, kept: [...before, 'kept'] },
        { role: 'guest', name: null, kept: [...before, 'kept'] },
      ],
      more: 0,
    });
    const own = (await ana.send({ url: '/api/circle-share' })).json<RouteResponse<'getCircleShare'>>();
    // No one's check marks without the picture.
    expect(own).toEqual({ url: `http://localhost:3000/c/${token}`, counts: { people: 4, weeks: 1 } });
  });

  test('names a friend from the moment of their agreement until they withdraw it [PD-107]', async () => {
    const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
    await befriend(t, ana, bo);
    const token = await share(ana);
    const unnamed = await pictureAt(token);
    expect(await namesAt(token)).toEqual(['sharer', 'friend']);
    await change(bo, { mayBeNamed: true });
    expect(await namesAt(token)).toEqual(['sharer', 'Bo']);
    expect((await pictureAt(token)).equals(unnamed)).toBe(false);
    expect((await site.inject({ url: `/c/${token}` })).body).toContain('"Bo"');
    await change(bo, { mayBeNamed: false });
    expect(await namesAt(token)).toEqual(['sharer', 'friend']);
    expect((await pictureAt(token)).equals(unnamed)).toBe(true);
    expect((await site.inject({ url: `/c/${token}` })).body).not.toContain('Bo');
  });

  test('has the first name of the user who shares it once they want it there [PD-107]', async () => {
    const ana = await newUser(t, 'Ana Ott');
    await addGuest(ana, 'Gus');
    const token = await share(ana);
    const titleOf = async () => contentOf((await site.inject({ url: `/c/${token}` })).body, 'og:title');
    expect(await titleOf()).toBe('A circle, week by week');
    // That friends may name her is another choice.
    await change(ana, { mayBeNamed: true });
    expect(await namesAt(token)).toEqual(['sharer', 'guest']);
    await change(ana, { signsPictures: true });
    expect(await namesAt(token)).toEqual(['Ana', 'guest']);
    expect(await titleOf()).toBe('\u2068Ana\u2069’s circle, week by week');
    expect((await site.inject({ url: `/c/${token}` })).body).not.toContain('Ott');
  });

  test('has no trace of a friend who left the board, was removed, blocked, or deleted the account [PD-107]', async () => {
    const ana = await newUser(t, 'Ana');
    await addGuest(ana, 'Gus');
    const token = await share(ana);
    const alone = { circle: await circleAt(token), picture: await pictureAt(token) };
    const leave: ((friend: TestUser) => Promise<{ statusCode: number }>)[] = [
      (friend) => change(friend, { onBoard: false }),
      (friend) => friend.send({ method: 'DELETE', url: `/api/friends/${ana.id}` }),
      (friend) => ana.send({ method: 'DELETE', url: `/api/friends/${friend.id}` }),
      (friend) => friend.send({ method: 'POST', url: `/api/friends/${ana.id}/block` }),
      (friend) => ana.send({ method: 'POST', url: `/api/friends/${friend.id}/block` }),
      (friend) => friend.send({ method: 'DELETE', url: '/api/user/account' }),
    ];
    for (const [index, leaveNow] of leave.entries()) {
      const bo = await newUser(t, 'Bo');
      await befriend(t, ana, bo);
      await closeWeek(bo, LAST_WEEK, true);
      await change(bo, { mayBeNamed: true });
      expect(await namesAt(token), `${index}`).toEqual(['sharer', 'Bo', 'guest']);
      expect((await leaveNow(bo)).statusCode, `${index}`).toBe(200);
      expect(await circleAt(token), `${index}`).toEqual(alone.circle);
      expect((await pictureAt(token)).equals(alone.picture), `${index}`).toBe(true);
    }
  });

  test('ends before the week that is still open where a friend lives or for a guest [PD-107]', async () => {
    const ana = await newUser(t, 'Ana');
    t.setNow('2026-06-08T19:00:00Z');
    const [id, now] = [randomUUID(), t.deps.clock()];
    const since = { createdAt: now, lastTapAt: now, tokenHash: randomBytes(32) };
    await t.database.db
      .insert(guests)
      .values({ userId: ana.id, id, name: 'Gus', firstWeek: LAST_WEEK, ...since });
    const token = await share(ana);
    const open = await circleAt(token);
    expect(open.weekStarts.at(-1)).toBe(LAST_WEEK);
    expect(open.rows.map(({ kept }) => kept.length)).toEqual([7, 7]);
    await t.database.db
      .insert(guestTaps)
      .values({ userId: ana.id, guestId: id, weekStart: '2026-06-01', isKept: true });
    const known = await circleAt(token);
    expect(known.weekStarts.at(-1)).toBe('2026-06-01');
    expect(known.rows.map(({ kept }) => kept.length)).toEqual([8, 8]);
  });

  test('shows so many people, and counts the others [PD-107] [SEC-13]', async () => {
    const ana = await newUser(t, 'Ana');
    const createdAt = t.deps.clock();
    const many = Array.from({ length: MAX_CIRCLE_ROWS + 4 }, (_, index) => ({
      id: randomUUID(),
      email: `${index}-of-many@example.org`,
      fullName: `Friend${'abcdefghijklmnopqrstuvwxyz'.charAt(index)}`,
      signupCompleted: true,
      mayBeNamed: index < 3,
      createdAt,
    }));
    await t.database.db.insert(users).values(many);
    await t.database.db
      .insert(friendships)
      .values(many.map(({ id }) => ({ userId: ana.id, friendId: id, createdAt })));
    await addGuest(ana, 'Gus');
    const token = await share(ana);
    const { rows, more } = await circleAt(token);
    expect(rows).toHaveLength(MAX_CIRCLE_ROWS);
    expect(more).toBe(6);
    expect(rows.slice(0, 5).map(({ name }) => name)).toEqual([null, 'Frienda', 'Friendb', 'Friendc', null]);
    const picture = await site.inject({ url: `/api/circles/${token}/picture.png` });
    expect(picture.statusCode).toBe(200);
  });
});

describe('the link of a circle', () => {
  test('that was switched off is the same 404 as an unknown one, at every URL [PD-107] [SEC-1]', async () => {
    const ana = await newUser(t, 'Ana');
    await addGuest(ana, 'Gus');
    expect((await ana.send({ url: '/api/circle-share' })).json()).toMatchObject({ url: null });
    const token = await share(ana);
    expect(await share(ana)).toBe(token);
    expect(Buffer.from(token, 'base64url')).toHaveLength(24);
    for (const url of urlsOf(token)) expect((await site.inject({ url })).statusCode, url).toBe(200);
    expect((await unshare(ana)).statusCode).toBe(200);
    const unknown = urlsOf(Buffer.alloc(24, 1).toString('base64url'));
    for (const [index, url] of urlsOf(token).entries()) {
      const [off, never] = [await site.inject({ url }), await site.inject({ url: unknown[index] ?? '' })];
      expect(off.statusCode, url).toBe(404);
      const bare = ({ body }: { body: string }) => body.replace(/"(timestamp|request_id)":"[^"]*"/g, '');
      expect(bare(off)).toBe(bare(never));
      expect(off.headers['cache-control']).toBe('no-store');
    }
    expect((await site.inject({ url: `/c/${token}` })).body).toContain(`<title>${DOCUMENT_TITLE}</title>`);
    expect(await share(ana)).not.toBe(token);
  });

  test('is deleted with the account, and is not that of the map [PD-107] [SEC-1]', async () => {
    const ana = await newUser(t, 'Ana');
    const token = await share(ana);
    for (const url of [`/api/maps/${token}`, `/m/${token}`])
      expect((await site.inject({ url })).statusCode).toBe(404);
    await ana.send({ method: 'DELETE', url: '/api/user/account' });
    for (const url of urlsOf(token)) expect((await site.inject({ url })).statusCode, url).toBe(404);
  });

  test('leads nowhere while its owner is off the board [PD-107] [PD-27]', async () => {
    const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
    await befriend(t, ana, bo);
    const token = await share(ana);
    await change(ana, { onBoard: false });
    for (const url of urlsOf(token)) expect((await site.inject({ url })).statusCode, url).toBe(404);
    const { counts } = (await ana.send({ url: '/api/circle-share' })).json<RouteResponse<'getCircleShare'>>();
    expect(counts).toEqual({ people: 0, weeks: 0 });
    await change(ana, { onBoard: true });
    expect(await namesAt(token)).toEqual(['sharer', 'friend']);
  });

  test('works again after a time alone, unless its owner ended it meanwhile [PD-107]', async () => {
    for (const isEnded of [false, true]) {
      const [ana, bo, cy] = [await newUser(t, 'Ana'), await newUser(t, 'Bo'), await newUser(t, 'Cy')];
      await befriend(t, ana, bo);
      const token = await share(ana);
      await ana.send({ method: 'DELETE', url: `/api/friends/${bo.id}` });
      for (const url of urlsOf(token)) expect((await site.inject({ url })).statusCode, url).toBe(404);
      const own = (await ana.send({ url: '/api/circle-share' })).json<RouteResponse<'getCircleShare'>>();
      expect(own.url).toBe(`http://localhost:3000/c/${token}`);
      if (isEnded) await unshare(ana);
      await befriend(t, ana, cy);
      for (const url of urlsOf(token))
        expect((await site.inject({ url })).statusCode, url).toBe(isEnded ? 404 : 200);
    }
  });

  test('can be shown by exactly those whom the Friends page offers it [PD-107]', async () => {
    const offers = async (user: TestUser) => {
      const { leaderboard } = (await user.send({ url: '/api/leaderboard' })).json<
        RouteResponse<'getLeaderboard'>
      >();
      const { guests: own } = (await user.send({ url: '/api/friends' })).json<RouteResponse<'listFriends'>>();
      const { onBoard } = (await user.send({ url: '/api/auth/user' })).json<{ onBoard: boolean }>();
      return onBoard && leaderboard.length + own.length >= FEWEST_IN_CIRCLE;
    };
    const [alone, host, ana, bo] = [
      await newUser(t, 'Alone'),
      await newUser(t, 'Host'),
      await newUser(t, 'Ana'),
      await newUser(t, 'Bo'),
    ];
    await addGuest(host, 'Gus');
    await befriend(t, ana, bo);
    const canShow = (user: TestUser) => user.send({ url: '/api/circle-share/picture.png' });
    const check = async (expected: readonly [TestUser, boolean][]) => {
      for (const [user, isOffered] of expected) {
        expect(await offers(user)).toBe(isOffered);
        expect((await canShow(user)).statusCode).toBe(isOffered ? 200 : 404);
      }
    };
    await check([
      [alone, false],
      [host, true],
      [ana, true],
      [bo, true],
    ]);
    await change(bo, { onBoard: false });
    await change(host, { onBoard: false });
    await check([
      [host, false],
      [ana, false],
      [bo, false],
    ]);
  });

  test('leads nowhere while its owner is alone, and no picture is drawn [PD-107]', async () => {
    const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
    await befriend(t, ana, bo);
    const token = await share(ana);
    const draw = () => ana.send({ url: '/api/circle-share/picture.png' });
    const countsOf = async () =>
      (await ana.send({ url: '/api/circle-share' })).json<RouteResponse<'getCircleShare'>>().counts;
    expect((await draw()).statusCode).toBe(200);
    expect(await countsOf()).toEqual({ people: 2, weeks: 0 });
    // Still a friend, but no longer in the circle.
    await change(bo, { onBoard: false });
    for (const url of urlsOf(token)) expect((await site.inject({ url })).statusCode, url).toBe(404);
    expect((await draw()).statusCode).toBe(404);
    expect(await countsOf()).toMatchObject({ people: 1 });
    await addGuest(ana, 'Gus');
    for (const url of urlsOf(token)) expect((await site.inject({ url })).statusCode, url).toBe(200);
    expect((await draw()).statusCode).toBe(200);
  });

  test.each(['x', '%00', '..%2f..%2fapi', `${'x'.repeat(31)}%0a`])(
    'that is malformed is a 404, not a failure: %s [SEC-14]',
    async (token) => {
      for (const url of urlsOf(token)) expect((await site.inject({ url })).statusCode, url).toBe(404);
    },
  );

  test('has a preview with title, description and picture, revalidated each time [PD-107]', async () => {
    const ana = await newUser(t, 'Ana');
    await addGuest(ana, 'Gus');
    const token = await share(ana);
    const { body } = await site.inject({ url: `/c/${token}` });
    expect(contentOf(body, 'og:description')).toBe('We keep our weeks together. 2 people, 1 week.');
    expect(contentOf(body, 'og:image')).toBe(`http://localhost:3000/api/circles/${token}/picture.png`);
    expect(contentOf(body, 'og:image:alt')).toBe('Check marks of 2 people for 1 week.');
    expect(contentOf(body, 'robots')).toBe('noindex');
    const url = `/api/circles/${token}/picture.png`;
    const first = await site.inject({ url });
    expect(first.headers['cache-control']).toBe('public, no-cache');
    expect(first.headers['cross-origin-resource-policy']).toBe('cross-origin');
    const again = await site.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } });
    expect(again.statusCode).toBe(304);
  });
});

test.each([
  ['markup', '<b>Bo</b> &amp; "x"', null],
  ['letters from right to left', 'שרה לוי', 'שרה'],
  ['one long word', 'W'.repeat(80), null],
])('a name of %s breaks neither page nor picture [SEC-8] [PD-107]', async (_, fullName, name) => {
  const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, fullName)];
  await befriend(t, ana, bo);
  await change(bo, { mayBeNamed: true });
  const token = await share(ana);
  expect((await circleAt(token)).rows[1]?.name).toBe(name);
  const { body } = await site.inject({ url: `/c/${token}` });
  expect(body.match(/<script|<b>/g)).toEqual(['<script']);
  expect((await site.inject({ url: `/api/circles/${token}/picture.png` })).statusCode).toBe(200);
});

test('the picture is a file in two sizes [PD-107] [SEC-14]', async () => {
  const ana = await newUser(t, 'Ana');
  await addGuest(ana, 'Gus');
  const draw = (query: string) => ana.send({ url: `/api/circle-share/picture.png${query}` });
  for (const [query, format, width] of [
    ['', 'story', 1080],
    ['?format=link', 'link', 1200],
  ] as const) {
    const { headers, rawPayload } = await draw(query);
    expect(headers['content-disposition']).toBe(`attachment; filename="oinkly-circle-${format}.png"`);
    expect(rawPayload.readUInt32BE(16)).toBe(width);
  }
  expect((await draw('?format=poster')).statusCode).toBe(400);
});

/** Lets time pass without ending sessions. */
async function goTo(iso: string): Promise<void> {
  await t.comeTo(iso);
  await closeEndedWeeks(t.deps, new AbortController().signal);
}

/** A life without amounts: what share of the budget is spent where, by week. */
const lives = fc.array(fc.array(fc.nat({ max: 60 }), { maxLength: 4 }), { minLength: 3, maxLength: 3 });

test('no amount, budget, merchant or unagreed name is in page, JSON or picture: others leave every byte the same [PD-107]', async () => {
  /** Returns all that strangers get, without the token. */
  const publicIn = async (
    life: readonly (readonly number[])[],
    world: { dollarsPerShare: number; merchant: string; ana: string; bo: string; guest: string },
  ): Promise<string> => {
    t.setNow(START);
    const [ana, bo] = [await newUser(t, world.ana), await newUser(t, world.bo)];
    await befriend(t, ana, bo);
    await addGuest(ana, world.guest);
    for (const user of [ana, bo]) await change(user, { weeklyBudget: 100 * world.dollarsPerShare });
    for (const [index, shares] of life.entries()) {
      const day = addDays(MONDAY, 7 * index + 2);
      await goTo(`${day}T19:00:00Z`);
      for (const [order, part] of shares.entries()) {
        if (part === 0) continue;
        const body = {
          name: `${world.merchant} ${order}`,
          amount: part * world.dollarsPerShare,
          date: addDays(day, -(order % 3)),
          category: 'Dining',
        };
        const spender = order % 2 === 0 ? ana : bo;
        expect((await spender.send({ method: 'POST', url: '/api/expenses', body })).statusCode).toBe(200);
      }
    }
    await goTo(`${addDays(MONDAY, 7 * life.length + 1)}T19:00:00Z`);
    const token = await share(ana);
    const answers = await Promise.all(urlsOf(token).map((url) => site.inject({ url })));
    for (const { statusCode } of answers) expect(statusCode).toBe(200);
    return answers
      .map(({ rawPayload }) => rawPayload.toString('latin1').replaceAll(token, 'token'))
      .join('\n');
  };
  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      const one = { dollarsPerShare: 1, merchant: 'Corner Bakery', ana: 'Ana', bo: 'Bo', guest: 'Gus' };
      const other = { dollarsPerShare: 37, merchant: 'Aurora Casino', ana: 'Zoe', bo: 'Yi', guest: 'Pat' };
      expect(await publicIn(life, other)).toBe(await publicIn(life, one));
    }),
    { numRuns: 6 },
  );
});
