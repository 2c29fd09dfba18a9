import { describe, expect, test } from 'vitest';
import { toAccountSet } from './simplefin-account-set.ts';
import { coveredDaysOf, toTransaction, toTransactions } from './simplefin-transform.ts';
import { centsOf } from './simplefin-values.ts';

/** Noon UTC, as banks send it. */
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000;
/** Of rows without a day. */
const NEVER_SEEN = new Map<string, string>();
const TODAY = '2026-06-05';
const requested = { from: '2026-05-20', to: '2026-06-06' };
const account = {
  providerAccountId: 'con-1:acc-1',
  institutionName: 'First Bank',
  currency: 'USD',
  cards: new Set(['6401']),
};

const row = {
  id: 'tx-1',
  posted: noon('2026-06-03'),
  amount: '-4.25',
  description: 'SQ *STARBUCKS 0042',
  payee: 'Starbucks',
  transacted_at: noon('2026-06-02'),
  mcc: '5814',
};

test('a row becomes a transaction in Oinkly’s words, with money out as a positive amount [IM-1]', () => {
  expect(toTransaction(row, account, TODAY)).toEqual({
    transactionId: 'tx-1',
    providerAccountId: 'con-1:acc-1',
    pendingTransactionId: null,
    amountCents: 425,
    currency: 'USD',
    postedOn: '2026-06-03',
    authorizedOn: '2026-06-02',
    name: 'Starbucks',
    merchantName: 'Starbucks',
    isPending: false,
    category: { paymentType: 'purchase', expenseCategory: 'Dining' },
    reportedCategory: '5814',
  });
});

test.each([
  ['money in', { amount: '12.50' }, { amountCents: -1250 }],
  ['zero', { amount: '-0.00' }, { amountCents: 0 }],
  ['no payee', { payee: null }, { name: 'SQ *STARBUCKS 0042', merchantName: null }],
  ['an empty payee', { payee: '  ' }, { name: 'SQ *STARBUCKS 0042', merchantName: null }],
  ['no text', { payee: null, description: null }, { name: 'Card purchase' }],
  ['markup', { payee: '<b>Cafe</b> &amp; <script>x' }, { name: 'Cafe & x' }],
  ['marked-up markup', { payee: 'A &lt;b&gt;B&lt;/b&gt;' }, { name: 'A B' }],
  ['signs that are no markup', { payee: 'I <3 Tea & 1 < 2' }, { name: 'I <3 Tea & 1 < 2' }],
  ['control characters', { payee: 'COF\0FEE\u0007\u202eBAR\n' }, { name: 'COF FEE BAR' }],
  ['half a character', { payee: 'COF\ud83dFEE' }, { name: 'COF\ufffdFEE' }],
  ['a long name', { payee: 'x'.repeat(9_000) }, { name: 'x'.repeat(200) }],
  [
    'credentials in a URL',
    { payee: 'See https://me:secret@bank.example/x' },
    { name: 'See https://bank.example/x' },
  ],
  ['no category code', { mcc: null }, { reportedCategory: null }],
  [
    'an unknown category code',
    { mcc: '0000' },
    { category: { paymentType: 'purchase', expenseCategory: 'Dining' } },
  ],
])('%s is read [SEC-14] [SEC-25]', (_title, given, expected) => {
  expect(toTransaction({ ...row, ...given }, account, TODAY)).toMatchObject(expected);
});

const none = { transacted_at: undefined };
test.each([
  ['posted at noon', { posted: noon('2026-06-03') }, '2026-06-03', '2026-06-02', false],
  ['posted at the first second of a day', { posted: 1780444800 }, '2026-06-03', '2026-06-02', false],
  ['posted at the last second of a day', { posted: 1780531199 }, '2026-06-03', '2026-06-02', false],
  ['posted, without a purchase instant', none, '2026-06-03', null, false],
  ['posted, with a purchase a year off', { transacted_at: noon('2025-06-02') }, '2026-06-03', null, false],
  ['posted, with a purchase instant of 0', { transacted_at: 0 }, '2026-06-03', null, false],
  ['pending', { pending: true, posted: 0 }, '2026-06-02', '2026-06-02', true],
  ['pending, with an instant of posting', { pending: true }, '2026-06-03', '2026-06-02', true],
  ['not posted, and not called pending', { posted: 0 }, '2026-06-02', '2026-06-02', true],
  ['not posted, without the field', { posted: undefined }, '2026-06-02', '2026-06-02', true],
  ['pending, without any instant', { ...none, posted: 0 }, TODAY, null, true],
])(
  'a row that is %s has its UTC day and never 1970 (reports 4, 18) [PD-3]',
  (_title, given, postedOn, authorizedOn, isPending) => {
    const read = toTransaction({ ...row, ...given }, account, TODAY);
    expect(read).toMatchObject({ postedOn, authorizedOn, isPending });
  },
);

test('ids and amounts may be numbers, as some servers send them', () => {
  expect(toTransaction({ ...row, id: 17, amount: -4.25 }, account, TODAY)).toMatchObject({
    transactionId: '17',
    amountCents: 425,
  });
});

test.each([
  ['of another shape', { amount: '4,25' }, true],
  ['of days that were not asked for', { posted: noon('2025-06-03') }, false],
])('rows %s are told apart, because only the first are missing', async (_title, given, hasMalformed) => {
  const reported = { ...account, rows: [{ ...row, ...given }], hasProblem: false };
  expect(await toTransactions(reported, requested, TODAY, NEVER_SEEN)).toMatchObject({ hasMalformed });
});

test.each([
  ['no id', { id: undefined }],
  ['an empty id', { id: '' }],
  ['an id too long for an index', { id: 'x'.repeat(257) }],
  ['an id with a NUL', { id: 'tx\0' }],
  ['no amount', { amount: undefined }],
  ['an amount in exponents', { amount: '-4.25e1' }],
  ['an amount that is none', { amount: '4,25' }],
  ['an absurd amount', { amount: '-99999999999' }],
  ['an endless amount', { amount: `-${'9'.repeat(400)}` }],
  ['an absurd instant', { posted: 1e300 }],
  ['an instant as text', { posted: '1780444800' }],
  ['a pending state that is none', { pending: 'no' }],
  ['a day a year early (report 17)', { posted: noon('2025-06-03') }],
  ['a day a year late (report 17)', { posted: noon('2027-06-03') }],
  ['a pending purchase of last year (report 17)', { posted: 0, transacted_at: noon('2025-06-03') }],
])('a row with %s is refused and named by its id [SEC-14]', async (_title, given) => {
  const rows = [
    { ...row, ...given },
    { ...row, id: 'tx-2' },
  ];
  const { upserted, unreadable } = await toTransactions(
    { ...account, rows, hasProblem: false },
    requested,
    TODAY,
    NEVER_SEEN,
  );
  expect(upserted.map(({ transactionId }) => transactionId)).toEqual(['tx-2']);
  expect(unreadable).toEqual([('id' in given ? given.id?.slice(0, 256) : 'tx-1') ?? 'no id']);
});

test('other work runs while a few rows with long texts are read [SEC-22] [SEC-29]', async () => {
  const text = 'Café au lait, '.repeat(200);
  const rows = Array.from({ length: 400 }, (_, index) => ({
    ...row,
    id: `tx-${index}`,
    description: text,
    payee: text,
  }));
  let [others, isOver] = [0, false];
  const countTurns = () => {
    others += 1;
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  await toTransactions({ ...account, rows, hasProblem: false }, requested, TODAY, NEVER_SEEN);
  isOver = true;
  expect(others).toBeGreaterThan(0);
});

test.each([null, 'text', 7, {}, []])('%j instead of a row is refused [SEC-14]', async (odd) => {
  const one = { ...account, rows: [odd], hasProblem: false };
  expect(await toTransactions(one, requested, TODAY, NEVER_SEEN)).toMatchObject({
    upserted: [],
    unreadable: ['no id'],
  });
});

test.each([
  ['-5', -500],
  ['-0.1', -10],
  ['+12.50', 1250],
  ['.5', 50],
  ['5.', 500],
  [' 1.00 ', 100],
  ['0.07', 7],
  ['1.005', 101],
  ['-1.005', -101],
  ['1.0049999', 100],
  ['0.615', 62],
  ['70368744177664.005', null],
  ['9999999.999', 1_000_000_000],
  ['10000000.01', null],
  ['-0.001', 0],
  ['1e3', null],
  ['0x10', null],
  ['1,234.50', null],
  ['-', null],
  ['.', null],
  ['', null],
  [null, null],
])('the amount %j is %j cents, without a float’s error', (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

describe('the kind of a row without a category code [PD-4]', () => {
  test.each([
    ['PAYMENT THANK YOU - WEB', '250.00', 'card-payment', 'Other'],
    ['AUTOMATIC PAYMENT', '250.00', 'card-payment', 'Other'],
    ['CHASE CREDIT CRD AUTOPAY', '-250.00', 'card-payment', 'Other'],
    ['AUTOPAY TARTAN CASHBACK 6401', '-250.00', 'card-payment', 'Other'],
    ['AUTOPAY VERIZON WIRELESS 8829', '-50.00', 'purchase', 'Utilities'],
    ['SAFEWAY 6401', '-50.00', 'purchase', 'Groceries'],
    ['NELNET STUDENT LN PMT', '-186.50', 'fixed-bill', 'Other'],
    ['IRS USATAXPYMT', '-400', 'fixed-bill', 'Other'],
    ['ONLINE TRANSFER TO SAV ...42', '-100', 'transfer', 'Other'],
    ['ONLINE TRANSFER FROM CHK ...42', '100', 'transfer', 'Other'],
    ['ACME PAYROLL', '2000', 'income', 'Other'],
    ['INTEREST PAYMENT', '0.12', 'income', 'Other'],
    ['STARBUCKS REFUND', '5', 'purchase', 'Dining'],
    ['ATM WITHDRAWAL', '-60', 'purchase', 'Other'],
    ['GEICO AUTO INSURANCE', '-80', 'fixed-bill', 'Other'],
    ['LANDLORD INC', '-1500', 'fixed-bill', 'Housing'],
    ['SHELL OIL 57442', '-40', 'purchase', 'Transportation'],
    ['ZZZ 123', '-40', 'purchase', 'Other'],
  ])('%s of %s is %s in %s', (description, amount, paymentType, expenseCategory) => {
    const given = { ...row, description, amount, payee: null, mcc: null };
    expect(toTransaction(given, account, TODAY)?.category).toEqual({ paymentType, expenseCategory });
  });

  test('comes from the payee if the description says nothing', () => {
    const given = { ...row, description: 'POS 1234', mcc: null };
    expect(toTransaction(given, account, TODAY)?.category?.expenseCategory).toBe('Dining');
  });

  test('is a card payment whatever the code, if the text says so', () => {
    const given = { ...row, description: 'PAYMENT THANK YOU', payee: null, amount: '50', mcc: '6012' };
    expect(toTransaction(given, account, TODAY)?.category?.paymentType).toBe('card-payment');
  });
});

describe('pending and posted rows of one answer (report 5) [PD-8]', () => {
  const posted = { ...row, id: 'posted' };
  const pending = { ...row, id: 'pending', posted: 0, pending: true };
  test.each([
    [
      'the posted one wins under one id, whatever changed',
      [{ ...pending, id: 'posted', amount: '-3' }, posted],
      ['posted'],
    ],
    ['in either order', [posted, { ...pending, id: 'posted' }], ['posted']],
    ['under two ids both stay', [pending, posted], ['pending', 'posted']],
    ['two posted rows stay', [posted, { ...posted, id: 'p2' }], ['posted', 'p2']],
  ])('%s', async (_title, rows, ids) => {
    const { upserted } = await toTransactions(
      { ...account, rows, hasProblem: false },
      requested,
      TODAY,
      NEVER_SEEN,
    );
    expect(upserted.map(({ transactionId }) => transactionId)).toEqual(ids);
  });

  test('an old pending row is kept while the bank reports it', async () => {
    const old = { ...pending, transacted_at: noon('2026-04-01') };
    const { upserted } = await toTransactions(
      { ...account, rows: [old], hasProblem: false },
      requested,
      TODAY,
      NEVER_SEEN,
    );
    expect(upserted).toHaveLength(1);
  });
});

describe('rows of one answer that share an id', () => {
  const idsOf = async (...rows: object[]) =>
    (
      await toTransactions({ ...account, rows, hasProblem: false }, requested, TODAY, NEVER_SEEN)
    ).upserted.map(({ transactionId, amountCents }) => [transactionId, amountCents]);

  test('are two if they differ, whatever their order', async () => {
    const other = { ...row, amount: '-5.00' };
    const both = [
      ['tx-1', 425],
      ['tx-1 (2)', 500],
    ];
    expect(await idsOf(row, other)).toEqual(both);
    expect(await idsOf(other, row)).toEqual(both);
  });

  test('are one if they are equal', async () => {
    expect(await idsOf(row, row)).toEqual([['tx-1', 425]]);
  });
});

describe('what an answer covers (reports 1, 3) [PD-8]', () => {
  const of = async (rows: unknown[] | null, given: object = {}, asksForPending = true) => {
    const reported = { ...account, rows, hasProblem: false, ...given };
    const read = await toTransactions(reported, requested, TODAY, NEVER_SEEN);
    return coveredDaysOf(reported, read, requested, asksForPending);
  };
  const covered = (given: object) => ({
    providerAccountId: 'con-1:acc-1',
    ...requested,
    complete: null,
    coversPending: true,
    unreadableIds: [],
    ...given,
  });

  test.each([
    ['its oldest posted row', '2026-05-24', '2026-05-24'],
    ['the fourth day, because a row may move over the edge,', '2026-05-20', '2026-05-23'],
  ])('is complete from %s to its newest posted row', async (_title, oldest, from) => {
    const complete = { from, to: '2026-06-03' };
    expect(await of([row, { ...row, id: 'tx-2', posted: noon(oldest) }])).toEqual(covered({ complete }));
  });

  test('is not complete from a pending row on', async () => {
    const old = { ...row, posted: 0, transacted_at: noon('2026-05-24') };
    expect(await of([old, { ...row, id: 'tx-2' }])).toEqual(
      covered({ complete: { from: '2026-06-03', to: '2026-06-03' } }),
    );
  });

  test('without posted rows is complete for pending ones only', async () => {
    expect(await of([])).toEqual(covered({}));
  });

  test('says nothing of pending rows without asking for them', async () => {
    expect(await of([row], {}, false)).toMatchObject({ coversPending: false });
  });

  test.each([
    ['of an account with a problem (report 9)', [row], { hasProblem: true }, []],
    ['with a row without an id, which may be any', [row, { ...row, id: [] }], {}, ['no id']],
  ])('is nowhere complete %s', async (_title, rows, given, unreadableIds) => {
    expect(await of(rows, given)).toEqual(covered({ coversPending: false, unreadableIds }));
  });

  test('covers nothing if the rows are left out', async () => {
    expect(await of(null)).toBeNull();
  });

  test('names the rows without usable content, which are not missing', async () => {
    expect(await of([{ ...row, amount: null }])).toMatchObject({ unreadableIds: [row.id] });
  });
});

const connection = { conn_id: 'con-1', name: 'My Bank', org_id: 'org-1', org_name: 'First Bank' };
const accountRow = {
  id: 'acc-1',
  conn_id: 'con-1',
  name: 'Checking (1234)',
  currency: 'USD',
  balance: '110.10',
  'available-balance': '100',
  'balance-date': noon('2026-06-04'),
  transactions: [row],
};

test('more rows than anyone has are refused [SEC-22]', () => {
  const accounts = [{ ...accountRow, transactions: Array(20_001).fill(row) }];
  expect(() => toAccountSet({ accounts })).toThrow(expect.objectContaining({ code: 'PROVIDER_REJECTED' }));
});

describe('accounts', () => {
  const read = (given: object, of: object = connection) =>
    toAccountSet({ connections: [of], accounts: [{ ...accountRow, ...given }], errlist: [] });

  test('of version 2 belong to their connection [API-11]', () => {
    const { connection: atBank, accounts } = read({});
    expect(atBank).toEqual({
      institutionId: 'org-1',
      institutionName: 'First Bank',
      accounts: [
        {
          providerAccountId: 'con-1:acc-1',
          institutionId: 'org-1',
          institutionName: 'First Bank',
          name: 'Checking (1234)',
          type: 'depository',
          subtype: null,
          mask: '1234',
          currentCents: 11010,
          availableCents: 10000,
          currency: 'USD',
          reportedAt: new Date('2026-06-04T12:00:00Z'),
        },
      ],
      problems: [],
    });
    expect(accounts).toEqual([{ ...account, cards: new Set(), rows: [row], hasProblem: false }]);
  });

  test.each([
    ['an id', { id: 'org-9', domain: 'first.example', name: 'First Bank' }, 'org-9', 'org-9', 'First Bank'],
    [
      'a domain',
      { domain: 'first.example', name: 'First Bank' },
      'first.example',
      'first.example',
      'First Bank',
    ],
    ['a domain alone', { domain: 'first.example' }, 'first.example', 'first.example', 'first.example'],
    ['a name alone', { name: 'First Bank' }, 'First Bank', null, 'First Bank'],
    ['nothing', {}, '', null, 'Your bank'],
  ])('of version 1 belong to the organization with %s', (_title, org, bankId, institutionId, name) => {
    const set = toAccountSet({ accounts: [{ ...accountRow, conn_id: undefined, org }], errors: [] });
    expect(set.connection.accounts).toMatchObject([
      { providerAccountId: `${bankId}:acc-1`, institutionId, institutionName: name },
    ]);
  });

  test.each([
    ['a bank without a name of its own', { org_name: null }, { institutionName: 'My Bank' }],
    ['a bank without any name', { org_name: null, name: null }, { institutionName: 'Your bank' }],
    ['markup in a bank’s name', { org_name: '<i>First</i> Bank' }, { institutionName: 'First Bank' }],
    ['a bank without an id', { org_id: null }, { institutionId: null }],
  ])('%s is read [SEC-14]', (_title, given, expected) => {
    expect(read({}, { ...connection, ...given }).connection.accounts).toMatchObject([expected]);
  });

  test.each([
    ['an overdraft', { balance: '-5' }, { currentCents: -500 }],
    ['a card’s debt', { name: 'Visa', balance: '-5' }, { currentCents: 500 }],
    ['a card without a debt', { name: 'Visa', balance: '0' }, { currentCents: 0 }],
    ['a loan', { name: 'Mortgage', balance: '-5' }, { currentCents: 500 }],
    [
      'no balance',
      { balance: null, 'available-balance': undefined },
      { currentCents: null, availableCents: null },
    ],
    ['an absurd balance', { balance: '99999999999' }, { currentCents: null }],
    ['a balance of no day (report 23)', { 'balance-date': 0 }, { reportedAt: null }],
    ['a balance of an absurd day', { 'balance-date': 1e300 }, { reportedAt: null }],
    ['a currency in small letters', { currency: 'eur' }, { currency: 'EUR' }],
    ['no currency', { currency: null }, { currency: 'USD' }],
    [
      'points, with the URL of their currency',
      { currency: 'https://airline.example/miles' },
      { currency: 'points' },
    ],
    ['a name without digits', { name: 'Checking' }, { mask: null }],
    ['a name with dots', { name: 'Checking ...1234' }, { mask: '1234' }],
    ['a name with a long number', { name: 'Checking 00012345678' }, { mask: '5678' }],
    ['digits inside a name', { name: '1234 Checking' }, { mask: null }],
    ['no name', { name: null }, { name: 'Account', mask: null }],
    ['markup in a name', { name: '<b>Checking</b>' }, { name: 'Checking' }],
  ])('with %s are read', (_title, given, expected) => {
    expect(read(given).connection.accounts).toMatchObject([expected]);
  });

  test('with a custom currency have rows that do not count', async () => {
    const { accounts } = read({ currency: 'https://airline.example/miles' });
    const [points] = accounts;
    if (!points) throw new Error('There is no account');
    expect((await toTransactions(points, requested, TODAY, NEVER_SEEN)).upserted).toMatchObject([
      { currency: 'points' },
    ]);
  });

  test('know the credit cards behind the same token', () => {
    const names = ['Checking (1234)', 'Cashback Card (6401)', 'Visa'];
    const accounts = names.map((name, index) => ({ ...accountRow, id: String(index), name }));
    const set = toAccountSet({ connections: [connection], accounts });
    expect(set.accounts.map(({ cards }) => cards)).toEqual(Array(3).fill(new Set(['6401'])));
  });

  test.each([
    ['Sapphire Card (1234)', '10', 'credit'],
    ['Quicksilver Visa', '10', 'credit'],
    ['Venture', '-10', 'credit'],
    ['Venture', '10', 'depository'],
    ['Total Checking', '-10', 'depository'],
    ['Debit Card Account', '10', 'depository'],
    ['High-Yield Savings', '10', 'depository'],
    ['Home Mortgage', '-10', 'loan'],
  ])('%s with a balance of %s is of type %s', (name, balance, type) => {
    expect(read({ name, balance }).connection.accounts).toMatchObject([{ type }]);
  });

  test.each([
    [['First'], 'First', 'org-First'],
    [['First', 'Second'], 'First, Second', null],
    [['First', 'Second', 'Third'], 'First and 2 others', null],
    [['First', 'First'], 'First', null],
    [[], 'Your bank', null],
  ])('of the banks %j are one connection called %s', (names, institutionName, institutionId) => {
    const connections = names.map((name, index) => ({
      conn_id: `con-${index}`,
      org_id: `org-${name}`,
      org_name: name,
    }));
    const set = toAccountSet({ connections, accounts: [] });
    expect(set.connection).toMatchObject({ institutionName, institutionId });
  });

  test.each([
    [
      { conn_id: 'c:1', id: 'a' },
      { conn_id: 'c', id: '1:a' },
    ],
    [
      { conn_id: 'c%3A1', id: 'a' },
      { conn_id: 'c:1', id: 'a' },
    ],
  ])('%j and %j are two accounts', (one, other) => {
    const accounts = [one, other].map((given) => ({ ...accountRow, ...given }));
    const ids = toAccountSet({ accounts }).connection.accounts.map(
      ({ providerAccountId }) => providerAccountId,
    );
    expect(new Set(ids).size).toBe(2);
  });

  test('with one id at two banks are two accounts', () => {
    const connections = [connection, { ...connection, conn_id: 'con-2' }];
    const accounts = [accountRow, { ...accountRow, conn_id: 'con-2' }];
    const ids = toAccountSet({ connections, accounts }).connection.accounts.map(
      (one) => one.providerAccountId,
    );
    expect(ids).toEqual(['con-1:acc-1', 'con-2:acc-1']);
  });

  test.each([null, 'text', { id: 'acc-2', conn_id: 7 }, { name: 'Checking' }])(
    'that are %j are named as unreadable, and the others are read [SEC-14]',
    (odd) => {
      const set = toAccountSet({ connections: [connection], accounts: [odd, accountRow] });
      expect(set.accounts).toHaveLength(1);
      expect(set.unreadable).toHaveLength(1);
      expect(set.connection.problems).toMatchObject([{ code: 'BANK_DATA_UNREADABLE' }]);
    },
  );

  test('of a connection that the answer does not describe are read', () => {
    const set = toAccountSet({ accounts: [{ ...accountRow, conn_name: 'Third Bank' }] });
    expect(set.connection.accounts).toMatchObject([{ institutionName: 'Third Bank' }]);
  });
});
