import { describe, expect, test } from 'vitest';
import { toAccountSet } from './simplefin-account-set.ts';

const connections = ['1', '2'].map((n) => ({
  conn_id: `con-${n}`,
  org_id: `org-${n}`,
  org_name: n === '1' ? 'First Bank' : 'Second Bank',
}));
/** Both banks have an account with the same id. */
const accounts = [
  { id: 'a', conn_id: 'con-1', name: 'Checking' },
  { id: 'b', conn_id: 'con-1', name: 'Card' },
  { id: 'a', conn_id: 'con-2', name: 'Savings' },
];
const read = (errlist: unknown[]) => toAccountSet({ connections, accounts, errlist });
const withProblem = (set: ReturnType<typeof toAccountSet>) =>
  set.accounts.filter((one) => one.hasProblem).map((one) => one.providerAccountId);

const login = { code: 'con.auth', msg: 'Please log in', conn_id: 'con-1' };

test.each([
  ['a login', login, 'BANK_LOGIN_REQUIRED', 'First Bank', null, ['con-1:a', 'con-1:b']],
  [
    'an unknown fault of a bank',
    { ...login, code: 'con.new' },
    'BANK_UNAVAILABLE',
    'First Bank',
    null,
    ['con-1:a', 'con-1:b'],
  ],
  [
    'a bare prefix',
    { ...login, code: 'con.' },
    'BANK_UNAVAILABLE',
    'First Bank',
    null,
    ['con-1:a', 'con-1:b'],
  ],
  [
    'an account',
    { code: 'act.failed', msg: 'x', conn_id: 'con-2', account_id: 'a' },
    'BANK_UNAVAILABLE',
    'Second Bank',
    'con-2:a',
    ['con-2:a'],
  ],
  [
    'an unknown fault of an account',
    { code: 'act.new', msg: 'x', conn_id: 'con-1', account_id: 'b' },
    'BANK_UNAVAILABLE',
    'First Bank',
    'con-1:b',
    ['con-1:b'],
  ],
  [
    'an account without its bank',
    { code: 'act.missingdata', msg: 'x', account_id: 'b' },
    'BANK_UNAVAILABLE',
    'First Bank',
    'con-1:b',
    ['con-1:b'],
  ],
  [
    'an account that two banks have',
    { code: 'act.failed', msg: 'x', account_id: 'a' },
    'BANK_UNAVAILABLE',
    'SimpleFIN',
    null,
    ['con-1:a', 'con-2:a'],
  ],
  [
    'a bank that only an account names',
    { code: 'con.auth', msg: 'x', account_id: 'b' },
    'BANK_LOGIN_REQUIRED',
    'First Bank',
    'con-1:b',
    ['con-1:a', 'con-1:b'],
  ],
  [
    'an account that is not listed',
    { code: 'act.failed', msg: 'x', conn_id: 'con-2', account_id: 'z' },
    'BANK_UNAVAILABLE',
    'Second Bank',
    null,
    ['con-2:a'],
  ],
  [
    'a bank that is not listed',
    { ...login, conn_id: 'con-9' },
    'BANK_LOGIN_REQUIRED',
    'SimpleFIN',
    null,
    ['con-1:a', 'con-1:b', 'con-2:a'],
  ],
  [
    'a bank without a name',
    { ...login, conn_id: undefined },
    'BANK_LOGIN_REQUIRED',
    'SimpleFIN',
    null,
    ['con-1:a', 'con-1:b', 'con-2:a'],
  ],
])(
  '%s concerns its accounts, and all that it may mean (report 9)',
  (_title, error, code, institutionName, id, concerned) => {
    const set = read([error]);
    expect(set.connection.problems).toEqual([
      { institutionName, providerAccountId: id, code, detail: error.msg },
    ]);
    expect(withProblem(set)).toEqual(concerned);
  },
);

const all = ['con-1:a', 'con-1:b', 'con-2:a'];
test.each([
  ['a warning of many requests', { code: 'gen.api', msg: 'Too many requests' }, 'Too many requests', []],
  ['an unknown code', { code: 'new.thing', msg: 'Hello' }, 'Hello', all],
  ['no code', { msg: 'Hello' }, 'Hello', all],
  ['no text', { code: 'gen.' }, null, all],
  ['no object', 7, null, all],
])('%s is shown, and rows may be missing in %4$j', (_title, error, detail, concerned) => {
  const set = read([error]);
  const code = concerned.length === 0 ? 'BANK_ASKED_TOO_OFTEN' : 'PROVIDER_UNAVAILABLE';
  expect(set.connection.problems).toEqual([
    { institutionName: 'SimpleFIN', providerAccountId: null, code, detail },
  ]);
  expect(withProblem(set)).toEqual(concerned);
});

test.each([
  ['`message` instead of `msg`', { msg: undefined, message: 'Log in' }, 'Log in'],
  ['markup', { msg: '<a href="https://evil.example">Log</a>\n in' }, 'Log in'],
  [
    'credentials',
    { msg: 'GET https://me:pw@bridge.example/accounts failed' },
    'GET https://bridge.example/accounts failed',
  ],
  ['no text', { msg: '' }, null],
])('a problem with %s is plain text [SEC-8] [SEC-25]', (_title, given, detail) => {
  expect(read([{ ...login, ...given }]).connection.problems).toMatchObject([{ detail }]);
});

test('a lost permission ends the whole connection', () => {
  expect(() => read([{ code: 'gen.auth', msg: 'Revoked' }])).toThrow(
    expect.objectContaining({ code: 'BANK_CONNECTION_GONE' }),
  );
});

const CAPPED = 'Requested date range exceeds limit of 90 days and was capped.';
test.each([
  ['version 2', { errlist: [{ code: 'gen.api', msg: CAPPED }] }],
  ['version 1', { errors: [CAPPED] }],
])('a range that %s cut fails the sync instead of leaving a hole (report 7)', (_title, given) => {
  expect(() => toAccountSet({ connections, accounts, ...given })).toThrow(
    expect.objectContaining({ code: 'PROVIDER_REJECTED' }),
  );
});

describe('version 1', () => {
  const old = (errors: unknown[], errlist?: unknown[]) =>
    toAccountSet({
      accounts: ['First Bank', 'Second Bank'].map((name) => ({ id: 'a', name: 'Checking', org: { name } })),
      errors,
      errlist,
    });

  test('names the bank that needs a login (report 9)', () => {
    const text = 'Connection to second bank may need attention';
    const set = old([text]);
    expect(set.connection.problems).toEqual([
      { institutionName: 'Second Bank', providerAccountId: null, code: 'BANK_LOGIN_REQUIRED', detail: text },
    ]);
    expect(withProblem(set)).toEqual(['Second Bank:a']);
  });

  test('may name a bank that is not listed: then no account is complete', () => {
    const set = old(['Connection to Third Bank may need attention. Log in']);
    expect(set.connection.problems).toMatchObject([{ institutionName: 'Third Bank' }]);
    expect(withProblem(set)).toEqual(['First Bank:a', 'Second Bank:a']);
  });

  test('may say anything else: then no account is complete, except after a warning', () => {
    const set = old(['Too many requests']);
    expect(set.connection.problems.map(({ detail }) => detail)).toEqual(['Too many requests']);
    expect(withProblem(set)).toEqual([]);
    expect(withProblem(old(['Second Bank is down for maintenance', 7]))).toHaveLength(2);
  });

  test('repeats the problems of version 2, which are shown once', () => {
    const set = old(['Please log in'], [login]);
    expect(set.connection.problems).toHaveLength(1);
  });
});
