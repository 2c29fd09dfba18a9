import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCatalogue } from '@oinkly/contract/errors';
import type { Connection, SyncStatus } from '@oinkly/contract/banking';
import type { Expense } from '@oinkly/contract/expenses';
import type { Refund } from '@oinkly/contract/refunds';
import type { User } from '@oinkly/contract/account';
import type { PaymentType } from '@oinkly/domain/classification';
import type pg from 'pg';
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
import { AppError } from '../../../errors/app-error.ts';
import { applyStagedChanges, changeLedger, type LedgerListener } from '../../ledger/index.ts';
import { interceptStatements } from '../../../test-support/intercept-statements.ts';
import { ScriptedBank, scriptedAccount, type ScriptedPage } from '../../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test-support/test-app.ts';
import { expectSumsToAgree, storeWeeklyTotals } from '../../../test-support/weekly-sums.ts';
import { ChangedWhilePaging } from '../provider.ts';
import { LEASE_RENEWAL_MS, syncConnection } from './sync-connection.ts';
import { syncDueConnections } from './sync.service.ts';

type Row = NonNullable<ScriptedPage['upserted']>[number];

let shared: TestApp;
let bank: ScriptedBank;
let t: TestApp;
let ana: TestUser;

beforeAll(async () => {
  shared = await createTestApp({ provider: new ScriptedBank() });
});
beforeEach(async () => {
  bank = new ScriptedBank();
  t = shared;
  t.useBanks(bank);
  ana = await t.signUp();
});
afterEach(() => t.startAgain());
afterAll(() => shared.close());

/** For a test that changes the database for others, or needs one without statistics. */
async function useAppOfItsOwn(): Promise<void> {
  t = await createTestApp({ provider: bank });
  onTestFinished(() => t.close());
  ana = await t.signUp();
}

const link = (user = ana) =>
  user.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: randomUUID() } });
const linkAndImport = async () => {
  await link();
  const runs = async () => (await ana.send({ url: '/api/plaid/sync-status' })).json<SyncStatus>().connections;
  const isOver = async () => (await runs()).every((run) => run.finished_at !== null);
  await expect.poll(isOver).toBe(true);
  const [run] = await runs();
  return run?.error ?? run?.imported;
};
const sync = () => ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
const list = async (query = '?counted=all') =>
  (await ana.send({ url: `/api/expenses${query}` })).json<Expense[]>();
const refunds = async () => (await ana.send({ url: '/api/refunds' })).json<{ refunds: Refund[] }>().refunds;
const put = (id: number, body: object) => ana.send({ method: 'PUT', url: `/api/expenses/${id}`, body });
const only = async () => {
  const rows = await list();
  expect(rows).toHaveLength(1);
  return rows[0] as Expense;
};

describe('exactly once', () => {
  test('a transaction repeated in a page, other pages or later syncs is one expense [IM-1] [API-7]', async () => {
    bank.answer(
      { upserted: [{ transactionId: 'a' }, { transactionId: 'a' }], hasMore: true },
      { upserted: [{ transactionId: 'a' }, { transactionId: 'b', amountCents: 5_00 }] },
      { upserted: [{ transactionId: 'a' }] },
    );
    expect(await linkAndImport()).toBe(2);
    expect((await sync()).json()).toEqual({ success: true, imported: 0 });
    expect((await list()).map((row) => row.amount).sort()).toEqual([10, 5]);
  });

  test('the last of several changes to one id in a traversal wins [IM-1]', async () => {
    const gone = { transactionId: 'b', providerAccountId: 'account-checking' };
    bank.answer(
      { upserted: [{ transactionId: 'a' }, { transactionId: 'b' }], hasMore: true },
      {
        upserted: [{ transactionId: 'a', amountCents: 12_00 }, { transactionId: 'c' }],
        removed: [gone],
        hasMore: true,
      },
      { upserted: [{ transactionId: 'c', amountCents: 5_00 }] },
    );
    expect(await linkAndImport()).toBe(2);
    expect((await list()).map((row) => row.amount).sort((a, b) => a - b)).toEqual([5, 12]);
  });

  test('two equal purchases on one day under two ids are two expenses', async () => {
    bank.answer({ upserted: [{ transactionId: 'a' }, { transactionId: 'b' }] });
    await linkAndImport();
    expect(await list()).toHaveLength(2);
  });

  test('if the data changes between pages, the traversal restarts and keeps nothing', async () => {
    bank.answer(
      { upserted: [{ transactionId: 'a' }], hasMore: true },
      new ChangedWhilePaging('mutation'),
      { upserted: [{ transactionId: 'b' }], hasMore: true },
      { upserted: [{ transactionId: 'c' }] },
    );
    expect(await linkAndImport()).toBe(2);
    expect(bank.reads).toEqual([null, 'cursor-1', null, 'cursor-2']);
  });

  test('many requests at once share the runs and import once [PD-41]', async () => {
    bank.answer({ upserted: [{ transactionId: 'a' }] });
    await link();
    const answers = await Promise.all(Array.from({ length: 6 }, () => sync()));
    expect(answers.every((answer) => answer.statusCode === 200)).toBe(true);
    await only();
  });

  test('a bank that has not prepared its data is waited for, and its empty cursor is never stored', async () => {
    bank.answer({ nextCursor: null }, { nextCursor: null }, { upserted: [{ transactionId: 'a' }] });
    expect(await linkAndImport()).toBe(1);
    await sync();
    expect(bank.reads).toEqual([null, null, null, 'cursor-3']);
  });

  test('a bank that is preparing shows as processing, and its import succeeds [PD-40] [PD-41]', async () => {
    bank.answer(new AppError('BANK_DATA_NOT_READY'));
    await link();
    const stage = async () =>
      (await ana.send({ url: '/api/plaid/sync-status' })).json<SyncStatus>().connections[0]?.stage;
    await expect.poll(stage).toBe('processing');
    bank.answer(new AppError('BANK_DATA_NOT_READY'));
    const answering = sync();
    await expect.poll(() => bank.reads.length).toBe(2);
    await expect.poll(stage).toBe('processing');
    const waitedMs = 60_000;
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + waitedMs);
    const answer = await answering;
    clock.mockRestore();
    expect(answer.json()).toEqual({ success: true, imported: 0, preparing: ['Scripted Bank'] });
    bank.answer({ upserted: [{ transactionId: 'a' }] });
    expect((await sync()).json()).toEqual({ success: true, imported: 1 });
    expect(await stage()).toBe('done');
  });
});

test('a sync that waits for another worker is not lost to the job of an ended one', async () => {
  await linkAndImport();
  const query = <R>(text: string) => t.database.db.$client.query<R & object>(text).then(({ rows }) => rows);
  const occupy = () =>
    query(
      `update connections set lease_owner = gen_random_uuid(), lease_expires_at = now() + interval '1 hour'`,
    );
  const free = () => query('update connections set lease_owner = null, lease_expires_at = null');
  const jobsForLater = async () =>
    (
      await query(
        `select from pgboss.job where name = 'sync-connection' and state = 'created' and start_after > now()`,
      )
    ).length;

  await occupy();
  const first = sync();
  await expect.poll(jobsForLater).toBe(1);
  await free();
  const [run] = await query<{ id: number; userId: string; connectionId: string }>(
    'select id::float8, user_id as "userId", connection_id as "connectionId" from sync_runs where finished_at is null',
  );
  if (!run) throw new Error('no run is under way');
  await syncConnection(t.deps, run, run.id);
  expect((await first).json()).toEqual({ success: true, imported: 0 });

  await occupy();
  const second = sync();
  await expect.poll(jobsForLater).toBe(2);
  await free();
  expect((await second).json()).toEqual({ success: true, imported: 0 });
});

test('the planner’s hint for a long history ends before refunds and duplicates are looked for', async () => {
  await changeLedger(t.deps, ana.id, async (tx) => {
    const run = { userId: ana.id, connectionId: randomUUID(), leaseOwner: randomUUID() };
    await applyStagedChanges(tx, { ...run, covered: [], rowCount: 10_000, now: t.deps.clock() });
    const { rows } = await tx.$client.query('show enable_nestloop');
    expect(rows).toEqual([{ enable_nestloop: 'on' }]);
  });
});

describe('how a row is read', () => {
  test('money out becomes an expense, counted when it is spending; money in never does [PD-4]', async () => {
    const row = (transactionId: string, paymentType: PaymentType, amountCents = 10_00) => ({
      transactionId,
      category: { paymentType, expenseCategory: 'Other' as const },
      amountCents,
    });
    bank.answer({
      upserted: [
        row('1', 'purchase'),
        row('2', 'fixed-bill'),
        row('3', 'transfer'),
        row('4', 'card-payment'),
        row('5', 'income', -2000_00),
        row('6', 'transfer', -10_00),
      ],
    });
    expect(await linkAndImport()).toBe(1);
    const rows = await list();
    expect(
      Object.fromEntries(rows.map((expense) => [expense.kind, [expense.counted, expense.notCountedReason]])),
    ).toEqual({
      spending: [true, null],
      'fixed-bill': [false, 'kind'],
      transfer: [false, 'kind'],
      'card-payment': [false, 'kind'],
    });
    expect(await list('')).toHaveLength(1);
  });

  test('the setting counts fixed bills, including later ones, and stops counting them [PD-5]', async () => {
    const rent = { category: { paymentType: 'fixed-bill', expenseCategory: 'Housing' } } as const;
    bank.answer(
      { upserted: [{ transactionId: 'a', ...rent }] },
      { upserted: [{ transactionId: 'b', ...rent }] },
    );
    await linkAndImport();
    await ana.send({ method: 'PUT', url: '/api/users', body: { countFixedBills: true } });
    await sync();
    expect(await list('')).toHaveLength(2);
    await ana.send({ method: 'PUT', url: '/api/users', body: { countFixedBills: false } });
    expect(await list('')).toHaveLength(0);
  });

  test('is named and filed by its merchant, however raw its text is; a transfer keeps its text [PD-90]', async () => {
    const raw = { merchantName: null, category: null };
    bank.answer({
      upserted: [
        { ...raw, transactionId: 'a', name: 'TST* 7-ELEVEN 34012 PORTLAND OR' },
        { ...raw, transactionId: 'b', name: 'SQ *HAWTHORNE LOAF PORTLAND OR' },
        {
          ...raw,
          transactionId: 'c',
          name: 'TRANSFER TO SAVINGS 1234',
          category: { paymentType: 'transfer', expenseCategory: 'Other' },
        },
      ],
    });
    await linkAndImport();
    expect((await list()).map(({ name, category }) => `${name}: ${category}`).toSorted()).toEqual([
      '7-Eleven: Transportation',
      'Hawthorne Loaf: Other',
      'TRANSFER TO SAVINGS 1234: Other',
    ]);
  });

  test('a purchase in another currency is listed in its own and never counted [PD-5]', async () => {
    bank.answer({ upserted: [{ transactionId: 'a', currency: 'EUR' }] });
    await linkAndImport();
    expect(await only()).toMatchObject({ currency: 'EUR', counted: false, notCountedReason: 'currency' });
  });

  test('uses the authorized day, else the posting day, at any time of day [PD-3]', async () => {
    bank.answer({
      upserted: [
        { transactionId: 'a', postedOn: '2026-06-03', authorizedOn: '2026-05-31' },
        { transactionId: 'b', postedOn: '2026-06-02' },
      ],
    });
    await linkAndImport();
    expect((await list()).map((row) => row.date)).toEqual(['2026-06-02', '2026-05-31']);
  });
});

describe('later changes', () => {
  test('a new amount, name or day under a known id updates its expense [PD-7]', async () => {
    bank.answer(
      { upserted: [{ transactionId: 'a' }] },
      {
        upserted: [
          { transactionId: 'a', amountCents: 12_50, postedOn: '2026-06-02', merchantName: 'Corner Cafe' },
        ],
      },
    );
    await linkAndImport();
    const { id } = await only();
    await sync();
    expect(await only()).toMatchObject({ id, amount: 12.5, date: '2026-06-02', name: 'Corner Cafe' });
  });

  test('the user’s edits survive every later sync, field by field [PD-7]', async () => {
    bank.answer(
      { upserted: [{ transactionId: 'a' }] },
      {
        upserted: [
          { transactionId: 'a', amountCents: 12_50, postedOn: '2026-06-02', merchantName: 'Corner Cafe' },
        ],
      },
    );
    await linkAndImport();
    const { id } = await only();
    await put(id, { name: 'Birthday cake', category: 'Dining', counted: false });
    await sync();
    expect(await only()).toMatchObject({
      name: 'Birthday cake',
      category: 'Dining',
      counted: false,
      amount: 12.5,
      date: '2026-06-02',
    });
  });

  test('what the user deleted stays deleted, also by "Import Current Year" [PD-7] [PD-9] [API-14]', async () => {
    const kept = { transactionId: 'b', amountCents: 1_00 };
    bank.answer(
      { upserted: [{ transactionId: 'a' }, kept] },
      { upserted: [{ transactionId: 'a', amountCents: 12_50 }, kept] },
    );
    await linkAndImport();
    const gone = (await list()).find((row) => row.amount === 10);
    await ana.send({ method: 'DELETE', url: `/api/expenses/${gone?.id ?? 0}` });
    await sync();
    expect((await ana.send({ method: 'POST', url: '/api/plaid/sync-transactions' })).json()).toEqual({
      success: true,
      started: 1,
    });
    await sync();
    expect((await list()).map((row) => row.amount)).toEqual([1]);
  });

  test('"Import Current Year" adds expenses for the map\'s transactions that have none [PD-9]', async () => {
    bank.answer({
      upserted: [
        { transactionId: 'a', postedOn: '2025-12-29' },
        { transactionId: 'b', postedOn: '2025-12-28' },
      ],
    });
    await linkAndImport();
    await expectSumsToAgree(t.database);
    await t.database.db.$client.query('delete from expenses');
    await storeWeeklyTotals(t.database);
    await ana.send({ method: 'POST', url: '/api/plaid/sync-transactions' });
    expect((await list()).map((row) => row.date)).toEqual(['2025-12-29']);
  });

  test("a posted transaction keeps the pending one's expense, day and edits [PD-3] [PD-8]", async () => {
    bank.answer(
      { upserted: [{ transactionId: 'p', isPending: true, postedOn: '2026-06-03' }] },
      {
        removed: [{ transactionId: 'p', providerAccountId: 'account-checking' }],
        hasMore: true,
      },
      {
        upserted: [
          { transactionId: 'q', pendingTransactionId: 'p', amountCents: 12_00, postedOn: '2026-06-05' },
        ],
      },
      {
        upserted: [
          { transactionId: 'q', pendingTransactionId: 'p', amountCents: 12_00, postedOn: '2026-06-05' },
        ],
      },
    );
    await linkAndImport();
    const pending = await only();
    expect(pending).toMatchObject({ pending: true, amount: 10 });
    await put(pending.id, { name: 'Dinner with Bo', paid: true });
    expect((await sync()).json()).toMatchObject({ imported: 0 });
    const posted = {
      ...pending,
      name: 'Dinner with Bo',
      paid: true,
      pending: false,
      amount: 12,
      date: '2026-06-03',
    };
    expect(await only()).toEqual(posted);
    await sync();
    expect(await only()).toEqual(posted);
  });

  test('a pending purchase that vanishes and posts in a later sync keeps its edits [PD-8]', async () => {
    bank.answer(
      { upserted: [{ transactionId: 'p', isPending: true }] },
      { removed: [{ transactionId: 'p', providerAccountId: 'account-checking' }] },
      { upserted: [{ transactionId: 'q', pendingTransactionId: 'p' }] },
    );
    await linkAndImport();
    const { id } = await only();
    await put(id, { name: 'Dinner' });
    await sync();
    expect(await list()).toEqual([]);
    await sync();
    expect(await only()).toMatchObject({ id, name: 'Dinner', pending: false });
  });

  describe('a pending purchase that posts under an id that refers to nothing', () => {
    const removed = [{ transactionId: 'p', providerAccountId: 'account-checking' }];
    const linkWithPending = async () => {
      await linkAndImport();
      return (await only()).id;
    };

    test.each<[string, Row, boolean]>([
      ['keeps its edits', {}, true],
      ['is another one if it names a pending row', { pendingTransactionId: 'unknown' }, false],
      ['is another one with another amount', { amountCents: 11_00 }, false],
      ['is another one at another merchant', { name: 'Elsewhere', merchantName: 'Elsewhere' }, false],
    ])('%s [PD-7] [PD-8]', async (_what, fields, isSame) => {
      const answer = { upserted: [{ transactionId: 'q', ...fields }], removed };
      bank.answer({ upserted: [{ transactionId: 'p', isPending: true }] }, answer, answer);
      const id = await linkWithPending();
      await put(id, { name: 'Dinner' });
      await sync();
      const posted = await only();
      expect({
        isSame: posted.id === id,
        isRenamed: posted.name === 'Dinner',
        pending: posted.pending,
      }).toEqual({ isSame, isRenamed: isSame, pending: false });
      await sync();
      expect(await only()).toEqual(posted);
      await expectSumsToAgree(t.database);
    });

    test('stays deleted [PD-7]', async () => {
      bank.answer(
        { upserted: [{ transactionId: 'p', isPending: true }] },
        { removed },
        { upserted: [{ transactionId: 'q' }] },
      );
      await ana.send({ method: 'DELETE', url: `/api/expenses/${await linkWithPending()}` });
      await sync();
      await sync();
      expect(await list()).toEqual([]);
    });

    test('is another one in another account [PD-8]', async () => {
      bank.accounts = [scriptedAccount('checking', '1111'), scriptedAccount('card', '2222')];
      bank.answer(
        { upserted: [{ transactionId: 'p', isPending: true }] },
        { upserted: [{ transactionId: 'q', providerAccountId: 'account-card' }], removed },
      );
      const id = await linkWithPending();
      await put(id, { name: 'Dinner' });
      await sync();
      expect((await only()).name).not.toBe('Dinner');
    });

    test('is another one after more than 30 days [PD-8]', async () => {
      bank.answer(
        { upserted: [{ transactionId: 'p', isPending: true, postedOn: '2026-06-03' }] },
        { removed },
        { upserted: [{ transactionId: 'q', postedOn: '2026-06-05' }] },
      );
      const id = await linkWithPending();
      await put(id, { name: 'Dinner' });
      await sync();
      await t.comeTo('2026-07-10T19:00:00Z');
      await sync();
      expect((await only()).name).not.toBe('Dinner');
    });
  });

  test('what the bank removes is removed, and an unknown removal changes nothing [PD-8]', async () => {
    bank.answer(
      { upserted: [{ transactionId: 'a' }, { transactionId: 'b' }] },
      {
        removed: [
          { transactionId: 'a', providerAccountId: 'account-checking' },
          { transactionId: 'never-seen', providerAccountId: 'account-checking' },
        ],
      },
    );
    await linkAndImport();
    await sync();
    await only();
  });

  test('linking a bank again adopts its accounts and imports no history twice [PD-8]', async () => {
    const history = (prefix: string) => ({
      upserted: [
        { transactionId: `${prefix}1` },
        { transactionId: `${prefix}2` },
        { transactionId: `${prefix}3`, amountCents: 3_00 },
      ],
    });
    bank.answer(history('old'));
    await linkAndImport();
    const before = await list();
    await put(before[0]?.id ?? 0, { name: 'Mine' });
    await ana.send({ method: 'DELETE', url: '/api/plaid/disconnect/item-1' });
    expect(await list()).toHaveLength(3);

    bank.accounts = bank.accounts.map((account) => ({ ...account, providerAccountId: 'account-new' }));
    const fresh = history('new').upserted.map((row) => ({ ...row, providerAccountId: 'account-new' }));
    bank.answer({
      upserted: [...fresh, { transactionId: 'new4', amountCents: 4_00, providerAccountId: 'account-new' }],
    });
    expect(await linkAndImport()).toBe(1);
    expect((await list()).map((row) => row.amount).sort((a, b) => a - b)).toEqual([3, 4, 10, 10]);
    expect((await list()).filter((row) => row.name === 'Mine')).toHaveLength(1);
  });

  describe('of a bank that was disconnected and linked again', () => {
    /** Disconnects and prepares the same account under a new id. Returns what the new link reports. */
    const relinkAfter = async (...before: ScriptedPage['upserted'] & object) => {
      bank.answer({ upserted: before });
      await linkAndImport();
      return async (...reported: (ScriptedPage['upserted'] & object)[]) => {
        await ana.send({ method: 'DELETE', url: '/api/plaid/disconnect/item-1' });
        bank.accounts = bank.accounts.map((account) => ({ ...account, providerAccountId: 'account-new' }));
        bank.answer(
          ...reported.map((rows) => ({
            upserted: rows.map((row) => ({ ...row, providerAccountId: 'account-new' })),
          })),
        );
        return linkAndImport();
      };
    };
    const shown = async () => (await list()).map((row) => `${row.date} ${row.name} ${row.amount}`).sort();

    test.each([
      ['sum', { amountCents: 12_00 }, '2026-06-03 Corner Shop 12'],
      ['name', { name: 'CORNER', merchantName: 'Corner' }, '2026-06-03 Corner 10'],
      ['day of posting', { postedOn: '2026-06-04', authorizedOn: '2026-06-03' }, '2026-06-03 Corner Shop 10'],
    ] as const)(
      'a purchase with a changed %s remains the same expense with all edits [PD-7] [PD-8]',
      async (_what, change, expected) => {
        const relink = await relinkAfter({ transactionId: 'a' });
        await put((await only()).id, { category: 'Dining' });
        expect(await relink([{ transactionId: 'b', ...change }])).toBe(0);
        expect(await shown()).toEqual([expected]);
        expect(await only()).toMatchObject({ category: 'Dining' });
      },
    );

    test('a purchase reported on another day, or no longer, is replaced, not duplicated [PD-8]', async () => {
      const relink = await relinkAfter(
        { transactionId: 'a' },
        {
          transactionId: 'gone',
          postedOn: '2026-06-02',
          amountCents: 7_00,
          name: 'KIOSK',
          merchantName: 'Kiosk',
        },
      );
      expect(await relink([{ transactionId: 'b', postedOn: '2026-06-01' }])).toBe(1);
      expect(await shown()).toEqual(['2026-06-01 Corner Shop 10']);
    });

    test('expenses older than the reported history stay and are adopted if reported later [PD-8]', async () => {
      const relink = await relinkAfter(
        { transactionId: 'a', postedOn: '2026-03-02', amountCents: 1_00 },
        { transactionId: 'b', postedOn: '2026-04-02', amountCents: 2_00 },
        { transactionId: 'c', postedOn: '2026-06-02', amountCents: 3_00 },
      );
      const march = (await list()).find((row) => row.date === '2026-03-02');
      await put(march?.id ?? 0, { name: 'Mine' });
      await relink(
        [{ transactionId: 'c2', postedOn: '2026-06-02', amountCents: 3_50 }],
        [
          { transactionId: 'a2', postedOn: '2026-03-02', amountCents: 1_00 },
          { transactionId: 'b2', postedOn: '2026-04-03', amountCents: 2_00 },
        ],
      );
      expect(await shown()).toEqual([
        '2026-03-02 Mine 1',
        '2026-04-02 Corner Shop 2',
        '2026-06-02 Corner Shop 3.5',
      ]);
      await sync();
      expect(await shown()).toEqual([
        '2026-03-02 Mine 1',
        '2026-04-03 Corner Shop 2',
        '2026-06-02 Corner Shop 3.5',
      ]);
    });

    test('a long history is taken over at once, with a change here and there [PD-8]', async () => {
      await useAppOfItsOwn();
      const history = (who: string, changedBy: number) =>
        Array.from({ length: 20_000 }, (_, index) => ({
          transactionId: `${who}${index}`,
          name: `SHOP ${index % 300}`,
          merchantName: null,
          amountCents: 1_00 + (index % 977) + (index % 50 === 0 ? changedBy : 0),
        }));
      const relink = await relinkAfter(...history('old', 0));
      expect(await relink(history('new', 5))).toBe(0);
      const { rows } = await t.database.db.$client.query(
        'select count(*)::integer from expenses where withdrawn_at is null',
      );
      expect(rows).toEqual([{ count: 20_000 }]);
    });

    test('a refund finds another purchase if the new link does not report its own [PD-6] [PD-8]', async () => {
      const relink = await relinkAfter(
        { transactionId: 'kept', postedOn: '2026-05-01', amountCents: 20_00 },
        { transactionId: 'gone', postedOn: '2026-06-01', amountCents: 20_00 },
        { transactionId: 'refund', postedOn: '2026-06-02', amountCents: -20_00 },
      );
      await relink([
        { transactionId: 'kept2', postedOn: '2026-05-01', amountCents: 20_00 },
        { transactionId: 'refund2', postedOn: '2026-06-02', amountCents: -20_00 },
      ]);
      expect((await list()).map(({ date, refunded }) => ({ date, refunded }))).toEqual([
        { date: '2026-05-01', refunded: 20 },
      ]);
    });
  });
});

describe('linking a bank that is linked', () => {
  test.each(['BANK_LOGIN_REQUIRED', null] as const)(
    'the new connection takes over with %s as the last change, without duplicates [PD-8]',
    async (lastWord) => {
      bank.answer({ upserted: [{ transactionId: 'old1' }, { transactionId: 'old2', amountCents: 3_00 }] });
      await linkAndImport();
      if (lastWord) {
        bank.answer(new AppError(lastWord));
        await sync();
      }
      const [first] = await list();
      await put(first?.id ?? 0, { name: 'Mine' });

      const fresh = scriptedAccount('checking', '1111');
      bank.accountsByToken.set('access-2', [{ ...fresh, providerAccountId: 'account-new' }]);
      const row = { providerAccountId: 'account-new' };
      bank.answer({
        upserted: [
          { transactionId: 'new1', ...row },
          { transactionId: 'new2', amountCents: 3_00, ...row },
          { transactionId: 'new3', amountCents: 4_00, ...row },
        ],
      });
      await linkAndImport();
      expect((await list()).map((expense) => expense.amount).sort((a, b) => a - b)).toEqual([3, 4, 10]);
      expect((await list()).filter((expense) => expense.name === 'Mine')).toHaveLength(1);
      expect((await ana.send({ url: '/api/plaid/connections' })).json()).toMatchObject([
        { item_id: 'item-2' },
      ]);
      await expect.poll(() => bank.removed).toEqual(['access-1']);
    },
  );

  test('accounts with the same mask are distinguished by type and name [PD-8]', async () => {
    const [checking, savings] = [
      scriptedAccount('checking', '1111'),
      { ...scriptedAccount('savings', '1111'), subtype: 'savings' },
    ];
    bank.accounts = [checking, savings];
    bank.answer({
      upserted: [
        { transactionId: 'c', amountCents: 1_00 },
        { transactionId: 's', amountCents: 2_00, providerAccountId: 'account-savings' },
      ],
    });
    await linkAndImport();
    bank.accountsByToken.set('access-2', [
      { ...savings, providerAccountId: 'new-savings' },
      { ...checking, providerAccountId: 'new-checking' },
    ]);
    bank.answer({
      upserted: [
        { transactionId: 'c2', amountCents: 1_00, providerAccountId: 'new-checking' },
        { transactionId: 's2', amountCents: 2_00, providerAccountId: 'new-savings' },
      ],
    });
    await linkAndImport();
    expect((await list()).map((row) => row.amount).sort()).toEqual([1, 2]);
  });
});

test('a long history is saved although the database’s statistics have never seen it', async () => {
  await useAppOfItsOwn();
  const length = 20_000;
  const history = (who: string) => ({
    upserted: Array.from({ length }, (_, index) => ({ transactionId: `${who}${index}` })),
    hasMore: true,
  });
  // Refunds are looked for among all purchases of their merchant.
  const refund = { upserted: [{ transactionId: 'refund', amountCents: -10_00 }] };
  // Statistics show another user's staged history and empty ledgers.
  bank.answer(history('bo'), {}, history('ana'), refund);
  const bo = await t.signUp();
  bank.duringRead = async () => {
    if (bank.reads.length === 2) await t.database.db.$client.query('analyze');
  };
  await link(bo);
  await bo.send({ method: 'POST', url: '/api/auto-import-transactions' });
  expect(await linkAndImport()).toBe(length);
});

describe('at the same time', () => {
  function holdReads(): { begun: Promise<void>; release: () => void } {
    const begun = Promise.withResolvers<undefined>();
    const released = Promise.withResolvers<undefined>();
    bank.duringRead = async () => {
      begun.resolve(undefined);
      await released.promise;
    };
    return {
      begun: begun.promise,
      release: () => {
        bank.duringRead = async () => undefined;
        released.resolve(undefined);
      },
    };
  }

  test('a worker that has lost its lease changes nothing of what the other one has done', async () => {
    await linkAndImport();
    bank.answer({ upserted: [{ transactionId: 'a' }] }, { upserted: [{ transactionId: 'a' }] });
    const held = holdReads();
    const waiting = sync();
    await held.begun;
    // The first worker sleeps for longer than its lease; a second one takes over and finishes.
    bank.duringRead = async () => undefined;
    const { rows } = await t.database.db.$client.query<{ user_id: string; id: string; run: string }>(
      `update connections c set lease_owner = gen_random_uuid(), lease_expires_at = now() - interval '1 second'
       from sync_runs r where r.connection_id = c.id and r.finished_at is null
       returning c.user_id, c.id, r.id as run`,
    );
    const [taken] = rows;
    await syncConnection(
      t.deps,
      { userId: taken?.user_id ?? '', connectionId: taken?.id ?? '' },
      Number(taken?.run),
    );
    held.release();
    expect((await waiting).json()).toEqual({ success: true, imported: 1 });
    expect((await ana.send({ url: '/api/plaid/connections' })).json()).toMatchObject([{ status: 'healthy' }]);
    await only();
    expect((await ana.send({ url: '/api/plaid/sync-status' })).json<SyncStatus>().connections).toMatchObject([
      { stage: 'done', imported: 1, error: null },
    ]);
  });

  test('a long save lets no renewal of its lease wait with a database connection', async () => {
    await linkAndImport();
    bank.answer({ upserted: [{ transactionId: 'a' }] });
    const [saving, saved] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const holdSave: LedgerListener = async () => async () => {
      saving.resolve(undefined);
      await saved.promise;
    };
    const { rows } = await t.database.db.$client.query<{ userId: string; connectionId: string }>(
      'select user_id as "userId", id as "connectionId" from connections',
    );
    const deps = { ...t.deps, ledgerListeners: [...t.deps.ledgerListeners, holdSave] };
    const syncing = Promise.all(rows.map((ref) => syncConnection(deps, ref, null)));
    await saving.promise;
    await delay(LEASE_RENEWAL_MS + 500);
    const waiting = await t.database.db.$client.query(
      `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    saved.resolve(undefined);
    await syncing;
    expect(waiting.rows).toEqual([]);
    await only();
  });

  test('a long history is written in parts, so that no statement takes longer than it may', async () => {
    await useAppOfItsOwn();
    await linkAndImport();
    const written: (number | null)[] = [];
    interceptStatements(t.deps.db.$client, async ({ text }, send) => {
      const result = (await send()) as pg.QueryResult;
      if (/^\s*insert into "(bank_transactions|expenses)"/.test(text)) written.push(result.rowCount);
      return result;
    });
    const count = 10_001;
    const upserted = Array.from({ length: count }, (_, index) => ({ transactionId: `${index}` }));
    bank.answer({ upserted });
    expect((await sync()).json()).toEqual({ success: true, imported: count });
    expect(written).toEqual([10_000, 10_000, 1, 1]);
  });

  test('a worker that lost its lease and restarts keeps what its successor has read', async () => {
    await linkAndImport();
    bank.answer(
      { upserted: [{ transactionId: 'a' }], hasMore: true },
      { upserted: [{ transactionId: 'a' }], hasMore: true },
      new ChangedWhilePaging('mutation'),
      { upserted: [{ transactionId: 'b' }] },
      { upserted: [{ transactionId: 'b' }] },
    );
    const [asleep, awake] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const [first, second] = [bank.reads.length + 2, bank.reads.length + 4];
    // The first worker sleeps before its second page, until the other is about to read its own.
    bank.duringRead = async () => {
      if (bank.reads.length === first) {
        asleep.resolve(undefined);
        await awake.promise;
      } else if (bank.reads.length === second) {
        awake.resolve(undefined);
        await expect.poll(() => bank.reads.length).toBeGreaterThan(second);
      }
    };
    const waiting = sync();
    await asleep.promise;
    const { rows } = await t.database.db.$client.query<{ user_id: string; id: string; run: string }>(
      `update connections c set lease_expires_at = now() - interval '1 second'
       from sync_runs r where r.connection_id = c.id and r.finished_at is null
       returning c.user_id, c.id, r.id as run`,
    );
    const [taken] = rows;
    await syncConnection(
      t.deps,
      { userId: taken?.user_id ?? '', connectionId: taken?.id ?? '' },
      Number(taken?.run),
    );
    expect((await waiting).json()).toEqual({ success: true, imported: 2 });
    expect(await list()).toHaveLength(2);
  });

  test('edits, exclusions and a sync of the same week wait for each other and all take effect', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({
      transactionId: `t${index}`,
      amountCents: 100 + index,
    }));
    bank.answer({ upserted: rows });
    await linkAndImport();
    const before = await list();
    for (let round = 0; round < 4; round += 1) {
      bank.answer({
        upserted: rows.map((row) => ({ ...row, amountCents: row.amountCents + 1_000 * (round + 1) })),
      });
      const answers = await Promise.all([
        sync(),
        ...before.map((row) =>
          put(row.id, { counted: round % 2 === 0 ? false : null, paid: round % 2 === 0 }),
        ),
      ]);
      expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 200));
      await expectSumsToAgree(t.database);
    }
    expect((await list('')).every((row) => row.amount > 40)).toBe(true);
  });

  test.each(['DELETE /api/plaid/disconnect/item-1', 'DELETE /api/user/account'])(
    '%s in the middle of a sync succeeds, and the sync leaves nothing behind [API-9] [API-13]',
    async (request) => {
      await linkAndImport();
      bank.answer({ upserted: [{ transactionId: 'a' }] });
      const held = holdReads();
      const waiting = sync();
      await held.begun;
      const [, url = ''] = request.split(' ');
      expect((await ana.send({ method: 'DELETE', url })).json()).toEqual({ success: true });
      held.release();
      await waiting;
      await expect.poll(() => bank.removed).toEqual(['access-1']);
      const left = await t.database.db.$client.query(
        'select 1 from staged_changes union all select 1 from sync_runs',
      );
      expect(left.rows).toEqual([]);
      expect(url.includes('account') ? [] : await list()).toEqual([]);
    },
  );
});

describe('refunds', () => {
  const purchase = (transactionId: string, amountCents: number, postedOn: string) => ({
    transactionId,
    amountCents,
    postedOn,
  });

  test('a refund reduces an equal purchase, else the newest, within 90 days, or none [PD-6]', async () => {
    bank.answer({
      upserted: [
        purchase('a', 20_00, '2026-05-01'),
        purchase('b', 50_00, '2026-05-02'),
        purchase('r1', -20_00, '2026-05-10'),
        purchase('r2', -15_00, '2026-05-11'),
        { ...purchase('r3', -99_00, '2026-05-11'), merchantName: 'Elsewhere' },
      ],
    });
    await linkAndImport();
    const byAmount = Object.fromEntries((await list()).map((row) => [row.amount, row.refunded]));
    expect(byAmount).toEqual({ 20: 20, 50: 15 });
    const unmatched = (await refunds()).filter((refund) => refund.matches.length === 0);
    expect(unmatched.map((refund) => [refund.name, refund.amount])).toEqual([['Elsewhere', 99]]);
  });

  test('a manual match across merchants moves the automatic one; no double refunds [PD-6]', async () => {
    bank.answer({
      upserted: [
        purchase('a', 50_00, '2026-05-01'),
        purchase('b', 40_00, '2026-04-30'),
        purchase('r', -30_00, '2026-05-10'),
        { ...purchase('x', -50_00, '2026-05-11'), merchantName: 'Elsewhere' },
      ],
    });
    await linkAndImport();
    const foreign = (await refunds()).find((refund) => refund.name === 'Elsewhere');
    const fifty = (await list()).find((row) => row.amount === 50);
    const url = `/api/refunds/${foreign?.id ?? ''}/match`;
    await ana.send({ method: 'PUT', url, body: { expenseId: fifty?.id ?? 0 } });
    expect(Object.fromEntries((await list()).map((row) => [row.amount, row.refunded]))).toEqual({
      50: 50,
      40: 30,
    });
    await ana.send({ method: 'PUT', url, body: { expenseId: null } });
    expect(Object.fromEntries((await list()).map((row) => [row.amount, row.refunded]))).toEqual({
      50: 30,
      40: 0,
    });
  });

  test('a refund that the bank takes back gives the purchase its full price again [PD-6]', async () => {
    bank.answer(
      { upserted: [purchase('a', 20_00, '2026-05-01'), purchase('r', -20_00, '2026-05-10')] },
      { removed: [{ transactionId: 'r', providerAccountId: 'account-checking' }] },
    );
    await linkAndImport();
    expect(await only()).toMatchObject({ refunded: 20 });
    await sync();
    expect(await only()).toMatchObject({ refunded: 0 });
    expect(await refunds()).toEqual([]);
  });

  test.each<[string, Row]>([
    ['a purchase', { amountCents: 20_00 }],
    ['a transfer', { category: { paymentType: 'transfer', expenseCategory: 'Other' } }],
    ['money of another country', { currency: 'EUR' }],
  ])('a refund that turns out to be %s reduces nothing any more [PD-6]', async (_title, change) => {
    const refund = purchase('r', -20_00, '2026-05-10');
    bank.answer(
      { upserted: [purchase('a', 20_00, '2026-05-01'), refund] },
      { upserted: [{ ...refund, ...change }] },
    );
    await linkAndImport();
    expect(await only()).toMatchObject({ refunded: 20 });
    await sync();
    expect((await list()).map((row) => row.refunded)).not.toContain(20);
  });

  test('a purchase outside the 90 days before a refund cannot be matched by hand [PD-6]', async () => {
    bank.answer({
      upserted: [
        purchase('early', 20_00, '2026-02-08'),
        purchase('first', 30_00, '2026-02-09'),
        purchase('late', 40_00, '2026-05-11'),
        purchase('r', -5_00, '2026-05-10'),
      ],
    });
    await linkAndImport();
    const [refund] = await refunds();
    const match = async (amount: number) => {
      const expenseId = (await list()).find((row) => row.amount === amount)?.id ?? 0;
      const url = `/api/refunds/${refund?.id ?? ''}/match`;
      return (await ana.send({ method: 'PUT', url, body: { expenseId } })).json<object>();
    };
    expect(await match(20)).toMatchObject({ error_code: 'REFUND_DOES_NOT_FIT' });
    expect(await match(40)).toMatchObject({ error_code: 'REFUND_DOES_NOT_FIT' });
    expect(await match(30)).toMatchObject({ matches: [{ amount: 5 }] });
  });

  test('a manual match or unmatch survives syncs; foreign or missing ids answer 404 [PD-6] [SEC-1]', async () => {
    bank.answer(
      {
        upserted: [
          purchase('a', 20_00, '2026-05-01'),
          purchase('b', 50_00, '2026-05-02'),
          purchase('r', -20_00, '2026-05-10'),
        ],
      },
      { upserted: [purchase('c', 20_00, '2026-05-09')] },
    );
    await linkAndImport();
    const [refund] = await refunds();
    const url = `/api/refunds/${refund?.id ?? ''}/match`;
    const fifty = (await list()).find((row) => row.amount === 50);
    const matched = await ana.send({ method: 'PUT', url, body: { expenseId: fifty?.id ?? 0 } });
    expect(matched.json()).toMatchObject({
      matchedByHand: true,
      matches: [{ expenseId: fifty?.id, amount: 20 }],
    });
    await sync();
    expect(Object.fromEntries((await list()).map((row) => [row.amount, row.refunded]))).toEqual({
      20: 0,
      50: 20,
    });

    await ana.send({ method: 'PUT', url, body: { expenseId: null } });
    expect((await list()).every((row) => row.refunded === 0)).toBe(true);

    const bob = await t.signUp();
    expect((await bob.send({ method: 'PUT', url, body: { expenseId: null } })).statusCode).toBe(404);
    expect((await ana.send({ method: 'PUT', url, body: { expenseId: 999_999 } })).statusCode).toBe(404);
    expect(
      (await ana.send({ method: 'PUT', url: '/api/refunds/x/match', body: { expenseId: null } })).statusCode,
    ).toBe(404);
  });

  describe('a dismissed refund', () => {
    const refund = { ...purchase('r', -20_00, '2026-05-10'), isPending: true };
    const dismiss = (id: string, dismissed = true, user = ana) =>
      user.send({ method: 'PUT', url: `/api/refunds/${id}/dismissal`, body: { dismissed } });
    const onlyRefund = async () => {
      const [first, ...others] = await refunds();
      if (!first || others.length > 0) throw new Error('There is not exactly one refund');
      return first;
    };
    const refunded = async () => Object.fromEntries((await list()).map((row) => [row.amount, row.refunded]));

    test('reduces no expense, and reduces it again when that is undone [PD-6] [PD-71]', async () => {
      bank.answer({ upserted: [purchase('a', 20_00, '2026-05-01'), refund] });
      await linkAndImport();
      const { id } = await onlyRefund();
      expect((await dismiss(id)).json()).toMatchObject({ id, dismissed: true, matches: [] });
      expect(await onlyRefund()).toMatchObject({ dismissed: true, matches: [] });
      expect(await refunded()).toEqual({ 20: 0 });

      expect((await dismiss(id, false)).json()).toMatchObject({ dismissed: false });
      expect(await refunded()).toEqual({ 20: 20 });
    });

    test('is not matched with an expense that the bank reports later [PD-6]', async () => {
      bank.answer({ upserted: [refund] }, { upserted: [purchase('a', 20_00, '2026-05-01')] });
      await linkAndImport();
      await dismiss((await onlyRefund()).id);
      await sync();
      expect(await refunded()).toEqual({ 20: 0 });
      expect(await onlyRefund()).toMatchObject({ dismissed: true, matches: [] });
    });

    test('stays dismissed when the bank posts it with a new amount or repeats it [PD-6] [PD-8]', async () => {
      const posted = { ...purchase('posted', -19_00, '2026-05-11'), pendingTransactionId: 'r' };
      bank.answer(
        { upserted: [refund] },
        { upserted: [posted, purchase('a', 20_00, '2026-05-01')] },
        { removed: [{ transactionId: 'posted', providerAccountId: 'account-checking' }] },
        { upserted: [posted] },
      );
      await linkAndImport();
      await dismiss((await onlyRefund()).id);
      await sync();
      expect(await onlyRefund()).toMatchObject({ amount: 19, dismissed: true, matches: [] });
      await sync();
      expect(await refunds()).toEqual([]);
      await sync();
      expect(await onlyRefund()).toMatchObject({ dismissed: true, matches: [] });
      expect(await refunded()).toEqual({ 20: 0 });
    });

    test('is dismissed no longer once it is matched by hand [PD-6]', async () => {
      bank.answer({
        upserted: [refund, { ...purchase('a', 20_00, '2026-05-01'), merchantName: 'Elsewhere' }],
      });
      await linkAndImport();
      const { id } = await onlyRefund();
      await dismiss(id);
      const expenseId = (await only()).id;
      await ana.send({ method: 'PUT', url: `/api/refunds/${id}/match`, body: { expenseId } });
      expect(await onlyRefund()).toMatchObject({ dismissed: false, matches: [{ expenseId, amount: 20 }] });
    });

    test('another user’s refund looks like a missing one [SEC-1]', async () => {
      bank.answer({ upserted: [refund] });
      await linkAndImport();
      const { id } = await onlyRefund();
      const bob = await t.signUp();
      for (const answer of [await dismiss(id, true, bob), await dismiss('x'), await dismiss('999999999')])
        expect([answer.statusCode, answer.json<object>()]).toMatchObject([
          404,
          { error_code: 'REFUND_NOT_FOUND' },
        ]);
      expect(await onlyRefund()).toMatchObject({ dismissed: false });
    });
  });
});

describe('when the bank fails', () => {
  const status = async () =>
    (await ana.send({ url: '/api/plaid/sync-status' })).json<SyncStatus>().connections;

  test.each([
    ['BANK_UNAVAILABLE', 503, true, null, 'error'],
    ['PROVIDER_UNAVAILABLE', 503, true, null, 'error'],
    ['BANK_LOGIN_REQUIRED', 409, false, 'reconnect_account', 'login_required'],
  ] as const)(
    '%s is reported, stored on the connection, and cleared by the next success [PD-84]',
    async (code, http, retryable, action, shown) => {
      bank.answer({ upserted: [{ transactionId: 'a' }] }, new AppError(code), {
        upserted: [{ transactionId: 'b' }],
      });
      await linkAndImport();
      const failed = await sync();
      expect(failed.statusCode).toBe(http);
      expect(failed.json()).toMatchObject({ error_code: code, retryable, action_required: action });
      expect(await list()).toHaveLength(1);
      const known = async () => (await ana.send({ url: '/api/auth/user' })).json<User>().banks;
      expect(await known()).toMatchObject([
        {
          name: 'Scripted Bank',
          lastReadAt: expect.any(String) as string,
          problem: {
            message: errorCatalogue[code].message,
            needsOwner: !retryable,
            repair: action === null ? null : 'login',
          },
        },
      ]);
      const connections = () => ana.send({ url: '/api/plaid/connections' });
      expect((await connections()).json()).toMatchObject([
        { status: shown, error_message: errorCatalogue[code].message },
      ]);
      expect(await status()).toMatchObject([{ stage: 'failed', error: errorCatalogue[code].message }]);

      expect((await sync()).json()).toEqual({ success: true, imported: 1 });
      expect((await connections()).json()).toMatchObject([{ status: 'healthy', error_message: null }]);
      expect(await known()).toMatchObject([{ problem: null }]);
      expect(await status()).toMatchObject([{ stage: 'done', error: null, imported: 1 }]);
    },
  );

  test('a failure during a traversal keeps nothing, and the next sync uses the same cursor [PD-41]', async () => {
    bank.answer({ upserted: [{ transactionId: 'a' }], hasMore: true }, new AppError('BANK_UNAVAILABLE'), {
      upserted: [{ transactionId: 'a' }],
    });
    expect(await linkAndImport()).toBe(errorCatalogue.BANK_UNAVAILABLE.message);
    expect(await list()).toEqual([]);
    expect((await sync()).json()).toEqual({ success: true, imported: 1 });
    expect(bank.reads).toEqual([null, 'cursor-1', null]);
  });

  test('a connection is named after the banks whose accounts it still has, everywhere [PD-84]', async () => {
    await linkAndImport();
    const { $client } = t.database.db;
    await $client.query(`update connections set institution_name = 'Platypus, Gingham'`);
    await $client.query(`update bank_accounts set institution_name = 'Gingham'`);
    const [listed] = (await ana.send({ url: '/api/plaid/connections' })).json<Connection[]>();
    const [known] = (await ana.send({ url: '/api/auth/user' })).json<User>().banks;
    expect([listed?.institution_name, known?.name]).toEqual(['Gingham', 'Gingham']);
    // The provider's name, where no account is left.
    await $client.query('update bank_accounts set connection_id = null');
    const [without] = (await ana.send({ url: '/api/auth/user' })).json<User>().banks;
    expect(without?.name).toBe('Platypus, Gingham');
  });

  test('if some banks fail, the call succeeds and shows the failure on their connections [PD-41]', async () => {
    await linkAndImport();
    bank.accounts = [];
    await linkAndImport();
    bank.answer(new AppError('BANK_UNAVAILABLE'), { upserted: [] });
    expect((await sync()).statusCode).toBe(200);
    const shown = (await ana.send({ url: '/api/plaid/connections' })).json<{ status: string }[]>();
    expect(shown.map((connection) => connection.status).sort()).toEqual(['error', 'healthy']);
  });

  test('an unexpected failure is reported and does not stay after the next sync [PD-41]', async () => {
    bank.answer({ upserted: [{ transactionId: 'a' }] }, new TypeError('a bug'), {
      upserted: [{ transactionId: 'b' }],
    });
    await linkAndImport();
    expect((await sync()).json()).toMatchObject({ error_code: 'SYNC_FAILED', retryable: true });
    expect((await sync()).json()).toEqual({ success: true, imported: 1 });
  });

  test('a bank whose cursor never advances is not read forever', async () => {
    bank.answer({ hasMore: true, nextCursor: 'same' }, { hasMore: true, nextCursor: 'same' });
    expect(await linkAndImport()).toBe(errorCatalogue.PROVIDER_UNAVAILABLE.message);
    expect(bank.reads).toEqual([null, 'same']);
  });

  test('a connection syncs by id; foreign and missing ones answer the same 404 [API-12] [SEC-1]', async () => {
    bank.answer({ upserted: [{ transactionId: 'a' }] });
    await linkAndImport();
    bank.answer({ upserted: [{ transactionId: 'b' }] });
    const url = '/api/plaid/item/item-1/sync';
    const synced = await ana.send({ method: 'POST', url });
    expect(synced.json()).toEqual({ success: true, imported: 1, under_way: false });
    const bob = await t.signUp();
    for (const [user, address] of [
      [bob, url],
      [ana, '/api/plaid/item/nothing/sync'],
    ] as const) {
      const answer = await user.send({ method: 'POST', url: address });
      expect(answer.json()).toMatchObject({ error_code: 'CONNECTION_NOT_FOUND' });
      expect(answer.statusCode).toBe(404);
    }
  });
});

describe('on its own schedule', () => {
  const pass = (hours: number) => t.setNow(new Date(NOW_MS + hours * 3_600_000).toISOString());
  const NOW_MS = Date.parse('2026-06-05T19:00:00Z');

  test('a healthy connection syncs again within six hours, by one process, not earlier', async () => {
    await linkAndImport();
    pass(4.7);
    expect(await syncDueConnections(t.deps)).toBe(0);
    pass(6.1);
    bank.answer({ upserted: [{ transactionId: 'a' }] });
    const taken = await Promise.all([syncDueConnections(t.deps), syncDueConnections(t.deps)]);
    expect(taken.sort()).toEqual([0, 1]);
    await expect.poll(() => list()).toHaveLength(1);
    pass(10);
    expect(await syncDueConnections(t.deps)).toBe(0);
  });

  test('a temporary failure is retried after growing pauses; a success restores six hours', async () => {
    await linkAndImport();
    for (const waitMinutes of [2, 10, 60]) {
      bank.answer(new AppError('BANK_UNAVAILABLE'));
      await sync();
      const { rows } = await t.database.db.$client.query<{ minutes: number }>(
        `select extract(epoch from next_sync_at - $1)::float / 60 as minutes from connections`,
        [new Date(NOW_MS)],
      );
      expect(rows[0]?.minutes).toBeLessThanOrEqual(waitMinutes);
      expect(rows[0]?.minutes).toBeGreaterThanOrEqual(waitMinutes * 0.8);
    }
    await sync();
    pass(4.7);
    expect(await syncDueConnections(t.deps)).toBe(0);
  });

  test('connections that need the user are not synced by the schedule', async () => {
    await linkAndImport();
    bank.answer(new AppError('BANK_LOGIN_REQUIRED'));
    await sync();
    pass(24 * 365);
    expect(await syncDueConnections(t.deps)).toBe(0);
  });
});

describe('disconnecting', () => {
  test("ends the user's connection at the provider and keeps its expenses [API-13] [SEC-12]", async () => {
    bank.answer({ upserted: [{ transactionId: 'a' }] });
    await linkAndImport();
    const bob = await t.signUp();
    const url = '/api/plaid/disconnect/item-1';
    expect((await bob.send({ method: 'DELETE', url })).statusCode).toBe(404);
    expect((await ana.send({ method: 'DELETE', url })).json()).toEqual({ success: true });
    expect((await ana.send({ url: '/api/plaid/connections' })).json()).toEqual([]);
    expect((await ana.send({ url: '/api/auth/user' })).json()).toMatchObject({ bankLinked: false });
    expect(await list()).toHaveLength(1);
    await expect.poll(() => bank.removed).toEqual(['access-1']);
    expect((await ana.send({ method: 'DELETE', url })).statusCode).toBe(404);
  });

  test('account deletion deletes the user, then ends connections at the provider [API-9] [SEC-12]', async () => {
    await linkAndImport();
    await ana.send({ method: 'DELETE', url: '/api/user/account' });
    await expect.poll(() => bank.removed).toEqual(['access-1']);
  });
});

test("accounts, connections and counts have the specification's fields [API-11]", async () => {
  bank.answer({ upserted: [{ transactionId: 'a' }, { transactionId: 'b' }] });
  await linkAndImport();
  const answers = await Promise.all(
    ['accounts', 'connections', 'transaction-stats'].map((name) => ana.send({ url: `/api/plaid/${name}` })),
  );
  expect(answers.map((answer) => answer.json<unknown>())).toMatchObject([
    {
      accounts: [
        {
          account_id: 'account-checking',
          item_id: 'item-1',
          institution_name: 'Scripted Bank',
          name: 'checking',
          type: 'depository',
          subtype: 'checking',
          mask: '1111',
          balances: { current: 100, available: null, iso_currency_code: 'USD' },
        },
      ],
      items: [{ item_id: 'item-1', status: 'healthy' }],
      connected_items: 1,
    },
    [{ item_id: 'item-1', status: 'healthy', last_synced_at: '2026-06-05T19:00:00.000Z' }],
    { stats: [{ itemId: 'item-1', accountId: 'account-checking', count: 2 }], total_transactions: 2 },
  ]);
  const bob = await t.signUp();
  expect((await bob.send({ url: '/api/plaid/accounts' })).json()).toEqual({
    accounts: [],
    items: [],
    connected_items: 0,
  });
});
