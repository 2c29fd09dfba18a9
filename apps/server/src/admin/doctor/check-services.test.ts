import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../start/config.ts';
import { isPushEndpoint, PUSH_HOSTS } from '../../modules/notifications/push-endpoints.ts';
import { checkServices, PUSH_SERVICES } from './check-services.ts';

/* One server plays all services; each test says what it answers. */

type Answer = { status?: number; body?: unknown; date?: string };

let server: Server;
let origin: string;
let answers: Record<string, Answer> = {};
const received: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    const { status = 404, body = '', date } = answers[request.url ?? ''] ?? {};
    if (date !== undefined) response.setHeader('date', date);
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
afterEach(() => {
  answers = {};
  received.length = 0;
});

const NO_SERVER = 'http://127.0.0.1:9';
const check = async (part: string, services = origin, environment: Record<string, string> = {}) => {
  const config = readConfig({
    DATABASE_URL: 'postgresql://localhost/app',
    TOKEN_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    OIDC_ISSUER: services,
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'secret',
    PLAID_CLIENT_ID: 'id',
    PLAID_SECRET: 'plaid-secret',
    PLAID_BASE_URL: services,
    SIMPLEFIN_URL: services,
    ...environment,
  });
  const findings = await checkServices(config, [services]);
  expect(JSON.stringify(findings)).not.toContain('plaid-secret');
  return findings.filter((one) => one.part === part).map(({ state, sentence }) => [state, sentence]);
};
const DISCOVERY = '/.well-known/openid-configuration';

test('an issuer that names itself as the setting does is fine', async () => {
  answers = { [DISCOVERY]: { status: 200, body: { issuer: origin } } };
  expect(await check('login')).toEqual([['fine', expect.stringContaining('answers.')]]);
});

test.each<[string, Answer, string]>([
  [
    'names itself otherwise',
    { status: 200, body: { issuer: 'https://other.example' } },
    'https://other.example',
  ],
  ['answers with a page', { status: 200, body: '<html>' }, 'check OIDC_ISSUER'],
  ['does not know the address', {}, 'answers with 404'],
])('an issuer that %s is wrong, and the sentence says why', async (_title, answer, words) => {
  answers = { [DISCOVERY]: answer };
  expect(await check('login')).toEqual([['wrong', expect.stringContaining(words)]]);
});

test('a clock that differs from the issuer’s is wrong', async () => {
  const date = new Date(Date.now() - 600_000).toUTCString();
  answers = { [DISCOVERY]: { status: 200, body: { issuer: origin }, date } };
  expect(await check('clock')).toEqual([['wrong', expect.stringMatching(/(599|600|601) s ahead of/)]]);
});

test('at home, the clock is compared with that of a push service', async () => {
  const home = readConfig({ DATA_DIR: '/nowhere' });
  const clockWith = async (services: string[]) =>
    (await checkServices(home, services)).filter(({ part }) => part === 'clock');
  answers = { '/': { status: 200, date: new Date(Date.now() + 600_000).toUTCString() } };
  expect(await clockWith([NO_SERVER, origin])).toMatchObject([
    { state: 'wrong', sentence: expect.stringMatching(/(599|600|601) s behind that of 127/) as string },
  ]);
  answers = { '/': { status: 200 } };
  expect(await clockWith([origin])).toMatchObject([{ state: 'fine' }]);
  expect(await clockWith([NO_SERVER])).toMatchObject([{ state: 'look' }]);
});

test.each<[string, Answer, string, string]>([
  ['knows the credentials', { status: 200, body: {} }, 'fine', 'knows the credentials'],
  ['refuses them', { status: 400, body: { error_code: 'INVALID_API_KEYS' } }, 'wrong', 'PLAID_SECRET'],
  [
    'fails',
    { status: 500, body: { error_code: 'INTERNAL_SERVER_ERROR' } },
    'wrong',
    '500 INTERNAL_SERVER_ERROR',
  ],
])('Plaid that %s is reported', async (_title, answer, state, words) => {
  answers = { '/institutions/get': answer };
  expect(await check('Plaid')).toEqual([[state, expect.stringContaining(words)]]);
});

test('SimpleFIN and the push services are asked without a secret, and are fine if they answer', async () => {
  answers = { '/info': { status: 200, body: { versions: ['2'] } } };
  expect(await check('SimpleFIN')).toEqual([['fine', expect.stringContaining('answers.')]]);
  expect(await check('notifications')).toEqual([['fine', expect.any(String)]]);
  expect(received).toContain('GET /');
});

test('one address of each push service that devices may use is asked', () => {
  expect(PUSH_SERVICES.filter((origin) => !isPushEndpoint(`${origin}/x`, []))).toEqual([]);
  const isAsked = (host: string) => PUSH_SERVICES.some((origin) => origin.endsWith(host));
  expect(PUSH_HOSTS.filter((host) => !isAsked(host))).toEqual([]);
});

test.each([
  ['login', 'wrong'],
  ['Plaid', 'wrong'],
  ['SimpleFIN', 'look'],
  ['notifications', 'look'],
])('%s that can’t be reached is %s', async (part, state) => {
  expect(await check(part, NO_SERVER)).toEqual([[state, expect.stringContaining('127.0.0.1:9')]]);
});

test.each<[Record<string, string>, string | null]>([
  [{ PUBLIC_URL: 'https://pig.lan' }, 'mailto:support@oinkly.example'],
  [{ PUBLIC_URL: 'https://pig.org', SUPPORT_EMAIL: 'ana@pig.test' }, 'mailto:ana@pig.test'],
  [{ PUBLIC_URL: 'https://pig.org' }, null],
  [{ PUBLIC_URL: 'https://pig.lan', SUPPORT_EMAIL: 'ana@pig.org' }, null],
  [{ PUBLIC_URL: 'http://localhost:3000' }, null],
])('with %o, says that push services may refuse the contact %s', async (environment, contact) => {
  answers = { '/': { status: 200 } };
  const warnings = (await check('notifications', origin, environment)).filter(([state]) => state === 'look');
  expect(warnings).toEqual(
    contact === null ? [] : [['look', expect.stringContaining(`${contact} to reach you. Set SUPPORT_EMAIL`)]],
  );
});
