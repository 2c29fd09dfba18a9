import { randomUUID } from 'node:crypto';
import type { BankAccount, Expense } from '@oinkly/contract/endpoints';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ScriptedBank, scriptedAccount, type ScriptedPage } from '../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { expectSumsToAgree } from '../../test-support/weekly-sums.ts';

/* Ana links one bank through Plaid first, then through SimpleFIN. */

type Row = NonNullable<ScriptedPage['upserted']>[number];

let plaid: ScriptedBank;
let simplefin: ScriptedBank;
let t: TestApp;
let ana: TestUser;

beforeEach(async () => {
  plaid = new ScriptedBank('plaid', 'Plaid');
  simplefin = new ScriptedBank('simplefin', 'SimpleFIN');
  simplefin.institutionId = 'ORG-1';
  simplefin.accounts = [{ ...scriptedAccount('everyday', '1111'), currency: 'USD' }];
  t = await createTestApp({ provider: plaid, moreProviders: [simplefin] });
  ana = await t.signUp();
});
afterEach(async () => {
  await expectSumsToAgree(t.database);
  await t.close();
});

let minutes = 0;
const link = async (provider: 'plaid' | 'simplefin', upserted: Row[]) => {
  minutes += 1;
  t.setNow(new Date(Date.parse('2026-06-05T19:00:00Z') + minutes * 60_000).toISOString());
  (provider === 'plaid' ? plaid : simplefin).answer({ upserted });
  const body = { public_token: randomUUID() };
  await ana.send({ method: 'POST', url: `/api/${provider}/exchange-token`, body });
  await sync();
};
const sync = async () => {
  const answer = await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
  expect(answer.statusCode).toBe(200);
};
const list = async () => (await ana.send({ url: '/api/expenses?counted=all' })).json<Expense[]>();
const names = async () => (await list()).map(({ name }) => name).sort();
const named = async (name: string) => (await list()).filter((one) => one.name === name);
const idOf = async (name: string) => (await named(name))[0]?.id ?? 0;
const put = (id: number, body: object) => ana.send({ method: 'PUT', url: `/api/expenses/${id}`, body });
const remove = (id: number) => ana.send({ method: 'DELETE', url: `/api/expenses/${id}` });
const twins = async () =>
  (await ana.send({ url: '/api/bank-twins' })).json<{ twins: { id: string }[] }>().twins;
const choose = async (choice: 'older' | 'younger' | 'both') => {
  const [twin] = await twins();
  const answer = await chooseFor(twin?.id ?? '', choice);
  expect(answer.json()).toEqual({ success: true });
};
const chooseFor = (id: string, choice: string) =>
  ana.send({ method: 'POST', url: `/api/bank-twins/${id}`, body: { choice } });
const accountsAt = async (provider: string) =>
  (await ana.send({ url: `/api/${provider}/accounts` })).json<{ accounts: BankAccount[] }>().accounts;

const shops = ['Anchor', 'Baker', 'Cafe', 'Deli', 'Elm', 'Farm'];
/** June 1 to 6, for $11 to $16. */
const atPlaid = (fields: Row = {}): Row[] =>
  shops.map((shop, index) => ({
    transactionId: `p-${shop}`,
    merchantName: shop,
    name: `${shop.toUpperCase()} 0042`,
    amountCents: 11_00 + index * 100,
    postedOn: `2026-06-0${index + 1}`,
    ...fields,
  }));
/** The same a day later, in the other provider's words. */
const atSimpleFin = (): Row[] =>
  shops.map((shop, index) => ({
    transactionId: `s-${shop}`,
    providerAccountId: 'account-everyday',
    merchantName: null,
    name: `POS ${shop}`,
    amountCents: 11_00 + index * 100,
    postedOn: `2026-06-0${index + 2}`,
  }));
const linkBoth = async () => {
  await link('plaid', atPlaid());
  await link('simplefin', atSimpleFin());
};

describe('a bank that is connected through two providers', () => {
  test('is noticed by its transactions and counts once', async () => {
    await linkBoth();
    expect(await twins()).toMatchObject([
      {
        older: {
          provider: 'plaid',
          provider_name: 'Plaid',
          institution_name: 'Scripted Bank',
          name: 'checking',
          mask: '1111',
        },
        younger: { provider: 'simplefin', name: 'everyday' },
      },
    ]);
    expect(await names()).toEqual(shops);
    const [bob] = [await t.signUp()];
    expect((await bob.send({ url: '/api/bank-twins' })).json()).toEqual({ twins: [] });
  });

  test('counts new purchases once while the user has not chosen', async () => {
    await linkBoth();
    const gas = { merchantName: 'Gas', name: 'GAS', amountCents: 40_00 };
    plaid.answer({ upserted: [{ ...gas, transactionId: 'p-gas' }] });
    simplefin.answer({
      upserted: [{ ...gas, transactionId: 's-gas', providerAccountId: 'account-everyday' }],
      removed: [{ transactionId: 's-Farm', providerAccountId: 'account-everyday' }],
    });
    await sync();
    expect(await names()).toEqual([...shops, 'Gas']);
    await choose('both');
    expect(await names()).toEqual(
      [...shops, 'Gas', ...shops.slice(0, 5).map((shop) => `POS ${shop}`), 'Gas'].sort(),
    );
  });

  test('does not let a refund of the other account reduce a purchase twice', async () => {
    const refund = (fields: Row): Row => ({
      merchantName: 'Anchor',
      name: 'ANCHOR',
      amountCents: -5_00,
      postedOn: '2026-06-07',
      ...fields,
    });
    await link('plaid', [...atPlaid(), refund({ transactionId: 'p-refund' })]);
    await link('simplefin', [
      ...atSimpleFin(),
      refund({ transactionId: 's-refund', providerAccountId: 'account-everyday' }),
    ]);
    expect((await named('Anchor'))[0]).toMatchObject({ amount: 11, refunded: 5 });
  });

  test('is not noticed by its name alone (report 16)', async () => {
    simplefin.institutionId = 'ins_1';
    simplefin.accounts = [{ ...scriptedAccount('everyday', '1111'), name: 'checking' }];
    await link('plaid', atPlaid());
    await link(
      'simplefin',
      atSimpleFin().map((row, index) => ({ ...row, amountCents: 1_01 + index })),
    );
    expect(await twins()).toEqual([]);
    expect(await list()).toHaveLength(12);
  });
});

describe('choosing the younger account', () => {
  test('keeps edits, exclusions, deletions and older history', async () => {
    await link('plaid', [
      ...atPlaid(),
      { transactionId: 'p-old', merchantName: 'Old', name: 'OLD', amountCents: 9_00, postedOn: '2026-04-01' },
      {
        transactionId: 'p-ghost',
        merchantName: 'Ghost',
        name: 'GHOST',
        amountCents: 8_88,
        postedOn: '2026-06-04',
      },
    ]);
    await put(await idOf('Anchor'), { name: 'Mine', amount: 3.5 });
    await put(await idOf('Baker'), { isCounted: false });
    await remove(await idOf('Cafe'));
    const before = await list();
    await link('simplefin', atSimpleFin());
    await choose('younger');
    expect(await list()).toEqual(before.filter(({ name }) => name !== 'Ghost'));
    expect(await accountsAt('plaid')).toEqual([]);
    expect(await accountsAt('simplefin')).toHaveLength(1);
    await expect.poll(() => plaid.removed).toEqual(['access-1']);
  });

  test('lets its provider report the same transactions again', async () => {
    await linkBoth();
    await put(await idOf('Anchor'), { name: 'Mine' });
    await choose('younger');
    simplefin.answer({
      upserted: [
        ...atSimpleFin(),
        {
          transactionId: 's-new',
          providerAccountId: 'account-everyday',
          merchantName: 'New',
          amountCents: 7_00,
        },
      ],
      covered: [
        {
          providerAccountId: 'account-everyday',
          from: '2026-06-01',
          to: '2026-06-08',
          coversPending: true,
          unreadableIds: [],
        },
      ],
    });
    await sync();
    expect(await names()).toEqual(['Mine', 'New', ...shops.slice(1).map((shop) => `POS ${shop}`)].sort());
  });

  test('keeps a merge with a manual expense', async () => {
    const manual = { name: 'Anchor', amount: 11, date: '2026-06-01', category: 'Dining', type: 'one-time' };
    await ana.send({ method: 'POST', url: '/api/expenses', body: { ...manual, requestId: randomUUID() } });
    await linkBoth();
    const before = await list();
    expect(before).toHaveLength(6);
    await choose('younger');
    expect(await list()).toEqual(before);
  });

  test('leaves the other accounts of the older connection connected', async () => {
    plaid.accounts = [scriptedAccount('checking', '1111'), scriptedAccount('card', '2222')];
    await linkBoth();
    await choose('younger');
    plaid.answer({
      upserted: [
        {
          transactionId: 'p-card',
          providerAccountId: 'account-card',
          merchantName: 'Card',
          amountCents: 5_00,
        },
        { transactionId: 'p-twice', merchantName: 'Twice', amountCents: 6_00 },
      ],
    });
    await sync();
    expect(await names()).toEqual([...shops, 'Card'].sort());
    expect((await accountsAt('plaid')).map(({ name }) => name)).toEqual(['card']);
    expect(plaid.removed).toEqual([]);
  });
});

describe('choosing the older account', () => {
  test('drops the younger one and keeps what only it knows', async () => {
    await link('plaid', atPlaid());
    await link('simplefin', [
      ...atSimpleFin(),
      {
        transactionId: 's-old',
        providerAccountId: 'account-everyday',
        merchantName: 'Old',
        amountCents: 9_00,
        postedOn: '2026-04-01',
      },
    ]);
    await choose('older');
    expect(await names()).toEqual([...shops, 'Old']);
    expect(await accountsAt('simplefin')).toEqual([]);
    await expect.poll(() => simplefin.removed).toEqual(['access-1']);
    plaid.answer({ upserted: [{ transactionId: 'p-new', merchantName: 'New', amountCents: 7_00 }] });
    await sync();
    expect(await names()).toEqual([...shops, 'New', 'Old'].sort());
  });

  test('keeps an edit made before the two were noticed', async () => {
    await link('plaid', atPlaid().slice(0, 4));
    await link('simplefin', atSimpleFin().slice(0, 4));
    await put(await idOf('POS Baker'), { name: 'Mine' });
    plaid.answer({ upserted: atPlaid().slice(4) });
    await sync();
    simplefin.answer({ upserted: atSimpleFin().slice(4) });
    await sync();
    await choose('older');
    expect(await names()).toEqual(['Mine', ...shops.filter((shop) => shop !== 'Baker')].sort());
    plaid.answer({ upserted: atPlaid() });
    await sync();
    expect(await named('Mine')).toMatchObject([{ amount: 12 }]);
    expect(await list()).toHaveLength(6);
  });
});

describe('the choice', () => {
  test('of two accounts counts both from then on and is not asked again', async () => {
    await linkBoth();
    await choose('both');
    expect(await list()).toHaveLength(12);
    simplefin.answer({ upserted: atSimpleFin() });
    await sync();
    expect(await twins()).toEqual([]);
    expect(await list()).toHaveLength(12);
  });

  test('changes nothing when repeated, and is refused when another', async () => {
    await linkBoth();
    const [twin] = await twins();
    await choose('younger');
    const before = await list();
    expect((await chooseFor(twin?.id ?? '', 'younger')).statusCode).toBe(200);
    expect((await chooseFor(twin?.id ?? '', 'older')).json()).toMatchObject({ error_code: 'TWIN_DECIDED' });
    expect((await chooseFor(randomUUID(), 'older')).statusCode).toBe(404);
    expect(await list()).toEqual(before);
  });

  test('is asked again when the replaced bank is linked again', async () => {
    await linkBoth();
    await choose('younger');
    await link('plaid', atPlaid());
    expect(await twins()).toMatchObject([
      { older: { provider: 'simplefin' }, younger: { provider: 'plaid' } },
    ]);
    expect(await list()).toHaveLength(6);
  });

  test.each([
    ['keep', 'plaid', shops],
    ['keep', 'simplefin', shops],
    ['erase', 'simplefin', shops],
    ['erase', 'plaid', shops.map((shop) => `POS ${shop}`)],
  ])('is made by disconnecting: %s at %s', async (history, provider, expected) => {
    await linkBoth();
    const url = `/api/${provider}/disconnect/item-1?history=${history}`;
    expect((await ana.send({ method: 'DELETE', url })).statusCode).toBe(200);
    expect(await twins()).toEqual([]);
    expect(await names()).toEqual(expected);
  });
});

test('a held account counts as soon as the older one is disconnected', async () => {
  const [checking, card] = [scriptedAccount('checking', '1111'), scriptedAccount('card', '2222')];
  plaid.accounts = [checking, card];
  await linkBoth();
  await put(await idOf('Anchor'), { name: 'Mine' });
  plaid.accounts = [card];
  await link('plaid', []);
  simplefin.answer({
    upserted: [{ transactionId: 's-new', providerAccountId: 'account-everyday', merchantName: 'New' }],
  });
  await sync();
  expect(await twins()).toEqual([]);
  expect(await names()).toEqual(['Mine', 'New', ...shops.slice(1)].sort());
});

test('a disconnected account hands its history to a link with other ids (report 14)', async () => {
  await link('plaid', atPlaid());
  await put(await idOf('Anchor'), { name: 'Mine' });
  await ana.send({ method: 'DELETE', url: '/api/plaid/disconnect/item-1' });
  await link('simplefin', atSimpleFin());
  expect(await twins()).toEqual([]);
  expect(await names()).toEqual(['Mine', ...shops.slice(1)].sort());
});
