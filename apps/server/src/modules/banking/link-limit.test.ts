import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ScriptedBank } from '../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';

/* Plaid's Trial plan counts every connection ever made, of all users. */

let bank: ScriptedBank;
let t: TestApp;
let ana: TestUser;

beforeAll(async () => {
  t = await createTestApp({ provider: new ScriptedBank() });
});
beforeEach(async () => {
  bank = new ScriptedBank();
  bank.capabilities = { ...bank.capabilities, linkLimit: 2 };
  t.useBanks(bank);
  ana = await t.signUp();
});
afterEach(() => t.startAgain());
afterAll(() => t.close());

let links = 0;
const link = (user: TestUser) =>
  user.send({
    method: 'POST',
    url: '/api/plaid/exchange-token',
    body: { public_token: `public-${(links += 1)}` },
  });
const open = (user: TestUser, query = '') =>
  user.send({ method: 'POST', url: `/api/plaid/create-link-token${query}` });
const readLinks = async (user: TestUser) =>
  (await user.send({ url: '/api/plaid/link-limit' })).json<{ links: object | null }>().links;

test('every user sees how many connections are used, ended ones included', async () => {
  expect(await readLinks(ana)).toEqual({ used: 0, limit: 2 });
  await link(ana);
  await ana.send({ method: 'DELETE', url: '/api/plaid/disconnect/item-1' });
  expect(await readLinks(await t.signUp())).toEqual({ used: 1, limit: 2 });
});

test('a repeated exchange counts once', async () => {
  await link(ana);
  links -= 1;
  await link(ana);
  expect(await readLinks(ana)).toEqual({ used: 1, limit: 2 });
});

test('at the limit, new links are refused for everyone and repairs still work', async () => {
  await link(ana);
  await link(ana);
  const bo = await t.signUp();
  const refused = await open(bo);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ error_code: 'LINK_LIMIT_REACHED', retryable: false });
  expect((await bo.send({ url: '/api/plaid/create-link-token' })).headers.location).toContain(
    'error=LINK_LIMIT_REACHED',
  );
  const { rows } = await t.database.db.$client.query('select from bank_consents where user_id = $1', [bo.id]);
  expect(rows).toEqual([]);
  expect((await open(ana, '?itemId=item-2')).json()).toEqual({ link_token: 'link-token-for-access-2' });
});

test('a link that began before the limit is kept, and counted', async () => {
  for (const _ of [1, 2, 3]) expect((await link(ana)).statusCode).toBe(200);
  expect(await readLinks(ana)).toEqual({ used: 3, limit: 2 });
});

test('without a limit, no link is refused or counted, because test banks use up no plan', async () => {
  bank.capabilities = { ...bank.capabilities, linkLimit: null };
  for (const _ of [1, 2, 3]) await link(ana);
  expect(await readLinks(ana)).toBeNull();
  expect((await open(ana)).statusCode).toBe(200);
  bank.capabilities = { ...bank.capabilities, linkLimit: 10 };
  expect(await readLinks(ana)).toEqual({ used: 0, limit: 10 });
});
