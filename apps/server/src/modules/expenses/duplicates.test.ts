import type { Expense, DuplicateOffer } from '@oinkly/contract/expenses';
import type { Recurring } from '@oinkly/contract/recurring';
import type { Refund } from '@oinkly/contract/refunds';
import type { SyncStatus } from '@oinkly/contract/banking';
import { MOST_CANDIDATES } from '@oinkly/domain/duplicates';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ScriptedBank, type ScriptedPage } from '../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { expectSumsToAgree } from '../../test-support/weekly-sums.ts';
import { listQuestions } from '../ledger/index.ts';
import { createDueOccurrences } from './series.service.ts';

/** Friday noon in Los Angeles, Ana's zone. */
const NOW = '2026-06-05T19:00:00Z';

let bank: ScriptedBank;
let t: TestApp;
let ana: TestUser;

beforeAll(async () => {
  bank = new ScriptedBank();
  t = await createTestApp({ provider: bank });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.comeTo(NOW);
  ana = await t.signUp();
});
afterEach(async () => {
  await expectSumsToAgree(t.database);
  await expectMergesToBeWhole();
});

/** Every merge has both sides, and neither is withdrawn. */
async function expectMergesToBeWhole(): Promise<void> {
  const { rows } = await t.database.db.$client.query(`
    select t.id as manual, b.id as bank
    from (select * from expenses where merged_into_id is not null) t
      full join (select * from expenses where fields_from_manual is not null) b on b.user_id = t.user_id and b.id = t.merged_into_id
    where t.id is null or b.id is null or b.withdrawn_at is not null`);
  expect(rows).toEqual([]);
}

type Reported = NonNullable<ScriptedPage['upserted']>[number];

/** A dinner on Monday, June 1. */
const reported = (fields: Reported = {}): Reported => ({
  transactionId: 'a',
  amountCents: 20_50,
  name: 'JUNIPER TABLE #12 SEATTLE WA',
  merchantName: 'Juniper Table Bistro',
  postedOn: '2026-06-01',
  category: { paymentType: 'purchase', expenseCategory: 'Shopping' },
  ...fields,
});
const gone = (transactionId = 'a') => ({
  removed: [{ transactionId, providerAccountId: 'account-checking' }],
});

const entered = { name: 'Juniper Table', amount: 20.5, date: '2026-06-01', category: 'Dining' };

async function add(entry: object = {}): Promise<Expense> {
  const answer = await ana.send({ method: 'POST', url: '/api/expenses', body: { ...entered, ...entry } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Expense>();
}

async function link(...upserted: Reported[]): Promise<void> {
  bank.answer({ upserted });
  await ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: randomUUID() } });
  const runs = async () => (await ana.send({ url: '/api/plaid/sync-status' })).json<SyncStatus>().connections;
  await expect.poll(async () => (await runs()).every((run) => run.stage === 'done')).toBe(true);
}

async function sync(page: ScriptedPage = {}): Promise<void> {
  bank.answer(page);
  const answer = await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
  expect(answer.statusCode, answer.body).toBe(200);
}

const list = async (query = '?counted=all') =>
  (await ana.send({ url: `/api/expenses${query}` })).json<Expense[]>();
const only = async () => {
  const rows = await list();
  expect(rows).toHaveLength(1);
  return rows[0] as Expense;
};
const offers = async (user = ana) =>
  (await user.send({ url: '/api/duplicates' })).json<{ offers: DuplicateOffer[] }>().offers;
const offeredIds = async () => (await offers()).map((offer) => [offer.manual.id, offer.bank.id]);
const answer = (manualId: number, bankId: number, duplicate: boolean | null) =>
  ana.send({ method: 'POST', url: '/api/duplicates', body: { manualId, bankId, duplicate } });
const undo = (id: number) => ana.send({ method: 'DELETE', url: `/api/expenses/${id}/merge` });
const createDue = () => createDueOccurrences(t.deps, new AbortController().signal);
const put = (id: number, body: object) => ana.send({ method: 'PUT', url: `/api/expenses/${id}`, body });
const remove = (id: number, query = '') => ana.send({ method: 'DELETE', url: `/api/expenses/${id}${query}` });
const ofSource = (rows: Expense[], source: Expense['source']) => {
  const row = rows.find((one) => one.source === source);
  if (!row) throw new Error(`There is no expense of the source ${source}`);
  return row;
};

async function week(): Promise<{ spent: number; ranked: number; purchases: number }> {
  const { rows } = await t.database.db.$client.query<{ spent: string; ranked: string; purchases: number }>(
    `select spent_cents as spent, ranked_cents as ranked, purchases from weekly_totals
     where user_id = $1 and week_start = '2026-06-01'`,
    [ana.id],
  );
  const { spent = '0', ranked = '0', purchases = 0 } = rows[0] ?? {};
  return { spent: Number(spent), ranked: Number(ranked), purchases };
}

describe('what is unmistakably one purchase', () => {
  test("is merged with the bank's report: bank's amount, user's name and category [PD-7] [PD-21]", async () => {
    await add();
    await link(reported({ authorizedOn: '2026-06-01', postedOn: '2026-06-03' }));
    expect(await only()).toMatchObject({
      ...entered,
      source: 'bank',
      counted: true,
      merged: true,
    });
    expect(await week()).toEqual({ spent: 20_50, ranked: 20_50, purchases: 1 });
    expect(await offers()).toEqual([]);
  });

  test("is merged when added after the bank's report, and repeated requests return the same", async () => {
    await link(reported());
    const before = await only();
    const requestId = randomUUID();
    const added = await add({ requestId });
    expect(added).toMatchObject({
      id: before.id,
      source: 'bank',
      name: 'Juniper Table',
      merged: true,
    });
    expect(await add({ requestId })).toEqual(added);
    // So a device that lost the answer sees that its addition arrived.
    expect(await list()).toEqual([{ ...added, requestId }]);
    expect(await week()).toEqual({ spent: 20_50, ranked: 20_50, purchases: 1 });
  });

  test("keeps the user's edits, ticks and exclusions, and the day if the bank's is posting [PD-7]", async () => {
    const { id } = await add({ paid: true });
    await put(id, { counted: false });
    await link(reported({ postedOn: '2026-06-03' }));
    expect(await only()).toMatchObject({
      date: '2026-06-01',
      paid: true,
      counted: false,
      notCountedReason: 'by-hand',
    });
    // An excluded expense still counts for the rank, once (PD-21).
    expect(await week()).toEqual({ spent: 0, ranked: 20_50, purchases: 0 });
  });

  test("counts if the user entered it as an expense, whatever the bank's kind [PD-4]", async () => {
    await add({ name: 'Storage', category: 'Housing' });
    await link(
      reported({
        name: 'STORAGE',
        merchantName: 'Storage',
        category: { paymentType: 'transfer', expenseCategory: 'Other' },
      }),
    );
    expect(await only()).toMatchObject({ kind: 'transfer', counted: true });
    expect(await week()).toEqual({ spent: 20_50, ranked: 20_50, purchases: 1 });
  });

  test('still counts if the bank later calls it a transfer; unmerging restores the transfer [PD-4]', async () => {
    await add();
    await link(reported({ isPending: true }));
    const posted = reported({
      transactionId: 'b',
      pendingTransactionId: 'a',
      category: { paymentType: 'transfer', expenseCategory: 'Other' },
    });
    await sync({ upserted: [posted] });
    const { id } = await only();
    expect(await only()).toMatchObject({ kind: 'transfer', counted: true });
    expect(await week()).toEqual({ spent: 20_50, ranked: 20_50, purchases: 1 });
    await undo(id);
    expect(ofSource(await list(), 'bank')).toMatchObject({ counted: false, notCountedReason: 'kind' });
    expect(await week()).toEqual({ spent: 20_50, ranked: 20_50, purchases: 1 });
  });

  test("does not change the user's earlier edits of the bank expense [PD-7]", async () => {
    await link(reported({ amountCents: 21_00 }));
    const { id } = await only();
    await put(id, { name: 'With Bo', category: 'Entertainment' });
    await sync({ upserted: [reported()] });
    await add();
    expect(await only()).toMatchObject({
      name: 'With Bo',
      category: 'Entertainment',
      merged: true,
    });
    await undo(id);
    expect(ofSource(await list(), 'bank')).toMatchObject({ name: 'With Bo', category: 'Entertainment' });
  });

  test("keeps the bank's category if the manual expense has none", async () => {
    await add({ category: 'Other' });
    await link(reported());
    expect(await only()).toMatchObject({ category: 'Shopping' });
  });

  test('stays one after the bank posts a tip, renames, moves or repeats it [PD-7] [PD-8]', async () => {
    await add();
    await link(reported({ isPending: true }));
    await sync({
      upserted: [
        reported({
          transactionId: 'b',
          pendingTransactionId: 'a',
          amountCents: 24_50,
          merchantName: 'Juniper',
          postedOn: '2026-06-04',
        }),
      ],
    });
    expect(await only()).toMatchObject({
      name: 'Juniper Table',
      amount: 24.5,
      date: '2026-06-01',
      pending: false,
    });
    await sync({ upserted: [reported({ transactionId: 'b', amountCents: 24_50 })] });
    expect(await only()).toMatchObject({ amount: 24.5 });
    expect(await week()).toEqual({ spent: 24_50, ranked: 24_50, purchases: 1 });
  });
});

describe('what could be two', () => {
  test.each([
    ['a second equal purchase, added three days after the bank’s report', { date: '2026-06-04' }, {}],
    ['a purchase four days from the manual one', { date: '2026-05-28' }, {}],
    ['a purchase with another amount', {}, { amountCents: 20_51 }],
    ['a purchase with another name', { name: 'Hardware' }, {}],
    ['a purchase in another currency', {}, { currency: 'EUR' }],
    ['money in', {}, { amountCents: -20_50 }],
  ])('%s stays beside it', async (_title, entry, fields) => {
    await link(reported(fields));
    const before = await list();
    await add(entry);
    await sync();
    expect(await list()).toHaveLength(before.length + 1);
    expect((await list()).some((row) => row.merged)).toBe(false);
  });

  test('a second purchase equal to a merged one stays separate, in either order', async () => {
    await add();
    await link(reported());
    await sync({ upserted: [reported({ transactionId: 'b', postedOn: '2026-06-04' })] });
    expect(await list()).toHaveLength(2);
    expect((await list()).map((row) => row.merged).sort()).toEqual([false, true]);
    await add({ date: '2026-06-02' });
    expect(await list()).toHaveLength(2);
    await add({ date: '2026-06-03' });
    expect(await list()).toHaveLength(3);
    expect(await week()).toEqual({ spent: 61_50, ranked: 61_50, purchases: 3 });
  });

  test('asks the user if one side has two candidates, and once about each of two pairs', async () => {
    const [first, second] = [await add(), await add()];
    await link(reported());
    expect(await list()).toHaveLength(3);
    expect(await offers()).toHaveLength(1);
    await sync({ upserted: [reported({ transactionId: 'b' })] });
    expect(await list()).toHaveLength(4);
    expect((await offeredIds()).map(([id]) => id).sort()).toEqual([first.id, second.id].sort());
    for (const [manualId = 0, bankId = 0] of await offeredIds()) await answer(manualId, bankId, true);
    expect((await list()).map((row) => row.merged)).toEqual([true, true]);
    expect(await week()).toEqual({ spent: 41_00, ranked: 41_00, purchases: 2 });
  });

  test.each<[string, (mine: Expense, ofBank: Expense) => Promise<unknown>]>([
    ['called another purchase', (mine, ofBank) => answer(mine.id, ofBank.id, false)],
    ['deleted beside it', (_mine, ofBank) => remove(ofBank.id)],
  ])('a duplicate of a purchase that was %s is offered, not merged', async (_title, decide) => {
    const mine = await add();
    await link(reported(), reported({ transactionId: 'b', postedOn: '2026-06-02' }));
    const monday = (await list('?source=bank')).find(({ date }) => date === '2026-06-01');
    if (!monday) throw new Error('The bank has reported nothing on Monday');
    await decide(mine, monday);
    const before = await list();
    await sync();
    expect(await list()).toEqual(before);
    expect(await offers()).toMatchObject([{ manual: { id: mine.id }, bank: { date: '2026-06-02' } }]);
    expect((await week()).spent).toBe(before.length * 20_50);
  });

  test('asks about two manual ones beside one from the bank, even if one was deleted', async () => {
    const [first, second] = [await add(), await add()];
    await link(reported());
    await remove(first.id);
    await sync();
    expect(await list()).toHaveLength(2);
    expect((await offers()).map(({ manual: { id } }) => id)).toEqual([second.id]);
    expect(await week()).toEqual({ spent: 41_00, ranked: 41_00, purchases: 2 });
  });

  test('a duplicate of an unmerged purchase is offered, not merged', async () => {
    const mine = await add();
    await link(reported());
    await undo((await only()).id);
    await sync({ upserted: [reported({ transactionId: 'b', postedOn: '2026-06-02' })] });
    expect(await list()).toHaveLength(3);
    expect(await offers()).toMatchObject([{ manual: { id: mine.id }, bank: { date: '2026-06-02' } }]);
    expect(await week()).toEqual({ spent: 61_50, ranked: 61_50, purchases: 3 });
  });

  test('a purchase with a tip is offered with both sides as they are, and merged by a yes', async () => {
    await add();
    await link(reported({ amountCents: 24_00 }));
    const rows = await list();
    const [mine, ofBank] = [ofSource(rows, 'manual'), ofSource(rows, 'bank')];
    expect(await offers()).toEqual([{ manual: mine, bank: ofBank }]);
    expect(await week()).toEqual({ spent: 44_50, ranked: 44_50, purchases: 2 });
    expect((await answer(mine.id, ofBank.id, true)).json()).toEqual({ success: true });
    expect(await only()).toMatchObject({
      id: ofBank.id,
      name: 'Juniper Table',
      amount: 24,
      category: 'Dining',
    });
    expect(await week()).toEqual({ spent: 24_00, ranked: 24_00, purchases: 1 });
    expect(await offers()).toEqual([]);
  });

  test('a no is remembered through every later sync, and can be taken back', async () => {
    const mine = await add();
    await link(reported({ amountCents: 24_00 }));
    const ofBank = ofSource(await list(), 'bank');
    expect((await answer(mine.id, ofBank.id, false)).statusCode).toBe(200);
    expect(await offers()).toEqual([]);
    // The bank's row matches now, but the user called it another purchase.
    await sync({ upserted: [reported()] });
    expect(await list()).toHaveLength(2);
    expect(await offers()).toEqual([]);
    await sync({ upserted: [reported({ amountCents: 24_00 })] });
    expect((await answer(mine.id, ofBank.id, null)).statusCode).toBe(200);
    expect(await offeredIds()).toEqual([[mine.id, ofBank.id]]);
  });

  test('an edit that makes two expenses clear duplicates merges them at once', async () => {
    const mine = await add({ amount: 25 });
    await link(reported());
    expect(await list()).toHaveLength(2);
    const edited = await put(mine.id, { amount: 20.5 });
    expect(edited.json<Expense>()).toMatchObject({ source: 'bank', amount: 20.5, merged: true });
    expect(await only()).toMatchObject({ id: edited.json<Expense>().id });
  });

  test('an edit up to six days away that leaves only one candidate merges the pair', async () => {
    await add();
    await link(reported({ postedOn: '2026-06-04' }));
    const { id } = await only();
    await undo(id);
    const mine = ofSource(await list(), 'manual');
    const rival = await add({ date: '2026-06-07' });
    await answer(mine.id, id, null);
    expect((await list()).filter((row) => row.merged)).toEqual([]);
    await put(rival.id, { amount: 99 });
    const rows = await list();
    expect(rows.map((row) => row.id).toSorted((a, b) => a - b)).toEqual(
      [id, rival.id].toSorted((a, b) => a - b),
    );
    expect(ofSource(rows, 'bank')).toMatchObject({ merged: true });
  });

  test('deleted or manually refunded expenses are not merged or offered [PD-6] [PD-7]', async () => {
    const deleted = await add();
    await remove(deleted.id);
    const refunded = await add({ name: 'Bookshop', amount: 30 });
    await link(
      reported(),
      reported({ transactionId: 'r', amountCents: -5_00, merchantName: 'Elsewhere', postedOn: '2026-06-02' }),
    );
    const { refunds } = (await ana.send({ url: '/api/refunds' })).json<{ refunds: Refund[] }>();
    const url = `/api/refunds/${refunds[0]?.id ?? ''}/match`;
    await ana.send({ method: 'PUT', url, body: { expenseId: refunded.id } });
    await sync({
      upserted: [reported({ transactionId: 'b', amountCents: 30_00, merchantName: 'Bookshop' })],
    });
    expect((await list()).filter((row) => row.merged)).toEqual([]);
    expect(await offers()).toEqual([]);
    const ofBank = (await list('?source=bank')).find((row) => row.name === 'Bookshop');
    expect((await answer(refunded.id, ofBank?.id ?? 0, true)).json()).toMatchObject({
      error_code: 'PURCHASES_DIFFER',
    });
  });

  test('stores no answer about unlike expenses, and answers 404 for missing ones [SEC-22]', async () => {
    const mine = await add({ name: 'Hardware' });
    await link(reported());
    const ofBank = ofSource(await list(), 'bank');
    for (const isDuplicate of [true, false])
      expect((await answer(mine.id, ofBank.id, isDuplicate)).json()).toMatchObject({
        error_code: 'PURCHASES_DIFFER',
      });
    const { rows: answers } = await t.database.db.$client.query(
      'select from separate_expenses where user_id = $1',
      [ana.id],
    );
    expect(answers).toEqual([]);
    expect(await list()).toHaveLength(2);
    for (const [one, other] of [
      [ofBank.id, mine.id],
      [mine.id, mine.id],
      [mine.id, 999_999_999],
      [999_999_999, ofBank.id],
    ] as const) {
      expect((await answer(one, other, true)).json()).toMatchObject({ error_code: 'EXPENSE_NOT_FOUND' });
      expect((await answer(one, other, false)).json()).toMatchObject({ error_code: 'EXPENSE_NOT_FOUND' });
    }
    expect((await undo(ofBank.id)).json()).toMatchObject({ error_code: 'MERGE_NOT_FOUND' });
  });
});

describe('undo', () => {
  test('restores both expenses exactly and never merges or offers them again', async () => {
    await link(reported({ amountCents: 21_00, postedOn: '2026-06-03' }));
    await add({ paid: true, type: 'recurring', dayOfMonth: 1 });
    const before = await list();
    const sums = await week();
    const [mine, ofBank] = [ofSource(before, 'manual'), ofSource(before, 'bank')];
    await answer(mine.id, ofBank.id, true);
    expect(await only()).toMatchObject({ date: '2026-06-01', paid: true, type: 'recurring', dayOfMonth: 1 });

    expect((await undo(ofBank.id)).json()).toEqual({ success: true });
    expect(await list()).toEqual(before);
    expect(await week()).toEqual(sums);
    expect(await offers()).toEqual([]);
    await sync({ upserted: [reported({ amountCents: 20_50 })] });
    expect(await list()).toHaveLength(2);
    expect(await offers()).toEqual([]);
    expect((await undo(ofBank.id)).statusCode).toBe(404);
  });

  test("restores the bank's current data, and leaves it to later syncs [PD-7] [PD-73]", async () => {
    await add();
    await link(reported(), reported({ transactionId: 'z', amountCents: 99_00 }));
    const merged = (await list()).find((row) => row.merged);
    const rule = { merchantKey: 'junipertablebistro', category: 'Travel' };
    await ana.send({ method: 'PUT', url: '/api/rules', body: rule });
    await sync({ upserted: [reported({ merchantName: 'Juniper Table Bistro!' })] });
    await undo(merged?.id ?? 0);
    const rows = await list();
    expect(rows.find((row) => row.id === merged?.id)).toMatchObject({
      name: 'Juniper Table Bistro!',
      category: 'Shopping',
      merged: false,
    });
    expect(ofSource(rows, 'manual')).toMatchObject({ ...entered, merged: false });
    // The bank expense is no longer edited, so syncs reach it.
    await sync({ upserted: [reported({ merchantName: 'Juniper' })] });
    expect((await list()).find((row) => row.id === merged?.id)?.name).toBe('Juniper');
  });

  test("leaves the user's later edits with the bank expense [PD-7]", async () => {
    await add();
    await link(reported());
    const { id } = await only();
    await put(id, { name: 'With Bo' });
    await undo(id);
    const rows = await list();
    expect(ofSource(rows, 'bank')).toMatchObject({ name: 'With Bo', category: 'Shopping' });
    expect(ofSource(rows, 'manual')).toMatchObject(entered);
  });
});

describe('when the bank takes back what was merged', () => {
  test("the manual expense returns with the user's later edits [PD-7] [PD-8]", async () => {
    const before = await add();
    await link(reported({ isPending: true }));
    const { id } = await only();
    await sync(gone());
    expect(await list()).toEqual([before]);
    expect(await week()).toEqual({ spent: 20_50, ranked: 20_50, purchases: 1 });

    await sync({ upserted: [reported()] });
    expect(await only()).toMatchObject({ id, merged: true });
    await put(id, { name: 'With Bo', amount: 19, paid: true, counted: false });
    await sync(gone());
    expect(await list()).toEqual([
      {
        ...before,
        name: 'With Bo',
        amount: 19,
        paid: true,
        counted: false,
        countedByHand: false,
        notCountedReason: 'by-hand',
      },
    ]);
  });

  test('and posts it later under another id, it is merged with that one', async () => {
    await add();
    await link(reported({ isPending: true }));
    await sync({ ...gone(), upserted: [reported({ transactionId: 'b', postedOn: '2026-06-03' })] });
    expect(await only()).toMatchObject({ source: 'bank', name: 'Juniper Table', merged: true });
    expect(await week()).toEqual({ spent: 20_50, ranked: 20_50, purchases: 1 });
  });

  test('an expense deleted since stays deleted and ranks with its cost until then [PD-7] [PD-21]', async () => {
    await add();
    await link(reported());
    const { id } = await only();
    await remove(id);
    expect(await list()).toEqual([]);
    expect(await week()).toEqual({ spent: 0, ranked: 20_50, purchases: 0 });
    await sync(gone());
    expect(await list()).toEqual([]);
    expect(await week()).toEqual({ spent: 0, ranked: 0, purchases: 0 });
  });

  test('a deletion of what is merged can be taken back as before [PD-30]', async () => {
    await add();
    await link(reported());
    const before = await only();
    await remove(before.id);
    await ana.send({ method: 'POST', url: `/api/expenses/${before.id}/restore` });
    expect(await list()).toEqual([before]);
  });

  test('a purchase that turns into money in restores the manual expense', async () => {
    const before = await add();
    await link(reported());
    await sync({ upserted: [reported({ amountCents: -20_50 })] });
    expect(await list()).toEqual([before]);
  });
});

describe('disconnecting the bank', () => {
  const disconnect = (history: string) => {
    const itemId = `item-${bank.exchanged.length}`;
    return ana.send({ method: 'DELETE', url: `/api/plaid/disconnect/${itemId}?history=${history}` });
  };

  test('with history kept, merges survive linking again [PD-8] [SEC-12]', async () => {
    await add();
    await link(reported());
    const before = await only();
    expect((await disconnect('keep')).statusCode).toBe(200);
    expect(await list()).toEqual([before]);
    await link(reported({ transactionId: 'new' }));
    expect(await list()).toEqual([before]);
    await undo(before.id);
    expect(await list()).toHaveLength(2);
  });

  test('linking again without the purchase restores the manual expense [PD-8]', async () => {
    const before = await add();
    await link(reported(), reported({ transactionId: 'old', amountCents: 5_00, postedOn: '2026-05-20' }));
    await disconnect('keep');
    await link(reported({ transactionId: 'new', amountCents: 5_00, postedOn: '2026-05-20' }));
    expect((await list())[0]).toEqual(before);
    expect(await list()).toHaveLength(2);
  });

  test('with history erased, manual expenses return and decisions are deleted [SEC-12]', async () => {
    const before = await add();
    const apart = await add({ name: 'Hardware', amount: 30 });
    await link(reported(), reported({ transactionId: 'b', merchantName: 'Hardware', amountCents: 31_00 }));
    const [offer] = await offers();
    await answer(offer?.manual.id ?? 0, offer?.bank.id ?? 0, false);
    expect((await disconnect('erase')).statusCode).toBe(200);
    expect(await list()).toEqual([apart, before]);
    const { rows } = await t.database.db.$client.query('select from separate_expenses where user_id = $1', [
      ana.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('deleting the account leaves nothing [API-9]', async () => {
    await add();
    await add({ name: 'Hardware', amount: 30 });
    await link(reported(), reported({ transactionId: 'b', merchantName: 'Hardware', amountCents: 31_00 }));
    const [offer] = await offers();
    await answer(offer?.manual.id ?? 0, offer?.bank.id ?? 0, false);
    expect((await ana.send({ method: 'DELETE', url: '/api/user/account' })).statusCode).toBe(200);
    const { rows } = await t.database.db.$client.query(
      `select 'expense' from expenses where user_id = $1 union all select 'pair' from separate_expenses where user_id = $1`,
      [ana.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('what recurs', () => {
  const rent = { name: 'Storage', amount: 900, date: '2026-05-10', category: 'Housing', type: 'recurring' };
  const reportedRent = (fields: Reported = {}) =>
    reported({
      name: 'STORAGE',
      merchantName: 'Storage',
      amountCents: 900_00,
      postedOn: '2026-06-09',
      ...fields,
    });

  test("is merged whether its due day is before or after the bank's, and not created again [PD-31]", async () => {
    await add(rent);
    await link();
    await t.comeTo('2026-06-10T19:00:00Z');
    await createDue();
    await sync({ upserted: [reportedRent({ postedOn: '2026-06-11' })] });
    expect(await list()).toEqual([
      expect.objectContaining({ source: 'bank', type: 'recurring', date: '2026-06-10', counted: true }),
      expect.objectContaining({ source: 'manual', date: '2026-05-10' }),
    ]);
    await t.comeTo('2026-07-10T19:00:00Z');
    await sync({ upserted: [reportedRent({ transactionId: 'july', postedOn: '2026-07-10' })] });
    await createDue();
    await createDue();
    expect((await list()).map((row) => [row.date, row.source])).toEqual([
      ['2026-07-10', 'bank'],
      ['2026-06-10', 'bank'],
      ['2026-05-10', 'manual'],
    ]);
    expect((await ana.send({ url: '/api/recurring' })).json<Recurring>().series).toMatchObject([
      { next: { date: '2026-08-10', expenseId: null } },
    ]);
  });

  test('is merged also when the bank pays it three days before its day [PD-31]', async () => {
    await add(rent);
    await t.comeTo('2026-06-10T19:00:00Z');
    await link(reportedRent({ postedOn: '2026-06-07', authorizedOn: '2026-06-07' }));
    await createDue();
    expect((await list()).map((row) => [row.date, row.source, row.type])).toEqual([
      ['2026-06-07', 'bank', 'recurring'],
      ['2026-05-10', 'manual', 'recurring'],
    ]);
    expect(await week()).toEqual({ spent: 900_00, ranked: 900_00, purchases: 1 });
  });

  test('is merged immediately when a past expense becomes recurring [PD-31]', async () => {
    await link(reportedRent({ postedOn: '2026-06-01' }));
    const { id } = await add({ ...rent, date: '2026-05-01', type: 'one-time' });
    expect((await put(id, { type: 'recurring' })).json()).toMatchObject({ id, date: '2026-05-01' });
    expect((await list()).map((row) => [row.date, row.source, row.merged])).toEqual([
      ['2026-06-01', 'bank', true],
      ['2026-05-01', 'manual', false],
    ]);
  });

  test('unmerged, it is its month\'s occurrence again and follows "delete all later" [PD-31]', async () => {
    const first = await add(rent);
    await t.comeTo('2026-06-10T19:00:00Z');
    await createDue();
    await link(reportedRent({ postedOn: '2026-06-10' }));
    const merged = ofSource(await list(), 'bank');
    await remove(first.id, '?scope=future');
    expect(await list()).toEqual([merged]);
    await ana.send({ method: 'POST', url: `/api/expenses/${first.id}/restore` });
    await undo(merged.id);
    expect(await list()).toHaveLength(3);
    expect((await list('?source=manual')).map((row) => [row.date, row.seriesId])).toEqual([
      ['2026-06-10', first.seriesId],
      ['2026-05-10', first.seriesId],
    ]);
  });
});

test('exports include merges and pairs kept separate [PD-30]', async () => {
  await add();
  const mine = await add({ name: 'Hardware', amount: 30 });
  await link(reported(), reported({ transactionId: 'b', merchantName: 'Hardware', amountCents: 31_00 }));
  const [offer] = await offers();
  await answer(mine.id, offer?.bank.id ?? 0, false);
  const merged = (await list()).find((row) => row.merged);
  const everything = (await ana.send({ url: '/api/export/everything.json' })).json<object>();
  expect(everything).toMatchObject({
    duplicates: {
      merged: [{ manual: { ...entered, source: 'manual', counted: false }, bankId: merged?.id }],
      separate: [{ manualId: mine.id, bankId: offer?.bank.id }],
    },
  });
});

test('years of manual and bank expenses are merged at once without statistics of them', async () => {
  const COUNT = 2_000;
  const { $client } = t.database.db;
  await $client.query(
    `insert into expenses (user_id, name, amount_cents, day, category, created_at)
     select $1, 'Juniper Table', 1000 + n, '2024-01-01'::date + n / 5, 'Dining', now() from generate_series(1, $2::integer) n`,
    [ana.id, COUNT],
  );
  const { rows } = await $client.query<{ amountCents: number; postedOn: string }>(
    `select amount_cents::integer as "amountCents", day::text as "postedOn" from expenses where user_id = $1`,
    [ana.id],
  );
  await link(
    ...rows.map((row, index) => reported({ ...row, transactionId: `t${index}` })),
    ...rows.map((row, index) =>
      reported({ ...row, transactionId: `o${index}`, merchantName: 'Elsewhere', name: 'E' }),
    ),
  );
  const all = await list();
  expect(all).toHaveLength(2 * COUNT);
  expect(all.filter((row) => row.merged)).toHaveLength(COUNT);
});

test('of thousands of equal rows beside a bank expense, a few are compared and none merges [SEC-29]', async () => {
  const { db } = t.database;
  await db.$client.query(
    `insert into expenses (user_id, name, amount_cents, day, category, created_at)
     select $1, 'Juniper Table', 2050, '2026-06-01', 'Dining', now() from generate_series(1, 3000)`,
    [ana.id],
  );
  await link(reported());
  expect((await list()).filter((row) => row.merged)).toEqual([]);
  expect(await listQuestions(db, ana.id, '2026-01-01')).toHaveLength(MOST_CANDIDATES);
  expect(await offers()).toHaveLength(1);
});

test('users are asked about an expense even if more deleted ones than are compared come first', async () => {
  await link(
    ...Array.from({ length: MOST_CANDIDATES + 2 }, (_, index) =>
      reported({ transactionId: `t${index}`, name: 'Juniper', merchantName: null }),
    ),
  );
  const all = await list();
  const kept = all.reduce((last, row) => (row.id > last.id ? row : last));
  for (const { id } of all)
    if (id !== kept.id) await ana.send({ method: 'DELETE', url: `/api/expenses/${id}` });
  await add();
  expect((await offers()).map((offer) => offer.bank.id)).toEqual([kept.id]);
});

test('users are asked about the last year only', async () => {
  const within = await add({ date: '2025-06-10' });
  await add({ date: '2025-05-01' });
  const withTip = { amountCents: 24_00 };
  await link(
    reported({ ...withTip, postedOn: '2025-06-10' }),
    reported({ ...withTip, postedOn: '2025-05-01', transactionId: 'b' }),
  );
  expect((await offers()).map(({ manual }) => manual.id)).toEqual([within.id]);
});

test('an expense six days away competes for the same bank transaction when one is added', async () => {
  await link(reported({ postedOn: '2026-06-04' }));
  await add({ date: '2026-06-07' });
  const added = await add({ date: '2026-06-01' });
  expect(added.source).toBe('manual');
  expect(await offers()).toHaveLength(1);
});

test('two answers and a sync at the same time leave one purchase [PD-8]', async () => {
  const mine = await add();
  await link(reported({ amountCents: 24_00 }));
  const ofBank = ofSource(await list(), 'bank');
  bank.answer({ upserted: [reported()] });
  const answers = await Promise.all([
    answer(mine.id, ofBank.id, true),
    answer(mine.id, ofBank.id, true),
    ana.send({ method: 'POST', url: '/api/auto-import-transactions' }),
  ]);
  expect(
    answers.map(({ statusCode }) => statusCode).filter((status) => ![200, 404].includes(status)),
  ).toEqual([]);
  expect(await only()).toMatchObject({ amount: 20.5, merged: true });
});

describe('what a file imported', () => {
  const row = {
    name: 'Juniper Table',
    amount: 20.5,
    date: '2026-06-01',
    category: 'Dining',
    kind: 'spending',
  };
  async function importRows(...rows: object[]): Promise<string> {
    const imported = await ana.send({
      method: 'POST',
      url: '/api/imports',
      body: { requestId: randomUUID(), fileName: 'card.csv', rows },
    });
    expect(imported.statusCode, imported.body).toBe(200);
    return imported.json<{ id: string }>().id;
  }
  const asCompared = ({ name, amount, date }: typeof row) => ({ name, amount, date });

  test("an imported expense that a bank reports too survives the import's undo [PD-30]", async () => {
    const id = await importRows(row, { ...row, name: 'Tea', amount: 3 });
    await link(reported());
    expect((await list()).map(({ name }) => name).sort()).toEqual(['Juniper Table', 'Tea']);
    const known = await ana.send({
      method: 'POST',
      url: '/api/imports/check',
      body: { rows: [asCompared(row), asCompared(row)] },
    });
    expect(known.json<{ known: unknown[] }>().known).toHaveLength(1);
    const back = await ana.send({ method: 'DELETE', url: `/api/imports/${id}` });
    expect(back.statusCode, back.body).toBe(200);
    expect(await only()).toMatchObject({ name: 'Juniper Table', source: 'bank', merged: true });
  });

  test('a second equal row beside a recognized one is another purchase [PD-30]', async () => {
    await link(reported());
    await t.comeTo('2026-06-05T19:05:00Z');
    await importRows(row);
    await sync();
    expect(await list()).toHaveLength(2);
    expect(await offers()).toEqual([]);
    expect(await week()).toEqual({ spent: 41_00, ranked: 41_00, purchases: 2 });
  });

  test.each([
    ['leaves it to the bank whether it counts', null, { counted: true }],
    ['excludes it when the person has said so', false, { counted: false, notCountedReason: 'by-hand' }],
  ])('%s [PD-4]', async (_title, counted, expected) => {
    await importRows({ ...row, kind: 'transfer', counted });
    await link(reported());
    expect(await only()).toMatchObject({ source: 'bank', merged: true, ...expected });
  });

  test('an expense in another currency never matches one in dollars [PD-5]', async () => {
    await importRows({ ...row, currency: 'EUR' });
    await link(reported());
    const rows = await list();
    expect(rows.map(({ merged }) => merged)).toEqual([false, false]);
    expect(await offers()).toEqual([]);
    const [mine, ofBank] = [ofSource(rows, 'manual'), ofSource(rows, 'bank')];
    expect((await answer(mine.id, ofBank.id, true)).json()).toMatchObject({ error_code: 'PURCHASES_DIFFER' });
  });
});
