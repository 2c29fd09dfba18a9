import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  claim,
  getAccounts,
  readAccounts,
  startTestServer,
  type TestServer,
} from '../test-support/test-server.ts';

function submit({ url }: TestServer, path: string, fields: readonly [string, string][]): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    body: new URLSearchParams([...fields]),
    redirect: 'manual',
  });
}

const setupTokenIn = (markup: string): string => /<code>([^<]+)<\/code>/.exec(markup)?.[1] ?? '';
const tokenIdIn = (markup: string): string => /name="token_id" value="([^"]+)"/.exec(markup)?.[1] ?? '';

test('the page gives a setup token for the chosen banks, and shows it only once', async () => {
  const server = await startTestServer();
  const empty = await (await fetch(`${server.url}/create`)).text();
  expect(empty).toContain('There are none yet.');
  expect(empty).not.toContain('<script');
  const created = await submit(server, '/create', [
    ['bank', 'tartan'],
    ['bank', 'houndstooth'],
  ]);
  const markup = await created.text();
  expect(markup).toContain('Copy</button>');
  const setupToken = setupTokenIn(markup);
  const accessUrl = await claim(setupToken);
  const { connections } = await readAccounts(accessUrl, '?balances-only=1');
  expect(connections.map(({ name }) => name)).toEqual(['Tartan Bank', 'Houndstooth Bank']);
  expect(await (await fetch(`${server.url}/create`)).text()).not.toContain(setupToken);
});

test('the page gives one bank too, and asks again without any', async () => {
  const server = await startTestServer();
  const one = await submit(server, '/create', [['bank', 'tartan']]);
  expect(setupTokenIn(await one.text())).not.toBe('');
  for (const fields of [[], [['bank', 'unknown']]] as [string, string][][]) {
    const none = await submit(server, '/create', fields);
    expect(none.status).toBe(400);
    expect(await none.text()).toContain('Choose at least one bank.');
  }
});

test('the page disables a token, whose access URL then answers 403', async () => {
  const server = await startTestServer();
  const created = await (await submit(server, '/create', [['bank', 'tartan']])).text();
  const accessUrl = await claim(setupTokenIn(created));
  expect(await (await fetch(`${server.url}/create`)).text()).toContain('in use');
  const disabled = await submit(server, '/create/disable', [['token_id', tokenIdIn(created)]]);
  expect([disabled.status, disabled.headers.get('location')]).toEqual([303, '/simplefin-emulator/create']);
  expect((await getAccounts(accessUrl)).status).toBe(403);
  const page = await (await fetch(`${server.url}/create`)).text();
  expect(page).toContain('disabled');
  expect(page).not.toContain('Disable</button>');
});

test('the page allows only its own style and script, and no other page may frame it', async () => {
  const server = await startTestServer();
  const response = await submit(server, '/create', [['bank', 'tartan']]);
  const markup = await response.text();
  const hashOf = (tag: string) =>
    createHash('sha256')
      .update(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(markup)?.[1] ?? '')
      .digest('base64');
  expect(response.headers.get('content-security-policy')).toBe(
    `default-src 'none'; script-src 'sha256-${hashOf('script')}'; style-src 'sha256-${hashOf('style')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

describe('a page that knows its users', () => {
  const startFor = () =>
    startTestServer({
      pageUserOf: async ({ headers }, reply) => {
        const user = headers['x-user'];
        if (typeof user === 'string') return user;
        await reply.redirect('/log-in');
        return undefined;
      },
    });
  const asUser = (
    { app }: TestServer,
    user: string | null,
    url: string,
    fields?: readonly [string, string][],
  ) =>
    app.inject({
      method: fields ? 'POST' : 'GET',
      url: `/simplefin-emulator${url}`,
      headers: {
        ...(user !== null && { 'x-user': user }),
        ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(fields && { payload: new URLSearchParams([...fields]).toString() }),
    });
  const tartan: [string, string][] = [['bank', 'tartan']];

  test('answers no stranger, however the address is written [SEC-30]', async () => {
    const server = await startFor();
    for (const url of ['/create', '/%63reate', '/create/disable', '/create/%64isable'])
      for (const fields of [undefined, tartan]) {
        const { headers, statusCode } = await asUser(server, null, url, fields);
        expect([302, 404]).toContain(statusCode);
        expect([undefined, '/log-in']).toContain(headers.location);
      }
    expect((await server.control.call('/tokens/list', {}))['tokens']).toEqual([]);
  });

  test('shows and disables only the user’s own tokens [SEC-1]', async () => {
    const server = await startFor();
    const created = await asUser(server, 'ana', '/create', tartan);
    const tokenId = tokenIdIn(created.body);
    const accessUrl = await claim(setupTokenIn(created.body));
    expect((await asUser(server, 'ben', '/create')).body).toContain('There are none yet.');
    await asUser(server, 'ben', '/create/disable', [['token_id', tokenId]]);
    expect((await getAccounts(accessUrl)).status).toBe(200);
    await asUser(server, 'ana', '/create/disable', [['token_id', tokenId]]);
    expect((await getAccounts(accessUrl)).status).toBe(403);
  });

  test('gives five tokens at once, each with every bank at most once [SEC-22]', async () => {
    const server = await startFor();
    const repeated = Array.from({ length: 2 }, (): [string, string] => ['bank', 'tartan']);
    const page = await asUser(server, 'ana', '/create', repeated);
    const { connections } = await readAccounts(await claim(setupTokenIn(page.body)), '?balances-only=1');
    expect(connections).toHaveLength(1);
    const endless = Array.from({ length: 4_000 }, (): [string, string] => ['bank', 'tartan']);
    expect((await asUser(server, 'ana', '/create', endless)).statusCode).toBe(400);
    for (let more = 0; more < 4; more += 1) await asUser(server, 'ana', '/create', tartan);
    const refused = await asUser(server, 'ana', '/create', tartan);
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('You have 5 tokens.')]);
    await asUser(server, 'ana', '/create/disable', [['token_id', tokenIdIn(page.body)]]);
    expect((await asUser(server, 'ana', '/create', tartan)).statusCode).toBe(200);
  });
});
