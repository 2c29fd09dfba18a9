import { randomUUID } from 'node:crypto';
import type { Expense } from '@oinkly/contract/expenses';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ScriptedBank, scriptedAccount, type ScriptedPage } from '../../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test-support/test-app.ts';
import type { CoveredDays } from '../../ledger/index.ts';

/* The bank reports all rows of some days, as SimpleFIN does. Report numbers are of field reports on bank adapters. */

type Row = NonNullable<ScriptedPage['upserted']>[number];

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

/** All rows of June 1 to 10. */
const days: CoveredDays = {
  providerAccountId: 'account-checking',
  from: '2026-05-29',
  to: '2026-06-10',
  complete: { from: '2026-06-01', to: '2026-06-10' },
  coversPending: true,
  unreadableIds: [],
};
const statement = (upserted: Row[], covered = [days]): ScriptedPage => ({ upserted, covered });
const link = () =>
  ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: randomUUID() } });
const sync = async () => {
  const answer = await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
  expect(answer.statusCode).toBe(200);
};
/** Links a bank whose first answers these are. */
const start = async (...answers: ScriptedPage[]) => {
  bank.answer(...answers);
  await link();
  await sync();
};
const report = async (...rows: Row[]) => {
  bank.answer(statement(rows));
  await sync();
};
const list = async () => (await ana.send({ url: '/api/expenses?counted=all' })).json<Expense[]>();
const names = async () => (await list()).map(({ name }) => name).sort();
const put = (id: number, body: object) => ana.send({ method: 'PUT', url: `/api/expenses/${id}`, body });
const remove = (id: number) => ana.send({ method: 'DELETE', url: `/api/expenses/${id}` });
const only = async () => {
  const rows = await list();
  expect(rows).toHaveLength(1);
  return rows[0] as Expense;
};

const coffee = { transactionId: 'coffee', merchantName: 'Coffee', name: 'COFFEE' };
const books = { transactionId: 'books', merchantName: 'Books', name: 'BOOKS' };
const hold = { ...coffee, transactionId: 'hold', isPending: true, authorizedOn: '2026-06-03' };

describe('a row that the bank no longer reports', () => {
  test('is withdrawn from covered days only (reports 1 and 3)', async () => {
    const old = { ...books, transactionId: 'old', merchantName: 'Old', postedOn: '2026-05-31' };
    await start(statement([coffee, books, old]));
    await report(books);
    expect(await names()).toEqual(['Books', 'Old']);
  });

  test('stays in an account that the answer does not cover (report 9)', async () => {
    bank.accounts = [scriptedAccount('checking', '1111'), scriptedAccount('card', '2222')];
    const onCard = { ...books, providerAccountId: 'account-card' };
    await start({
      upserted: [coffee, onCard],
      covered: [days, { ...days, providerAccountId: 'account-card' }],
    });
    await report();
    expect(await names()).toEqual(['Books']);
  });

  test('returns with all edits if only one answer left it out', async () => {
    await start(statement([coffee, books]));
    const [first] = (await list()).filter(({ name }) => name === 'Coffee');
    await put(first?.id ?? 0, { name: 'Mine', amount: 12.34, category: 'Dining' });
    await report(books);
    expect(await names()).toEqual(['Books']);
    await report(books, coffee);
    expect(await list()).toContainEqual(
      expect.objectContaining({ id: first?.id, name: 'Mine', amount: 12.34, category: 'Dining' }),
    );
  });

  test('returns with all edits under a new id too', async () => {
    await start(statement([coffee]));
    const { id } = await only();
    await put(id, { name: 'Mine' });
    await report();
    expect(await list()).toEqual([]);
    await report({ ...coffee, transactionId: 'other' });
    expect(await only()).toMatchObject({ id, name: 'Mine' });
  });

  test('stays if the bank sent it without usable content', async () => {
    await start(statement([coffee, books]));
    bank.answer(statement([books], [{ ...days, unreadableIds: ['coffee'] }]));
    await sync();
    expect(await names()).toEqual(['Books', 'Coffee']);
  });

  test('stays where rows may be missing, but keeps its edits under a new id (report 9)', async () => {
    const earlier = { ...coffee, authorizedOn: '2026-06-02' };
    await start(statement([earlier, books, hold]));
    const [first] = (await list()).filter(({ name }) => name === 'Books');
    await put(first?.id ?? 0, { name: 'Mine' });
    const partly = { ...days, complete: null, coversPending: false };
    bank.answer(statement([{ ...books, transactionId: 'reissued' }], [partly]));
    await sync();
    expect(await names()).toEqual(['Coffee', 'Coffee', 'Mine']);
    bank.answer(statement([{ ...coffee, transactionId: 'posted', authorizedOn: '2026-06-03' }], [partly]));
    await sync();
    expect(await list()).toHaveLength(3);
  });

  test('is not pending again if the bank calls it so for a while', async () => {
    await start(statement([coffee]));
    const before = await list();
    await report({ ...coffee, isPending: true, postedOn: '2026-06-05' });
    expect(await list()).toEqual(before);
    await report({ ...coffee, transactionId: 'other', isPending: true });
    expect(await list()).toEqual(before);
  });

  test('is withdrawn after relinking, also from an account without any rows', async () => {
    await start(statement([coffee]));
    await start(statement([]));
    expect(await names()).toEqual([]);
  });

  test('returns with all edits although the first answer after relinking left it out', async () => {
    await start(statement([coffee, books]));
    const [first] = (await list()).filter(({ name }) => name === 'Coffee');
    await put(first?.id ?? 0, { name: 'Mine' });
    await start(statement([{ ...books, transactionId: 'new books' }]));
    expect(await names()).toEqual(['Books']);
    await report({ ...books, transactionId: 'new books' }, { ...coffee, transactionId: 'new coffee' });
    expect(await list()).toContainEqual(expect.objectContaining({ id: first?.id, name: 'Mine' }));
  });

  test('is withdrawn when pending, whatever its day, only where pending rows are covered', async () => {
    const longAgo = { ...hold, postedOn: '2026-05-20', authorizedOn: '2026-05-20' };
    await start(statement([longAgo]));
    bank.answer({ covered: [{ ...days, coversPending: false }] });
    await sync();
    expect(await names()).toEqual(['Coffee']);
    await report();
    expect(await names()).toEqual([]);
  });
});

describe('rows under new ids', () => {
  const block = Array.from({ length: 114 }, (_, index) => ({
    transactionId: `row ${index}`,
    name: `SHOP ${index % 40}`,
    merchantName: `Shop ${index % 40}`,
    amountCents: 5_00 + (index % 7),
    postedOn: `2026-06-0${1 + (index % 9)}`,
  }));
  const reissued = block.map((row) => ({ ...row, transactionId: `new ${row.transactionId}` }));

  test('keep expenses, edits, exclusions and deletions; none doubles (report 3)', async () => {
    await start(statement(block));
    const before = await list();
    expect(before).toHaveLength(114);
    const [edited, excluded, deleted] = before;
    await put(edited?.id ?? 0, { name: 'Mine', amount: 99 });
    await put(excluded?.id ?? 0, { counted: false });
    await remove(deleted?.id ?? 0);
    const after = await list();
    await report(...reissued);
    expect(await list()).toEqual(after);
    await report(...reissued);
    expect(await list()).toEqual(after);
  });

  test('keep their merge with a manual expense (report 3)', async () => {
    await ana.send({
      method: 'POST',
      url: '/api/expenses',
      body: { name: 'Coffee', amount: 10, date: '2026-06-03', category: 'Dining' },
    });
    await start(statement([{ ...coffee, authorizedOn: '2026-06-03' }]));
    const merged = await only();
    await report({ ...coffee, authorizedOn: '2026-06-03', transactionId: 'other' });
    expect(await only()).toEqual(merged);
  });
});

test('a row before the covered days stays, and keeps its edits under a new id (report 3)', async () => {
  const edge = { ...books, postedOn: '2026-05-30' };
  await start(statement([coffee, edge]));
  const [old] = (await list()).filter(({ name }) => name === 'Books');
  await put(old?.id ?? 0, { name: 'Mine' });
  await report(coffee);
  expect(await names()).toEqual(['Coffee', 'Mine']);
  await report(coffee, { ...edge, transactionId: 'reissued' });
  expect(await names()).toEqual(['Coffee', 'Mine']);
});

describe('a pending row', () => {
  test.each([
    ['with the same amount', {}],
    ['with a tip', { amountCents: 12_00 }],
    ['without a day of purchase', { authorizedOn: null, postedOn: '2026-06-05' }],
    [
      'with a tip and without a day of purchase',
      { authorizedOn: null, postedOn: '2026-06-05', amountCents: 11_50 },
    ],
  ])('is continued by a posted row with a new id %s (reports 1 and 2)', async (_what, posted: Row) => {
    await start(statement([hold]));
    const { id } = await only();
    await put(id, { name: 'Mine' });
    await report({ ...coffee, authorizedOn: '2026-06-03', ...posted });
    expect(await only()).toMatchObject({
      id,
      name: 'Mine',
      amount: (posted.amountCents ?? 10_00) / 100,
      date: '2026-06-03',
      pending: false,
    });
  });

  test('is continued if one answer reports neither (report 21)', async () => {
    await start(statement([hold]));
    const { id } = await only();
    await put(id, { name: 'Mine' });
    await report();
    await report({ ...coffee, authorizedOn: '2026-06-03' });
    expect(await only()).toMatchObject({ id, name: 'Mine', pending: false });
  });

  test('that is deleted stays deleted when it posts', async () => {
    await start(statement([hold]));
    await remove((await only()).id);
    await report({ ...coffee, authorizedOn: '2026-06-03' });
    expect(await list()).toEqual([]);
  });
});

describe('a pending and a posted row that look alike (report 5) [PD-8]', () => {
  const bought = { authorizedOn: '2026-06-03', postedOn: '2026-06-04' };
  const posted = { ...coffee, ...bought, transactionId: 'posted' };
  const second = { ...hold, transactionId: 'second' };

  test('of one answer count once, as long as the bank reports both', async () => {
    await start(statement([hold, posted]));
    const first = await only();
    expect(first.pending).toBe(false);
    await report(hold, posted);
    await report(posted);
    expect(await list()).toEqual([first]);
  });

  test('count once, with the edits of the pending one', async () => {
    await start(statement([hold]));
    await put((await only()).id, { name: 'Mine' });
    await report(hold, posted);
    expect(await only()).toMatchObject({ name: 'Mine', pending: false });
    await report(hold, posted);
    await report(posted);
    expect(await only()).toMatchObject({ name: 'Mine' });
  });

  test.each([
    ['under its id', { ...posted, transactionId: 'hold' }],
    ['under a new id', posted],
  ])('are two purchases if another one posted %s', async (_title, first) => {
    await start(statement([hold]));
    await report(first, second);
    expect((await list()).map(({ pending }) => pending).sort()).toEqual([false, true]);
    await report(first, { ...posted, transactionId: 'later' });
    expect(await list()).toHaveLength(2);
  });

  test('are two purchases each day of a habit, on their days', async () => {
    const days = ['2026-06-02', '2026-06-03', '2026-06-04'];
    const on = (day: string, isPending: boolean) => ({
      ...coffee,
      transactionId: day,
      isPending,
      postedOn: day,
      authorizedOn: null,
    });
    await start(statement([on('2026-06-02', true)]));
    await report({ ...on('2026-06-02', false), postedOn: '2026-06-03' }, on('2026-06-03', true));
    await report(
      { ...on('2026-06-02', false), postedOn: '2026-06-03' },
      { ...on('2026-06-03', false), postedOn: '2026-06-04' },
      on('2026-06-04', true),
    );
    expect((await list()).map(({ date }) => date.slice(0, 10)).sort()).toEqual(days);
  });
});

test('two accounts may use one transaction id (report 16)', async () => {
  bank.accounts = [scriptedAccount('checking', '1111'), scriptedAccount('card', '2222')];
  const onCard = { ...books, transactionId: 'coffee', providerAccountId: 'account-card' };
  await start({ upserted: [coffee, onCard], covered: [days] });
  expect(await names()).toEqual(['Books', 'Coffee']);
});

test('pages that cover different days withdraw nothing of each other', async () => {
  const old = { ...books, postedOn: '2026-03-15' };
  const before = {
    ...days,
    from: '2026-03-01',
    to: '2026-05-31',
    complete: { from: '2026-03-01', to: '2026-05-31' },
    coversPending: false,
  };
  await start({ ...statement([coffee]), hasMore: true }, statement([old], [before]));
  expect(await names()).toEqual(['Books', 'Coffee']);
  bank.answer({ ...statement([coffee]), hasMore: true }, statement([old], [before]));
  await sync();
  expect(await names()).toEqual(['Books', 'Coffee']);
});
