import { randomUUID } from 'node:crypto';
import type { BankAccount, BankTwin } from '@oinkly/contract/banking';
import type { Expense } from '@oinkly/contract/expenses';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ScriptedBank, scriptedAccount, type ScriptedPage } from '../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';

/* Ana links one bank through Plaid first, then through SimpleFIN. */

type Row = NonNullable<ScriptedPage['upserted']>[number];

let plaid: ScriptedBank;
let simplefin: ScriptedBank;
let t: TestApp;
let ana: TestUser;

beforeAll(async () => {
  t = await createTestApp({
    provider: new ScriptedBank('plaid', 'Plaid'),
    moreProviders: [new ScriptedBank('simplefin', 'SimpleFIN')],
  });
});
beforeEach(async () => {
  plaid = new ScriptedBank('plaid', 'Plaid');
  simplefin = new ScriptedBank('simplefin', 'SimpleFIN');
  simplefin.institutionId = 'ORG-1';
  simplefin.accounts = [{ ...scriptedAccount('everyday', '1111'), currency: 'USD' }];
  t.useBanks(plaid, simplefin);
  ana = await t.signUp();
});
afterEach(() => t.startAgain());
afterAll(() => t.close());

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
const twins = async () => (await ana.send({ url: '/api/bank-twins' })).json<{ twins: BankTwin[] }>().twins;
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
        kind: 'connected-twice',
        older: { provider: 'plaid', provider_name: 'Plaid', institution_name: 'Scripted Bank' },
        younger: { provider: 'simplefin' },
        accounts: [{ older: { name: 'checking', mask: '1111' }, younger: { name: 'everyday' } }],
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

describe('a bank with several accounts that is connected twice', () => {
  const atCards = (rows: Row[], prefix: string, providerAccountId: string): Row[] =>
    rows.map((row, index) => ({
      ...row,
      transactionId: `${prefix}-${index}`,
      providerAccountId,
      amountCents: 51_00 + index * 100,
    }));
  beforeEach(async () => {
    plaid.accounts = [scriptedAccount('checking', '1111'), scriptedAccount('card', '2222')];
    simplefin.accounts.push({ ...scriptedAccount('visa', '2222'), currency: 'USD' });
    await link('plaid', [...atPlaid(), ...atCards(atPlaid(), 'pc', 'account-card')]);
    await link('simplefin', [...atSimpleFin(), ...atCards(atSimpleFin(), 'sc', 'account-visa')]);
  });

  test('is one question, which names all of them', async () => {
    const asked = await twins();
    expect(asked).toHaveLength(1);
    expect(asked[0]?.accounts.map(({ older, younger }) => [older.name, younger.name]).sort()).toEqual([
      ['card', 'visa'],
      ['checking', 'everyday'],
    ]);
    expect(await list()).toHaveLength(12);
  });

  test.each([
    ['younger', 'simplefin', 12],
    ['older', 'plaid', 12],
    ['both', null, 24],
  ] as const)('is answered for all of them at once: %s', async (choice, kept, count) => {
    const [asked] = await twins();
    await choose(choice);
    expect(await twins()).toEqual([]);
    expect(await list()).toHaveLength(count);
    for (const provider of ['plaid', 'simplefin'])
      expect(await accountsAt(provider)).toHaveLength(kept === null || kept === provider ? 2 : 0);
    expect((await chooseFor(asked?.id ?? '', choice)).statusCode).toBe(200);
  });
});

describe('a card that was replaced (report 15)', () => {
  const oldCard = { ...scriptedAccount('old card', '1094'), type: 'credit' };
  const newCard = { ...scriptedAccount('new card', '5555'), type: 'credit' };
  const on = (account: string, fields: (index: number) => Row): Row[] =>
    shops.map((shop, index) => ({
      transactionId: `${account}-${index}`,
      providerAccountId: `account-${account}`,
      merchantName: shop,
      name: shop,
      amountCents: 11_00 + index * 100,
      ...fields(index),
    }));
  const inMay = on('old card', (index) => ({ postedOn: `2026-05-1${index}` }));
  const replace = async (rows: Row[], accounts = [oldCard, newCard]) => {
    plaid.accounts = accounts;
    plaid.answer({ upserted: rows });
    await sync();
  };
  beforeEach(async () => {
    plaid.accounts = [oldCard];
    await link('plaid', inMay);
  });

  test('is offered when the old one is silent, and both count meanwhile', async () => {
    await replace(
      on('new card', (index) => ({ postedOn: `2026-06-0${index + 1}`, amountCents: 5_00 + index })),
    );
    expect(await twins()).toMatchObject([
      {
        kind: 'new-card',
        accounts: [
          { older: { name: 'old card', mask: '1094' }, younger: { name: 'new card', mask: '5555' } },
        ],
      },
    ]);
    expect(await list()).toHaveLength(12);
    await sync();
    expect(await list()).toHaveLength(12);
  });

  test('leaves the page if the user agrees, and its purchases stay', async () => {
    await replace(
      on('new card', (index) => ({ postedOn: `2026-06-0${index + 1}`, amountCents: 5_00 + index })),
    );
    const before = await list();
    await choose('younger');
    expect((await accountsAt('plaid')).map(({ name }) => name)).toEqual(['new card']);
    expect(await list()).toEqual(before);
    plaid.answer({
      upserted: [{ transactionId: 'later', providerAccountId: 'account-new card', merchantName: 'Later' }],
      covered: [
        {
          providerAccountId: 'account-old card',
          from: '2026-05-01',
          to: '2026-06-07',
          complete: { from: '2026-06-01', to: '2026-06-07' },
          coversPending: true,
          unreadableIds: [],
        },
      ],
    });
    await sync();
    expect(await twins()).toEqual([]);
    expect(await list()).toHaveLength(13);
  });

  test('is not offered again if the user says that they are two', async () => {
    const rows = on('new card', (index) => ({
      postedOn: `2026-06-0${index + 1}`,
      amountCents: 5_00 + index,
    }));
    await replace(rows);
    await choose('both');
    await replace(rows);
    expect(await twins()).toEqual([]);
    expect(await accountsAt('plaid')).toHaveLength(2);
    expect(await list()).toHaveLength(12);
  });

  test.each<[string, Row[], object]>([
    [
      'a card that was used at the same time',
      on('new card', () => ({ postedOn: '2026-05-12', amountCents: 5 })),
      {},
    ],
    [
      'another kind of account',
      on('new card', () => ({ postedOn: '2026-06-01', amountCents: 5 })),
      { type: 'depository' },
    ],
    [
      'a card of another bank',
      on('new card', () => ({ postedOn: '2026-06-01', amountCents: 5 })),
      { institutionId: 'ins_2' },
    ],
  ])('is not %s', async (_title, rows, fields) => {
    plaid.accounts = [oldCard, { ...newCard, ...fields }];
    plaid.answer({ upserted: rows });
    await sync();
    expect(await twins()).toEqual([]);
  });

  test('takes over purchases and edits if the bank moves them and no longer lists the old one', async () => {
    await put(await idOf('Anchor'), { name: 'Mine' });
    await replace(
      on('new card', (index) => ({ postedOn: `2026-05-1${index}` })),
      [newCard],
    );
    expect(await twins()).toEqual([]);
    expect((await accountsAt('plaid')).map(({ name }) => name)).toEqual(['new card']);
    expect(await names()).toEqual(['Mine', ...shops.slice(1)].sort());
  });

  test('counts once if the bank moves its purchases and still lists the old one', async () => {
    await put(await idOf('Anchor'), { name: 'Mine' });
    await replace(on('new card', (index) => ({ postedOn: `2026-05-1${index}` })));
    expect(await twins()).toMatchObject([
      { kind: 'same-purchases', accounts: [{ older: { name: 'new card' }, younger: { name: 'old card' } }] },
    ]);
    expect(await list()).toHaveLength(6);
    plaid.answer({
      upserted: [{ transactionId: 'later', providerAccountId: 'account-new card', merchantName: 'Later' }],
    });
    await sync();
    expect(await names()).toEqual([...shops, 'Later'].sort());
    await choose('older');
    expect((await accountsAt('plaid')).map(({ name }) => name)).toEqual(['new card']);
    expect(await names()).toEqual(['Later', 'Mine', ...shops.slice(1)].sort());
  });

  test.each([
    ['keep', 6],
    ['erase', 0],
  ])('leaves nothing held when the bank is disconnected: %s', async (history, count) => {
    await replace(on('new card', (index) => ({ postedOn: `2026-05-1${index}` })));
    const url = `/api/plaid/disconnect/item-1?history=${history}`;
    expect((await ana.send({ method: 'DELETE', url })).statusCode).toBe(200);
    expect(await twins()).toEqual([]);
    expect(await list()).toHaveLength(count);
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
          complete: { from: '2026-06-01', to: '2026-06-08' },
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

test('of two accounts that look like the replaced one, the second waits for the chosen one', async () => {
  await linkBoth();
  simplefin.accounts.push({ ...scriptedAccount('copy', '3333'), currency: 'USD' });
  simplefin.answer({
    upserted: atSimpleFin().map((row) => ({
      ...row,
      transactionId: `copy-${row.transactionId ?? ''}`,
      providerAccountId: 'account-copy',
    })),
  });
  await sync();
  expect(await twins()).toHaveLength(1);
  expect((await twins())[0]?.accounts).toHaveLength(2);
  expect(await list()).toHaveLength(6);
  await choose('younger');
  expect(await list()).toHaveLength(6);
  const asked = (await twins()).flatMap(({ accounts }) => accounts);
  expect(asked.flatMap(({ older, younger }) => [older.name, younger.name]).toSorted()).toEqual([
    'copy',
    'everyday',
  ]);
  await choose('older');
  expect(await list()).toHaveLength(6);
  expect((await accountsAt('simplefin')).map(({ name }) => name)).toEqual(
    asked.map(({ older }) => older.name),
  );
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
