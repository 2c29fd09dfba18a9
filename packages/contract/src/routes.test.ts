import { expect, test } from 'vitest';
import { routes, type Route } from './routes.ts';
import { isTokenAccess } from './token-scopes.ts';

const table = Object.entries<Route>(routes);

test('every call of the specification’s section 7 is in the table', () => {
  const calls = new Set(table.map(([, { method, path }]) => `${method} ${path}`));
  const specified = [
    'GET /api/auth/user',
    'GET /api/settings',
    'PUT /api/settings',
    'GET /api/expenses',
    'POST /api/expenses',
    'PUT /api/expenses/:id',
    'DELETE /api/expenses/:id',
    'GET /api/leaderboard',
    'POST /api/auto-import-transactions',
    'PUT /api/users',
    'DELETE /api/user/account',
    'GET /api/logout',
    'GET /api/login',
    'GET /api/:provider/accounts',
    'GET /api/:provider/connections',
    'GET /api/:provider/transaction-stats',
    'POST /api/:provider/item/:itemId/sync',
    'DELETE /api/:provider/disconnect/:itemId',
    'POST /api/:provider/sync-transactions',
    'POST /api/:provider/create-link-token',
    'GET /api/:provider/create-link-token',
    'POST /api/:provider/exchange-token',
    'POST /api/:provider/oauth-exchange',
  ];
  expect(specified.filter((call) => !calls.has(call))).toEqual([]);
});

test('no two routes answer to the same method and path', () => {
  const shapes = table.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`);
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('every path starts with /api, unless mail links to it too; no path ends with a slash', () => {
  const odd = table.filter(
    ([, { path }]) => !/^\/(api(\/v1)?|unsubscribe)(\/([a-z]+(-[a-z]+)*|:[a-zA-Z]+))+(\.[a-z]+)?$/.test(path),
  );
  expect(odd).toEqual([]);
});

test('personal tokens reach only /api/v1, and sessions reach everything else [PD-78]', () => {
  const byToken = table.filter(([, { access }]) => isTokenAccess(access)).map(([name]) => name);
  expect(byToken).toEqual([
    'addExpenseByToken',
    'getWeekByToken',
    'getComingCalendar',
    'drawWeekByToken',
    'useMcp',
  ]);
  const inVersion1 = table.filter(([, { path }]) => path.startsWith('/api/v1/')).map(([name]) => name);
  expect(inVersion1).toEqual([...byToken, 'getOpenApi']);
});

test('without a session only login, logout, the token API’s description, mailed promises, invitations, guests, shared pages and health checks work', () => {
  const open = table.filter(([, { access }]) => access === 'anyone').map(([name]) => name);
  expect(open).toEqual([
    'login',
    'loginCallback',
    'logout',
    'getOpenApi',
    'promiseWeekByMail',
    'getInvitation',
    'joinAsGuest',
    'getGuestPage',
    'tapWeek',
    'replaceGuestLink',
    'leaveAsGuest',
    'getSharedMap',
    'drawSharedMap',
    'getSharedCircle',
    'drawSharedCircle',
    'health',
    'ready',
  ]);
});
