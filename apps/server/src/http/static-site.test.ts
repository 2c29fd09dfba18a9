import type { Expense } from '@oinkly/contract/expenses';
import { errorCatalogue } from '@oinkly/contract/errors';
import {
  APP_MARK,
  FIRST_PAINT_FILES,
  FIRST_VIEW_ID,
  PROBLEM_PLACEHOLDER,
  RETURN_TO_PLACEHOLDER,
  type FirstView,
} from '@oinkly/contract/first-view';
import { DOCUMENT_TITLE } from '@oinkly/contract/product';
import Fastify, { type FastifyInstance } from 'fastify';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { plaidWidget } from '../modules/banking/providers/plaid/plaid-widget.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { serveSite, type DescribedPage } from './static-site.ts';
import { fakeSite, UNDRAWABLE_DAY } from '../test-support/fake-site.ts';

const aboutThings: DescribedPage = {
  path: /^\/thing\/([^/]+)\/?$/,
  describe: async (name) => {
    if (name === 'gone') throw new AppError('NOT_FOUND');
    if (name === 'broken') throw new Error('The database is on fire');
    return {
      title: decodeURIComponent(name),
      description: '"$&" & <b>more</b>',
      url: new URL(`https://example.org/thing/${name}`),
      image: { url: new URL('https://example.org/a.png?b&c'), width: 3, height: 2, alt: '"A thing"' },
    };
  },
};

const aboutMaps: DescribedPage = {
  path: /^\/m\/([^/]+)\/?$/,
  describe: async (name) => ({
    title: name,
    description: 'A map',
    url: new URL(`https://example.org/m/${name}`),
    answer: { name: 'getSharedMap', url: `/api/maps/${name}`, body: { quip: 'Hm' } },
  }),
};

let fake: Awaited<ReturnType<typeof fakeSite>>;
let app: FastifyInstance;

const firstView: FirstView = {
  readAtMs: 0,
  timeZone: 'UTC',
  today: '2026-06-05',
  user: null,
  answers: [],
};
const VIEWS: Record<string, FirstView> = {
  'session=with-data': firstView,
  'session=with-large-week': {
    ...firstView,
    answers: [{ name: 'listExpenses', url: '/api/expenses', body: Array<Expense>(2_001) }],
  },
  'session=undrawable': { ...firstView, today: UNDRAWABLE_DAY },
};

/** The built site with a bank's widget. */
async function siteWith(baseUrl: string, log?: PassThrough): Promise<FastifyInstance> {
  const site = Fastify(log && { logger: { stream: log } });
  const { sources } = plaidWidget(baseUrl, baseUrl);
  setSecurityHeaders(site, new URL('https://example.org'), [sources]);
  await serveSite(site, {
    webDir: fake.folder,
    runtimeConfig: {
      supportEmail: '"><script>alert(1)</script>@example.org',
      sendsMail: false,
      loginSettingsUrl: null,
      providers: [{ id: 'plaid', name: 'Plaid', connect: 'pages', linkLimit: null }],
    },
    needsNonce: sources.writesIntoPage,
    hasSession: (request) => request.headers.cookie !== undefined,
    skipsWelcomePage: () => false,
    readFirstView: async ({ headers }) => VIEWS[headers.cookie ?? ''] ?? null,
    origin: 'https://example.org',
    pages: [aboutThings, aboutMaps],
    clock: () => new Date('2026-06-05T19:00:00Z'),
  });
  return site;
}

beforeAll(async () => {
  fake = await fakeSite();
  await writeFile(join(fake.folder, 'assets', 'index-abc123.js'), 'alert(1)');
  await writeFile(join(fake.folder, 'assets', 'manifest-abc123.webmanifest'), '{}');
  await writeFile(join(fake.folder, 'assets', 'index-abc123.js.br'), brotliCompressSync('alert(1)'));
  app = await siteWith('https://sandbox.plaid.com');
});
afterAll(async () => {
  await app.close();
  await fake.remove();
});

test.each(['/', '/my-account', '/expenses?week=2026-06-01', '/no/such/page', '/apiary'])(
  'the page at %s is revalidated on each request',
  async (url) => {
    const answer = await app.inject({ url, headers: { cookie: 'session=1' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.body).toContain('&quot;isSignedOut&quot;:false');
  },
);

test.each([
  { url: '/', cookie: 'session=with-data' },
  { url: '/', cookie: 'session=1' },
  { url: '/', cookie: undefined },
  { url: '/m/pig', cookie: undefined },
  { url: '/thing/gone', cookie: undefined },
])('HEAD of $url with $cookie answers what GET would, without its body', async ({ url, cookie }) => {
  const request = { url, ...(cookie && { headers: { cookie } }) };
  const [head, page] = [await app.inject({ ...request, method: 'HEAD' }), await app.inject(request)];
  expect(head.body).toBe('');
  expect(head.statusCode).toBe(page.statusCode);
  const headersOf = ({ headers }: typeof head) =>
    JSON.stringify({ ...headers, date: '' }).replaceAll(/'nonce-[^']+'/g, '');
  expect(headersOf(head)).toBe(headersOf(page));
});

test('a page without a session says so and is not cached', async () => {
  const answer = await app.inject({ url: '/' });
  expect(answer.body).toContain('&quot;isSignedOut&quot;:true');
  expect(answer.headers['cache-control']).toBe('no-store');
});

test.each([
  { url: '/', cookie: 'session=with-large-week', paint: 'loading', screen: 'dashboard' },
  { url: '/', cookie: 'session=undrawable', paint: 'loading', screen: 'dashboard' },
  { url: '/', cookie: 'session=1', paint: 'loading', screen: 'dashboard' },
  { url: '/expenses?week=2026-06-01', cookie: 'session=1', paint: 'signedIn', screen: 'expenses' },
  { url: '/my-account', cookie: 'session=1', paint: 'signedIn', screen: undefined },
  { url: '/privacy', cookie: 'session=1', paint: 'loading', screen: 'privacy' },
  { url: '/', cookie: undefined, paint: 'welcome', screen: undefined },
  { url: '/?problem=login', cookie: undefined, paint: 'welcome', screen: undefined },
  { url: '/?problem=LOGIN_FAILED', cookie: undefined, paint: 'welcomeProblem', screen: undefined },
  { url: '/expenses', cookie: undefined, paint: 'welcome', screen: undefined },
  { url: '/privacy', cookie: undefined, paint: 'loading', screen: 'privacy' },
  { url: '/index.html', cookie: 'session=with-data', paint: 'loading', screen: undefined },
])('$url with $cookie first paints $paint and preloads the code of $screen', async (page) => {
  const { url, cookie, paint, screen } = page;
  const { body } = await app.inject({ url, ...(cookie && { headers: { cookie } }) });
  expect(body).toContain(`<div id="root"><p>${paint} $&</p></div>`);
  expect(body.includes(`${APP_MARK}>`)).toBe(!paint.startsWith('welcome'));
  const preloaded = [...body.matchAll(/assets\/(\w+)\.js/g)].map((match) => match[1]);
  expect(preloaded).toEqual(screen === undefined ? [] : [screen]);
  const calls = Array.from(body.matchAll(/as="fetch" href="([^"]+)"/g), ([, path]) => path);
  expect(calls).toEqual(paint === 'signedIn' ? ['/api/auth/user'] : []);
});

test.each([
  { url: '/', returnTo: '/' },
  { url: '/expenses?week=2026-06-01', returnTo: '/expenses?week=2026-06-01' },
  { url: '/?problem=LOGIN_FAILED&add=expense', returnTo: '/?add=expense' },
  { url: '/"><script>', returnTo: '/%22%3E%3Cscript%3E' },
])(
  'signed out, the page at $url returns to $returnTo after the log-in [SEC-8]',
  async ({ url, returnTo }) => {
    const link = `<a href="/api/login?returnTo=${RETURN_TO_PLACEHOLDER}">`;
    await writeFile(join(fake.folder, FIRST_PAINT_FILES.welcome), link + link);
    await writeFile(join(fake.folder, FIRST_PAINT_FILES.welcomeProblem), link + link + PROBLEM_PLACEHOLDER);
    const site = await siteWith('http://localhost:4000');
    const { body } = await site.inject({ url });
    await site.close();
    const links = Array.from(
      body.matchAll(/<a href="([^"]*)">/g),
      ([, href = '']) => new URL(href, 'http://x'),
    );
    expect(links.map(({ searchParams }) => searchParams.get('returnTo'))).toEqual([returnTo, returnTo]);
    const problem = errorCatalogue.LOGIN_FAILED.message;
    expect(body.includes(problem)).toBe(url.includes('problem'));
    expect(body).not.toContain('__');
  },
);

test('the dashboard’s page is drawn by the app itself, with its data', async () => {
  const { body, headers } = await app.inject({
    url: '/?add=expense',
    headers: { cookie: 'session=with-data' },
  });
  expect(body).toContain('<div id="root" data-drawn><p>drawn at /?add=expense for undefined $&</p></div>');
  expect(body).toContain(
    `<script type="application/json" id="${FIRST_VIEW_ID}">${JSON.stringify(firstView)}</script>`,
  );
  expect(body.match(/assets\/\w+\.js/g)).toEqual(['assets/dashboard.js']);
  expect(headers['cache-control']).toBe('private, no-store');
});

test.each([
  { headers: {}, isSignedOut: true },
  { headers: { cookie: 'session=with-data' }, isSignedOut: false },
])('a page that is the same for everyone is drawn for $headers', async ({ headers, isSignedOut }) => {
  const answer = await app.inject({ url: '/m/open', headers });
  expect(answer.body).toContain('<div id="root" data-drawn><p>drawn at /m/open for undefined $&</p></div>');
  expect(answer.body).toContain('{"name":"getSharedMap","url":"/api/maps/open","body":{"quip":"Hm"}}');
  expect(answer.body).toContain(`&quot;isSignedOut&quot;:${String(isSignedOut)}`);
  expect(answer.body.match(/assets\/[\w-]+\.js/g)).toEqual([
    'assets/shared-map.js',
    'assets/index-abc123.js',
  ]);
  expect(answer.headers['cache-control']).toBe('private, no-store');
});

test('a page that cannot be drawn still has its data, and the log says why', async () => {
  const log = new PassThrough();
  const site = await siteWith('http://localhost:4000', log);
  const { body } = await site.inject({ url: '/', headers: { cookie: 'session=undrawable' } });
  await site.close();
  expect(body).toContain(FIRST_VIEW_ID);
  expect(body).not.toContain('data-drawn');
  expect(String(log.read())).toContain('The pig fell over');
});

test.each([
  { url: '/', cookie: undefined, hasExample: true },
  { url: '/expenses', cookie: undefined, hasExample: true },
  { url: '/privacy', cookie: undefined, hasExample: false },
  { url: '/', cookie: 'session=1', hasExample: false },
])('$url with $cookie holds the example of a dashboard: $hasExample', async ({ url, cookie, hasExample }) => {
  const { body } = await app.inject({ url, ...(cookie && { headers: { cookie } }) });
  expect(body.includes('</div><p>example $&</p>')).toBe(hasExample);
});

test("the service worker's offline page works for any user", async () => {
  const { body } = await app.inject({ url: '/index.html' });
  expect(body).toContain('&quot;isSignedOut&quot;:false');
});

test('the service worker is a script that is revalidated on each request', async () => {
  const answer = await app.inject({ url: '/service-worker.js' });
  expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-cache');
  expect(answer.body).toContain('addEventListener');
});

test.each([
  ['a form with a file', 'multipart/form-data; boundary=x', 'x'.repeat(100_000)],
  ['a form without a file', 'application/x-www-form-urlencoded', 'text=Gym+50'],
  ['nothing', undefined, undefined],
])(
  '%s that is shared before the service worker runs is not read, and leads to a message',
  async (...given) => {
    const [, type, payload] = given;
    const answer = await app.inject({
      method: 'POST',
      url: '/share',
      headers: { 'sec-fetch-site': 'none', ...(type !== undefined && { 'content-type': type }) },
      ...(payload !== undefined && { payload }),
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/?problem=SHARE_NOT_RECEIVED']);
    expect(answer.body).toBe('');
  },
);

test('robots.txt allows only the welcome page, shared maps and their files', async () => {
  const answer = await app.inject({ url: '/robots.txt' });
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  const lines = answer.body.trimEnd().split('\n');
  // Crawlers and audits reject other lines.
  for (const line of lines) expect(line).toMatch(/^(User-agent: \*|(Allow|Disallow): \/\S*)$/);
  expect(lines[0]).toBe('User-agent: *');
  expect(lines.at(-1)).toBe('Disallow: /');
  expect(lines.slice(1, -1)).toEqual(
    ['/$', '/c/', '/m/', '/api/circles/', '/api/maps/', '/assets/'].map((path) => `Allow: ${path}`),
  );
});

test('the configuration is escaped for its attribute [SEC-8]', async () => {
  const { body } = await app.inject({ url: '/' });
  expect(body).not.toContain('<script>');
  expect(body).toContain('&quot;supportEmail&quot;');
});

test("each page with Plaid's widget gets a new nonce; other files get none [SEC-7]", async () => {
  const nonces = new Set<string>();
  for (const url of ['/', '/', '/index.html', '/thing/Tea', '/thing/gone']) {
    const { headers, body } = await app.inject({ url });
    const nonce = /<meta name="runtime-config" nonce="([\w+/]{22}==)"/.exec(body)?.[1] ?? '';
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`;script-src 'nonce-${nonce}' 'self' https://cdn.plaid.com/`);
    expect(policy).toContain(`;style-src 'nonce-${nonce}' 'self';style-src-attr 'unsafe-inline';`);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(5);
  for (const url of ['/api/nothing', '/service-worker.js', '/assets/index-abc123.js'])
    expect((await app.inject({ url })).headers['content-security-policy']).not.toContain('nonce');
});

test('a page with an emulator’s widget has no nonce [SEC-7]', async () => {
  const site = await siteWith('http://localhost:4000');
  const { headers, body } = await site.inject('/');
  expect(headers['content-security-policy']).not.toMatch(/nonce|unsafe/);
  expect(body).toContain('<meta name="runtime-config" nonce="" content=');
  await site.close();
});

test('hashed files come compressed and may be cached forever', async () => {
  const answer = await app.inject({
    url: '/assets/index-abc123.js',
    headers: { 'accept-encoding': 'br, gzip' },
  });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const plain = await app.inject({ url: '/assets/index-abc123.js' });
  expect(plain.body).toBe('alert(1)');
});

test('the manifest for home screens has a type that devices take', async () => {
  const answer = await app.inject({ url: '/assets/manifest-abc123.webmanifest' });
  expect(answer.headers['content-type']).toMatch(/^application\/manifest\+json/);
});

test.each([
  ['GET', '/api/nothing'],
  ['GET', '/api'],
  ['GET', '/%61pi/nothing'],
  ['GET', '//api/nothing'],
  ['GET', '/x/../api/nothing'],
  ['GET', '/API/nothing'],
  ['GET', '/idp/nothing'],
  ['GET', '/plaid-emulator/nothing'],
  ['GET', '/assets/missing.js'],
  ['GET', '/assets/..%2findex.html'],
  ['POST', '/my-account'],
] as const)('%s %s is a 404, never the page', async (method, url) => {
  const answer = await app.inject({ method, url });
  expect([400, 403, 404]).toContain(answer.statusCode);
  expect(answer.body).not.toContain('<!doctype html>');
});

test.each(['/thing/Tea', '/thing/Tea/', '/thing/Tea?from=chat'])(
  'the page at %s describes itself without scripts and asks not to be indexed [PD-28]',
  async (url) => {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<title>Tea · Oinkly</title>');
    expect(answer.body).toContain('<meta property="og:title" content="Tea" />');
    expect(answer.body).toContain('<meta property="og:url" content="https://example.org/thing/Tea" />');
    expect(answer.body).toContain('<meta property="og:image" content="https://example.org/a.png?b&amp;c" />');
    expect(answer.body).toContain('<meta name="twitter:card" content="summary_large_image" />');
    expect(answer.body).toContain('<meta name="robots" content="noindex" />');
    expect(answer.body).toContain('&quot;isSignedOut&quot;:true');
    expect(answer.body).not.toContain('The app');
  },
);

test('page-specific text is escaped in its head [SEC-8]', async () => {
  const { body } = await app.inject({ url: `/thing/${encodeURIComponent('</title><script>"\'$`&')}` });
  expect(body).toContain(`<title>&lt;/title&gt;&lt;script&gt;&quot;'$\`&amp; · Oinkly</title>`);
  expect(body).toContain('content="&quot;$&amp;&quot; &amp; &lt;b&gt;more&lt;/b&gt;"');
  expect(body).not.toContain('<script>');
  expect(body.match(/<title>/g)).toHaveLength(1);
});

test.each([
  ['/thing/gone', 404],
  ['/thing/broken', 500],
])('the page at %s is the app itself, with the status %i', async (url, status) => {
  for (const headers of [{}, { cookie: 'session=1' }]) {
    const answer = await app.inject({ url, headers });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.body).toContain(`<title>${DOCUMENT_TITLE}</title>`);
    expect(answer.body).not.toContain('on fire');
  }
});

test.each(['/thing', '/thing/', '/thing/a/b', '/things/a'])('%s is no page about a thing', async (url) => {
  const answer = await app.inject({ url });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain(`<title>${DOCUMENT_TITLE}</title>`);
});
