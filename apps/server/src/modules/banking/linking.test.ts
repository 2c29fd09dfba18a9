import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../app-error.ts';
import { hashOfToken } from '../../secret-token.ts';
import { ScriptedBank, scriptedAccount } from '../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { collectAbandonedLink, linkWithPublicToken } from './linking.service.ts';

let bank: ScriptedBank;
let t: TestApp;
let ana: TestUser;

beforeEach(async () => {
  bank = new ScriptedBank();
  t = await createTestApp({ provider: bank });
  ana = await t.signUp();
});
afterEach(() => t.close());

/** Begins a visit to the provider's pages; its state. */
async function begin(person: TestUser): Promise<string> {
  const answer = await person.send({ url: '/api/plaid/create-link-token' });
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe('http://bank.test/link');
  return new URL(bank.completionUrl).searchParams.get('state') ?? '';
}
const finish = (person: TestUser, body: object) =>
  person.send({ method: 'POST', url: '/api/plaid/oauth-exchange', body });
const connections = async (person: TestUser) =>
  (await person.send({ url: '/api/plaid/connections' })).json<object[]>();

test('the navigation leads to the provider’s pages, which return to /oauth-redirect with an unguessable state [API-15] [ONB-5] [PD-42]', async () => {
  const state = await begin(ana);
  expect(bank.completionUrl).toBe(`http://localhost:3000/oauth-redirect?state=${state}`);
  expect(Buffer.from(state, 'base64url')).toHaveLength(32);
  expect(await begin(ana)).not.toBe(state);
});

test('a finished visit becomes one connection, however often and from how many tabs it is told [API-17] [PD-42] [SEC-11]', async () => {
  const state = await begin(ana);
  bank.visit = { status: 'connected', publicTokens: ['public-1'] };
  const answers = await Promise.all([finish(ana, { state }), finish(ana, { state }), finish(ana, { state })]);
  expect(answers.map((answer) => answer.json<unknown>())).toEqual(
    Array(3).fill({ success: true, institutionName: 'Scripted Bank' }),
  );
  expect((await finish(ana, { state })).json()).toEqual({ success: true, institutionName: 'Scripted Bank' });
  expect(await connections(ana)).toHaveLength(1);
  expect((await ana.send({ url: '/api/auth/user' })).json()).toMatchObject({ bankLinked: true });
});

test('several banks in one visit become several connections [PD-42]', async () => {
  const state = await begin(ana);
  bank.accountsByToken.set('access-2', [scriptedAccount('other', '2222')]);
  bank.visit = { status: 'connected', publicTokens: ['public-1', 'public-2'] };
  await finish(ana, { state });
  expect(await connections(ana)).toHaveLength(2);
});

test('results that are not there yet are waited for [PD-42]', async () => {
  const state = await begin(ana);
  const answer = finish(ana, { state });
  setTimeout(() => {
    bank.visit = { status: 'connected', publicTokens: ['public-1'] };
  }, 700);
  expect((await answer).json()).toMatchObject({ success: true });
});

test('leaving without a bank is told as such and connects nothing [PD-42]', async () => {
  const state = await begin(ana);
  bank.visit = { status: 'left' };
  const answer = await finish(ana, { state });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ error_code: 'LINK_NOT_FINISHED', retryable: true });
  expect(await connections(ana)).toEqual([]);
});

test('a state that is unknown, expired or somebody else’s answers the same and connects nothing [SEC-11] [SEC-1] [API-17]', async () => {
  const state = await begin(ana);
  bank.visit = { status: 'connected', publicTokens: ['public-1'] };
  const bob = await t.signUp();
  const foreign = await finish(bob, { state });
  t.setNow('2026-06-05T20:00:01Z');
  for (const answer of [
    foreign,
    await finish(ana, { state: 'made-up' }),
    await finish(ana, { state }),
    await finish(ana, {}),
    await finish(ana, { authorization_code: 'opaque', state: null }),
  ]) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error_code: 'LINK_STATE_INVALID' });
  }
  expect([...(await connections(ana)), ...(await connections(bob))]).toEqual([]);
});

test('a visit whose tab was closed is collected by the job, once [PD-42]', async () => {
  const state = await begin(ana);
  const collect = () => collectAbandonedLink(t.deps, ana.id, hashOfToken(state));
  await expect(collect()).rejects.toMatchObject({ code: 'LINK_NOT_FINISHED' });
  bank.visit = { status: 'connected', publicTokens: ['public-1'] };
  await collect();
  await collect();
  expect(await connections(ana)).toHaveLength(1);
  const { rows } = await t.database.db.$client.query<{ name: string; minutes: number }>(
    `select name, extract(epoch from start_after - created_on)::int / 60 as minutes from pgboss.job where name = 'collect-link'`,
  );
  expect(rows).toEqual([{ name: 'collect-link', minutes: 2 }]);
});

test('a link token is made for the widget [API-15]', async () => {
  expect((await ana.send({ method: 'POST', url: '/api/plaid/create-link-token' })).json()).toEqual({
    link_token: 'link-token',
  });
});

test('an access token is stored only sealed, a state only hashed [SEC-9] [SEC-11]', async () => {
  const state = await begin(ana);
  bank.visit = { status: 'connected', publicTokens: ['public-1'] };
  await finish(ana, { state });
  const { rows } = await t.database.db.$client.query<{ text: string }>(
    `select row_to_json(c)::text || row_to_json(l)::text as text from connections c, link_attempts l`,
  );
  expect(rows).toHaveLength(1);
  for (const secret of [
    'access-1',
    Buffer.from('access-1').toString('hex'),
    state,
    Buffer.from(state).toString('hex'),
  ]) {
    expect(rows[0]?.text).not.toContain(secret);
  }
});

test('a bank that falls silent right after the exchange is linked all the same, and the first sync learns its name [PD-42]', async () => {
  bank.silence = new AppError('BANK_UNAVAILABLE');
  const link = {
    method: 'POST',
    url: '/api/plaid/exchange-token',
    body: { public_token: 'public-1' },
  } as const;
  expect((await ana.send(link)).json()).toEqual({ success: true, institutionName: 'Your bank' });
  expect(await connections(ana)).toHaveLength(1);
  bank.silence = null;
  await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
  await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
  expect(await connections(ana)).toMatchObject([{ institution_name: 'Scripted Bank', status: 'healthy' }]);
});

test('when the connection cannot be stored, it is ended at the provider rather than forgotten [SEC-12]', async () => {
  const gone = await t.signUp();
  const link = linkWithPublicToken(t.deps, {
    ownerId: randomUUID(),
    provider: 'plaid',
    publicToken: 'public-1',
  });
  await expect(link).rejects.toThrow();
  expect(bank.removed).toEqual(['access-1']);
  expect(await connections(gone)).toEqual([]);
});
