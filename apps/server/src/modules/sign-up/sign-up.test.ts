import { errorCatalogue } from '@oinkly/contract/errors';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { guests } from '../../db/tables/friends.tables.ts';
import { identities, sessions } from '../../db/tables/identity.tables.ts';
import { users } from '../../db/tables/users.tables.ts';
import { SayingIssuer } from '../../test-support/saying-issuer.ts';
import { newSecretToken } from '../../security/secret-token.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { TEST_SITE } from '../../test-support/test-site.ts';
import { createInvite, inviteUrl, signUpsBy, type SignUpRules } from './sign-up.service.ts';

const ISSUER = 'https://issuer.example';
const INVITED: SignUpRules = { signUp: 'invited', admitsFirstAccount: false };

let t: TestApp;
const apps: FastifyInstance[] = [];

beforeAll(async () => {
  t = await createTestApp();
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
  await t.startAgain();
});
afterAll(() => t.close());

/** A person at the issuer, on a server with these rules. */
async function newcomerTo(rules: SignUpRules, subject: string): Promise<Newcomer> {
  const issuer = new SayingIssuer(ISSUER);
  issuer.proven = { subject, authenticatedAt: null };
  const app = await buildApp({ ...t.deps, openId: issuer, signUps: signUpsBy(rules, t.deps) }, TEST_SITE);
  apps.push(app);
  const begin = async (address: string) => {
    const answer = await app.inject({ url: address, headers: { host: 'localhost:3000' } });
    return { location: answer.headers.location, login: cookieIn(answer, 'login') };
  };
  const finish = async (login: string | undefined) => {
    const url = '/api/login/callback?code=c&state=s';
    const answer = await app.inject({ url, headers: { cookie: `login=${login ?? ''}` } });
    return { location: answer.headers.location, session: cookieIn(answer, 'session') };
  };
  return { begin, finish, logIn: async (address = '/api/login') => finish((await begin(address)).login) };
}

interface Newcomer {
  begin: (address: string) => Promise<{ location: string | undefined; login: string | undefined }>;
  finish: (login: string | undefined) => Promise<Landing>;
  logIn: (address?: string) => Promise<Landing>;
}

interface Landing {
  location: string | undefined;
  session: string | undefined;
}

const cookieIn = (answer: { cookies: { name: string; value: string }[] }, name: string) =>
  answer.cookies.find((cookie) => cookie.name === name)?.value;

/** The link that `admin invite` shows, without its origin. */
async function anInvite(): Promise<string> {
  const { token } = await createInvite(t.deps);
  const { pathname, search } = inviteUrl(t.deps.publicUrl, token);
  return pathname + search;
}

async function friendsInvite(user: TestUser): Promise<string> {
  const { code } = (await user.send({ url: '/api/invite' })).json<{ code: string }>();
  return `/api/login?create=1&returnTo=${encodeURIComponent(`/invite/${code}`)}`;
}

/** A guest's link and the address at which its page creates an account. */
async function aGuest(user: TestUser): Promise<{ token: string; page: string; address: string }> {
  const { code } = (await user.send({ url: '/api/invite' })).json<{ code: string }>();
  const joined = await t.app.inject({
    method: 'POST',
    url: `/api/invites/${code}/guest`,
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { name: 'Mia', secret: newSecretToken().token },
  });
  const { token } = joined.json<{ token: string }>();
  const page = `/guest/${token}`;
  return { token, page, address: `/api/login?create=1&returnTo=${encodeURIComponent(page)}` };
}

const rows = async () => ({
  users: await t.database.db.$count(users),
  identities: await t.database.db.$count(identities),
  sessions: await t.database.db.$count(sessions),
});

const isLoggedIn = ({ session }: Landing) => session !== undefined;
const REFUSED = { location: '/?problem=INVITATION_REQUIRED', session: undefined };

test('an unknown person at an own issuer is refused with a sentence, and nothing is created [SEC-26]', async () => {
  const stranger = await newcomerTo(INVITED, 'stranger');
  expect(await stranger.logIn()).toEqual(REFUSED);
  expect(errorCatalogue.INVITATION_REQUIRED.message).toContain('You need an invitation');
  expect(await rows()).toEqual({ users: 0, identities: 0, sessions: 0 });
});

test('a person without an invitation is refused before the issuer makes an account [SEC-26]', async () => {
  const stranger = await newcomerTo(INVITED, 'stranger');
  expect(await stranger.begin('/api/login?create=1')).toEqual({
    location: '/?problem=INVITATION_REQUIRED',
    login: undefined,
  });
});

test('a person with an account logs in although sign-up is closed [SEC-26]', async () => {
  await (await newcomerTo({ ...INVITED, signUp: 'open' }, 'ana')).logIn();
  const ana = await newcomerTo({ ...INVITED, signUp: 'closed' }, 'ana');
  expect(await ana.logIn()).toMatchObject({ location: '/' });
  expect(await rows()).toMatchObject({ users: 1, sessions: 2 });
});

test('closed sign-up refuses invitations too [SEC-26]', async () => {
  const [invite, fromFriend] = [await anInvite(), await friendsInvite(await t.signUp())];
  const stranger = await newcomerTo({ ...INVITED, signUp: 'closed' }, 'stranger');
  for (const address of [invite, fromFriend])
    expect(await stranger.begin(address)).toMatchObject({ location: '/?problem=SIGN_UP_CLOSED' });
  expect(await stranger.logIn()).toMatchObject({ location: '/?problem=SIGN_UP_CLOSED' });
  expect((await rows()).users).toBe(1);
});

test('an invitation by an administrator admits one person [SEC-26]', async () => {
  const invite = await anInvite();
  expect(isLoggedIn(await (await newcomerTo(INVITED, 'bo')).logIn(invite))).toBe(true);
  const second = await newcomerTo(INVITED, 'cy');
  expect(await second.begin(invite)).toMatchObject({ location: '/?problem=INVITE_NOT_FOUND' });
  expect((await rows()).users).toBe(1);
});

test('of two people who race for one invitation, one gets in [SEC-26]', async () => {
  const invite = await anInvite();
  const people = await Promise.all(['bo', 'cy', 'di', 'ed'].map((name) => newcomerTo(INVITED, name)));
  // Each passes the first check.
  const begun = await Promise.all(people.map((one) => one.begin(invite)));
  const landed = await Promise.all(people.map((one, index) => one.finish(begun[index]?.login)));
  expect(landed.filter(isLoggedIn)).toHaveLength(1);
  expect(landed.filter((one) => !isLoggedIn(one))).toEqual([REFUSED, REFUSED, REFUSED]);
  expect(await rows()).toEqual({ users: 1, identities: 1, sessions: 1 });
});

test('an invitation raced for before the first account admits one person [SEC-26]', async () => {
  const invite = await anInvite();
  const rules = { ...INVITED, admitsFirstAccount: true };
  const people = await Promise.all(['bo', 'cy', 'di'].map((name) => newcomerTo(rules, name)));
  const begun = await Promise.all(people.map((one) => one.begin(invite)));
  const landed = await Promise.all(people.map((one, index) => one.finish(begun[index]?.login)));
  expect(landed.filter(isLoggedIn)).toHaveLength(1);
  expect((await rows()).users).toBe(1);
});

test('an invitation used while sign-up is open admits no second person later [SEC-26]', async () => {
  const invite = await anInvite();
  await (await newcomerTo({ ...INVITED, signUp: 'open' }, 'bo')).logIn(invite);
  const cy = await newcomerTo(INVITED, 'cy');
  expect(await cy.begin(invite)).toMatchObject({ location: '/?problem=INVITE_NOT_FOUND' });
});

test('a refusal does not use up the invitation [SEC-26]', async () => {
  const invite = await anInvite();
  const bo = await newcomerTo(INVITED, 'bo');
  const { login } = await bo.begin(invite);
  const closed = await newcomerTo({ ...INVITED, signUp: 'closed' }, 'bo');
  expect(await closed.finish(login)).toMatchObject({ location: '/?problem=SIGN_UP_CLOSED' });
  expect(isLoggedIn(await bo.logIn(invite))).toBe(true);
});

test('two tabs of one person with one invitation both log in [SEC-26]', async () => {
  const invite = await anInvite();
  const bo = await newcomerTo(INVITED, 'bo');
  const begun = [await bo.begin(invite), await bo.begin(invite)];
  const landed = await Promise.all(begun.map(({ login }) => bo.finish(login)));
  expect(landed.map(isLoggedIn)).toEqual([true, true]);
  expect((await rows()).users).toBe(1);
});

test('an invitation by an administrator expires after seven days [SEC-26]', async () => {
  const invite = await anInvite();
  const bo = await newcomerTo(INVITED, 'bo');
  t.setNow('2026-06-12T18:59:59Z');
  const { login } = await bo.begin(invite);
  t.setNow('2026-06-12T19:00:00Z');
  expect(await bo.finish(login)).toEqual(REFUSED);
  expect(await bo.begin(invite)).toMatchObject({ location: '/?problem=INVITE_NOT_FOUND' });
});

test("a friend's invitation admits as long as it is valid, and its person arrives there [SEC-26] [PD-27]", async () => {
  const ana = await t.signUp();
  const invite = await friendsInvite(ana);
  const returnTo = new URLSearchParams(invite.split('?')[1]).get('returnTo');
  for (const name of ['bo', 'cy'])
    expect(await (await newcomerTo(INVITED, name)).logIn(invite)).toMatchObject({ location: returnTo });
  const late = await newcomerTo(INVITED, 'di');
  const { login } = await late.begin(invite);
  await ana.send({ method: 'POST', url: '/api/invite' });
  expect(await late.finish(login)).toEqual(REFUSED);
  expect(await late.begin(invite)).toMatchObject({ location: REFUSED.location });
});

test.each(['invited', 'open'] as const)(
  'a friend sees how many accounts their link created while sign-up is %s [SEC-26]',
  async (signUp) => {
    const rules: SignUpRules = { ...INVITED, signUp };
    const [ana, ed] = [await t.signUp(), await t.signUp()];
    const signUpsOf = async (user: TestUser) =>
      (await user.send({ url: '/api/invite' })).json<{ signUps: number }>().signUps;
    const invite = await friendsInvite(ana);
    await friendsInvite(ed);
    expect(await signUpsOf(ana)).toBe(0);
    const people = await Promise.all(['bo', 'cy', 'di'].map((name) => newcomerTo(rules, name)));
    for (const one of people) expect(isLoggedIn(await one.logIn(invite))).toBe(true);
    // An account that exists is not created again.
    for (const one of people) await one.logIn(invite);
    expect([await signUpsOf(ana), await signUpsOf(ed)]).toEqual([3, 0]);
    await ana.send({ method: 'POST', url: '/api/invite' });
    expect(await signUpsOf(ana)).toBe(0);
  },
);

test.each(['invited', 'open'] as const)(
  'a guest’s link admits and counts for the friend while sign-up is %s, also once the invitation is replaced [SEC-26] [PD-104]',
  async (signUp) => {
    const ana = await t.signUp();
    const { page, address } = await aGuest(ana);
    const signUpsOf = async () =>
      (await ana.send({ url: '/api/invite' })).json<{ signUps: number }>().signUps;
    const rules = { ...INVITED, signUp };
    expect(await (await newcomerTo(rules, 'mia')).logIn(address)).toMatchObject({ location: page });
    expect(await signUpsOf()).toBe(1);
    t.setNow('2026-06-05T19:00:01Z');
    await ana.send({ method: 'POST', url: '/api/invite' });
    expect(isLoggedIn(await (await newcomerTo(rules, 'again')).logIn(address))).toBe(true);
    expect(await signUpsOf()).toBe(0);
  },
);

test('a guest’s link admits no one while sign-up is closed; its page and invitations say so [SEC-26] [PD-91] [PD-104]', async () => {
  const ana = await t.signUp();
  const { token, address } = await aGuest(ana);
  const { code } = (await ana.send({ url: '/api/invite' })).json<{ code: string }>();
  const takesAccounts = async (signUp: SignUpRules['signUp']) => {
    const app = await buildApp({ ...t.deps, signUps: signUpsBy({ ...INVITED, signUp }, t.deps) }, TEST_SITE);
    apps.push(app);
    const [page, invitation] = await Promise.all(
      [`/api/guest-pages/${token}`, `/api/invites/${code}`].map(async (url) =>
        (await app.inject({ url })).json<{ takesAccounts: boolean }>(),
      ),
    );
    expect(invitation?.takesAccounts).toBe(page?.takesAccounts);
    return page?.takesAccounts;
  };
  const mia = await newcomerTo({ ...INVITED, signUp: 'closed' }, 'mia');
  expect(await mia.begin(address)).toMatchObject({ location: '/?problem=SIGN_UP_CLOSED' });
  expect([
    await takesAccounts('open'),
    await takesAccounts('invited'),
    await takesAccounts('closed'),
  ]).toEqual([true, true, false]);
});

test('a link admits no one once its guest left or is becoming an account, or without guests [SEC-26] [PD-104]', async () => {
  const { token, address } = await aGuest(await t.signUp());
  const mia = await newcomerTo(INVITED, 'mia');
  const { login } = await mia.begin(address);
  const withoutGuests = signUpsBy(INVITED, { ...t.deps, hasGuests: false });
  const origin = { inviteHash: null, returnTo: `/guest/${token}` };
  expect(await withoutGuests.refusalOf(t.deps.db, origin)).toBe('INVITATION_REQUIRED');
  await t.database.db.update(guests).set({ claimedBy: randomUUID() });
  expect(await mia.finish(login)).toEqual(REFUSED);
  await t.database.db.update(guests).set({ claimedBy: null });
  const again = await mia.begin(address);
  await t.database.db.delete(guests);
  expect(await mia.finish(again.login)).toEqual(REFUSED);
  expect(await mia.begin(address)).toMatchObject({ location: REFUSED.location });
});

test("a friend's expired invitation is refused [SEC-26]", async () => {
  const invite = await friendsInvite(await t.signUp());
  t.setNow('2026-07-05T19:00:01Z');
  expect(await (await newcomerTo(INVITED, 'bo')).begin(invite)).toMatchObject({ location: REFUSED.location });
});

test.each(['invited', 'closed'] as const)(
  'at home the first account is allowed although sign-up is %s, and once under a race [SEC-26]',
  async (signUp) => {
    const rules: SignUpRules = { signUp, admitsFirstAccount: true };
    const people = await Promise.all(['bo', 'cy', 'di', 'ed'].map((name) => newcomerTo(rules, name)));
    const landed = await Promise.all(people.map((one) => one.logIn()));
    expect(landed.filter(isLoggedIn)).toHaveLength(1);
    expect(await rows()).toEqual({ users: 1, identities: 1, sessions: 1 });
  },
);

test.each(['open', 'invited'] as const)(
  'the right of the first account does not come back with its deletion (%s) [SEC-26]',
  async (signUp) => {
    const first = await newcomerTo({ signUp, admitsFirstAccount: true }, 'ana');
    expect(isLoggedIn(await first.logIn())).toBe(true);
    await t.database.db.delete(users);
    const next = await newcomerTo({ signUp: 'invited', admitsFirstAccount: true }, 'bo');
    expect(await next.logIn()).toEqual(REFUSED);
  },
);

test('a network that guesses invitations is stopped [SEC-26] [SEC-13]', async () => {
  const stranger = await newcomerTo(INVITED, 'stranger');
  const guess = (index: number) => stranger.begin(`/api/login?create=1&invite=guess-${index}`);
  for (let index = 0; index < 60; index += 1)
    expect(await guess(index)).toMatchObject({ location: '/?problem=INVITE_NOT_FOUND' });
  expect(await guess(60)).toMatchObject({ location: '/?problem=RATE_LIMITED' });
});
