import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createRateLimits } from './rate-limits.ts';
import { linkAccessToken, startTestBank } from './test-support/test-bank.ts';

function startCounting() {
  let nowMs = 1000;
  const limits = createRateLimits(true, () => nowMs);
  return {
    pass: (ms: number) => (nowMs += ms),
    /** How many of these calls were answered. */
    call: (times: number, path: string, itemId: string | null): number => {
      let answered = 0;
      for (let call = 0; call < times; call += 1) {
        try {
          limits.count(path, itemId);
          answered += 1;
        } catch (error) {
          expect(error).toMatchObject({ type: 'RATE_LIMIT_EXCEEDED' });
        }
      }
      return answered;
    },
  };
}

describe('a limit per minute', () => {
  test('covers the last 60 seconds, without the calls that were refused', () => {
    const { call, pass } = startCounting();
    expect(call(1, '/transactions/refresh', 'a')).toBe(1);
    pass(30_000);
    expect(call(9, '/transactions/refresh', 'a')).toBe(1);
    pass(29_999);
    expect(call(9, '/transactions/refresh', 'a')).toBe(0);
    pass(1);
    expect(call(9, '/transactions/refresh', 'a')).toBe(1);
    pass(60_000);
    expect(call(9, '/transactions/refresh', 'a')).toBe(2);
  });

  test('holds for each item and each endpoint by itself, and for all items of the client together', () => {
    const { call } = startCounting();
    expect(call(20, '/item/get', 'a')).toBe(15);
    expect(call(20, '/item/get', 'b')).toBe(15);
    expect(call(20, '/accounts/get', 'a')).toBe(15);
    const items = Array.from({ length: 60 }, (_, item) => `item-${item}`);
    const answered = items.map((item) => call(3, '/transactions/refresh', item));
    expect(answered).toEqual(items.map((_, index) => (index < 50 ? 2 : 0)));
  });

  test('has no endpoints for which Plaid names none', () => {
    expect(startCounting().call(500, '/link/token/create', null)).toBe(500);
  });
});

describe('the server', () => {
  test('refuses the call beyond a limit with its error, for this item only, whatever the banks’ clock', async () => {
    const bank = await startTestBank({ enforcesLimits: true });
    const [own, other] = [await linkAccessToken(bank), await linkAccessToken(bank)];
    const getItem = (token: string) => bank.call('/item/get', { access_token: token });
    for (let call = 0; call < 15; call += 1) expect((await getItem(own)).status).toBe(200);
    bank.setNow('2026-08-10T19:00:00Z');
    expect(await getItem(own)).toMatchObject({
      status: 429,
      body: { error_type: 'RATE_LIMIT_EXCEEDED', error_code: 'ITEM_GET_LIMIT' },
    });
    expect((await getItem(other)).status).toBe(200);
    await bank.close();
  });

  test('has no limits unless they are turned on, also at run time', async () => {
    const bank = await startTestBank();
    const request = { access_token: await linkAccessToken(bank) };
    const getBalances = async (calls: number) => {
      const codes: unknown[] = [];
      for (let call = 0; call < calls; call += 1) {
        codes.push((await bank.call('/accounts/balance/get', request)).body['error_code']);
      }
      return codes;
    };
    expect(await getBalances(7)).toEqual(Array.from({ length: 7 }, () => undefined));
    expect(await bank.control('/limits/set', { enforced: true })).toMatchObject({ enforced: true });
    expect((await getBalances(6)).at(-1)).toBe('BALANCE_LIMIT');
    const { limits } = z
      .object({ limits: z.array(z.looseObject({ path: z.string() })) })
      .parse(await bank.control('/limits/list', {}));
    expect(limits.find(({ path }) => path === '/accounts/balance/get')).toEqual({
      path: '/accounts/balance/get',
      per_item: { calls_per_minute: 5, error_code: 'BALANCE_LIMIT' },
      per_client: { calls_per_minute: 1200, error_code: 'ACCOUNTS_BALANCE_GET_LIMIT' },
    });
    await bank.control('/limits/set', { enforced: false });
    expect((await getBalances(1))[0]).toBeUndefined();
    await bank.close();
  });
});
