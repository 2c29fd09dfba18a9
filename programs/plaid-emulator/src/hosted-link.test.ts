import { html } from '@oinkly/test-banks/html';
import { temporaryDatabase } from '@oinkly/test-banks/test-support/temporary-database';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { prefix } from './test-support/api-client.ts';
import {
  completionAddress,
  createHostedLink,
  goodLogin,
  reachAccounts,
  reachBank,
  type LinkBrowser,
} from './test-support/link-browser.ts';
import { linkAccessToken, startTestBank, syncAll, type TestBank } from './test-support/test-bank.ts';

let bank: TestBank;
beforeEach(async () => {
  bank = await startTestBank();
});
afterEach(() => bank.close());

const session = z.looseObject({
  finished_at: z.string().nullable(),
  events: z.array(z.looseObject({ event_name: z.string(), event_metadata: z.looseObject({}) })),
  exit: z
    .looseObject({
      error: z.looseObject({ error_code: z.string() }).nullable(),
      metadata: z.looseObject({ status: z.string() }),
    })
    .nullable(),
  on_success: z.looseObject({ public_token: z.string() }).nullable(),
  results: z
    .looseObject({
      item_add_results: z.array(
        z.looseObject({
          public_token: z.string(),
          accounts: z.array(z.looseObject({ name: z.string(), mask: z.string() })),
        }),
      ),
    })
    .nullable(),
});

/** The token's only session, with its events oldest first. */
async function sessionOf({ linkToken }: LinkBrowser, server = bank): Promise<z.infer<typeof session>> {
  const { body } = await server.call('/link/token/get', { link_token: linkToken });
  const [only] = z.array(session).length(1).parse(body['link_sessions']);
  if (only === undefined) throw new Error('There is no session.');
  return { ...only, events: [...only.events].reverse() };
}

function eventNames({ events }: z.infer<typeof session>): string[] {
  return events.map(({ event_name: name, event_metadata: { view_name: view } }) =>
    typeof view === 'string' ? `${name} ${view}` : name,
  );
}

test('a user consents, finds a bank, logs in, chooses accounts and returns with the query', async () => {
  const browser = await createHostedLink(bank);
  expect((await browser.open()).title).toBe('Permission · Bank Link');
  expect((await browser.submit('consent')).title).toBe('Choose your bank · Bank Link');
  const found = await browser.open('/institutions?q=tartan');
  expect(found.markup).toContain('Tartan Bank');
  expect(found.markup).not.toContain('Houndstooth');
  expect((await browser.submit('institutions', 'institution_id=ins_109511')).title).toBe(
    'Log in to Tartan Bank · Bank Link',
  );
  const accounts = await browser.submit('login', goodLogin);
  expect(accounts.title).toBe('Choose accounts · Bank Link');
  expect(accounts.markup.match(/\schecked/g)).toHaveLength(4);
  const connected = await browser.submit('accounts', 'account=checking&account=card');
  expect(connected.title).toBe('Connected · Bank Link');
  expect(connected.markup).toContain('2 accounts are');
  const back = await browser.submit('finish');
  expect([back.status, back.address]).toEqual([303, completionAddress]);

  const done = await sessionOf(browser);
  expect(done.finished_at).toBe('2026-06-10T19:00:00.000Z');
  expect(done.exit).toBeNull();
  expect(done.results?.item_add_results[0]?.accounts.map(({ mask }) => mask)).toEqual(['7745', '6401']);
  expect(done.on_success?.public_token).toBe(done.results?.item_add_results[0]?.public_token);
  expect(eventNames(done)).toEqual([
    'OPEN',
    'TRANSITION_VIEW CONSENT',
    'TRANSITION_VIEW SELECT_INSTITUTION',
    'SEARCH_INSTITUTION',
    'SELECT_INSTITUTION',
    'TRANSITION_VIEW CREDENTIAL',
    'SUBMIT_CREDENTIALS',
    'TRANSITION_VIEW LOADING',
    'TRANSITION_VIEW SELECT_ACCOUNT',
    'TRANSITION_VIEW CONNECTED',
    'HANDOFF',
  ]);

  const exchanged = await bank.call('/item/public_token/exchange', {
    public_token: done.on_success?.public_token,
  });
  const history = await syncAll(bank, z.string().parse(exchanged.body['access_token']));
  expect(history.added.length).toBeGreaterThan(2000);
  expect(new Set(history.added.map(({ account_id: id }) => id)).size).toBe(2);
});

describe('logging in', () => {
  async function logIn(fields: string) {
    const browser = await createHostedLink(bank);
    await browser.open();
    await reachBank(browser);
    return { browser, page: await browser.submit('login', fields) };
  }

  test('with a wrong password says so, keeps the username, and works at the next attempt', async () => {
    const { browser, page } = await logIn('username=user_good&password=nope');
    expect(page.title).toBe('Error: log in to First Platypus Bank · Bank Link');
    expect(page.markup).toContain('role="alert"');
    expect(page.markup).toContain('Login not accepted');
    expect(page.markup).toContain('value="user_good"');
    expect(page.markup).not.toContain('nope');
    const { events } = await sessionOf(browser);
    expect(events.at(-2)).toMatchObject({
      event_name: 'ERROR',
      event_metadata: { error_code: 'INVALID_CREDENTIALS', error_type: 'ITEM_ERROR' },
    });
    expect((await browser.submit('login', goodLogin)).title).toBe('Choose accounts · Bank Link');
  });

  test.each([
    ['error_ITEM_LOCKED', 'Your account is locked'],
    ['error_INSTITUTION_DOWN', 'The bank is not answering'],
    ['error_INTERNAL_SERVER_ERROR', 'Something went wrong on our side'],
  ])('with the password %s shows that error, which the exit then carries', async (password, text) => {
    const { browser, page } = await logIn(`username=user_good&password=${password}`);
    expect(page.markup).toContain(text);
    expect((await browser.submit('leave')).address).toBe(completionAddress);
    expect((await sessionOf(browser)).exit).toMatchObject({
      error: { error_code: password.slice('error_'.length) },
      metadata: { status: 'requires_credentials', institution: { institution_id: 'ins_109508' } },
    });
  });

  test('shows input as text, never as markup', async () => {
    const { page } = await logIn(`username=${encodeURIComponent('"><script>alert(1)</script>')}&password=x`);
    expect(page.markup).not.toContain('<script');
    expect(page.markup).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });
});

test('choosing no account asks for one and connects nothing', async () => {
  const browser = await createHostedLink(bank);
  await reachAccounts(browser);
  for (const fields of ['', 'account=somebody-elses']) {
    const page = await browser.submit('accounts', fields);
    expect(page.title).toBe('Error: choose accounts · Bank Link');
    expect(page.markup).toContain('Choose at least one account to share.');
  }
  expect((await sessionOf(browser)).results).toBeNull();
  expect((await browser.submit('accounts', 'account=card')).markup).toContain('1 account is');
});

test('sending the accounts twice makes one item', async () => {
  const browser = await createHostedLink(bank);
  await reachAccounts(browser);
  await browser.submit('accounts', 'account=card');
  expect((await browser.submit('accounts', 'account=card')).title).toBe('Connected · Bank Link');
  expect((await sessionOf(browser)).results?.item_add_results).toHaveLength(1);
});

describe('leaving', () => {
  test.each([
    ['on the first page', async () => undefined, 'requires_credentials'],
    [
      'at the list of banks',
      async (browser: LinkBrowser) => browser.submit('consent'),
      'requires_credentials',
    ],
    [
      'after a search that found nothing',
      async (browser: LinkBrowser) => {
        await browser.submit('consent');
        expect((await browser.open('/institutions?q=zzz')).markup).toContain('No bank matches');
      },
      'institution_not_found',
    ],
    ['at the accounts', async (browser: LinkBrowser) => reachAccounts(browser), 'requires_account_selection'],
  ])('%s finishes the session with an exit and goes back', async (_, proceed, status) => {
    const browser = await createHostedLink(bank);
    await browser.open();
    await proceed(browser);
    const back = await browser.submit('leave');
    expect([back.status, back.address]).toEqual([303, completionAddress]);
    const left = await sessionOf(browser);
    expect(left.finished_at).not.toBeNull();
    expect([left.exit?.metadata.status, left.results, left.on_success]).toEqual([status, null, null]);
    expect(eventNames(left).at(-1)).toBe('EXIT');
    const again = await browser.open();
    expect([again.status, again.title]).toEqual([410, 'You left Bank Link · Bank Link']);
  });

  test('without a completion address ends on its own page', async () => {
    const browser = await createHostedLink(bank, { hosted_link: {} });
    await browser.open();
    expect((await browser.submit('leave')).markup).toContain('You can close this window.');
  });
});

describe('a link', () => {
  test('that was used says so and leads back', async () => {
    const browser = await createHostedLink(bank);
    await reachAccounts(browser);
    await browser.submit('accounts', 'account=card');
    const page = await browser.open();
    expect([page.status, page.title]).toEqual([410, 'This link was already used · Bank Link']);
    expect(page.markup).toContain('href="https://oinkly.example/oauth-redirect?state=a%20b&amp;x=1"');
  });

  test('that has expired says so, at every step', async () => {
    const browser = await createHostedLink(bank);
    await reachAccounts(browser);
    bank.setNow('2026-06-10T19:30:00Z');
    for (const page of [await browser.open(), await browser.submit('accounts', 'account=card')]) {
      expect([page.status, page.title]).toEqual([410, 'This link has expired · Bank Link']);
    }
    expect((await sessionOf(browser)).results).toBeNull();
  });

  test('that expired before its first request begins no session', async () => {
    const browser = await createHostedLink(bank);
    bank.setNow('2026-06-10T19:30:00Z');
    expect((await browser.open()).title).toBe('This link has expired · Bank Link');
    const { body } = await bank.call('/link/token/get', { link_token: browser.linkToken });
    expect(body['link_sessions']).toEqual([]);
  });

  test('that was never made does not exist', async () => {
    const response = await bank.app.inject({ method: 'GET', url: `${prefix}/hosted-link/none` });
    expect(response.statusCode).toBe(404);
    expect(response.body).toContain('This link does not exist');
  });

  test.each(['/institutions', '/login', '/accounts', '/connected'])(
    'does not allow skipping to %s',
    async (step) => {
      const browser = await createHostedLink(bank);
      expect((await browser.open(step)).title).toBe('Permission · Bank Link');
    },
  );

  test('offers only the kinds of account that were asked for', async () => {
    const browser = await createHostedLink(bank, {
      account_filters: { credit: { account_subtypes: ['credit card'] } },
    });
    const page = await reachAccounts(browser);
    expect(page.markup.match(/type="checkbox"/g)).toHaveLength(1);
  });

  test('calls a client with a name over 30 characters This Application', async () => {
    const browser = await createHostedLink(bank, { client_name: 'A'.repeat(31) });
    expect((await browser.open()).markup).toContain('This Application would like to connect');
  });

  test('begun on one process ends on another with the same file', async () => {
    const databaseFile = temporaryDatabase();
    const first = await startTestBank({ databaseFile });
    const second = await startTestBank({ databaseFile });
    const browser = await createHostedLink(first);
    await reachAccounts(browser);
    const there = browser.on(second);
    expect((await there.submit('accounts', 'account=savings')).title).toBe('Connected · Bank Link');
    expect((await sessionOf(browser, first)).results?.item_add_results).toHaveLength(1);
    await first.close();
    await second.close();
  });
});

describe('in update mode', () => {
  const update = (accessToken: string, more: Record<string, unknown> = {}) =>
    createHostedLink(bank, {
      access_token: accessToken,
      products: undefined,
      transactions: undefined,
      ...more,
    });

  test('a user logs in again at the same bank, and the access token stays the same', async () => {
    const accessToken = await linkAccessToken(bank, { daysRequested: 30 });
    const browser = await update(accessToken);
    expect((await browser.open()).markup).toContain('Log in to First Platypus Bank again');
    expect((await browser.submit('consent')).title).toBe('Log in to First Platypus Bank · Bank Link');
    expect((await browser.submit('login', goodLogin)).title).toBe('Connected · Bank Link');
    const { on_success: success } = await sessionOf(browser);
    const { body } = await bank.call('/item/public_token/exchange', { public_token: success?.public_token });
    expect(body['access_token']).toBe(accessToken);
  });

  test('a login that the bank has reset is repaired', async () => {
    const accessToken = await linkAccessToken(bank, { daysRequested: 30 });
    const { cursor } = await syncAll(bank, accessToken);
    await bank.call('/sandbox/item/reset_login', { access_token: accessToken });
    for (const path of ['/accounts/get', '/transactions/sync']) {
      const { status, body } = await bank.call(path, { access_token: accessToken });
      expect([status, body['error_type'], body['error_code']]).toEqual([
        400,
        'ITEM_ERROR',
        'ITEM_LOGIN_REQUIRED',
      ]);
    }
    const broken = await bank.call('/item/get', { access_token: accessToken });
    expect(broken.body['item']).toMatchObject({ error: { error_code: 'ITEM_LOGIN_REQUIRED' } });

    const browser = await update(accessToken);
    await browser.open();
    await browser.submit('consent');
    await browser.submit('login', goodLogin);
    expect((await bank.call('/item/get', { access_token: accessToken })).body['item']).toMatchObject({
      error: null,
    });
    expect(await syncAll(bank, accessToken, cursor)).toMatchObject({ added: [], removed: [], cursor });
  });

  test('an unshared account loses its transactions, and an added one brings its history', async () => {
    const accessToken = await linkAccessToken(bank, { daysRequested: 90 });
    const before = await syncAll(bank, accessToken);
    const choose = async (fields: string) => {
      const browser = await update(accessToken, { update: { account_selection_enabled: true } });
      await browser.open();
      await browser.submit('consent');
      await browser.submit('login', goodLogin);
      expect((await browser.submit('accounts', fields)).title).toBe('Connected · Bank Link');
    };
    await choose('account=card');
    const without = await syncAll(bank, accessToken, before.cursor);
    expect(without.added).toEqual([]);
    expect(without.removed.length).toBeGreaterThan(50);
    await choose('account=card&account=checking&account=savings');
    const again = await syncAll(bank, accessToken, without.cursor);
    expect(again.removed).toEqual([]);
    expect(again.added).toHaveLength(without.removed.length);
  });

  test('the link of a removed item says that the connection was removed', async () => {
    const accessToken = await linkAccessToken(bank, { daysRequested: 5 });
    const browser = await update(accessToken);
    await bank.call('/item/remove', { access_token: accessToken });
    expect((await browser.open()).title).toBe('This connection was removed · Bank Link');
  });
});

describe('every page', () => {
  test('has no inline script or style, and a policy against framing that allows the redirect', async () => {
    const browser = await createHostedLink(bank);
    const pages = [await browser.open(), await browser.submit('consent'), await reachAccounts(browser)];
    for (const { headers, markup } of pages) {
      expect(markup).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=/);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'self'; img-src data:; form-action 'self' https://oinkly.example; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['referrer-policy']).toBe('same-origin');
      expect(markup).toContain('Test bank. No real account is involved.');
    }
  });

  test('uses a style that may be cached forever', async () => {
    const { markup } = await (await createHostedLink(bank)).open();
    const path = /href="([^"]+\.css)"/.exec(markup)?.[1] ?? '';
    const style = await bank.app.inject({ method: 'GET', url: path });
    expect(style.statusCode).toBe(200);
    expect(style.headers['cache-control']).toContain('immutable');
    expect(style.headers['content-type']).toContain('text/css');
  });

  test('escapes all inserted text', () => {
    const name = `<b>&"'`;
    expect(html`<p title="${name}">${name}${html`<i>${1}</i>`}${null}</p>`.markup).toBe(
      '<p title="&lt;b&gt;&amp;&quot;&#39;">&lt;b&gt;&amp;&quot;&#39;<i>1</i></p>',
    );
  });
});
