import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apiClient, prefix } from './test-support/api-client.ts';
import { linkAccessToken, startTestBank, type TestBank } from './test-support/test-bank.ts';

let bank: TestBank;
beforeEach(async () => {
  bank = await startTestBank();
});
afterEach(() => bank.close());

const linkRequest = {
  client_name: 'Oinkly',
  language: 'en',
  country_codes: ['US'],
  user: { client_user_id: 'user-1' },
  products: ['transactions'],
};

async function errorCode(path: string, body: Record<string, unknown>): Promise<unknown> {
  const answer = await bank.call(path, body);
  expect(answer.status).toBe(400);
  return answer.body['error_code'];
}

describe('credentials', () => {
  const ask = { institution_id: 'ins_109508', country_codes: ['US'] };

  test('are taken from the body as well as from headers', async () => {
    const body = { ...ask, client_id: apiClient.clientId, secret: apiClient.secret };
    expect((await bank.callAs({}, '/institutions/get_by_id', body)).status).toBe(200);
  });

  test.each([
    ['client', { 'plaid-client-id': 'wrong', 'plaid-secret': apiClient.secret }],
    ['secret', { 'plaid-client-id': apiClient.clientId, 'plaid-secret': 'wrong' }],
  ])('a wrong %s is INVALID_API_KEYS', async (_, headers) => {
    const { status, body } = await bank.callAs(headers, '/institutions/get_by_id', ask);
    expect([status, body['error_type'], body['error_code']]).toEqual([
      400,
      'INVALID_INPUT',
      'INVALID_API_KEYS',
    ]);
  });

  test('that are missing are named', async () => {
    const { body } = await bank.callAs({}, '/institutions/get_by_id', ask);
    expect(body['error_code']).toBe('MISSING_FIELDS');
    expect(body['error_message']).toContain('client_id, secret');
  });
});

test('every answer is JSON', async () => {
  const answer = await bank.app.inject({ method: 'POST', url: `${prefix}/institutions/get_by_id` });
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

describe('a body that does not fit', () => {
  test.each([
    ['/link/token/create', 'client_name, language, country_codes'],
    ['/link/token/get', 'link_token'],
    ['/item/public_token/exchange', 'public_token'],
    ['/item/get', 'access_token'],
    ['/item/remove', 'access_token'],
    ['/item/webhook/update', 'access_token'],
    ['/accounts/get', 'access_token'],
    ['/accounts/balance/get', 'access_token'],
    ['/transactions/sync', 'access_token'],
    ['/transactions/refresh', 'access_token'],
    ['/webhook_verification_key/get', 'key_id'],
    ['/institutions/get_by_id', 'institution_id, country_codes'],
    ['/institutions/search', 'query, country_codes'],
    ['/sandbox/public_token/create', 'institution_id, initial_products'],
    ['/sandbox/item/reset_login', 'access_token'],
    ['/sandbox/item/fire_webhook', 'access_token, webhook_code'],
    ['/sandbox/transactions/create', 'access_token, transactions'],
  ])('%s names the fields that are missing', async (path, fields) => {
    const { status, body } = await bank.call(path, {});
    expect([status, body['error_type'], body['error_code']]).toEqual([
      400,
      'INVALID_REQUEST',
      'MISSING_FIELDS',
    ]);
    expect(body['error_message']).toBe(`the following required fields are missing: ${fields}`);
  });

  test('names unknown fields', async () => {
    const { body } = await bank.call('/item/get', { access_token: 'x', surprise: 1 });
    expect(body['error_code']).toBe('UNKNOWN_FIELDS');
    expect(body['error_message']).toContain('surprise');
  });

  test.each([0, 501, 1.5, '100'])('count %s is INVALID_FIELD', async (count) => {
    expect(await errorCode('/transactions/sync', { access_token: 'x', count })).toBe('INVALID_FIELD');
  });

  test.each([
    ['{ broken', 'application/json', 'INVALID_BODY'],
    ['[]', 'application/json', 'INVALID_BODY'],
    ['a=b', 'text/plain', 'INVALID_HEADERS'],
  ])('%s as %s is %s', async (payload, contentType, code) => {
    const headers = {
      'content-type': contentType,
      'plaid-client-id': apiClient.clientId,
      'plaid-secret': apiClient.secret,
    };
    const response = await bank.app.inject({ method: 'POST', url: `${prefix}/item/get`, headers, payload });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error_type: 'INVALID_REQUEST', error_code: code });
  });

  test('an unknown path is NOT_FOUND', async () => {
    const response = await bank.app.inject({ method: 'POST', url: `${prefix}/no/such/path`, payload: {} });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ error_code: 'NOT_FOUND' });
  });
});

describe('/link/token/create', () => {
  test('without Hosted Link gives a token for four hours and no address', async () => {
    const { body } = await bank.call('/link/token/create', linkRequest);
    expect(body['link_token']).toMatch(/^link-sandbox-[0-9a-f-]{36}$/);
    expect(body['expiration']).toBe('2026-06-10T23:00:00.000Z');
    expect(body).not.toHaveProperty('hosted_link_url');
  });

  test('with an empty hosted_link gives an address for 30 minutes, with a lifetime for that long', async () => {
    const half = await bank.call('/link/token/create', { ...linkRequest, hosted_link: {} });
    expect(half.body['expiration']).toBe('2026-06-10T19:30:00.000Z');
    expect(half.body['hosted_link_url']).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/plaid-emulator\/hosted-link\/\w{43}$/,
    );
    const minute = await bank.call('/link/token/create', {
      ...linkRequest,
      hosted_link: { url_lifetime_seconds: 60 },
    });
    expect(minute.body['expiration']).toBe('2026-06-10T19:01:00.000Z');
  });

  test('in update mode lasts 30 minutes and takes no products', async () => {
    const accessToken = await linkAccessToken(bank);
    const { products: _, ...update } = { ...linkRequest, access_token: accessToken };
    expect((await bank.call('/link/token/create', update)).body['expiration']).toBe(
      '2026-06-10T19:30:00.000Z',
    );
    expect(await errorCode('/link/token/create', { ...update, products: ['transactions'] })).toBe(
      'INVALID_FIELD',
    );
    expect(await errorCode('/link/token/create', { ...update, access_token: 'nope' })).toBe(
      'INVALID_ACCESS_TOKEN',
    );
  });

  test.each([
    ['https://oinkly.example/back?state=1', 'INVALID_FIELD'],
    ['https://oinkly.example/back#top', 'INVALID_FIELD'],
    ['https://elsewhere.example/back', 'INVALID_FIELD'],
    ['http://oinkly.example/back', 'INVALID_FIELD'],
    ['http://[::1]:3000/back', 'INVALID_FIELD'],
    ['back', 'INVALID_FIELD'],
  ])('refuses the redirect_uri %s', async (redirectUri, code) => {
    expect(await errorCode('/link/token/create', { ...linkRequest, redirect_uri: redirectUri })).toBe(code);
  });

  test.each(['https://oinkly.example/back', 'http://localhost:3000/oauth-redirect'])(
    'accepts the redirect_uri %s',
    async (redirectUri) => {
      expect(
        (await bank.call('/link/token/create', { ...linkRequest, redirect_uri: redirectUri })).status,
      ).toBe(200);
    },
  );

  test.each([
    [{ products: [] }, 'MISSING_FIELDS'],
    [{ user: undefined }, 'MISSING_FIELDS'],
    [{ products: ['auth'] }, 'INVALID_PRODUCT'],
    [{ optional_products: ['transactions'] }, 'INVALID_FIELD'],
    [{ transactions: { days_requested: 0 } }, 'INVALID_FIELD'],
    [{ transactions: { days_requested: 731 } }, 'INVALID_FIELD'],
    [{ webhook: 'not a url' }, 'INVALID_FIELD'],
    [{ country_codes: ['XX'] }, 'INVALID_FIELD'],
    [{ hosted_link: { url_lifetime_seconds: 21 * 86_400 + 1 } }, 'INVALID_FIELD'],
    [{ hosted_link: { completion_redirect_uri: 'javascript:alert(1)' } }, 'INVALID_FIELD'],
  ])('refuses %j as %s', async (change, code) => {
    expect(await errorCode('/link/token/create', { ...linkRequest, ...change })).toBe(code);
  });
});

test('/link/token/get repeats the request before the link is opened', async () => {
  const created = await bank.call('/link/token/create', {
    ...linkRequest,
    webhook: 'https://oinkly.example/hook',
    account_filters: { depository: { account_subtypes: ['checking'] } },
  });
  const { body } = await bank.call('/link/token/get', { link_token: created.body['link_token'] });
  expect(body).toMatchObject({
    created_at: '2026-06-10T19:00:00.000Z',
    link_sessions: [],
    metadata: {
      initial_products: ['transactions'],
      webhook: 'https://oinkly.example/hook',
      client_name: 'Oinkly',
      account_filters: { depository: { account_subtypes: ['checking'] } },
    },
  });
  expect(await errorCode('/link/token/get', { link_token: 'link-sandbox-none' })).toBe('INVALID_LINK_TOKEN');
});

describe('a public token', () => {
  async function publicToken(): Promise<unknown> {
    const { body } = await bank.call('/sandbox/public_token/create', {
      institution_id: 'ins_109508',
      initial_products: ['transactions'],
    });
    return body['public_token'];
  }

  test('is exchanged once', async () => {
    const token = await publicToken();
    const { body } = await bank.call('/item/public_token/exchange', { public_token: token });
    expect(body['access_token']).toMatch(/^access-sandbox-[0-9a-f-]{36}$/);
    expect(body['item_id']).toMatch(/^\w{37}$/);
    expect(await errorCode('/item/public_token/exchange', { public_token: token })).toBe(
      'INVALID_PUBLIC_TOKEN',
    );
  });

  test('can be exchanged for 30 minutes', async () => {
    const token = await publicToken();
    bank.setNow('2026-06-10T19:30:00Z');
    expect(await errorCode('/item/public_token/exchange', { public_token: token })).toBe(
      'INVALID_PUBLIC_TOKEN',
    );
  });

  test('that was never issued is INVALID_PUBLIC_TOKEN', async () => {
    expect(await errorCode('/item/public_token/exchange', { public_token: 'public-sandbox-x' })).toBe(
      'INVALID_PUBLIC_TOKEN',
    );
  });
});

describe('an item', () => {
  test('names its institution, products and state', async () => {
    const accessToken = await linkAccessToken(bank, { institutionId: 'ins_109511' });
    const { body } = await bank.call('/item/get', { access_token: accessToken });
    expect(body).toMatchObject({
      item: {
        institution_id: 'ins_109511',
        institution_name: 'Tartan Bank',
        error: null,
        billed_products: ['transactions'],
      },
      status: { transactions: { last_successful_update: null } },
    });
  });

  test('that is removed is unknown to every call, and only that one', async () => {
    const accessToken = await linkAccessToken(bank);
    const other = await linkAccessToken(bank);
    expect(
      (await bank.call('/item/remove', { access_token: accessToken, reason_code: 'OTHER' })).status,
    ).toBe(200);
    for (const path of ['/item/get', '/item/remove', '/accounts/get', '/transactions/sync']) {
      expect(await errorCode(path, { access_token: accessToken })).toBe('ITEM_NOT_FOUND');
    }
    expect((await bank.call('/accounts/get', { access_token: other })).status).toBe(200);
  });

  test('of an unknown access token is INVALID_ACCESS_TOKEN for every call', async () => {
    for (const path of ['/item/get', '/item/remove', '/accounts/get', '/transactions/sync']) {
      expect(await errorCode(path, { access_token: 'access-sandbox-x' })).toBe('INVALID_ACCESS_TOKEN');
    }
  });
});

describe('/accounts/get', () => {
  test('lists checking, savings and card with balances in cents', async () => {
    const { body } = await bank.call('/accounts/get', { access_token: await linkAccessToken(bank) });
    expect(body['accounts']).toMatchObject([
      { name: 'Everyday Checking', mask: '4821', type: 'depository', subtype: 'checking' },
      { name: 'Rainy Day Savings', mask: '7730', type: 'depository', subtype: 'savings' },
      {
        name: 'Billfold Visa',
        mask: '1094',
        type: 'credit',
        subtype: 'credit card',
        balances: { limit: 6000 },
      },
    ]);
  });

  test('filters by id and refuses other items’ ids', async () => {
    const accessToken = await linkAccessToken(bank);
    const all = await bank.call('/accounts/get', { access_token: accessToken });
    const [first] = z.array(z.looseObject({ account_id: z.string() })).parse(all.body['accounts']);
    const ids = { access_token: accessToken, options: { account_ids: [first?.account_id] } };
    expect((await bank.call('/accounts/get', ids)).body['accounts']).toEqual([first]);
    const foreign = {
      access_token: await linkAccessToken(bank),
      options: { account_ids: [first?.account_id] },
    };
    expect(await errorCode('/accounts/get', foreign)).toBe('INVALID_ACCOUNT_ID');
  });
});

describe('institutions', () => {
  test.each([
    ['ins_109508', 'First Platypus Bank'],
    ['ins_109509', 'First Gingham Credit Union'],
    ['ins_109510', 'Tattersall Federal Credit Union'],
    ['ins_109511', 'Tartan Bank'],
    ['ins_109512', 'Houndstooth Bank'],
  ])('%s is %s', async (institutionId, name) => {
    const { body } = await bank.call('/institutions/get_by_id', {
      institution_id: institutionId,
      country_codes: ['US'],
      options: { include_optional_metadata: true },
    });
    expect(body['institution']).toMatchObject({ name, oauth: false, products: ['transactions'] });
  });

  test('of another country or id are INVALID_INSTITUTION', async () => {
    const path = '/institutions/get_by_id';
    expect(await errorCode(path, { institution_id: 'ins_1', country_codes: ['US'] })).toBe(
      'INVALID_INSTITUTION',
    );
    expect(await errorCode(path, { institution_id: 'ins_109508', country_codes: ['GB'] })).toBe(
      'INVALID_INSTITUTION',
    );
  });

  test('are found by words of their names, in any case', async () => {
    const found = async (search: Record<string, unknown>) => {
      const { body } = await bank.call('/institutions/search', {
        country_codes: ['US'],
        products: null,
        ...search,
      });
      return z
        .array(z.looseObject({ name: z.string() }))
        .parse(body['institutions'])
        .map(({ name }) => name);
    };
    expect(await found({ query: 'first CREDIT' })).toEqual(['First Gingham Credit Union']);
    expect(await found({ query: 'bank', products: ['transactions'] })).toHaveLength(4);
    expect(await found({ query: 'bank', options: { oauth: true } })).toEqual(['Platypus OAuth Bank']);
    expect(await found({ query: 'bank', options: { oauth: false } })).toHaveLength(3);
    expect(await found({ query: 'bank', products: ['auth'] })).toEqual([]);
    expect(await found({ query: 'no such' })).toEqual([]);
  });
});

describe('/sandbox/public_token/create', () => {
  const request = { institution_id: 'ins_109508', initial_products: ['transactions'] };

  test.each([
    [{ institution_id: 'ins_1' }, 'INVALID_INSTITUTION'],
    [{ initial_products: ['auth'] }, 'INVALID_PRODUCT'],
    [{ options: { override_password: 'wrong' } }, 'INVALID_CREDENTIALS'],
    [{ options: { override_password: 'error_ITEM_LOCKED' } }, 'ITEM_LOCKED'],
    [{ options: { transactions: { days_requested: 800 } } }, 'INVALID_FIELD'],
  ])('answers %j with %s', async (change, code) => {
    expect(await errorCode('/sandbox/public_token/create', { ...request, ...change })).toBe(code);
  });

  test('a bank with its own fault answers with a 5xx', async () => {
    const answer = await bank.call('/sandbox/public_token/create', {
      ...request,
      options: { override_password: 'error_INTERNAL_SERVER_ERROR' },
    });
    expect([answer.status, answer.body['error_type']]).toEqual([500, 'API_ERROR']);
  });
});
