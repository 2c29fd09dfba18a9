import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../start/config.ts';
import { createTestApp, type TestApp } from '../../test-support/test-app.ts';
import { TEST_SITE } from '../../test-support/test-site.ts';
import { checkAddresses } from './check-addresses.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

/** What the doctor says of a server behind a proxy. */
async function proxyFindingWith(settings: { trusts: string[]; forwards: boolean }): Promise<unknown> {
  const app = await buildApp(t.deps, { ...TEST_SITE, trustedProxies: settings.trusts });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const proxy = createServer((incoming, outgoing) => {
    const forwarded = settings.forwards ? { 'x-forwarded-for': '203.0.113.9' } : {};
    const inner = request({ host: '127.0.0.1', port, path: incoming.url, headers: forwarded }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500);
      answer.pipe(outgoing);
    });
    inner.end();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await app.close();
  });
  const findings = await checkAddresses(
    readConfig({
      DATA_DIR: '/nowhere',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      ...(settings.trusts.length > 0 && { TRUSTED_PROXIES: settings.trusts.join() }),
    }),
  );
  expect(findings.filter(({ part }) => part === 'public address')).toMatchObject([{ state: 'fine' }]);
  return findings.filter(({ part }) => part === 'proxy').map(({ state, sentence }) => [state, sentence]);
}

test.each([
  [{ trusts: ['127.0.0.1'], forwards: true }, 'fine', 'the server believes it'],
  [{ trusts: ['10.0.0.1'], forwards: true }, 'look', 'name that in TRUSTED_PROXIES'],
  [{ trusts: [], forwards: true }, 'look', 'name that in TRUSTED_PROXIES'],
  [{ trusts: ['127.0.0.1'], forwards: false }, 'look', 'the proxy adds no X-Forwarded-For'],
])('the doctor asks through the proxy: with %j it is %s [SEC-16]', async (settings, state, words) => {
  expect(await proxyFindingWith(settings)).toEqual([[state, expect.stringContaining(words)]]);
});
