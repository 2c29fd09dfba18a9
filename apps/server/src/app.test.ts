import { routes } from '@oinkly/contract/routes';
import { createConnection, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { buildApp, buildServer } from './app.ts';
import { createTestApp, type TestApp } from './test-support/test-app.ts';
import { TEST_SITE } from './test-support/test-site.ts';

const description = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test('in development the API reference lists exactly the calls of the contract [SEC-19]', async () => {
  const app = await buildApp(t.deps, {
    ...TEST_SITE,
    servesApiDocs: true,
  });
  const page = await app.inject({ url: '/api/docs' });
  const answer = await app.inject({ url: '/api/docs/json' });
  await app.close();
  expect(page.body).toContain('Swagger UI');
  expect(answer.statusCode).toBe(200);
  const { openapi, paths } = description.parse(answer.json());
  expect(openapi).toBe('3.1.0');
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = Object.values(routes).map(
    ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  expect(described.toSorted()).toEqual(declared.toSorted());
  expect(JSON.stringify(paths['/api/expenses']?.['post'])).toContain('dayOfMonth');
});

test.each(['/api/docs', '/api/docs/', '/api/docs/json'])(
  'outside development %s does not exist [SEC-19]',
  async (url) => {
    const answer = await t.app.inject({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ error_code: 'NOT_FOUND' });
  },
);

describe('requests refused before routing get catalogue errors and security headers [SEC-7] [SEC-15]', () => {
  const headers = {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };

  test.each([
    ['an address that cannot be decoded', '/api/settings%zz', 'NOT_FOUND'],
    ['an id that is far too long', `/api/sessions/${'a'.repeat(300)}`, 'NOT_FOUND'],
  ])('%s', async (_what, url, code) => {
    const { cookie } = await t.signUp();
    const answer = await t.app.inject({ method: 'DELETE', url, headers: { cookie } });
    expect(answer.json()).toMatchObject({ error_code: code });
    expect(answer.headers).toMatchObject(headers);
  });

  test.each([
    ['a line that is no header', 'GET /api/health HTTP/1.1\r\nno header\r\n\r\n', 400, 'VALIDATION_FAILED'],
    ['something else than HTTP', '\0\x01\x02 hello\r\n\r\n', 400, 'VALIDATION_FAILED'],
    [
      'headers without end',
      `GET /api/health HTTP/1.1\r\nhost: x\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`,
      413,
      'PAYLOAD_TOO_LARGE',
    ],
  ])('%s', async (_what, sent, status, code) => {
    const address =
      t.app.server.address() ?? (await t.app.listen({ host: '127.0.0.1', port: 0 }), t.app.server.address());
    // It listens on a port.
    const socket = createConnection((address as AddressInfo).port, '127.0.0.1');
    socket.write(sent);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    for (const [name, value] of Object.entries(headers)) expect(head).toContain(`\r\n${name}: ${value}`);
    expect(JSON.parse(body)).toMatchObject({ error_code: code });
    expect(body).not.toMatch(/HPE|parse/i);
  });
});

test.each(['https://pig.example', 'http://localhost:3000'])(
  'every answer of %s, also of programs beside the app, has the headers of all [SEC-7]',
  async (publicUrl) => {
    const deps = { ...t.deps, publicUrl: new URL(publicUrl) };
    const app = await buildApp(deps, TEST_SITE);
    onTestFinished(() => app.close());
    await app.register(async (beside) => beside.get('/', async () => 'beside'), { prefix: '/idp' });
    const wanted = publicUrl.startsWith('https:') ? 'max-age=31536000' : undefined;
    for (const url of ['/api/health', '/api/settings', '/nowhere', '/idp']) {
      const { headers } = await app.inject(url);
      expect(headers['strict-transport-security']).toBe(wanted);
      expect(headers).toMatchObject({
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()') as string,
        'x-content-type-options': 'nosniff',
      });
    }
  },
);

describe('probes cost the database little, however many ask [SEC-22]', () => {
  test.each(['/api/health', '/api/ready'])('%s looks up no session', async (url) => {
    const { cookie } = await t.signUp();
    const pool = t.deps.db.$client;
    const query = vi.spyOn(pool, 'query');
    const connect = vi.spyOn(pool, 'connect');
    onTestFinished(() => [query, connect].forEach((use) => use.mockRestore()));
    const count = () => query.mock.calls.length + connect.mock.calls.length;
    expect((await t.app.inject({ url, headers: { cookie } })).statusCode).toBe(200);
    expect(count()).toBe(0);
    // It does for others.
    await t.app.inject({ url: '/api/auth/user', headers: { cookie } });
    expect(count()).toBeGreaterThan(0);
  });

  test('a hundred requests at once look whether the process is ready once', async () => {
    const checking = Promise.withResolvers<string[]>();
    const checkReadiness = vi.fn<() => Promise<string[]>>(async () => checking.promise);
    const app = await buildApp(t.deps, { ...TEST_SITE, checkReadiness });
    onTestFinished(() => app.close());
    const asked = Array.from({ length: 100 }, () => app.inject('/api/ready'));
    await expect.poll(() => checkReadiness.mock.calls.length).toBe(1);
    checking.resolve([]);
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(checkReadiness).toHaveBeenCalledOnce();
  });
});

describe('a slow client does not hold a connection [SEC-14]', () => {
  test.each([
    ['headers', 'POST /api/expenses HTTP/1.1\r\nhost: localhost\r\n'],
    [
      'a body',
      'POST /api/plaid/webhook HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    ],
  ])('answers a stall within %s with 408, and closes', async (_what, beginning) => {
    const app = await buildApp(t.deps, {
      ...TEST_SITE,
      receiveTimeoutMs: 200,
    });
    onTestFinished(() => app.close());
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = createConnection((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(beginning);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(head).toContain('\r\nconnection: close');
    expect(JSON.parse(body)).toMatchObject({ error_code: 'REQUEST_TIMEOUT', retryable: true });
  });

  test('closes a connection that never sent a request without an answer', async () => {
    const app = await buildApp(t.deps, { ...TEST_SITE, receiveTimeoutMs: 200 });
    onTestFinished(() => app.close());
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = createConnection((app.server.address() as AddressInfo).port, '127.0.0.1');
    expect(await text(socket)).toBe('');
  });

  test('limits headers and requests to 15 seconds by default', () => {
    expect(t.app.server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 15_000 });
  });
});

test('a start may take as long as a slow machine needs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = buildServer({ logLevel: null });
  const slow = Promise.withResolvers<undefined>();
  server.register(() => slow.promise);
  const ready = server.ready();
  await vi.advanceTimersByTimeAsync(60_000);
  slow.resolve(undefined);
  await ready;
  await server.close();
});
