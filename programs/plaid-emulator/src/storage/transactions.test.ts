import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DatabaseSync } from 'node:sqlite';
import { PlaidError } from '../plaid-error.ts';
import { readChanges } from '../sync/read-changes.ts';
import { openDatabase } from './database.ts';
import { insertAccount, insertItem, listAccounts } from './items.ts';
import { changeTransactions, type StoredTransaction, type TransactionChanges } from './transactions.ts';

let database: DatabaseSync;
let itemId: string;
let checkingId: string;
let cardId: string;

beforeEach(() => {
  database = openDatabase(':memory:');
  itemId = insertItem(database, {
    institutionId: 'ins_109508',
    ledgerSeed: 'seed',
    username: 'user_good',
    products: ['transactions'],
    webhook: null,
    daysRequested: 90,
    createdAt: '2026-06-10T19:00:00.000Z',
    linkedAtMs: 0,
  }).itemId;
  const account = {
    officialName: null,
    mask: '0000',
    type: 'depository',
    subtype: 'checking',
    limitCents: null,
  };
  insertAccount(database, itemId, { ...account, role: 'checking', position: 0, name: 'Checking' });
  insertAccount(database, itemId, { ...account, role: 'card', position: 1, name: 'Card' });
  const ids = listAccounts(database, itemId).map(({ accountId }) => accountId);
  [checkingId = '', cardId = ''] = ids;
});
afterEach(() => database.close());

const change = <T>(work: (changes: TransactionChanges) => T): T => changeTransactions(database, itemId, work);

function purchase(amountCents: number, accountId = checkingId): Omit<StoredTransaction, 'transactionId'> {
  return {
    accountId,
    ledgerKey: null,
    amountCents,
    date: '2026-06-10',
    authorizedDate: '2026-06-10',
    pending: false,
    pendingTransactionId: null,
    originalDescription: null,
    details: { name: 'Coffee' },
    raw: null,
    repeated: false,
  };
}

function read(
  cursor: string,
  { count = 100, accountId = null }: { count?: number; accountId?: string | null } = {},
) {
  const page = readChanges(database, { itemId, accountId }, cursor, count);
  const rows = page.changes.map((one) =>
    one.kind === 'removed'
      ? `removed ${one.transactionId}`
      : `${one.kind} ${one.transaction.transactionId} ${one.transaction.amountCents}`,
  );
  return { rows, next: page.nextCursor, more: page.hasMore };
}

test('rows new to a cursor are added, then known rows modified or removed', () => {
  const id = change((changes) => changes.add(purchase(425)));
  const afterAdded = read('');
  expect(afterAdded.rows).toEqual([`added ${id} 425`]);

  change((changes) => changes.replace({ ...purchase(450), transactionId: id }));
  const afterModified = read(afterAdded.next);
  expect(afterModified.rows).toEqual([`modified ${id} 450`]);

  change((changes) => changes.remove(id));
  expect(read(afterModified.next).rows).toEqual([`removed ${id}`]);
});

test('each cursor sees the difference from its own past', () => {
  const id = change((changes) => changes.add(purchase(425)));
  const knew = read('').next;
  change((changes) => changes.replace({ ...purchase(450), transactionId: id }));
  expect(read('').rows).toEqual([`added ${id} 450`]);
  expect(read(knew).rows).toEqual([`modified ${id} 450`]);
  change((changes) => changes.remove(id));
  expect(read(knew).rows).toEqual([`removed ${id}`]);
});

test('rows added and removed since do not appear', () => {
  const start = read('').next;
  change((changes) => changes.remove(changes.add(purchase(425))));
  expect(read(start).rows).toEqual([]);
  expect(read('').rows).toEqual([]);
});

test('changes are in order of last modification', () => {
  const [first, second] = change((changes) => [changes.add(purchase(1)), changes.add(purchase(2))]);
  change((changes) => changes.replace({ ...purchase(3), transactionId: first }));
  expect(read('').rows).toEqual([`added ${second} 2`, `added ${first} 3`]);
});

test('a change between two pages is a mutation, and the first cursor works again afterwards', () => {
  change((changes) => [1, 2, 3].forEach((cents) => changes.add(purchase(cents))));
  const page = read('', { count: 2 });
  expect(page.more).toBe(true);
  const added = change((changes) => changes.add(purchase(4)));
  expect(() => read(page.next, { count: 2 })).toThrow(PlaidError);
  const all = read('');
  expect(all.rows).toHaveLength(4);
  expect(all.rows[3]).toBe(`added ${added} 4`);
});

test('a change on another account is no mutation of an account’s stream', () => {
  change((changes) => [1, 2, 3].forEach((cents) => changes.add(purchase(cents))));
  const page = read('', { count: 2, accountId: checkingId });
  change((changes) => changes.add(purchase(4, cardId)));
  const last = read(page.next, { count: 2, accountId: checkingId });
  expect(last.rows).toHaveLength(1);
  expect(read(last.next, { accountId: checkingId }).rows).toEqual([]);
});

test('a full last page has no more', () => {
  change((changes) => [1, 2].forEach((cents) => changes.add(purchase(cents))));
  expect(read('', { count: 2 }).more).toBe(false);
});

test('changes happen together or not at all', () => {
  expect(() =>
    change((changes) => {
      changes.add(purchase(1));
      changes.remove('no such transaction');
    }),
  ).toThrow('no such transaction');
  expect(read('').rows).toEqual([]);
});

test('a removed transaction cannot be changed or removed again', () => {
  const id = change((changes) => changes.add(purchase(1)));
  change((changes) => changes.remove(id));
  expect(() => change((changes) => changes.remove(id))).toThrow(id);
  expect(() => change((changes) => changes.replace({ ...purchase(2), transactionId: id }))).toThrow(id);
});
