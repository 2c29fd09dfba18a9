import type { Connection } from '@oinkly/contract/banking';
import { PRIVACY_NOTICE_DAY } from '@oinkly/contract/privacy';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bankConsents } from '../../db/tables/banking.tables.ts';
import { ScriptedBank } from '../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { listConsents } from './index.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ provider: new ScriptedBank() });
});
afterAll(() => t.close());
beforeEach(() => t.setNow('2026-06-05T19:00:00Z'));

const consentsOf = (user: TestUser) => listConsents(t.deps.db, user.id);
const GIVEN = [{ noticeDay: PRIVACY_NOTICE_DAY, givenAt: new Date('2026-06-05T19:00:00Z') }];

test.each([
  ['a token of the widget', { method: 'POST', url: '/api/plaid/create-link-token' }],
  ['a link session on the provider’s pages', { method: 'GET', url: '/api/plaid/create-link-token' }],
  [
    'a bank that is linked without either',
    { method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: 'public-1' } },
  ],
] as const)('%s notes to what the user agrees, before the first bank is linked', async (_title, request) => {
  const ana = await t.signUp();
  expect(await consentsOf(ana)).toEqual([]);
  expect((await ana.send(request)).statusCode).toBeLessThan(400);
  expect(await consentsOf(ana)).toEqual(GIVEN);
});

test('the first time counts, for each that agrees', async () => {
  const [ana, bo] = [await t.signUp(), await t.signUp()];
  const ask = () => ana.send({ method: 'POST', url: '/api/plaid/create-link-token' });
  await ask();
  t.setNow('2026-06-05T20:00:00Z');
  await ask();
  expect([await consentsOf(ana), await consentsOf(bo)]).toEqual([GIVEN, []]);
});

test.each(['POST', 'GET'] as const)(
  'a repair (%s) records no new consent and keeps the old one',
  async (method) => {
    const ana = await t.signUp();
    const link = { public_token: `public-${ana.id}` };
    await ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body: link });
    const [connection] = (await ana.send({ url: '/api/plaid/connections' })).json<Connection[]>();
    // As if given to an older notice.
    await t.deps.db.delete(bankConsents).where(eq(bankConsents.userId, ana.id));
    const url = `/api/plaid/create-link-token?itemId=${connection?.item_id ?? ''}`;
    expect((await ana.send({ method, url })).statusCode).toBeLessThan(400);
    expect(await consentsOf(ana)).toEqual([]);
  },
);
