import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../app.ts';
import { createTestApp, type TestApp } from '../test-support/test-app.ts';
import { TEST_SITE } from '../test-support/test-site.ts';

let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

async function warningsAfter(requests: { peer: string; forwardedFor?: string }[]): Promise<unknown[][]> {
  const app = await buildApp(t.deps, { ...TEST_SITE, trustedProxies: ['10.9.0.0/16'] });
  onTestFinished(() => app.close());
  const warn = vi.spyOn(app.log, 'warn');
  for (const { peer, forwardedFor } of requests) {
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
    await app.inject({ url: '/api/health', remoteAddress: peer, headers });
  }
  return warn.mock.calls;
}

test('warns once, with address and setting, if an unnamed proxy forwards [SEC-16] [SEC-23]', async () => {
  const warnings = await warningsAfter([
    { peer: '172.17.0.1', forwardedFor: '1.1.1.1' },
    { peer: '172.17.0.1', forwardedFor: '1.1.1.2' },
  ]);
  expect(warnings).toEqual([
    [
      { peer: '172.17.0.1', setting: 'TRUSTED_PROXIES' },
      expect.stringContaining('X-Forwarded-For') as string,
    ],
  ]);
});

test('warns of neither a named proxy nor a browser [SEC-16]', async () => {
  const warnings = await warningsAfter([
    { peer: '10.9.0.1', forwardedFor: '1.1.1.1' },
    // A browser on the proxy's machine.
    { peer: '10.9.0.1', forwardedFor: '10.9.0.1' },
    { peer: '172.17.0.1' },
  ]);
  expect(warnings).toEqual([]);
});
