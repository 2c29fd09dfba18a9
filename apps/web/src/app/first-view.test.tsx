import type { FirstView } from '@oinkly/contract/first-view';
import { FIRST_VIEW_ID } from '@oinkly/contract/first-view';
import { anEntry, weeksOf } from '@oinkly/contract/samples';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeCaches } from '../test-support/fake-caches.ts';
import { deferred, fakeServer } from '../test-support/fake-server.ts';
import { pass, prepareEachTest, renderApp } from '../test-support/render-app.tsx';
import { aUser, anExpense, someSettings } from '../test-support/wire.ts';
import { answersCacheOf } from '../shared/http/answers-cache.ts';
import { call } from '../shared/http/call.ts';
import { rememberUser } from '../shared/http/last-user.ts';
import { cacheAnswer } from '../shared/http/offline-cache.ts';
import { callsOf, showFirstView, showLastKnown, takeFirstView } from './first-view.ts';
import DashboardScreen from './screens/dashboard-screen.tsx';
import FriendsScreen from './screens/friends-screen.tsx';

prepareEachTest();
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2025, 5, 5, 9) });
});

const bought = [anExpense({ amount: 76.82, date: '2025-06-03' })];
const user = aUser();
const board = {
  leaderboard: [anEntry({ isCurrentUser: true })],
  kept: null,
  weekToPromise: null,
  offersNote: false,
  lastWeek: null,
};
const maya = { userId: 'maya', name: 'Maya', since: '2025-01-01T12:00:00Z' };
const withMaya = { ...board, leaderboard: [anEntry(maya), ...board.leaderboard] };
const BODIES: Record<string, unknown> = {
  '/api/auth/user': user,
  '/api/settings': someSettings(),
  '/api/weeks': weeksOf(bought),
  '/api/expenses': bought,
  '/api/leaderboard': board,
  '/api/friends': { friends: [], blocked: [], guests: [] },
  '/api/pacts': { pacts: [] },
  '/api/invite': { code: 'code', expiresAt: '2025-06-12T13:00:00Z', signUps: 0 },
};

/** The view of the screen at `address`, with other bodies than usual by path. */
async function viewAt(
  address: string,
  { today = '2025-06-05', ...others }: Record<string, unknown> & { today?: string } = {},
): Promise<FirstView> {
  const bodies: Record<string, unknown> = { ...BODIES, ...others };
  const calls = (await callsOf(address, today)) ?? [];
  return {
    readAtMs: Date.parse('2025-06-05T13:00:00Z'),
    timeZone: 'America/New_York',
    today,
    user,
    answers: calls.map(({ name, url }) => ({ name, url, body: bodies[url.split('?')[0] ?? ''] })),
  };
}

const IMPORT = { 'POST /api/auto-import-transactions': () => new Promise(() => undefined) };
const card = () => screen.getByRole('region', { name: 'This week' }).textContent;

test('a page with data shows the dashboard and requests only the import', async () => {
  const server = fakeServer(IMPORT);
  const { queryClient, rerenderApp } = renderApp(null);
  await showFirstView(queryClient, '/', await viewAt('/'));
  rerenderApp(<DashboardScreen />);
  expect(card()).toContain('$43.18left this week');
  await pass(0);
  expect(screen.getByRole('grid')).toBeTruthy();
  expect(server.requests.map(({ url }) => url)).toEqual(['/api/auto-import-transactions']);
  expect(server.requests[0]?.init.headers).toMatchObject({ 'X-User': 'u1' });
});

test('data of another week is not shown: the page asks for its own', async () => {
  const server = fakeServer({
    ...IMPORT,
    'GET /api/weeks': weeksOf([]),
    'GET /api/expenses': [],
  });
  const { queryClient, rerenderApp } = renderApp(null);
  await showFirstView(queryClient, '/', await viewAt('/', { today: '2025-05-30' }));
  rerenderApp(<DashboardScreen />);
  await pass(0);
  expect(server.requests.map(({ url }) => url)).toContain('/api/expenses?from=2025-06-02&to=2025-06-08');
});

test('the data is read once and removed from the page', async () => {
  const view = await viewAt('/');
  expect(takeFirstView()).toBeNull();
  const script = document.createElement('script');
  Object.assign(script, { type: 'application/json', id: FIRST_VIEW_ID, textContent: JSON.stringify(view) });
  document.body.append(script);
  expect(takeFirstView()).toEqual(view);
  expect(takeFirstView()).toBeNull();
});

test("another user's data on this device is not read, and deleted [SEC-3]", async () => {
  const stored = fakeCaches();
  const ofBo = Response.json({ friends: ['of Bo'] }, { headers: { date: new Date().toUTCString() } });
  await cacheAnswer({ userId: 'bo', name: 'listFriends', url: '/api/friends' }, ofBo);
  rememberUser('bo');
  fakeServer({});
  const { queryClient } = renderApp(null);
  await showFirstView(queryClient, '/', await viewAt('/'));
  expect(await call('listFriends').catch((error: unknown) => error)).toBeInstanceOf(Error);
  await vi.waitFor(() => expect(stored.has(answersCacheOf('bo'))).toBe(false));
  expect(stored.has(answersCacheOf(user.id))).toBe(true);
});

test.each([
  ['/', DashboardScreen],
  ['/friends', () => <FriendsScreen user={user} />],
])('friends of the last start are not readable at %s until the server answers', async (address, Screen) => {
  fakeCaches();
  const held = deferred<unknown>();
  const answers = Object.entries(BODIES).map(([path, body]) => [`GET ${path}`, body] as const);
  const server = fakeServer({
    ...IMPORT,
    ...Object.fromEntries(answers),
    'GET /api/leaderboard': () => held.promise,
  });
  const { queryClient, rerenderApp } = renderApp(null);
  const view = await viewAt(address, { '/api/leaderboard': withMaya });
  await showFirstView(queryClient, address, view);
  await pass(10);
  expect(await showLastKnown(queryClient, address)).toBe(true);
  rerenderApp(<Screen />);
  await pass(10);
  expect(server.requests.map(({ url }) => url)).toContain('/api/leaderboard');
  expect(screen.getByText('Maya').closest('[inert]')).not.toBeNull();
  held.resolve(board);
  await pass(10);
  expect(screen.queryByText('Maya')).toBeNull();
  expect(document.querySelector('[inert]')).toBeNull();
});

test.each([
  '/',
  '//',
  '/expenses',
  '/expenses?week=2025-06-02',
  '/friends',
  '/weeks/2025-06-02',
  '/weeks/2025-05-26',
])('what the page at %s came with is its start without a network', async (address) => {
  fakeCaches();
  const view = await viewAt(address, {
    '/api/refunds': { refunds: [] },
    '/api/recurring': { series: [], merchants: [] },
    '/api/duplicates': { offers: [] },
  });
  const { queryClient } = renderApp(null);
  await showFirstView(queryClient, address, view);
  await pass(10);
  const { queryClient: later } = renderApp(null);
  expect(await showLastKnown(later, address)).toBe(true);
  const dataOf = (client: typeof later) =>
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey, state }) => [queryKey, state.data]);
  expect(dataOf(later)).toEqual(dataOf(queryClient));
  expect(
    later
      .getQueryCache()
      .getAll()
      .every((query) => query.isStale()),
  ).toBe(true);
});

test.each(['/expenses?q=tea', '/accounts', '/weeks/2025-06-09', '/weeks/soon'])(
  'no page carries data for %s',
  async (address) => {
    expect(await callsOf(address, '2025-06-05')).toBeNull();
  },
);
