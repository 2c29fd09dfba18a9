import { describe, expect, test, vi } from 'vitest';
import { fakeCaches } from '../../test-support/fake-caches.ts';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest } from '../../test-support/render-app.tsx';
import { aUser } from '../../test-support/wire.ts';
import { answersCacheOf } from './answers-cache.ts';
import { ApiError } from './api-error.ts';
import { call, callAs, callPage, urlOf } from './call.ts';
import { canReachServer, NoAnswer, noteLoss } from './reach.ts';

prepareEachTest();

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

test('every call sends credentials and JSON headers, and a body only if given [AU-8]', async () => {
  const server = fakeServer({
    'POST /api/auto-import-transactions': { success: true, imported: 0 },
    'PUT /api/users': {},
  });
  await call('autoImport');
  await call('updateUser', { body: { fullName: 'Ana' } });
  const [withoutBody, withBody] = server.requests.map(({ init }) => init);
  expect(withoutBody).toMatchObject({
    credentials: 'include',
    headers: { 'Content-Type': 'application/json' },
  });
  expect(withoutBody).not.toHaveProperty('body');
  expect(withBody).toMatchObject({ method: 'PUT', credentials: 'include', body: '{"fullName":"Ana"}' });
});

test('path parameters are encoded, and query fields without a value are left out', () => {
  expect(urlOf('syncConnection', { params: { provider: 'plaid', itemId: 'a/b?c' } })).toBe(
    '/api/plaid/item/a%2Fb%3Fc/sync',
  );
  expect(urlOf('listExpenses', { query: { from: '2025-01-01', to: undefined } })).toBe(
    '/api/expenses?from=2025-01-01',
  );
});

test('a JSON error is logged with message, status, code, retryable, timestamp and body [ER-1]', async () => {
  const body = {
    message: 'Bank is down',
    error_code: 'BANK_UNAVAILABLE',
    retryable: true,
    timestamp: '2025-06-05T09:00:00Z',
  };
  fakeServer({ 'GET /api/leaderboard': failing(503, body) });
  const error = await errorOf(call('getLeaderboard'));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    message: 'Bank is down',
    status: 503,
    code: 'BANK_UNAVAILABLE',
    retryable: true,
    timestamp: '2025-06-05T09:00:00Z',
    details: body,
  });
  expect(vi.mocked(console.error)).toHaveBeenCalledWith(expect.any(String), error);
});

test('a JSON error without fields becomes the status text, API_ERROR, not retryable [ER-1]', async () => {
  fakeServer({ 'GET /api/leaderboard': failing(500, {}, 'Internal Server Error') });
  expect(await errorOf(call('getLeaderboard'))).toMatchObject({
    message: 'Internal Server Error',
    code: 'API_ERROR',
    retryable: false,
    timestamp: undefined,
  });
});

test.each([
  [404, false],
  [499, false],
  [500, true],
  [502, true],
])(
  'an error that is not JSON says status and body; %i is retryable: %s [ER-2]',
  async (status, retryable) => {
    fakeServer({ 'GET /api/leaderboard': failing(status, '<h1>Gateway</h1>') });
    expect(await errorOf(call('getLeaderboard'))).toMatchObject({
      message: `${status}: <h1>Gateway</h1>`,
      status,
      retryable,
    });
  },
);

test('a page has the cursor of the next one, or null on the last', async () => {
  const server = fakeServer({
    'GET /api/expenses': () => new Response('[]', { headers: { 'X-Next-Cursor': 'abc' } }),
  });
  expect(await callPage('listExpenses', { query: { limit: 100 } })).toEqual({ items: [], nextCursor: 'abc' });
  server.answer('GET /api/expenses', []);
  expect((await callPage('listExpenses', { query: { cursor: 'abc' } })).nextCursor).toBeNull();
});

test('a call that was under way when the network was lost does not decide the state', async () => {
  const [answer, failure] = [deferred<unknown>(), deferred<unknown>()];
  fakeServer({
    'GET /api/health': () => answer.promise,
    'GET /api/leaderboard': () => failure.promise,
    'GET /api/settings': {},
  });
  const [answered, unanswered] = [call('health'), errorOf(call('getLeaderboard'))];
  noteLoss();
  answer.resolve({ status: 'ok' });
  await answered;
  expect(canReachServer()).toBe(false);
  await call('getSettings');
  expect(canReachServer()).toBe(true);
  failure.resolve(Promise.reject(new TypeError('It took too long')));
  expect(await unanswered).toBeInstanceOf(NoAnswer);
  expect(canReachServer()).toBe(true);
});

describe('the offline cache', () => {
  const offline = () => Promise.reject(new TypeError('offline'));
  const friendsOf = (name: string) =>
    Response.json(
      { friends: [{ userId: 'u2', name, since: '2025-01-01T09:00:00Z' }], blocked: [], guests: [] },
      { headers: { date: new Date().toUTCString() } },
    );

  test("an answer on its way while another user logs in stays the first user's [SEC-3]", async () => {
    fakeCaches();
    const late = deferred<Response>();
    const server = fakeServer({ 'GET /api/friends': () => late.promise });
    callAs('ana');
    const asked = call('listFriends');
    callAs('bo');
    late.resolve(friendsOf('of Ana'));
    await asked;
    server.answer('GET /api/friends', offline);
    expect(await errorOf(call('listFriends'))).toBeInstanceOf(NoAnswer);
    callAs('ana');
    expect(await call('listFriends')).toMatchObject({ friends: [{ name: 'of Ana' }] });
  });

  test('the first call of a page caches its answer for the user that it names', async () => {
    const stored = fakeCaches();
    callAs(null);
    fakeServer({ 'GET /api/auth/user': aUser({ id: 'ana' }), 'GET /api/friends': friendsOf('of Ana') });
    await call('getCurrentUser');
    await call('listFriends');
    await vi.waitFor(() => expect(stored.get(answersCacheOf('ana'))?.size).toBe(1));
  });
});
