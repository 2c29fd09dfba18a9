import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { createTestApp, type TestApp } from '../../test-support/test-app.ts';
import { TEST_SITE } from '../../test-support/test-site.ts';

let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test.each([
  ['DELETE', '/api/user/account', 200],
  ['GET', '/api/logout', 302],
] as const)(
  'over https %s %s clears the session cookie as its `__Host-` prefix requires [SEC-3]',
  async (method, url, status) => {
    const app = await buildApp({ ...t.deps, publicUrl: new URL('https://oinkly.example') }, TEST_SITE);
    const { cookie } = await t.signUp();
    const headers = { cookie: `__Host-${cookie}`, 'sec-fetch-site': 'same-origin' };
    const answer = await app.inject({ method, url, headers });
    await app.close();
    expect(answer.statusCode).toBe(status);
    const [set] = [answer.headers['set-cookie'] ?? []].flat();
    expect(set).toMatch(/^__Host-session=; Max-Age=0; Path=\/; .*HttpOnly; Secure/);
  },
);
