import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { failing, fakeServer } from '../test-support/fake-server.ts';
import { aBrowser, ENDPOINT, ENDPOINT_ID } from '../test-support/fake-push.ts';
import { prepareEachTest } from '../test-support/render-app.tsx';
import { currentToasts } from '../shared/ui/toast-store.ts';
import { aUser } from '../test-support/wire.ts';
import { NO_OWNER, pushOwner, rememberPushOwner } from '../shared/push/push-owner.ts';
import { accountsQuery, transactionStatsQuery } from '../features/banking/accounts-query.ts';
import { browserNavigation } from '../shared/http/browser-navigation.ts';
import { currentUserQuery } from '../shared/http/current-user.ts';
import { toastFailure } from '../shared/ui/failure-toast.ts';
import { createQueryClient } from '../shared/http/query-client.ts';
import { requireLogin } from '../shared/ui/require-login.ts';
import { isUnauthorized } from '../shared/http/login-failures.ts';
import { settingsQuery } from '../features/account/settings-query.ts';

prepareEachTest();
beforeEach(() => {
  vi.spyOn(browserNavigation, 'leaveFor').mockImplementation(() => undefined);
});

test('a 401 on the user call means signed out, without a toast or a redirect [AU-1]', async () => {
  vi.useFakeTimers();
  fakeServer({ 'GET /api/auth/user': failing(401, { message: 'Unauthorized' }) });
  await expect(createQueryClient(requireLogin).query(currentUserQuery)).resolves.toBeNull();
  await vi.advanceTimersByTimeAsync(1000);
  expect(browserNavigation.leaveFor).not.toHaveBeenCalled();
});

test("another user's notifications end at login; the user's own continue", async () => {
  const { state } = aBrowser({ permission: 'granted', isSubscribed: true });
  await rememberPushOwner(aUser().id);
  const server = fakeServer({
    'GET /api/auth/user': aUser(),
    'GET /api/notifications': { devices: [ENDPOINT_ID] },
  });
  await createQueryClient(requireLogin).query(currentUserQuery);
  await vi.waitFor(() => expect(server.bodiesOf('GET /api/notifications')).toHaveLength(1));
  expect(state.ended).toBe(0);
  fakeServer({ 'GET /api/auth/user': aUser({ id: 'somebody-else' }) });
  await createQueryClient(requireLogin).query(currentUserQuery);
  await vi.waitFor(() => expect([state.ended, state.shown]).toEqual([1, 0]));
});

test('a device that the server dropped is registered again when its user opens the app [SEC-3]', async () => {
  aBrowser({ permission: 'granted', isSubscribed: true });
  await rememberPushOwner(aUser().id);
  const server = fakeServer({
    'GET /api/auth/user': aUser(),
    'GET /api/notifications': { devices: ['another'] },
    'POST /api/push/subscriptions': { id: ENDPOINT_ID },
  });
  const registrations = () => server.bodiesOf('POST /api/push/subscriptions');
  await createQueryClient(requireLogin).query(currentUserQuery);
  await vi.waitFor(() =>
    expect(registrations()).toEqual([{ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }]),
  );
  server.answer('GET /api/notifications', { devices: [ENDPOINT_ID] });
  await createQueryClient(requireLogin).query(currentUserQuery);
  await vi.waitFor(() => expect(server.bodiesOf('GET /api/notifications')).toHaveLength(2));
  server.answer('GET /api/notifications', { devices: [] });
  await createQueryClient(requireLogin).query(currentUserQuery);
  await vi.waitFor(() => expect(server.bodiesOf('GET /api/notifications')).toHaveLength(3));
  await vi.waitFor(() => expect(registrations()).toHaveLength(2));
});

test('a subscription turned off but not ended is ended at the next start by anyone', async () => {
  const { state } = aBrowser({ permission: 'granted', isSubscribed: true });
  await rememberPushOwner(NO_OWNER);
  fakeServer({ 'GET /api/auth/user': aUser() });
  await createQueryClient(requireLogin).query(currentUserQuery);
  await vi.waitFor(async () => expect([state.ended, await pushOwner()]).toEqual([1, null]));
});

test('any other failure of the user call is only logged [AU-7]', async () => {
  fakeServer({ 'GET /api/auth/user': failing(500, { message: 'Broken' }) });
  const before = currentToasts();
  await expect(createQueryClient(requireLogin).query(currentUserQuery)).rejects.toThrow(
    'Failed to load user profile',
  );
  expect(console.error).toHaveBeenCalled();
  expect(currentToasts()).toBe(before);
});

test('a 401 elsewhere says so and leads to the login after 500 ms, with the way back [AU-2]', async () => {
  vi.useFakeTimers();
  window.history.replaceState(null, '', '/expenses?week=2025-06-02');
  fakeServer({ 'GET /api/settings': failing(401, { message: 'Unauthorized' }) });
  await createQueryClient(requireLogin)
    .query(settingsQuery)
    .catch(() => undefined);
  expect(currentToasts()[0]).toMatchObject({
    title: 'Authentication Required',
    description: 'You need to log in to access this feature.',
  });
  await vi.advanceTimersByTimeAsync(499);
  expect(browserNavigation.leaveFor).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith(
    '/api/login?returnTo=%2Fexpenses%3Fweek%3D2025-06-02',
  );
});

test('the toast of a missing login can go there at once [AU-2]', async () => {
  vi.useFakeTimers();
  fakeServer({ 'GET /api/settings': failing(401, { message: 'Unauthorized' }) });
  await createQueryClient(requireLogin)
    .query(settingsQuery)
    .catch(() => undefined);
  currentToasts()[0]?.action?.run();
  expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2F');
});

test("a message like '401: … Unauthorized' counts as a missing login [AU-2]", () => {
  expect(isUnauthorized(new Error('401: {"x":1} Unauthorized'))).toBe(true);
  expect(isUnauthorized(new Error('403: Unauthorized'))).toBe(false);
});

test("the default query is a GET of its key's first element, once, and never stale [AU-3] [AU-8]", async () => {
  const server = fakeServer({ 'GET /api/anything': { answer: 42 } });
  const client = createQueryClient(requireLogin);
  const observer = new QueryObserver(client, { queryKey: ['/api/anything', { more: true }] });
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ answer: 42 }));
  window.dispatchEvent(new Event('focus'));
  document.dispatchEvent(new Event('visibilitychange'));
  await client.query({ queryKey: ['/api/anything', { more: true }], staleTime: Infinity });
  expect(server.requests).toHaveLength(1);
  stop();
});

test('nothing is retried [AU-3]', async () => {
  const server = fakeServer({ 'GET /api/settings': failing(503) });
  await expect(createQueryClient(requireLogin).query(settingsQuery)).rejects.toThrow(
    'Failed to load settings',
  );
  expect(server.requests).toHaveLength(1);
});

test('the user is fresh for 5 minutes, accounts for 30 s, stats for 60 s [AU-3]', () => {
  expect([currentUserQuery.staleTime, accountsQuery.staleTime, transactionStatsQuery.staleTime]).toEqual([
    300_000, 30_000, 60_000,
  ]);
});

test("an error without a text shows 'Error' and its message, or 'unexpected' [ER-3]", () => {
  toastFailure(new Error('The pig is stuck'));
  expect(currentToasts()[0]).toMatchObject({ title: 'Error', description: 'The pig is stuck' });
  toastFailure('nonsense');
  expect(currentToasts()[0]).toMatchObject({ description: 'An unexpected error occurred' });
});
