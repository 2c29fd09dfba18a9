import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { hashOfToken } from '../../security/secret-token.ts';
import { chosenBank, ScriptedBank, scriptedAccount } from '../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { collectAbandonedLink, linkWithToken } from './linking.service.ts';
import { A_WHILE } from '../../test-support/a-while.ts';

let bank: ScriptedBank;
let t: TestApp;
let ana: TestUser;

beforeAll(async () => {
  t = await createTestApp({ provider: new ScriptedBank() });
});
beforeEach(async () => {
  bank = new ScriptedBank();
  t.useBanks(bank);
  ana = await t.signUp();
});
afterEach(() => t.startAgain());
afterAll(() => t.close());

/** Returns the session's state. */
async function begin(user: TestUser): Promise<string> {
  const answer = await user.send({ url: '/api/plaid/create-link-token' });
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe('http://bank.test/link');
  return new URL(bank.completionUrl).searchParams.get('state') ?? '';
}
const finish = (user: TestUser, body: object) =>
  user.send({ method: 'POST', url: '/api/plaid/oauth-exchange', body });
const connections = async (user: TestUser) =>
  (await user.send({ url: '/api/plaid/connections' })).json<object[]>();

test('linking sends the provider a random state and /oauth-redirect [API-15] [ONB-5] [PD-42]', async () => {
  const state = await begin(ana);
  expect(bank.completionUrl).toBe(`http://localhost:3000/oauth-redirect?state=${state}`);
  expect(Buffer.from(state, 'base64url')).toHaveLength(32);
  expect(await begin(ana)).not.toBe(state);
});

test('many requests to finish a link session make one connection [API-17] [PD-42] [SEC-11]', async () => {
  const state = await begin(ana);
  bank.linkOutcome = { status: 'connected', banks: [chosenBank('public-1')] };
  const answers = await Promise.all([finish(ana, { state }), finish(ana, { state }), finish(ana, { state })]);
  expect(answers.map((answer) => answer.json<unknown>())).toEqual(
    Array(3).fill({ success: true, institutionName: 'Scripted Bank' }),
  );
  expect((await finish(ana, { state })).json()).toEqual({ success: true, institutionName: 'Scripted Bank' });
  expect(await connections(ana)).toHaveLength(1);
  expect((await ana.send({ url: '/api/auth/user' })).json()).toMatchObject({ bankLinked: true });
});

describe('several banks in one link session', () => {
  let state: string;
  /** All requested exchanges, even refused ones. */
  let asked: string[];

  beforeEach(async () => {
    state = await begin(ana);
    bank.linkOutcome = { status: 'connected', banks: [chosenBank('public-1'), chosenBank('public-2')] };
    bank.accountsByToken.set('access-2', [scriptedAccount('other', '2222')]);
    asked = [];
    bank.duringExchange = async (token) => void asked.push(token);
  });

  const bothLinked = { success: true, institutionName: 'Scripted Bank, Scripted Bank' };
  const collect = () => collectAbandonedLink(t.deps, ana.id, hashOfToken(state));
  const failOnce = (failing: string) => {
    bank.duringExchange = async (token) => {
      asked.push(token);
      if (token === failing && asked.filter((one) => one === failing).length === 1)
        throw new AppError('PROVIDER_UNAVAILABLE');
    };
  };

  test('become several connections [PD-42]', async () => {
    expect((await finish(ana, { state })).json()).toEqual(bothLinked);
    expect(await connections(ana)).toHaveLength(2);
  });

  test('are exchanged once each, however many tabs and jobs try [PD-42] [SEC-11]', async () => {
    const answers = await Promise.all([
      finish(ana, { state }),
      collect().catch((error: unknown) => error),
      finish(ana, { state }),
      finish(ana, { state }),
    ]);
    for (const index of [0, 2, 3]) expect(answers[index]).toMatchObject({ statusCode: 200 });
    expect((await finish(ana, { state })).json()).toEqual(bothLinked);
    expect(asked).toEqual(['public-1', 'public-2']);
    expect(await connections(ana)).toHaveLength(2);
  });

  test('are not exchanged again by a tab that was delayed while another did it [PD-42]', async () => {
    const [begun, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    bank.duringLinkRead = async () => {
      bank.duringLinkRead = async () => undefined;
      begun.resolve(undefined);
      await goOn.promise;
    };
    const late = finish(ana, { state });
    await begun.promise;
    expect((await finish(ana, { state })).json()).toEqual(bothLinked);
    goOn.resolve(undefined);
    expect((await late).json()).toEqual(bothLinked);
    expect(asked).toEqual(['public-1', 'public-2']);
  });

  test.each([
    ['the page, asked again,', async () => undefined],
    ['the job, and the page after it,', () => collect()],
  ])("if one bank's exchange fails, %s links the rest [PD-42]", async (_title, before) => {
    failOnce('public-2');
    const failed = await finish(ana, { state });
    expect(failed.json()).toMatchObject({ error_code: 'PROVIDER_UNAVAILABLE', retryable: true });
    expect(await connections(ana)).toHaveLength(1);
    await before();
    expect((await finish(ana, { state })).json()).toEqual(bothLinked);
    expect(asked).toEqual(['public-1', 'public-2', 'public-2']);
    expect(await connections(ana)).toHaveLength(2);
  });

  test("if one bank's exchange fails for one tab, the other waiting tab continues [PD-42]", async () => {
    failOnce('public-2');
    const answers = await Promise.all([finish(ana, { state }), finish(ana, { state })]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 503]);
    expect(asked).toEqual(['public-1', 'public-2', 'public-2']);
    expect(await connections(ana)).toHaveLength(2);
  });

  test('if a process died between exchange and storing, the other banks are still linked [PD-42]', async () => {
    await bank.exchangeToken('public-1');
    expect((await finish(ana, { state })).json()).toEqual({
      success: true,
      institutionName: 'Scripted Bank',
    });
    expect(await connections(ana)).toHaveLength(1);
    await collect();
    expect(asked).toEqual(['public-1', 'public-1', 'public-2']);
  });

  test('if all exchanges were lost, the user is asked to link again and polling ends [PD-42]', async () => {
    for (const token of ['public-1', 'public-2']) await bank.exchangeToken(token);
    for (let times = 0; times < 2; times += 1) {
      const answer = await finish(ana, { state });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ error_code: 'ONE_TIME_TOKEN_INVALID' });
    }
    await collect();
    expect(asked).toHaveLength(4);
    expect(await connections(ana)).toEqual([]);
  });

  test("a connection that can't be stored ends at the provider; others are linked [PD-42] [SEC-12]", async () => {
    const { $client } = t.database.db;
    await $client.query(
      `alter table connections add constraint full_up check (provider_connection_id <> 'item-2')`,
    );
    expect((await finish(ana, { state })).statusCode).toBe(500);
    await expect.poll(() => bank.removed).toEqual(['access-2']);
    await $client.query('alter table connections drop constraint full_up');
    expect((await finish(ana, { state })).json()).toEqual({
      success: true,
      institutionName: 'Scripted Bank',
    });
    expect(await connections(ana)).toHaveLength(1);
  });

  test("a bank added after the job's check is linked when the user returns [PD-42]", async () => {
    bank.linkOutcome = { status: 'connected', banks: [chosenBank('public-1')] };
    await collect();
    expect(await connections(ana)).toHaveLength(1);
    bank.linkOutcome = { status: 'connected', banks: [chosenBank('public-1'), chosenBank('public-2')] };
    expect((await finish(ana, { state })).json()).toEqual(bothLinked);
    expect(asked).toEqual(['public-1', 'public-2']);
  });
});

test('waits for results that are not there yet [PD-42]', async () => {
  const state = await begin(ana);
  const answer = finish(ana, { state });
  setTimeout(() => {
    bank.linkOutcome = { status: 'connected', banks: [chosenBank('public-1')] };
  }, 700);
  expect((await answer).json()).toMatchObject({ success: true });
});

test('leaving without a bank is no error and connects nothing [PD-42]', async () => {
  const state = await begin(ana);
  bank.linkOutcome = { status: 'left' };
  const answer = await finish(ana, { state });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ success: false, institutionName: null });
  expect(await connections(ana)).toEqual([]);
});

test('unknown, expired or foreign states answer alike and link nothing [SEC-11] [SEC-1] [API-17]', async () => {
  const state = await begin(ana);
  bank.linkOutcome = { status: 'connected', banks: [chosenBank('public-1')] };
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

test('the job links the bank of a session whose tab was closed, once [PD-42]', async () => {
  const state = await begin(ana);
  const collect = () => collectAbandonedLink(t.deps, ana.id, hashOfToken(state));
  await expect(collect()).rejects.toMatchObject({ code: 'LINK_NOT_FINISHED' });
  bank.linkOutcome = { status: 'connected', banks: [chosenBank('public-1')] };
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

test('access tokens are stored sealed, states and one-time tokens hashed [SEC-9] [SEC-11]', async () => {
  const state = await begin(ana);
  bank.linkOutcome = { status: 'connected', banks: [chosenBank('public-1')] };
  await finish(ana, { state });
  const { rows } = await t.database.db.$client.query<{ text: string }>(
    `select row_to_json(c)::text || row_to_json(l)::text as text from connections c, link_sessions l`,
  );
  expect(rows).toHaveLength(1);
  for (const secret of [
    'access-1',
    Buffer.from('access-1').toString('hex'),
    state,
    Buffer.from(state).toString('hex'),
    'public-1',
  ]) {
    expect(rows[0]?.text).not.toContain(secret);
  }
});

test('a bank that goes silent after the exchange is linked; the first sync gets its name [PD-42]', async () => {
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

test('only the user who exchanged a token gets its connection, also on reload [OA-1] [SEC-11]', async () => {
  const exchange = (user: TestUser) =>
    user.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: 'public-1' } });
  const answers = [...(await Promise.all([exchange(ana), exchange(ana)])), await exchange(ana)];
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
  expect(bank.exchanged).toEqual(['public-1']);
  expect(await connections(ana)).toHaveLength(1);

  const bob = await t.signUp();
  expect((await exchange(bob)).json()).toMatchObject({ error_code: 'ONE_TIME_TOKEN_INVALID' });
  expect(await connections(bob)).toEqual([]);
});

test('a connection that cannot be stored is ended at the provider [SEC-12]', async () => {
  const gone = await t.signUp();
  // Another tab deletes the account.
  bank.duringExchange = async () => {
    await gone.send({ method: 'DELETE', url: '/api/user/account' });
  };
  const link = linkWithToken(t.deps, {
    ownerId: gone.id,
    provider: 'plaid',
    bank: chosenBank('public-1'),
  });
  await expect(link).rejects.toThrow();
  await expect.poll(() => bank.removed).toEqual(['access-1']);
});

test('a failed end at the provider is retried with the token sealed [SEC-9] [SEC-12] [DEL-3]', async () => {
  const gone = await t.signUp();
  bank.duringExchange = async () => {
    await gone.send({ method: 'DELETE', url: '/api/user/account' });
  };
  const remove = vi
    .spyOn(bank, 'removeConnection')
    .mockRejectedValueOnce(new AppError('PROVIDER_UNAVAILABLE'));
  const link = linkWithToken(t.deps, {
    ownerId: gone.id,
    provider: 'plaid',
    bank: chosenBank('public-1'),
  });
  await expect(link).rejects.toThrow();
  const { $client } = t.database.db;
  const waiting = async () =>
    (await $client.query<{ data: string }>(`select data::text from pgboss.job where state = 'retry'`)).rows;
  await expect.poll(waiting).toHaveLength(1);
  expect(bank.removed).toEqual([]);
  expect((await waiting())[0]?.data).not.toContain('access-1');
  await $client.query('update pgboss.job set start_after = now()');
  await vi.waitFor(() => expect(bank.removed).toEqual(['access-1']), A_WHILE);
  expect(remove).toHaveBeenCalledTimes(2);
});

test('when it can be neither stored nor ended later, the provider is asked at once [SEC-12]', async () => {
  const { $client } = t.database.db;
  bank.duringExchange = async () => {
    await $client.query(`alter table connections add constraint full_up check (false)`);
    await $client.query(
      `alter table pgboss.job_common add constraint full_up check (name <> 'remove-connection')`,
    );
  };
  onTestFinished(async () => {
    for (const table of ['connections', 'pgboss.job_common'])
      await $client.query(`alter table ${table} drop constraint full_up`);
  });
  const link = linkWithToken(t.deps, {
    ownerId: ana.id,
    provider: 'plaid',
    bank: chosenBank('public-1'),
  });
  await expect(link).rejects.toThrow();
  expect(bank.removed).toEqual(['access-1']);
});

describe('a bank that is connected already', () => {
  const chosen = { ...chosenBank('public-2'), institutionId: 'ins_1', accounts: bankAccounts('1111') };
  /** The chosen accounts as the provider reports them before an exchange. */
  function bankAccounts(...masks: string[]) {
    return masks.map((mask) => {
      const { name, type, subtype } = scriptedAccount('checking', mask);
      return { name, type, subtype, mask };
    });
  }
  let exchanged: string[];

  beforeEach(async () => {
    await ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: 'public-1' } });
    await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
    exchanged = [];
    bank.duringExchange = async (token) => void exchanged.push(token);
  });

  test('is not exchanged again if all its chosen accounts exist, by pages or widget', async () => {
    const state = await begin(ana);
    bank.linkOutcome = { status: 'connected', banks: [chosen] };
    const linked = { success: true, institutionName: 'Scripted Bank' };
    expect((await finish(ana, { state })).json()).toEqual(linked);
    const body = { public_token: 'public-3', institution_id: 'ins_1', accounts: chosen.accounts };
    expect((await ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body })).json()).toEqual(
      linked,
    );
    expect(exchanged).toEqual([]);
    expect(await connections(ana)).toMatchObject([{ item_id: 'item-1' }]);
  });

  test.each([
    ['an account that is not there yet', { ...chosen, accounts: bankAccounts('1111', '2222') }],
    ['another bank', { ...chosen, institutionId: 'ins_2' }],
    [
      'accounts that look the same at the bank',
      { ...chosen, accounts: [{ ...chosen.accounts[0], mask: null }] },
    ],
  ])('is exchanged with %s', async (_title, other) => {
    const state = await begin(ana);
    bank.linkOutcome = { status: 'connected', banks: [other as typeof chosen] };
    await finish(ana, { state });
    expect(exchanged).toEqual(['public-2']);
  });

  test('is exchanged for another user, and when the connection needs a login', async () => {
    bank.linkOutcome = { status: 'connected', banks: [chosen] };
    const bob = await t.signUp();
    await finish(bob, { state: await begin(bob) });
    expect(exchanged).toEqual(['public-2']);
    await bob.send({ method: 'POST', url: '/api/auto-import-transactions' });
    bank.answer(new AppError('BANK_LOGIN_REQUIRED'));
    await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
    await finish(ana, { state: await begin(ana) });
    expect(exchanged).toEqual(['public-2', 'public-2']);
  });
});

describe('repairing a login', () => {
  const repair = { url: '/api/plaid/create-link-token?itemId=item-1' } as const;

  beforeEach(async () => {
    await ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: 'public-1' } });
    await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
    bank.answer(new AppError('BANK_LOGIN_REQUIRED'));
    await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
    expect(await connections(ana)).toMatchObject([{ item_id: 'item-1', status: 'login_required' }]);
  });

  test.each([
    ['reports the same connection', { status: 'connected', banks: [chosenBank('public-1')] }],
    ['reports none', { status: 'connected', banks: [] }],
  ] as const)('keeps the connection and exchanges nothing when the session %s', async (_title, outcome) => {
    let exchanges = 0;
    bank.duringExchange = async () => void (exchanges += 1);
    expect((await ana.send(repair)).statusCode).toBe(302);
    expect(bank.repaired).toBe('access-1');
    bank.linkOutcome = { ...outcome, banks: [...outcome.banks] };
    const state = new URL(bank.completionUrl).searchParams.get('state') ?? '';
    expect((await finish(ana, { state })).json()).toEqual({
      success: true,
      institutionName: 'Scripted Bank',
    });
    await expect
      .poll(() => connections(ana))
      .toMatchObject([{ item_id: 'item-1', status: 'healthy', error_message: null }]);
    expect(exchanges).toBe(0);
  });

  test('the widget gets a token for the same connection, which a sync then confirms', async () => {
    const answer = await ana.send({ ...repair, method: 'POST' });
    expect(answer.json()).toEqual({ link_token: 'link-token-for-access-1' });
  });

  test('a foreign connection answers like a missing one [SEC-1]', async () => {
    const bob = await t.signUp();
    for (const user of [bob, ana]) {
      const itemId = user === bob ? 'item-1' : 'missing';
      const answer = await user.send({
        method: 'POST',
        url: `/api/plaid/create-link-token?itemId=${itemId}`,
      });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ error_code: 'CONNECTION_NOT_FOUND' });
    }
  });
});
