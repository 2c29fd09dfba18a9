import { AccountSubtype, AccountType, type AccountBase } from 'plaid';
import { describe, expect, test } from 'vitest';
import { toAccount, toChanges, toTransaction } from './plaid-transform.ts';

const row = {
  transaction_id: 'tx-1',
  account_id: 'account-1',
  pending_transaction_id: null,
  amount: 4.25,
  iso_currency_code: 'USD',
  unofficial_currency_code: null,
  date: '2026-06-05',
  authorized_date: '2026-06-03',
  name: 'STARBUCKS 0042',
  merchant_name: 'Starbucks',
  pending: false,
  personal_finance_category: { primary: 'FOOD_AND_DRINK', detailed: 'FOOD_AND_DRINK_COFFEE' },
};

test('a row becomes a transaction in Oinkly’s words [IM-1]', () => {
  expect(toTransaction(row)).toEqual({
    transactionId: 'tx-1',
    providerAccountId: 'account-1',
    pendingTransactionId: null,
    amountCents: 425,
    currency: 'USD',
    postedOn: '2026-06-05',
    authorizedOn: '2026-06-03',
    name: 'STARBUCKS 0042',
    merchantName: 'Starbucks',
    isPending: false,
    category: { paymentType: 'purchase', expenseCategory: 'Dining' },
    reportedCategory: 'FOOD_AND_DRINK_COFFEE',
  });
});

test.each([
  ['money out', { amount: 12.5 }, { amountCents: 1250 }],
  ['money in', { amount: -12.5 }, { amountCents: -1250 }],
  ['zero', { amount: 0 }, { amountCents: 0 }],
  ['half a cent, which a binary float misses', { amount: 1.005 }, { amountCents: 101 }],
  ['a hair below half a cent', { amount: 1.0049999 }, { amountCents: 100 }],
  ['no currency', { iso_currency_code: null }, { currency: 'USD' }],
  [
    'an unofficial currency',
    { iso_currency_code: null, unofficial_currency_code: 'BTC' },
    { currency: 'BTC' },
  ],
  [
    'a posted row of a pending one',
    { pending_transaction_id: 'tx-0' },
    { pendingTransactionId: 'tx-0', isPending: false },
  ],
  ['a pending row', { pending: true }, { isPending: true }],
  ['no authorized day', { authorized_date: null }, { authorizedOn: null }],
  ['an authorized day that is none', { authorized_date: 'yesterday' }, { authorizedOn: null }],
  ['no merchant', { merchant_name: null }, { merchantName: null }],
  ['an empty merchant', { merchant_name: '  ' }, { merchantName: null }],
  ['no name', { name: null }, { name: 'Card purchase' }],
  ['markup, which is text', { name: '<b>Cafe</b> & Co' }, { name: '<b>Cafe</b> & Co' }],
  ['a long name', { name: 'x'.repeat(300) }, { name: 'x'.repeat(200) }],
  [
    'a long name cut within a character',
    { name: `${'x'.repeat(199)}\u{1f437}` },
    { name: `${'x'.repeat(199)}\ufffd` },
  ],
  ['a NUL in a name', { name: 'COF\0FEE' }, { name: 'COFFEE' }],
  ['half a character in a name', { name: 'COF\ud83dFEE' }, { name: 'COF\ufffdFEE' }],
  ['no category', { personal_finance_category: null }, { category: null, reportedCategory: null }],
  [
    'a category of another form',
    { personal_finance_category: 'coffee' },
    { category: null, reportedCategory: null },
  ],
])('%s is read [SEC-14]', (_title, given, expected) => {
  expect(toTransaction({ ...row, ...given })).toMatchObject(expected);
});

test.each([
  ['no amount', { amount: null }],
  ['an amount as text', { amount: '4.25' }],
  ['an absurd amount', { amount: 1e300 }],
  ['an amount above the limit', { amount: 10_000_000.01 }],
  ['a day that does not exist', { date: '2026-02-30' }],
  ['a day beyond the calendar', { date: '0000-01-01' }],
  ['no day', { date: null }],
  ['an id with a NUL', { transaction_id: 'tx\0' }],
  ['an id with half a character', { transaction_id: 'tx\ud83d' }],
  ['no account', { account_id: undefined }],
  ['no pending state', { pending: null }],
])('a row with %s is refused and named by its id [SEC-14]', (_title, given) => {
  const odd = { ...row, ...given };
  expect(toTransaction(odd)).toBeNull();
  const page = { added: [odd, row], modified: [], removed: [], next_cursor: 'c1', has_more: false };
  const changes = toChanges(page);
  expect(changes.unreadable).toEqual([odd.transaction_id]);
  expect(changes.upserted).toEqual([toTransaction(row)]);
});

test.each([null, 'text', 7, {}, []])('%j instead of a row is refused [SEC-14]', (odd) => {
  const page = { added: [odd], modified: [odd], removed: [odd], next_cursor: 'c1', has_more: false };
  expect(toChanges(page)).toMatchObject({ upserted: [], removed: [], unreadable: Array(3).fill('no id') });
});

describe('a page', () => {
  const page = { added: [], modified: [], removed: [], next_cursor: 'c1', has_more: true };

  test('adds new and modified rows in order, and names removed ones by account [IM-1]', () => {
    const modified = { ...row, transaction_id: 'tx-2' };
    const removed = [{ transaction_id: 'tx-3', account_id: 'account-1' }, { transaction_id: 'tx-4' }];
    const changes = toChanges({ ...page, added: [row], modified: [modified], removed });
    expect(changes.upserted.map((transaction) => transaction.transactionId)).toEqual(['tx-1', 'tx-2']);
    expect(changes.removed).toEqual([{ transactionId: 'tx-3', providerAccountId: 'account-1' }]);
    expect(changes.unreadable).toEqual(['tx-4']);
  });

  test.each([
    ['', null],
    ['c1', 'c1'],
  ])('with the cursor %j continues at %j [IM-1]', (next_cursor, nextCursor) => {
    expect(toChanges({ ...page, next_cursor })).toMatchObject({ nextCursor, hasMore: true });
  });
});

test.each<[string, Partial<AccountBase['balances']>, object]>([
  ['dollars', { current: 110.1 }, { currentCents: 11010, currency: 'USD' }],
  ['a debt', { current: -5 }, { currentCents: -500 }],
  ['unknown amounts', { current: null }, { currentCents: null, availableCents: null }],
  ['an absurd amount', { current: 1e300 }, { currentCents: null }],
  [
    'an unofficial currency',
    { iso_currency_code: null, unofficial_currency_code: 'BTC' },
    { currency: 'BTC' },
  ],
])('an account’s balance in %s is read', (_title, given, expected) => {
  const balances = {
    available: null,
    current: 1,
    limit: null,
    iso_currency_code: 'USD',
    unofficial_currency_code: null,
    ...given,
  };
  const account: AccountBase = {
    account_id: 'account-1',
    name: 'Checking',
    official_name: null,
    mask: '0000',
    type: AccountType.Depository,
    subtype: AccountSubtype.Checking,
    balances,
  };
  expect(toAccount(account, { institutionId: 'ins_1', institutionName: 'First Bank' })).toMatchObject({
    providerAccountId: 'account-1',
    institutionName: 'First Bank',
    ...expected,
  });
});
