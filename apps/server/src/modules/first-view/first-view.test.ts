import type { RouteResponse } from '@oinkly/contract/endpoints';
import { FIRST_VIEW_ID, type FirstView } from '@oinkly/contract/first-view';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { openPool } from '../../db/database.ts';
import type { AppDeps } from '../../app.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { loseServerOf } from '../../test-support/lost-server.ts';
import { fakeSite } from '../../test-support/fake-site.ts';

let fake: Awaited<ReturnType<typeof fakeSite>>;
let site: FastifyInstance;
let t: TestApp;
let ana: TestUser;

beforeAll(async () => {
  // A Friday.
  t = await createTestApp({ startAt: '2026-06-05T19:00:00Z' });
  fake = await fakeSite();
  site = await siteOn(t.deps);
});
beforeEach(async () => {
  ana = await aUser('Ana');
});
afterAll(async () => {
  await site.close();
  await t.close();
  await fake.remove();
});

function siteOn(deps: AppDeps): Promise<FastifyInstance> {
  return buildApp(deps, {
    webDir: fake.folder,
    runtimeConfig: {
      supportEmail: 'help@oinkly.test',
      providers: [{ id: 'plaid', name: 'Plaid', connect: 'pages', linkLimit: null }],
      sendsMail: false,
      loginSettingsUrl: null,
    },
    logLevel: null,
  });
}

async function aUser(fullName: string): Promise<TestUser> {
  const user = await t.signUp({ fullName });
  const body = { weeklyBudget: 120, signupCompleted: true };
  await user.send({ method: 'PUT', url: '/api/users', body });
  return user;
}

const add = (user: TestUser, name: string, date = '2026-06-04') =>
  user.send({ method: 'POST', url: '/api/expenses', body: { name, amount: 5, date, category: 'Dining' } });
const open = (user: TestUser, url = '/', server = site) =>
  server.inject({ url, headers: { cookie: user.cookie } });
const SCRIPT = new RegExp(`<script type="application/json" id="${FIRST_VIEW_ID}">(.*?)</script>`, 's');
const viewIn = (body: string) => {
  const json = SCRIPT.exec(body)?.[1];
  return json === undefined ? null : (JSON.parse(json) as FirstView);
};

test.each([
  { url: '/', calls: 4 },
  { url: '/expenses', calls: 4 },
  { url: '/friends', calls: 3 },
])('the page at $url carries what its calls would answer', async ({ url, calls }) => {
  for (const name of ['Lunch', 'Tea', 'Cake']) await add(ana, name);
  await add(ana, 'Old lunch', '2026-03-04');
  const { code } = (await ana.send({ url: '/api/invite' })).json<{ code: string }>();
  await (await aUser('Bo')).send({ method: 'POST', url: `/api/invites/${code}/accept` });
  const view = viewIn((await open(ana, url)).body);
  const answer = await ana.send({ url: '/api/auth/user' });
  expect(view).toMatchObject({
    readAtMs: Date.parse('2026-06-05T19:00:00Z'),
    timeZone: 'America/Los_Angeles',
    today: '2026-06-05',
    user: answer.json<unknown>(),
  });
  expect(view?.answers).toHaveLength(calls);
  for (const { url: call, body, nextCursor } of view?.answers ?? []) {
    const answered = await ana.send({ url: call });
    expect([call, body, nextCursor]).toEqual([call, answered.json(), answered.headers['x-next-cursor']]);
  }
});

test('a page spends the allowances of the calls that it answers, and has no data beyond them', async () => {
  await t.database.db.$client.query('insert into rate_limits values ($1, 60, $2)', [
    `duplicate-lists:${ana.id}`,
    Date.now() + 60_000,
  ]);
  expect(viewIn((await open(ana, '/expenses')).body)).toBeNull();
  expect(viewIn((await open(ana)).body)).not.toBeNull();
});

test('a page with data is stored by no cache, and each user sees only their own [SEC-1]', async () => {
  const bo = await aUser('Bo');
  await add(ana, 'Lunch of Ana');
  await add(bo, 'Lunch of Bo');
  const pages = await Promise.all([open(ana), open(bo)]);
  for (const [page, user, own, other] of [
    [pages[0], ana, 'Lunch of Ana', 'Lunch of Bo'],
    [pages[1], bo, 'Lunch of Bo', 'Lunch of Ana'],
  ] as const) {
    expect(page.body).toContain(`drawn at / for ${user.id}`);
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(page.body).toContain(own);
    expect(page.body).not.toContain(other);
    expect(page.body).not.toContain(user === ana ? bo.id : ana.id);
  }
});

test('what the page says of a friend counts as seen [PD-105]', async () => {
  const bo = await aUser('Bo');
  const { code } = (await bo.send({ url: '/api/invite' })).json<{ code: string }>();
  await ana.send({ method: 'POST', url: `/api/invites/${code}/accept` });
  await open(bo);
  const { friends } = (await ana.send({ url: '/api/friends/seen' })).json<RouteResponse<'listSeen'>>();
  expect(friends).toMatchObject([{ userId: bo.id, answers: [{ call: 'getLeaderboard' }] }]);
});

test('a page with data is compressed', async () => {
  const { headers } = await site.inject({
    url: '/',
    headers: { cookie: ana.cookie, 'accept-encoding': 'gzip, br, zstd' },
  });
  expect([headers['content-encoding'], headers.vary]).toEqual(['zstd', 'accept-encoding']);
});

test('user text cannot end the element that holds the data [SEC-8]', async () => {
  const name = '</script><script>alert(1)</script><!--';
  await add(ana, name);
  const { body } = await open(ana);
  expect(body.match(/<script/g)).toHaveLength(1);
  const list = viewIn(body)?.answers.find((answer) => answer.name === 'listExpenses');
  expect(list?.body).toMatchObject([{ name }]);
});

test('a first view with a week to close holds one connection while it takes no second', async () => {
  const db = openPool(t.database.directUrl, () => undefined);
  db.$client.options.max = 1;
  const server = await siteOn({ ...t.deps, db });
  await t.comeTo('2026-06-08T19:00:00Z');
  const page = await open(ana, '/', server);
  await server.close();
  await db.$client.end();
  expect(viewIn(page.body)?.today).toBe('2026-06-08');
});

test('a session that ended gets a page without data [SEC-3]', async () => {
  await ana.send({ url: '/api/logout' });
  const page = await open(ana);
  expect(page.statusCode).toBe(200);
  expect(viewIn(page.body)).toBeNull();
  expect(page.headers['cache-control']).toBe('no-cache');
});

test('no page has data before onboarding is finished', async () => {
  await t.database.db.$client.query('update users set signup_completed = false where id = $1', [ana.id]);
  expect(viewIn((await open(ana)).body)).toBeNull();
});

test.each(['/index.html', '/accounts', '/weeks/2026-06-01', '/m/abc', '/no/such/page'])(
  'the page at %s has no data: a service worker may store the first',
  async (url) => {
    expect((await open(ana, url)).body).not.toContain(ana.id);
  },
);

test('after a failed read the page comes without data', async () => {
  const broken = await siteOn({
    ...t.deps,
    clock: () => {
      throw new Error('The clock has stopped');
    },
  });
  const page = await open(ana, '/', broken);
  await broken.close();
  expect(page.statusCode).toBe(200);
  expect(viewIn(page.body)).toBeNull();
});

test('the page of a user with a friend whose server is lost carries the board', async () => {
  const { code } = (await ana.send({ url: '/api/invite' })).json<{ code: string }>();
  const bo = await aUser('Bo');
  await bo.send({ method: 'POST', url: `/api/invites/${code}/accept` });
  onTestFinished(loseServerOf(bo.id, t.deps.db.$client));
  const view = viewIn((await open(ana)).body);
  const board = view?.answers.find(({ url }) => url === '/api/leaderboard')?.body;
  expect(board).toMatchObject({ unreachable: [{ userId: bo.id, name: 'A friend' }] });
});
