import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { fakeSite } from '../../test-support/fake-site.ts';
import { createTestApp, type TestApp } from '../../test-support/test-app.ts';
import { TEST_SITE } from '../../test-support/test-site.ts';

let t: TestApp;
let app: FastifyInstance;
let site: Awaited<ReturnType<typeof fakeSite>>;

beforeAll(async () => {
  [t, site] = await Promise.all([createTestApp(), fakeSite()]);
  app = await buildApp(t.deps, { ...TEST_SITE, webDir: site.folder, showsWelcomePage: false });
});
afterAll(async () => {
  await app.close();
  await t.close();
  await site.remove();
});

const open = (url: string, cookie = '') => app.inject({ url, headers: { cookie } });

test('without a welcome page, visitors who are signed out go straight to the login [WEL-2]', async () => {
  const answer = await open('/');
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/api/login']);
  expect(answer.headers['cache-control']).toBe('no-store');
  const ana = await t.signUp();
  expect((await open('/', ana.cookie)).statusCode).toBe(200);
});

test('links, failed logins and the offline page are shown all the same', async () => {
  for (const url of ['/?problem=LOGIN_FAILED', '/privacy', '/expenses', '/index.html']) {
    expect((await open(url)).statusCode, url).toBe(200);
  }
});

test('after signing out, a user sees the welcome page, not a new login [SEC-3]', async () => {
  const ana = await t.signUp();
  const answer = await app.inject({
    url: '/api/logout',
    headers: { cookie: ana.cookie, 'sec-fetch-site': 'same-origin' },
  });
  const kept = answer.cookies.find(({ name }) => name === 'signed-out');
  expect(kept).toMatchObject({ value: '1', maxAge: 300, httpOnly: true, path: '/' });
  expect((await open('/', 'signed-out=1')).statusCode).toBe(200);
});
