import Fastify from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { setSecurityHeaders } from './security-headers.ts';

async function headersOf(publicUrl: string, linkScriptUrl: string | null): Promise<OutgoingHttpHeaders> {
  const app = Fastify();
  await setSecurityHeaders(app, new URL(publicUrl), linkScriptUrl);
  app.get('/', async () => 'page');
  const { headers } = await app.inject('/');
  await app.close();
  return headers;
}

/** The policy of a page, by its directives. */
async function policyOf(publicUrl: string, linkScriptUrl: string | null): Promise<Map<string, string>> {
  const headers = await headersOf(publicUrl, linkScriptUrl);
  const directives = String(headers['content-security-policy']).split(';');
  return new Map(directives.map((directive) => [directive.split(' ', 1)[0] ?? '', directive]));
}

test('a page with the embedded banks lets nothing in from elsewhere [SEC-7]', async () => {
  const policy = await policyOf('http://localhost:3000', '/plaid-emulator/link/v2/stable/link-initialize.js');
  for (const directive of ['script-src', 'frame-src', 'connect-src']) {
    expect(policy.get(directive)).toBe(`${directive} 'self'`);
  }
});

test('a page with a bank emulator elsewhere lets its script and its frame in, and nothing else [SEC-7]', async () => {
  const policy = await policyOf(
    'https://pig.example',
    'http://localhost:4000/link/v2/stable/link-initialize.js',
  );
  expect(policy.get('script-src')).toBe("script-src 'self' http://localhost:4000");
  expect(policy.get('frame-src')).toBe('frame-src http://localhost:4000');
  expect(policy.get('connect-src')).toBe("connect-src 'self'");
});

test('a page with Plaid itself lets in what its widget needs [SEC-7]', async () => {
  const policy = await policyOf('https://pig.example', null);
  expect(policy.get('script-src')).toBe("script-src 'self' https://cdn.plaid.com");
  expect(policy.get('frame-src')).toBe('frame-src https://cdn.plaid.com');
  expect(policy.get('connect-src')).toBe(
    "connect-src 'self' https://production.plaid.com https://sandbox.plaid.com",
  );
});

test('only a page with Plaid itself may hear from a window that it has opened [SEC-7]', async () => {
  const policy = 'cross-origin-opener-policy';
  expect((await headersOf('https://pig.example', null))[policy]).toBe('same-origin-allow-popups');
  expect((await headersOf('https://pig.example', '/link-initialize.js'))[policy]).toBe('same-origin');
});
