import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startTestLab, textOf } from './test-support/test-lab.ts';

describe('requests that are not the lab’s own', () => {
  test.each(['attacker.example', 'attacker.example:4300', '127.0.0.1:4301', ''])(
    'under the name %j are refused, whatever they ask for',
    async (host) => {
      const { app } = await startTestLab();
      for (const url of ['/', '/lab.css', '/simplefin/create', '/plaid/link/v2/stable/link-initialize.js']) {
        expect((await app.inject({ url, headers: { host } })).statusCode).toBe(421);
      }
    },
  );

  test.each(['127.0.0.1:4300', 'localhost:4300', 'LOCALHOST:4300', '[::1]:4300'])(
    'under its name %s are answered',
    async (host) => {
      const { app } = await startTestLab();
      expect((await app.inject({ url: '/', headers: { host } })).statusCode).toBe(200);
    },
  );

  const host = '127.0.0.1:4300';
  test.each([
    ['another site', { origin: 'https://attacker.example' }],
    ['an app on this machine', { origin: 'http://127.0.0.1:3000' }],
    ['a page without an origin', { origin: 'null' }],
    ['another site, by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['an app on this machine, by Sec-Fetch-Site', { 'sec-fetch-site': 'same-site' }],
  ])('from %s change nothing', async (_title, headers) => {
    const { app, get } = await startTestLab();
    for (const url of ['/clock', '/setup-tokens', '/simplefin/create', '/scenarios/near-midnight/next']) {
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const payload = 'move=week&bank=platypus';
      const answer = await app.inject({
        method: 'POST',
        url,
        headers: { host, ...type, ...headers },
        payload,
      });
      expect(answer.statusCode, url).toBe(403);
    }
    expect(textOf((await get('/')).body)).toContain('The banks’ day is 2026-06-10, as in reality.');
  });

  test('from scripts, which send no origin, are answered', async () => {
    const { app } = await startTestLab();
    const headers = { host, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await app.inject({ method: 'POST', url: '/clock', headers, payload: 'move=day' });
    expect(answer.statusCode).toBe(303);
    const move = async (payload: object) => {
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url: '/clock',
        headers: { host },
        payload,
      });
      return [statusCode, JSON.parse(body) as unknown];
    };
    expect(await move({ move: 'week' })).toEqual([200, { day: '2026-06-18', days_ahead: 8 }]);
    expect(await move({ move: 'to' })).toEqual([400, { error: 'Choose a day.' }]);
    expect(await move({})).toEqual([400, { error: 'Choose how to move the clock.' }]);
  });
});

test('pages allow no script, no inline style, no frame and nothing of others', async () => {
  const { get } = await startTestLab();
  for (const path of ['/', '/banks', '/scenarios', '/faults', '/webhooks', '/requests']) {
    const { headers, body } = await get(path);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(body).not.toMatch(/<script|<style| style=| on[a-z]+=|(?:src|href)="(?!\/)/);
    expect(body.match(/<h1>/g)).toHaveLength(1);
  }
  expect((await get('/lab.css')).headers['content-type']).toBe('text/css; charset=utf-8');
});

test('the first page has what an app needs, and a setup token with its banks', async () => {
  const { get, submit, secret } = await startTestLab();
  const page = (await get('/')).body;
  for (const value of [
    'http://127.0.0.1:4300/plaid',
    'bank-lab',
    secret,
    'http://127.0.0.1:4300/plaid/link/v2/stable/link-initialize.js',
    'http://127.0.0.1:4300/simplefin/create',
  ]) {
    expect(page).toContain(`<code>${value}</code>`);
  }
  const made = await submit('/setup-tokens', { bank: ['tartan', 'houndstooth'] });
  expect(textOf(made)).toContain('Tartan Bank, Houndstooth Bank');
  const [, token = ''] = /<code class="token">([^<]+)/.exec(made) ?? [];
  expect(Buffer.from(token, 'base64').toString()).toMatch(/^http:\/\/127\.0\.0\.1:4300\/simplefin\/claim\//);
});

test.each<[path: string, form: Record<string, string | string[]>, said: string]>([
  ['/setup-tokens', {}, 'Choose at least one bank.'],
  ['/setup-tokens', { bank: 'elsewhere' }, 'Choose at least one bank.'],
  ['/clock', {}, 'Choose how to move the clock.'],
  ['/clock', { move: 'to' }, 'Choose a day.'],
  ['/clock', { move: 'to', day: '2026-02-31' }, 'Choose a day.'],
  ['/clock', { move: 'to', day: '2040-01-01' }, 'Choose a day within five years of the real one.'],
  ['/scenarios/near-midnight', { service: 'bank', steps_done: '0' }, 'Choose plaid or simplefin.'],
  [
    '/scenarios/near-midnight',
    { service: 'plaid', steps_done: '0' },
    'Rows near midnight has no steps at plaid.',
  ],
  ['/scenarios/unknown', { service: 'plaid', steps_done: '0' }, 'There is no scenario unknown.'],
  [
    '/scenarios/near-midnight',
    { service: 'simplefin', steps_done: '0' },
    'Give your app a SimpleFIN setup token first.',
  ],
])('%s with %j says what is wrong, on its page', async (path, form, said) => {
  const { post } = await startTestLab();
  const answer = await post(path, form);
  expect(answer.statusCode).toBe(400);
  expect(answer.body).toContain(`<p class="problem" role="alert">${said}</p>`);
});

describe('the banks’ clock', () => {
  test('moves by a day, a week, to the next month, to a day and back, for both services', async () => {
    const { submit, useToken } = await startTestLab();
    const { readAccounts } = await useToken();
    const move = async (form: Record<string, string>) => {
      const page = await submit('/clock', form);
      const set = (await readAccounts()).json<{ accounts: { 'balance-date': number }[] }>();
      const balancesAt = new Date((set.accounts[0]?.['balance-date'] ?? 0) * 1000).toISOString();
      return [/The banks’ day is ([^<]+)\./.exec(page)?.[1], balancesAt.slice(0, 10)];
    };
    expect(await move({ move: 'day' })).toEqual(['2026-06-11, 1 day ahead of reality', '2026-06-11']);
    expect(await move({ move: 'week' })).toEqual(['2026-06-18, 8 days ahead of reality', '2026-06-18']);
    expect(await move({ move: 'month' })).toEqual(['2026-07-01, 21 days ahead of reality', '2026-07-01']);
    expect(await move({ move: 'to', day: '2026-08-09' })).toEqual([
      '2026-08-09, 60 days ahead of reality',
      '2026-08-09',
    ]);
    // What the banks have told stays.
    expect(await move({ move: 'to', day: '2026-06-09' })).toEqual([
      '2026-06-09, 1 day behind reality',
      '2026-08-09',
    ]);
    expect(await move({ move: 'now' })).toEqual(['2026-06-10, as in reality', '2026-08-09']);
  });

  test('and the secret survive a restart', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'bank-lab-'));
    const first = await startTestLab({ dataFolder });
    await first.submit('/clock', { move: 'week' });
    await first.app.close();
    const second = await startTestLab({ dataFolder });
    expect(second.secret).toBe(first.secret);
    expect(textOf((await second.get('/')).body)).toContain('2026-06-17, 7 days ahead of reality');
    await second.app.close();
    for (const damaged of ['{', '{"secret":"x","clockOffsetMs":157680000001}']) {
      writeFileSync(join(dataFolder, 'lab.json'), damaged);
      await expect(startTestLab({ dataFolder })).rejects.toThrow('put back your copy, or delete it');
    }
  });
});
