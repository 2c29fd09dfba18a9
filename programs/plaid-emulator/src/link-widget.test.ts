import { DatabaseSync } from 'node:sqlite';
import { temporaryDatabase } from '@oinkly/test-banks/test-support/temporary-database';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { prefix } from './test-support/api-client.ts';
import {
  appOrigin,
  createHostedLink,
  createWidgetToken,
  follow,
  goodLogin,
  openWidget,
  reachAccounts,
  reachBank,
  updateOf,
  type WidgetBrowser,
} from './test-support/link-browser.ts';
import { linkAccessToken, startTestBank, syncAll, type TestBank } from './test-support/test-bank.ts';

let bank: TestBank;
beforeEach(async () => {
  bank = await startTestBank();
});
afterEach(() => bank.close());

const begin = async (change: Record<string, unknown> = {}) =>
  openWidget(bank, await createWidgetToken(bank, change));

test('a user links a bank in the frame; the app receives every event and the token', async () => {
  const linkToken = await createWidgetToken(bank);
  const browser = await openWidget(bank, linkToken);
  expect(browser.page.title).toBe('Permission · Bank Link');
  expect(browser.page.state).toMatchObject({ app: appOrigin, ending: null, redirect: null });
  await reachAccounts(browser);
  const connected = await browser.submit('accounts', 'account=checking&account=card');
  expect(connected.title).toBe('Connected · Bank Link');
  expect([connected.state.ending, connected.eventNames.at(-1)]).toEqual([null, 'TRANSITION_VIEW CONNECTED']);

  const { state, eventNames } = await browser.submit('finish');
  expect(eventNames).toEqual([
    'OPEN',
    'TRANSITION_VIEW CONSENT',
    'TRANSITION_VIEW SELECT_INSTITUTION',
    'SELECT_INSTITUTION',
    'TRANSITION_VIEW CREDENTIAL',
    'SUBMIT_CREDENTIALS',
    'TRANSITION_VIEW LOADING',
    'TRANSITION_VIEW SELECT_ACCOUNT',
    'TRANSITION_VIEW CONNECTED',
    'HANDOFF',
  ]);
  expect(state.events[3]?.metadata).toMatchObject({
    institution_id: 'ins_109508',
    institution_name: 'First Platypus Bank',
    timestamp: '2026-06-10T19:00:00.000Z',
  });
  expect(state.events[0]?.metadata.is_update_mode).toBe('false');
  if (state.ending?.kind !== 'success') throw new Error('Link has not ended well.');
  expect(state.ending.metadata).toMatchObject({
    institution: { institution_id: 'ins_109508', name: 'First Platypus Bank' },
    accounts: [
      { mask: '4821', type: 'depository', subtype: 'checking' },
      { mask: '1094', type: 'credit', subtype: 'credit card' },
    ],
    transfer_status: null,
  });

  const { body } = await bank.call('/link/token/get', { link_token: linkToken });
  expect(body['link_sessions']).toMatchObject([
    {
      link_session_id: state.ending.metadata.link_session_id,
      on_success: { public_token: state.ending.publicToken },
      results: { item_add_results: [{ public_token: state.ending.publicToken }] },
    },
  ]);
  const exchanged = await bank.call('/item/public_token/exchange', {
    public_token: state.ending.publicToken,
  });
  const { added } = await syncAll(bank, z.string().parse(exchanged.body['access_token']));
  expect(added.length).toBeGreaterThan(2000);
});

describe('leaving', () => {
  test.each([
    ['on the first page', async () => undefined, 'requires_credentials', null],
    [
      'at the list of banks',
      async (browser: WidgetBrowser) => browser.submit('consent'),
      'requires_credentials',
      null,
    ],
    [
      'after a search that found nothing',
      async (browser: WidgetBrowser) => {
        await browser.submit('consent');
        await browser.open('/institutions?q=zzz');
      },
      'institution_not_found',
      null,
    ],
    ['at the login', reachBank, 'requires_credentials', 'ins_109508'],
    [
      'at the choice of a device',
      async (browser: WidgetBrowser) => {
        await reachBank(browser);
        await browser.submit('login', 'username=mfa_device&password=x');
      },
      'choose_device',
      'ins_109508',
    ],
    [
      'at the code',
      async (browser: WidgetBrowser) => {
        await reachBank(browser);
        await browser.submit('login', 'username=mfa_device&password=x');
        await browser.submit('mfa', 'answer-0=0');
      },
      'requires_code',
      'ins_109508',
    ],
    [
      'at a security question',
      async (browser: WidgetBrowser) => {
        await reachBank(browser);
        await browser.submit('login', 'username=user_good&password=mfa_questions_1_1');
      },
      'requires_questions',
      'ins_109508',
    ],
    [
      'at a question with a choice of answers',
      async (browser: WidgetBrowser) => {
        await reachBank(browser);
        await browser.submit('login', 'username=user_good&password=mfa_selections');
      },
      'requires_selections',
      'ins_109508',
    ],
    [
      'before going to the pages of the bank',
      async (browser: WidgetBrowser) => reachBank(browser, 'ins_127287'),
      'requires_oauth',
      'ins_127287',
    ],
    ['at the accounts', reachAccounts, 'requires_account_selection', 'ins_109508'],
  ])('%s says where, before and after', async (_, proceed, status, institutionId) => {
    const browser = await begin();
    await proceed(browser);
    const before = (await browser.open('/resume')).state.exit;
    const { state, eventNames } = await browser.submit('leave');
    expect(state.ending).toMatchObject({ kind: 'exit', error: null, metadata: { status } });
    expect(state.ending?.metadata.institution?.institution_id ?? null).toBe(institutionId);
    expect({ ...before.metadata, request_id: '' }).toEqual({ ...state.exit.metadata, request_id: '' });
    expect(eventNames.at(-1)).toBe('EXIT');
    expect(state.events.at(-1)?.metadata.exit_status).toBe(status);
  });

  test('by Escape asks first once a bank is chosen, and staying returns to the same page', async () => {
    const browser = await begin();
    expect(browser.page.state.onEscape).toEqual({ method: 'post', path: browser.page.state.leavePath });
    const login = await reachBank(browser);
    expect(login.state.onEscape).toEqual({ method: 'get', path: login.address.replace('/login', '/exit') });
    const question = await browser.open('/exit');
    expect([question.title, question.eventNames.at(-1)]).toEqual([
      'Leave Bank Link? · Bank Link',
      'TRANSITION_VIEW EXIT',
    ]);
    expect(question.state.onEscape?.path).toBe(question.state.resumePath);
    const back = await browser.open('/resume');
    expect([back.title, back.eventNames.at(-1)]).toEqual([login.title, 'TRANSITION_VIEW EXIT']);
  });

  test('by Escape at the end hands over the new item', async () => {
    const browser = await begin();
    await reachAccounts(browser);
    const { state } = await browser.submit('accounts', 'account=card');
    expect(state.onEscape).toMatchObject({ method: 'post' });
    expect(state.onEscape?.path).toMatch(/\/finish$/);
    expect(state.leavePath).toBeNull();
    expect((await browser.submit('leave')).state.ending?.kind).toBe('success');
  });
});

describe('a password that brings an error about', () => {
  test.each([
    ['INVALID_CREDENTIALS', 'ITEM_ERROR', 'The username or password is not correct', 'requires_credentials'],
    ['ITEM_LOCKED', 'ITEM_ERROR', 'Your account is locked', 'requires_credentials'],
    ['USER_SETUP_REQUIRED', 'ITEM_ERROR', 'finish setting up online banking', 'requires_credentials'],
    ['MFA_NOT_SUPPORTED', 'ITEM_ERROR', 'a second step that is not supported', 'requires_credentials'],
    ['NO_ACCOUNTS', 'ITEM_ERROR', 'no open account', 'requires_credentials'],
    ['USER_PERMISSION_REVOKED', 'ITEM_ERROR', 'Your bank could not be connected', 'requires_credentials'],
    ['INSTITUTION_DOWN', 'INSTITUTION_ERROR', 'The bank is not answering', 'requires_credentials'],
    ['INSTITUTION_NOT_RESPONDING', 'INSTITUTION_ERROR', 'The bank is not answering', 'requires_credentials'],
    ['INSTITUTION_NOT_AVAILABLE', 'INSTITUTION_ERROR', 'not available right now', 'requires_credentials'],
    [
      'INSTITUTION_NOT_SUPPORTED',
      'INSTITUTION_ERROR',
      'This bank is not supported',
      'institution_not_supported',
    ],
    [
      'INSTITUTION_NO_LONGER_SUPPORTED',
      'INSTITUTION_ERROR',
      'This bank is no longer supported',
      'institution_not_supported',
    ],
    ['INTERNAL_SERVER_ERROR', 'API_ERROR', 'Something went wrong on our side', 'requires_credentials'],
    ['RATE_LIMIT', 'RATE_LIMIT_EXCEEDED', 'Your bank could not be connected', 'requires_credentials'],
  ])('says %s on the page, as an event and on leaving', async (code, type, words, status) => {
    const browser = await begin();
    await reachBank(browser);
    const page = await browser.submit('login', `username=user_good&password=error_${code}`);
    expect(page.markup).toContain('role="alert"');
    expect(page.markup).toContain(words);
    const event = page.state.events.find(({ name }) => name === 'ERROR');
    expect(event?.metadata).toMatchObject({
      error_type: type,
      error_code: code,
      institution_id: 'ins_109508',
    });
    const { state } = await browser.submit('leave');
    expect(state.ending).toMatchObject({
      kind: 'exit',
      error: { error_type: type, error_code: code },
      metadata: { status },
    });
    expect(state.events.at(-1)?.metadata).toMatchObject({ error_code: code, exit_status: status });
  });

  test('does not affect the next attempt', async () => {
    const browser = await begin();
    await reachBank(browser);
    await browser.submit('login', 'username=user_good&password=error_ITEM_LOCKED');
    const accounts = await browser.submit('login', goodLogin);
    expect([accounts.title, accounts.state.exit.error]).toEqual(['Choose accounts · Bank Link', null]);
  });
});

describe('a token', () => {
  test('can be opened again, each time with a new session', async () => {
    const linkToken = await createWidgetToken(bank);
    const first = await openWidget(bank, linkToken);
    await first.submit('leave');
    const second = await openWidget(bank, linkToken);
    expect(second.page.eventNames).toEqual(['OPEN', 'TRANSITION_VIEW CONSENT']);
    const { body } = await bank.call('/link/token/get', { link_token: linkToken });
    expect(z.array(z.looseObject({ link_session_id: z.string() })).parse(body['link_sessions'])).toHaveLength(
      2,
    );
  });

  test('of Hosted Link opened in a frame leaves its hosted link as it is', async () => {
    const hosted = await createHostedLink(bank);
    await (await openWidget(bank, hosted.linkToken)).submit('leave');
    expect((await hosted.open()).title).toBe('Permission · Bank Link');
  });

  test.each([
    ['that does not exist', async () => 'link-sandbox-none', 'INVALID_LINK_TOKEN'],
    [
      'that has expired',
      async () => {
        const linkToken = await createWidgetToken(bank);
        bank.setNow('2026-06-10T23:00:00Z');
        return linkToken;
      },
      'INVALID_LINK_TOKEN',
    ],
    [
      'of a removed item',
      async () => {
        const accessToken = await linkAccessToken(bank, { daysRequested: 5 });
        const linkToken = await createWidgetToken(bank, updateOf(accessToken));
        await bank.call('/item/remove', { access_token: accessToken });
        return linkToken;
      },
      'ITEM_NOT_FOUND',
    ],
  ])('%s opens a page that says so, and leaving carries the error', async (_, makeToken, code) => {
    const { page } = await openWidget(bank, await makeToken());
    expect([page.status, page.eventNames]).toEqual([200, ['OPEN', 'ERROR']]);
    expect(page.state.exit.error?.error_code).toBe(code);
    expect([page.state.onEscape, page.state.leavePath]).toEqual([null, null]);
  });

  test('that expires half-way says so at the next step', async () => {
    const browser = await begin();
    await reachBank(browser);
    bank.setNow('2026-06-10T23:00:00Z');
    const page = await browser.submit('login', goodLogin);
    expect(page.title).toBe('This link has expired · Bank Link');
    expect(page.state.exit).toMatchObject({
      error: { error_code: 'INVALID_LINK_TOKEN' },
      metadata: { institution: { institution_id: 'ins_109508' } },
    });
    expect(page.eventNames.at(-1)).toBe('ERROR');
  });
});

test('a failed step changes nothing and lets the script offer a retry', async () => {
  await bank.close();
  const databaseFile = temporaryDatabase();
  bank = await startTestBank({ databaseFile });
  const browser = await begin();
  const database = new DatabaseSync(databaseFile);
  database.exec('ALTER TABLE link_events RENAME TO lost_events');
  expect((await follow(bank, 'POST', `${browser.page.address}/consent`)).status).toBe(500);
  database.exec('ALTER TABLE lost_events RENAME TO link_events');
  database.close();
  expect((await browser.submit('consent')).title).toBe('Choose your bank · Bank Link');
});

test('update mode logs in to the same bank, makes no item and keeps the token', async () => {
  const accessToken = await linkAccessToken(bank, { daysRequested: 30 });
  await bank.call('/sandbox/item/reset_login', { access_token: accessToken });
  const browser = await begin(updateOf(accessToken));
  expect(browser.page.state.events[0]?.metadata.is_update_mode).toBe('true');
  expect((await browser.submit('consent')).title).toBe('Log in to First Platypus Bank · Bank Link');
  expect((await browser.submit('login', goodLogin)).title).toBe('Connected · Bank Link');
  const { state } = await browser.submit('finish');
  if (state.ending?.kind !== 'success') throw new Error('Link has not ended well.');
  const { body } = await bank.call('/item/get', { access_token: accessToken });
  expect(body['item']).toMatchObject({ error: null });
  const exchanged = await bank.call('/item/public_token/exchange', {
    public_token: state.ending.publicToken,
  });
  expect(exchanged.body['access_token']).toBe(accessToken);
  expect((await bank.control('/items/list', {}))['items']).toHaveLength(1);
});

test('a page of any origin may load the script, and no other file', async () => {
  const from = async (path: string) => {
    const { headers } = await bank.app.inject({ url: `${prefix}${path}` });
    return headers['cross-origin-resource-policy'];
  };
  const frameFile = /src="[^"]*(\/link\/assets\/[^"]+)"/.exec((await begin()).page.markup)?.[1] ?? '';
  expect(await from('/link/v2/stable/link-initialize.js')).toBe('cross-origin');
  expect(await from(frameFile)).toBe('same-origin');
});

describe('the frame', () => {
  const policyOf = ({ headers }: { headers: Record<string, unknown> }) =>
    String(headers['content-security-policy']);

  test('may be framed by known apps, and Hosted Link by none', async () => {
    const browser = await begin();
    expect(policyOf(browser.page)).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors http://127.0.0.1:3000 http://localhost:3000 https://oinkly.example",
    );
    expect(browser.page.markup).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
    const hosted = await createHostedLink(bank);
    expect(policyOf(await hosted.open())).toContain("frame-ancestors 'none'");
  });

  test('opens for no other page, and sends it nothing', async () => {
    const linkToken = await createWidgetToken(bank);
    const { page } = await openWidget(bank, linkToken, { origin: 'https://elsewhere.example' });
    expect([page.title, page.state.app]).toEqual([
      'Link cannot be opened here · Bank Link',
      'http://127.0.0.1:3000',
    ]);
    const { body } = await bank.call('/link/token/get', { link_token: linkToken });
    expect(body['link_sessions']).toEqual([]);
  });

  test('without a list opens for the server’s own origin and this machine', async () => {
    const home = await startTestBank({ appOrigins: undefined });
    const linkToken = await createWidgetToken(home);
    for (const origin of ['http://127.0.0.1:3000', 'http://localhost:5173']) {
      const { page } = await openWidget(home, linkToken, { origin });
      expect([page.title, page.state.app]).toEqual(['Permission · Bank Link', origin]);
    }
    const { page } = await openWidget(home, linkToken, { origin: 'https://elsewhere.example' });
    expect(page.title).toBe('Link cannot be opened here · Bank Link');
    await home.close();
  });

  test('looks as the page around it does, or as the system says', async () => {
    const linkToken = await createWidgetToken(bank);
    const open = async (appearance: string) =>
      (await openWidget(bank, linkToken, { appearance })).page.markup;
    expect(await open('dark')).toContain('<html lang="en" data-appearance="dark">');
    expect(await open('system')).toContain('<html lang="en">');
  });

  test('at an unknown address says so', async () => {
    const response = await bank.app.inject({ method: 'GET', url: `${prefix}/link/session/none` });
    expect(response.body).toContain('This link does not exist');
  });

  test('shows and reports input of apps and users as text', async () => {
    const browser = await begin({ client_name: '"><script>alert(1)' });
    await reachBank(browser);
    const page = await browser.submit('login', `username=${encodeURIComponent('"><script>x')}&password=x`);
    expect(page.markup).toContain('value="&quot;&gt;&lt;script&gt;x"');
    expect(page.markup.match(/<script/g)).toHaveLength(1);
  });

  test.each([
    ['/link/v2/stable/link-initialize.js', 'no-cache'],
    ['frame script', 'public, max-age=31536000, immutable'],
  ])('serves its script %s', async (path, caching) => {
    const { page } = await begin();
    const ofFrame = /<script src="([^"]+)"/.exec(page.markup)?.[1] ?? '';
    const response = await bank.app.inject({
      method: 'GET',
      url: path.startsWith('/') ? prefix + path : ofFrame,
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(response.headers['cache-control']).toBe(caching);
  });
});
