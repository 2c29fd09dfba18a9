import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { prefix } from './test-support/api-client.ts';
import {
  completionAddress,
  createHostedLink,
  createWidgetToken,
  follow,
  goodLogin,
  openWidget,
  reachBank,
  updateOf,
} from './test-support/link-browser.ts';
import { linkAccessToken, startTestBank, type TestBank } from './test-support/test-bank.ts';

let bank: TestBank;
beforeEach(async () => {
  bank = await startTestBank();
});
afterEach(() => bank.close());

const oauthBank = 'ins_127287';
const redirectUri = 'https://oinkly.example/oauth-redirect';

async function goToBank<Page>(browser: {
  submit(step: string, fields?: string): Promise<Page>;
}): Promise<Page> {
  await reachBank(browser, oauthBank);
  return browser.submit('oauth');
}

const bankPath = (address: string) => new URL(address, 'http://127.0.0.1:3000').pathname;

/** Leaves from a frame with a token that returns to the app's page; returns the bank's path. */
async function leaveForBank(linkToken: string) {
  const browser = await openWidget(bank, linkToken);
  const page = await goToBank(browser);
  return { browser, page, path: bankPath(page.state.redirect ?? '') };
}

const allow = `decision=allow&${goodLogin}`;

describe('with Hosted Link', () => {
  test('a user logs in on the bank’s own pages, returns, chooses accounts and is redirected', async () => {
    const browser = await createHostedLink(bank);
    await browser.open();
    const before = await reachBank(browser, oauthBank);
    expect(before.title).toBe('Continue at Platypus OAuth Bank · Bank Link');
    const there = await browser.submit('oauth');
    expect(there.title).toBe('Share your data · Platypus OAuth Bank');
    expect(there.markup).toContain('Share your data with Oinkly');
    const accounts = await follow(bank, 'POST', there.address, allow);
    expect(accounts.title).toBe('Choose accounts · Bank Link');
    expect((await browser.submit('accounts', 'account=card')).title).toBe('Connected · Bank Link');
    expect((await browser.submit('finish')).address).toBe(completionAddress);
    const { body } = await bank.call('/link/token/get', { link_token: browser.linkToken });
    const [session] = z
      .array(z.looseObject({ events: z.array(z.looseObject({ event_name: z.string() })) }))
      .parse(body['link_sessions']);
    expect(session?.events.map(({ event_name: name }) => name)).toContain('OPEN_OAUTH');
    expect(session).toMatchObject({
      results: { item_add_results: [{ institution: { institution_id: oauthBank } }] },
    });
  });

  test('a refusal at the bank is shown on the page, and the user can try again', async () => {
    const browser = await createHostedLink(bank);
    const there = await goToBank(browser);
    const back = await follow(bank, 'POST', there.address, 'decision=refuse');
    expect(back.title).toBe('Error: continue at Platypus OAuth Bank · Bank Link');
    expect(back.markup).toContain('The bank was not allowed to share anything.');
    const again = await browser.submit('oauth');
    expect(again.address).not.toBe(there.address);
    expect((await follow(bank, 'POST', again.address, allow)).title).toBe('Choose accounts · Bank Link');
  });

  test('leaving after a refusal carries the error', async () => {
    const browser = await createHostedLink(bank);
    await follow(bank, 'POST', (await goToBank(browser)).address, 'decision=refuse');
    await browser.submit('leave');
    const { body } = await bank.call('/link/token/get', { link_token: browser.linkToken });
    expect(body['link_sessions']).toMatchObject([
      {
        exit: {
          error: { error_code: 'INSUFFICIENT_CREDENTIALS' },
          metadata: { status: 'requires_credentials' },
        },
      },
    ]);
  });
});

describe('with the widget and a redirect_uri', () => {
  test('the window returns from the bank with only the state, and Link resumes once', async () => {
    const linkToken = await createWidgetToken(bank, { redirect_uri: redirectUri });
    const { page, path } = await leaveForBank(linkToken);
    expect(page.state.redirect).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/plaid-emulator\/oauth-bank\/[0-9a-f-]{36}$/,
    );
    expect(page.eventNames.slice(-3)).toEqual(['SELECT_INSTITUTION', 'TRANSITION_VIEW OAUTH', 'OPEN_OAUTH']);
    expect(page.state.exit.metadata.status).toBe('requires_oauth');

    const there = await follow(bank, 'GET', path);
    expect(String(there.headers['content-security-policy'])).toContain(
      "form-action 'self' https://oinkly.example",
    );
    const back = await follow(bank, 'POST', path, allow);
    expect(back.address).toMatch(/^https:\/\/oinkly\.example\/oauth-redirect\?oauth_state_id=[0-9a-f-]{36}$/);

    const resumed = await openWidget(bank, linkToken, { receivedRedirectUri: back.address });
    expect(resumed.page.title).toBe('Choose accounts · Bank Link');
    expect(resumed.page.eventNames).toEqual(['OPEN', 'TRANSITION_VIEW SELECT_ACCOUNT']);
    expect((await resumed.submit('accounts', 'account=card')).title).toBe('Connected · Bank Link');
    const { state } = await resumed.submit('finish');
    expect(state.ending).toMatchObject({
      kind: 'success',
      metadata: { institution: { institution_id: oauthBank }, accounts: [{ mask: '9375' }] },
    });

    const again = await openWidget(bank, linkToken, { receivedRedirectUri: back.address });
    expect(again.page.eventNames).toEqual(['OPEN', 'ERROR']);
    expect(again.page.state.exit.error).toMatchObject({
      error_type: 'OAUTH_ERROR',
      error_code: 'OAUTH_STATE_ID_ALREADY_PROCESSED',
    });
  });

  test('a refresh in the middle is also too late', async () => {
    const linkToken = await createWidgetToken(bank, { redirect_uri: redirectUri });
    const { path } = await leaveForBank(linkToken);
    const { address } = await follow(bank, 'POST', path, allow);
    await openWidget(bank, linkToken, { receivedRedirectUri: address });
    const { page } = await openWidget(bank, linkToken, { receivedRedirectUri: address });
    expect(page.state.exit.error?.error_code).toBe('OAUTH_STATE_ID_ALREADY_PROCESSED');
  });

  test('a return with another token, an unknown state or none is refused, and spoils nothing', async () => {
    const linkToken = await createWidgetToken(bank, { redirect_uri: redirectUri });
    const other = await createWidgetToken(bank, { redirect_uri: redirectUri });
    const { path } = await leaveForBank(linkToken);
    const { address } = await follow(bank, 'POST', path, allow);
    for (const [token, receivedRedirectUri, code] of [
      [other, address, 'INCORRECT_LINK_TOKEN'],
      [linkToken, `${redirectUri}?oauth_state_id=none`, 'OAUTH_STATE_ID_NOT_FOUND'],
      [linkToken, redirectUri, 'INVALID_FIELD'],
      [linkToken, 'nonsense', 'INVALID_FIELD'],
    ] as const) {
      const { page } = await openWidget(bank, token, { receivedRedirectUri });
      expect(page.state.exit.error?.error_code).toBe(code);
    }
    const { page } = await openWidget(bank, linkToken, { receivedRedirectUri: address });
    expect(page.title).toBe('Choose accounts · Bank Link');
  });

  test.each([
    ['a refusal', 'decision=refuse', 'INSUFFICIENT_CREDENTIALS', 'ITEM_ERROR'],
    [
      'a failure of the bank',
      'decision=allow&username=user_good&password=error_INSTITUTION_DOWN',
      'INSTITUTION_DOWN',
      'INSTITUTION_ERROR',
    ],
  ])('%s becomes an error, which an exit carries', async (_, decision, code, type) => {
    const linkToken = await createWidgetToken(bank, { redirect_uri: redirectUri });
    const { path } = await leaveForBank(linkToken);
    const { address } = await follow(bank, 'POST', path, decision);
    const resumed = await openWidget(bank, linkToken, { receivedRedirectUri: address });
    expect(resumed.page.title).toBe('Error: continue at Platypus OAuth Bank · Bank Link');
    expect(resumed.page.eventNames.slice(0, 3)).toEqual(['OPEN', 'FAIL_OAUTH', 'ERROR']);
    expect((await resumed.submit('leave')).state.ending).toMatchObject({
      kind: 'exit',
      error: { error_type: type, error_code: code },
      metadata: { status: 'requires_credentials', institution: { institution_id: oauthBank } },
    });
  });

  test('returning without a decision gives no permission', async () => {
    const linkToken = await createWidgetToken(bank, { redirect_uri: redirectUri });
    const { path } = await leaveForBank(linkToken);
    const receivedRedirectUri = `${redirectUri}?oauth_state_id=${path.split('/').at(-1) ?? ''}`;
    const { page } = await openWidget(bank, linkToken, { receivedRedirectUri });
    expect(page.state.exit.error?.error_code).toBe('INSUFFICIENT_CREDENTIALS');
    const late = await follow(bank, 'POST', path, allow);
    expect(late.address).not.toContain('oauth_state_id');
  });

  test('update mode connects at once', async () => {
    const accessToken = await linkAccessToken(bank, { institutionId: oauthBank, daysRequested: 30 });
    await bank.call('/sandbox/item/reset_login', { access_token: accessToken });
    const linkToken = await createWidgetToken(bank, { ...updateOf(accessToken), redirect_uri: redirectUri });
    const browser = await openWidget(bank, linkToken);
    expect((await browser.submit('consent')).title).toBe('Continue at Platypus OAuth Bank · Bank Link');
    const { state } = await browser.submit('oauth');
    const { address } = await follow(bank, 'POST', bankPath(state.redirect ?? ''), allow);
    const resumed = await openWidget(bank, linkToken, { receivedRedirectUri: address });
    expect(resumed.page.title).toBe('Connected · Bank Link');
    const { body } = await bank.call('/item/get', { access_token: accessToken });
    expect(body['item']).toMatchObject({ error: null });
  });
});

test('only the widget opens the bank in a new window, and the frame gets the answer', async () => {
  const browser = await openWidget(bank, await createWidgetToken(bank));
  await browser.submit('consent');
  const before = await browser.submit('institutions', `institution_id=${oauthBank}`);
  expect(before.markup).toContain('target="_blank"');
  const answerPath = before.state.answerPath ?? '';
  const there = await follow(bank, 'POST', before.address, '');
  expect(there.title).toBe('Share your data · Platypus OAuth Bank');
  expect((await follow(bank, 'GET', answerPath)).markup).toBe('');
  expect((await follow(bank, 'POST', there.address, allow)).title).toBe('All done · Platypus OAuth Bank');
  const next = (await follow(bank, 'GET', answerPath)).markup;
  expect((await follow(bank, 'GET', next)).title).toBe('Choose accounts · Bank Link');
});

describe('the bank’s own pages', () => {
  test('say that a login was not accepted, and keep the username', async () => {
    const { path } = await leaveForBank(await createWidgetToken(bank, { redirect_uri: redirectUri }));
    const page = await follow(bank, 'POST', path, 'decision=allow&username=user_good&password=nope');
    expect([page.status, page.title]).toEqual([200, 'Error: share your data · Platypus OAuth Bank']);
    expect(page.markup).toContain('role="alert"');
    expect(page.markup).toContain('value="user_good"');
    expect(page.markup).not.toContain('nope');
    expect((await follow(bank, 'POST', path, allow)).address).toContain('oauth_state_id');
  });

  test('take one decision', async () => {
    const { path } = await leaveForBank(await createWidgetToken(bank, { redirect_uri: redirectUri }));
    await follow(bank, 'POST', path, 'decision=refuse');
    for (const method of ['GET', 'POST'] as const) {
      const late = await follow(bank, method, path, method === 'POST' ? allow : undefined);
      expect([late.status, late.title]).toEqual([410, 'All done · Platypus OAuth Bank']);
    }
  });

  test('may not be framed, and do not exist without a session', async () => {
    const { path } = await leaveForBank(await createWidgetToken(bank, { redirect_uri: redirectUri }));
    const { headers } = await follow(bank, 'GET', path);
    expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'");
    expect((await follow(bank, 'GET', `${prefix}/oauth-bank/none`)).status).toBe(404);
  });
});

test('this bank accepts no password on the pages of Link', async () => {
  const browser = await openWidget(bank, await createWidgetToken(bank));
  await browser.submit('consent');
  await browser.submit('institutions', `institution_id=${oauthBank}`);
  expect((await browser.submit('login', goodLogin)).title).toBe(
    'Continue at Platypus OAuth Bank · Bank Link',
  );
});

describe('/sandbox/oauth/select_accounts', () => {
  const select = async (address: string, accounts: readonly string[]) => {
    const oauthStateId = bankPath(address).split('/').at(-1);
    return bank.call('/sandbox/oauth/select_accounts', { oauth_state_id: oauthStateId, accounts });
  };

  test('leaves only the accounts that were chosen at the bank, the last time that it is called', async () => {
    const browser = await createHostedLink(bank);
    const there = await goToBank(browser);
    expect((await select(there.address, ['6602', '9375'])).status).toBe(200);
    expect((await select(there.address, ['6602'])).status).toBe(200);
    const accounts = await follow(bank, 'POST', there.address, allow);
    expect(accounts.markup.match(/name="account"/g)).toHaveLength(1);
    await browser.submit('accounts', 'account=checking&account=card');
    const { body } = await bank.call('/link/token/get', { link_token: browser.linkToken });
    expect(body['link_sessions']).toMatchObject([
      { results: { item_add_results: [{ accounts: [{ mask: '6602' }] }] } },
    ]);
  });

  test("does not affect another bank's accounts", async () => {
    const browser = await createHostedLink(bank);
    const there = await goToBank(browser);
    await select(there.address, ['6602']);
    await follow(bank, 'POST', there.address, allow);
    await browser.submit('institutions', 'institution_id=ins_109508');
    const accounts = await browser.submit('login', goodLogin);
    expect(accounts.markup.match(/name="account"/g)).toHaveLength(3);
  });

  test('knows the open OAuth sessions and their accounts', async () => {
    const browser = await createHostedLink(bank);
    const there = await goToBank(browser);
    const errorOf = async (address: string, accounts: string[]) =>
      (await select(address, accounts)).body['error_code'];
    expect(await errorOf(`${there.address}x`, ['6602'])).toBe('OAUTH_STATE_ID_NOT_FOUND');
    expect(await errorOf(there.address, ['6602', '4821'])).toBe('INVALID_ACCOUNT_ID');
    expect(await errorOf(there.address, [])).toBe('INVALID_FIELD');
    await follow(bank, 'POST', there.address, allow);
    expect(await errorOf(there.address, ['6602'])).toBe('OAUTH_STATE_ID_ALREADY_PROCESSED');
  });
});
