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
import { showFirstView, showLastKnown, takeFirstView } from './first-view.ts';
import DashboardScreen from './screens/dashboard-screen.tsx';

prepareEachTest();
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2025, 5, 5, 9) });
});

const bought = [anExpense({ amount: 76.82, date: '2025-06-03' })];
const view: FirstView = {
  readAtMs: Date.parse('2025-06-05T13:00:00Z'),
  timeZone: 'America/New_York',
  today: '2025-06-05',
  user: aUser(),
  settings: someSettings(),
  weeks: weeksOf(bought),
  expenses: bought,
  leaderboard: {
    leaderboard: [anEntry({ isCurrentUser: true })],
    kept: null,
    offersNote: false,
    lastWeek: null,
  },
};
const IMPORT = { 'POST /api/auto-import-transactions': () => new Promise(() => undefined) };
const card = () => screen.getByRole('region', { name: 'This week' }).textContent;

test('a page with data shows the dashboard and requests only the import', async () => {
  const server = fakeServer(IMPORT);
  const { queryClient, rerenderApp } = renderApp(null);
  showFirstView(queryClient, view);
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
  showFirstView(queryClient, { ...view, today: '2025-05-30' });
  rerenderApp(<DashboardScreen />);
  await pass(0);
  expect(server.requests.map(({ url }) => url)).toContain('/api/expenses?from=2025-06-02&to=2025-06-08');
});

test('the data is read once and removed from the page', () => {
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
  showFirstView(queryClient, view);
  expect(await call('listFriends').catch((error: unknown) => error)).toBeInstanceOf(Error);
  await vi.waitFor(() => expect(stored.has(answersCacheOf('bo'))).toBe(false));
  expect(stored.has(answersCacheOf(view.user.id))).toBe(true);
});

test('friends of the last start are not readable until the server answers', async () => {
  fakeCaches();
  const maya = anEntry({ rank: 1, name: 'Maya', userId: 'maya' });
  const withMaya = { ...view.leaderboard, leaderboard: [maya, ...view.leaderboard.leaderboard] };
  const board = deferred<unknown>();
  const server = fakeServer({
    ...IMPORT,
    'GET /api/auth/user': view.user,
    'GET /api/settings': view.settings,
    'GET /api/weeks': view.weeks,
    'GET /api/expenses': view.expenses,
    'GET /api/leaderboard': () => board.promise,
  });
  const { queryClient, rerenderApp } = renderApp(null);
  showFirstView(queryClient, { ...view, leaderboard: withMaya });
  await pass(10);
  expect(await showLastKnown(queryClient)).toBe(true);
  rerenderApp(<DashboardScreen />);
  await pass(10);
  expect(server.requests.map(({ url }) => url)).toContain('/api/leaderboard');
  expect(screen.getByText('Maya').closest('[inert]')).not.toBeNull();
  board.resolve(view.leaderboard);
  await pass(10);
  expect(screen.queryByText('Maya')).toBeNull();
  expect(document.querySelector('[inert]')).toBeNull();
});
