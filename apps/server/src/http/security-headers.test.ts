import Fastify from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { plaidWidget } from '../modules/banking/providers/plaid/plaid-widget.ts';
import { setHeadersOfAll, setSecurityHeaders, type Hsts } from './security-headers.ts';

/** Where the server and browsers reach it. */
type Widget = Parameters<typeof plaidWidget>;

async function headersOf(publicUrl: string, ...widgets: Widget[]): Promise<OutgoingHttpHeaders> {
  const app = Fastify();
  const sources = widgets.map((widget) => plaidWidget(...widget).sources);
  setSecurityHeaders(app, new URL(publicUrl), sources);
  app.get('/', async () => 'page');
  const { headers } = await app.inject('/');
  await app.close();
  return headers;
}

const PLAID: Widget = ['https://sandbox.plaid.com', 'https://sandbox.plaid.com'];
const BESIDE_THE_APP: Widget = ['http://127.0.0.1:3000/plaid-emulator', '/plaid-emulator'];

async function policyOf(...site: Parameters<typeof headersOf>): Promise<Map<string, string>> {
  const headers = await headersOf(...site);
  const directives = String(headers['content-security-policy']).split(';');
  return new Map(directives.map((directive) => [directive.split(' ', 1)[0] ?? '', directive]));
}

test('a page with the embedded banks allows no other origin and no framing [SEC-7]', async () => {
  const site = ['http://localhost:3000', BESIDE_THE_APP] as const;
  expect(Object.fromEntries(await policyOf(...site))).toEqual({
    'default-src': "default-src 'self'",
    'script-src': "script-src 'self'",
    'style-src': "style-src 'self'",
    'img-src': "img-src 'self' data:",
    'font-src': "font-src 'self' data:",
    'connect-src': "connect-src 'self'",
    'frame-src': "frame-src 'self'",
    'object-src': "object-src 'none'",
    'base-uri': "base-uri 'none'",
    'form-action': "form-action 'self'",
    'frame-ancestors': "frame-ancestors 'none'",
  });
  expect(await headersOf(...site)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
});

test('a page with another bank emulator allows only its script and frame [SEC-7]', async () => {
  const policy = await policyOf('https://pig.example', ['http://localhost:4000', 'http://localhost:4000']);
  expect(policy.get('script-src')).toBe("script-src 'self' http://localhost:4000");
  expect(policy.get('frame-src')).toBe('frame-src http://localhost:4000');
  expect(policy.get('connect-src')).toBe("connect-src 'self'");
});

test.each(['https://sandbox.plaid.com', 'https://production.plaid.com'])(
  'a page with Plaid allows what its widget needs, and calls only to %s [SEC-7]',
  async (plaidUrl) => {
    expect(Object.fromEntries(await policyOf('https://pig.example', [plaidUrl, plaidUrl]))).toEqual({
      'default-src': "default-src 'self' https://cdn.plaid.com",
      'script-src': "script-src 'self' https://cdn.plaid.com/link/v2/stable/link-initialize.js",
      'style-src': "style-src 'self'",
      'style-src-attr': "style-src-attr 'unsafe-inline'",
      'img-src': "img-src 'self' data: https://cdn.plaid.com",
      'font-src': "font-src 'self' data: https://cdn.plaid.com",
      'connect-src': `connect-src 'self' ${plaidUrl}`,
      'frame-src': 'frame-src https://cdn.plaid.com',
      'object-src': "object-src 'none'",
      'base-uri': "base-uri 'none'",
      'form-action': "form-action 'self'",
      'frame-ancestors': "frame-ancestors 'none'",
    });
  },
);

test('a page without a widget may frame nothing, and with several what each of them needs [SEC-7]', async () => {
  expect((await policyOf('https://pig.example')).get('frame-src')).toBe("frame-src 'none'");
  const policy = await policyOf('https://pig.example', PLAID, BESIDE_THE_APP);
  expect(policy.get('frame-src')).toBe("frame-src https://cdn.plaid.com 'self'");
});

test('only a page with Plaid itself may hear from a window that it has opened [SEC-7]', async () => {
  const policy = 'cross-origin-opener-policy';
  expect((await headersOf('https://pig.example', PLAID))[policy]).toBe('same-origin-allow-popups');
  expect((await headersOf('https://pig.example', BESIDE_THE_APP))[policy]).toBe('same-origin');
});

async function headersOfAll(publicUrl: string, hsts: Hsts): Promise<OutgoingHttpHeaders> {
  const app = Fastify();
  setHeadersOfAll(app, new URL(publicUrl), hsts);
  const { headers } = await app.inject('/nowhere');
  await app.close();
  return headers;
}

test.each<[Hsts, string, string | undefined]>([
  ['on', 'https://pig.example', 'max-age=31536000'],
  ['subdomains', 'https://pig.example', 'max-age=31536000; includeSubDomains'],
  ['off', 'https://pig.example', undefined],
  ['subdomains', 'http://pig.lan', undefined],
])('with HSTS=%s, %s sends HSTS as the operator chose [SEC-7]', async (hsts, publicUrl, wanted) => {
  expect((await headersOfAll(publicUrl, hsts))['strict-transport-security']).toBe(wanted);
});

test('no page may use the camera and the like, and no frame what our pages use [SEC-7]', async () => {
  const policy = String((await headersOfAll('http://pig.lan', 'on'))['permissions-policy']).split(', ');
  for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
    expect(policy).toContain(`${feature}=()`);
  expect(policy.filter((one) => !one.endsWith('=()'))).toEqual([
    'clipboard-write=(self)',
    'publickey-credentials-create=(self)',
    'publickey-credentials-get=(self)',
  ]);
});
