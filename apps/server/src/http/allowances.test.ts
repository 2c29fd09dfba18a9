import { routes } from '@oinkly/contract/routes';
import type { RouteName } from '@oinkly/contract/endpoints';
import { MAX_IMPORT_LINES, MAX_IMPORT_ROWS } from '@oinkly/domain/statements/limits';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildApp, type AppOptions } from '../app.ts';
import { createTestApp, type TestApp, type TestUser } from '../test-support/test-app.ts';
import { TEST_SITE } from '../test-support/test-site.ts';
import type { Allowance } from './rate-limit.ts';
import { networkAllowances, userAllowances } from './allowances.ts';
import { ownCallsWith } from './own-calls.ts';
import { stopWindows } from '../test-support/stop-windows.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

/** Bodies of calls that are limited once they are valid. */
const VALID: Partial<Record<RouteName, object>> = { mailInvite: { to: 'a-friend@example.org' } };

/** Wrong in everything but its sender, because most limits come before any other check. */
function callOf(name: RouteName, { cookie }: Pick<TestUser, 'cookie'>, remoteAddress = '10.0.0.1') {
  const { method, path } = routes[name];
  const url = path.replace(':provider', 'plaid').replaceAll(/:\w+/g, 'x');
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const body = VALID[name];
  return t.app.inject({ method, url, headers, remoteAddress, ...(body && { body }) });
}

/** Uses up an allowance like another process. */
async function useUp(name: string, key: string, times: number): Promise<void> {
  await t.deps.db.$client.query('insert into rate_limits values ($1, $2, $3)', [
    `${name}:${key}`,
    times,
    Date.now() + 30_000,
  ]);
}

const entriesOf = (allowances: typeof userAllowances) =>
  Object.entries(allowances) as [RouteName, Allowance][];

test('costly calls and guessable secrets have an allowance [SEC-13]', () => {
  expect(Object.keys(networkAllowances).toSorted()).toEqual([
    'getGuestPage',
    'joinAsGuest',
    'leaveAsGuest',
    'login',
    'loginCallback',
    'promiseWeekByMail',
    'replaceGuestLink',
    'tapWeek',
  ]);
  expect(Object.keys(userAllowances).toSorted()).toEqual([
    'acceptInvitation',
    'addMessagePlace',
    'autoImport',
    'becomeFriend',
    'checkImport',
    'createLinkToken',
    'createToken',
    'deleteAccount',
    'exchangeOAuth',
    'exchangeToken',
    'exportEverything',
    'exportExpenses',
    'importCurrentYear',
    'importExpenses',
    'listDuplicates',
    'mailInvite',
    'openLinkPages',
    'renewMessageSecret',
    'replaceInvite',
    'sendConfirmation',
    'syncConnection',
    'testMessagePlace',
    'undoImport',
    'updateUser',
  ]);
});

test('ten of the longest files can be imported in a minute, and thirty checked [SEC-13] [PD-30]', () => {
  const requests = (files: number) => files * Math.ceil(MAX_IMPORT_LINES / MAX_IMPORT_ROWS);
  expect(userAllowances.importExpenses?.times).toBe(requests(10));
  expect(userAllowances.checkImport?.times).toBe(requests(30));
});

describe('a user over the limit waits; others do not [SEC-13]', () => {
  test.each(entriesOf(userAllowances))('%s', async (route, { name, times }) => {
    const [ana, bo] = [await t.signUp(), await t.signUp()];
    await useUp(name, ana.id, times);
    const refused = await callOf(route, ana);
    if (refused.statusCode === 302) expect(refused.headers.location).toBe('/?problem=RATE_LIMITED');
    else {
      expect(refused.statusCode).toBe(429);
      expect(refused.json()).toMatchObject({ error_code: 'RATE_LIMITED', retryable: true });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(30);
    }
    const answer = await callOf(route, bo);
    expect(answer.statusCode).not.toBe(429);
    expect(answer.headers.location ?? '').not.toContain('RATE_LIMITED');
  });
});

test('invalid calls use up no allowance that is counted after validation [SEC-13]', async () => {
  const ana = await t.signUp();
  const late = entriesOf(userAllowances).filter(([, { countsAfterValidation }]) => countsAfterValidation);
  expect(late.map(([route]) => route)).toEqual(Object.keys(VALID));
  for (const [route, { times }] of late) {
    for (let call = 0; call <= times; call += 1) {
      const answer = await ana.send({ method: 'POST', url: routes[route].path, body: { to: 'bo@' } });
      expect(answer.statusCode).toBe(400);
    }
    expect((await callOf(route, ana)).statusCode).not.toBe(429);
  }
});

describe('a network over the limit waits; others do not [SEC-13]', () => {
  test.each(entriesOf(networkAllowances))('%s', async (route, { name, times }) => {
    const signedOut = { cookie: '' };
    await t.deps.db.$client.query('delete from rate_limits');
    await useUp(name, '10.0.0.1', times);
    const refused = await callOf(route, signedOut);
    if (refused.statusCode === 302) expect(refused.headers.location).toBe('/?problem=RATE_LIMITED');
    else expect(refused.json()).toMatchObject({ error_code: 'RATE_LIMITED', retryable: true });
    const answer = await callOf(route, signedOut, '10.0.0.2');
    expect(answer.statusCode).not.toBe(429);
    expect(answer.headers.location ?? '').not.toContain('RATE_LIMITED');
  });
});

test('the last call of an allowance passes, and the next does not [SEC-13]', async () => {
  stopWindows();
  const ana = await t.signUp();
  const statuses = [];
  for (let call = 0; call <= 10; call += 1) statuses.push((await callOf('exportExpenses', ana)).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect((await callOf('exportEverything', ana)).statusCode).toBe(429);
});

describe('a server with a limit for everything', () => {
  async function serverWith(options: Pick<AppOptions, 'requestsPerMinute' | 'trustedProxies' | 'ownCalls'>) {
    const app = await buildApp(t.deps, { ...TEST_SITE, ...options });
    onTestFinished(() => app.close());
    return app;
  }
  const statusOf = async (app: FastifyInstance, url: string, from: string, forwardedFor?: string) =>
    (
      await app.inject({
        method: url.endsWith('webhook') ? 'POST' : 'GET',
        url,
        remoteAddress: from,
        headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
      })
    ).statusCode;

  test('refuses other requests of a network over the limit before reading the session [SEC-13]', async () => {
    const app = await serverWith({ requestsPerMinute: 3 });
    const statuses = [];
    for (const url of ['/api/rules', '/nowhere', '/api/settings', '/api/rules', '/api/settings', '/nowhere'])
      statuses.push(await statusOf(app, url, '10.0.0.1'));
    expect(statuses).toEqual([401, 404, 401, 429, 429, 429]);
    expect(await statusOf(app, '/api/rules', '10.0.0.2')).toBe(401);
  });

  test('probes are answered beyond the limit [SEC-31]', async () => {
    const app = await serverWith({ requestsPerMinute: 1 });
    for (let call = 0; call < 3; call += 1)
      for (const url of ['/api/health', '/api/ready']) expect(await statusOf(app, url, '10.0.0.1')).toBe(200);
  });

  test('does not limit banks’ servers', async () => {
    const app = await serverWith({ requestsPerMinute: 1 });
    for (let call = 0; call < 5; call += 1)
      expect(await statusOf(app, '/api/plaid/webhook', '10.0.0.1')).not.toBe(429);
  });

  test("limits the programs beside the app, but not the app's own calls to them [SEC-13]", async () => {
    const ownCalls = ownCallsWith('own secret');
    const app = await serverWith({ requestsPerMinute: 2, ownCalls });
    const beside = async (scope: FastifyInstance) => {
      scope.get('/*', async () => 'beside');
    };
    await app.register(beside, { prefix: '/idp' });
    await app.register(beside, { prefix: '/plaid-emulator' });
    const urls = ['/idp/token', '/idp/jwks', '/plaid-emulator/item/get'];
    const statuses = [];
    for (const url of urls) statuses.push(await statusOf(app, url, '10.0.0.1'));
    expect(statuses).toEqual([200, 200, 429]);
    const answerTo = async (url: string, headers: Record<string, string>) =>
      (await app.inject({ url, remoteAddress: '10.0.0.1', headers })).statusCode;
    for (const url of urls) {
      expect(await answerTo(url, ownCalls.headers)).toBe(200);
      expect(await answerTo(url, ownCallsWith('another secret').headers)).toBe(429);
    }
  });

  test('ignores forwarding headers of unknown clients [SEC-16]', async () => {
    const app = await serverWith({ requestsPerMinute: 1, trustedProxies: ['10.9.0.0/16'] });
    expect(await statusOf(app, '/api/rules', '10.0.0.1', '1.1.1.1')).toBe(401);
    expect(await statusOf(app, '/api/rules', '10.0.0.1', '1.1.1.2')).toBe(429);
    expect(await statusOf(app, '/api/rules', '1.1.1.1')).toBe(401);
  });

  test('trusts the configured proxies, and only for the addresses they saw themselves [SEC-16]', async () => {
    const app = await serverWith({ requestsPerMinute: 1, trustedProxies: ['10.9.0.0/16'] });
    expect(await statusOf(app, '/api/rules', '10.9.0.1', '1.1.1.1')).toBe(401);
    expect(await statusOf(app, '/api/rules', '10.9.0.2', '1.1.1.2')).toBe(401);
    // The client's own header comes first.
    expect(await statusOf(app, '/api/rules', '10.9.0.1', '9.9.9.9, 1.1.1.1')).toBe(429);
    expect(await statusOf(app, '/api/rules', '10.9.0.1', '1.1.1.2, 10.9.0.7')).toBe(429);
  });

  test('trusts no proxy by default [SEC-16]', async () => {
    const app = await serverWith({ requestsPerMinute: 1 });
    expect(await statusOf(app, '/api/rules', '127.0.0.1', '1.1.1.1')).toBe(401);
    expect(await statusOf(app, '/api/rules', '127.0.0.1', '1.1.1.2')).toBe(429);
  });
});
