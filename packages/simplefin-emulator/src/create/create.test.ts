import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
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
  const setupToken = setupTokenIn(await created.text());
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

test('the page allows only its own style, and no other page may frame it', async () => {
  const server = await startTestServer();
  const response = await fetch(`${server.url}/create`);
  const style = /<style>([\s\S]*?)<\/style>/.exec(await response.text())?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(response.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
});
