import { expect, test } from 'vitest';
import type { BankAccountRow } from './accounts.queries.ts';
import { ComparedAccounts, kindOfAccount, type AccountFacts, type AgedAccount } from './compared-accounts.ts';

const aged = (id: string, fields: Partial<BankAccountRow> = {}, linkedAt: Date | null = new Date(0)) =>
  ({
    account: {
      ...{ userId: 'user', id, connectionId: 'own', provider: 'plaid', providerAccountId: id },
      ...{ institutionId: 'bank', institutionName: 'Bank', name: 'Card', type: 'credit', subtype: null },
      ...{ mask: null, currentCents: null, availableCents: null, currency: null, reportedAt: null },
      ...{ replacedAt: null, hasOldHistory: false, ...fields },
    },
    linkedAt,
  }) satisfies AgedAccount;

const facts = (changes: Partial<AccountFacts> = {}): AccountFacts => ({
  isOwn: ({ connectionId }) => connectionId === 'own',
  isNew: () => false,
  isReported: () => true,
  isAsked: () => false,
  isDecided: () => false,
  isFirstSync: false,
  ...changes,
});
const idsOf = (accounts: Iterable<AgedAccount>) => Array.from(accounts, ({ account }) => account.id);

test('compares an account with those of other connections and of its kind, called alike first', () => {
  const one = aged('one', { mask: '1111' });
  const accounts = [
    aged('other bank', { connectionId: 'other', institutionName: 'Other' }),
    aged('alike', { connectionId: 'other', mask: '1111' }),
    aged('disconnected', { connectionId: null }, null),
    one,
    aged('of its kind'),
    aged('savings', { type: 'depository' }),
  ];
  const compared = new ComparedAccounts(accounts, facts());
  expect(idsOf(compared.comparedWith(one))).toEqual(['alike', 'other bank', 'of its kind']);
  const first = new ComparedAccounts(accounts, facts({ isFirstSync: true }));
  expect(idsOf(first.comparedWith(one))).toEqual(['alike', 'other bank', 'disconnected', 'of its kind']);
});

test('compares a new account with one of another kind that the bank no longer reports', () => {
  const one = aged('new', { type: 'depository' });
  const accounts = [aged('gone'), aged('reported'), one];
  const known = facts({
    isNew: ({ id }) => id === 'new',
    isReported: ({ id }) => id !== 'gone',
  });
  const compared = new ComparedAccounts(accounts, known);
  expect(idsOf(compared.comparedWith(one))).toEqual(['gone']);
});

test('compares no account that is asked about, decided or taken', () => {
  const [one, two, three, four] = [aged('one'), aged('two'), aged('three'), aged('four')];
  const known = facts({
    isAsked: ({ id }) => id === 'two',
    isDecided: (...pair) => pair.every(({ id }) => ['one', 'three'].includes(id)),
  });
  const compared = new ComparedAccounts([one, two, three, four], known);
  expect(idsOf(compared.candidates)).toEqual(['one', 'three', 'four']);
  expect(idsOf(compared.comparedWith(one))).toEqual(['four']);
  compared.take(three, four);
  expect(idsOf(compared.comparedWith(one))).toEqual([]);
});

/** Accounts that share as little and as much as possible. */
const SPREADS: ((index: number) => Partial<BankAccountRow>)[] = [
  () => ({}),
  (index) => ({ institutionName: `Bank ${index}` }),
  (index) => ({ mask: String(index) }),
  (index) => ({ connectionId: index % 2 === 0 ? 'own' : 'other' }),
];
test.each(SPREADS.flatMap((spread) => [true, false].map((isNew) => ({ spread, isNew }))))(
  'looks at a few accounts for each, however many there are [SEC-29] %#',
  ({ spread, isNew }) => {
    const looksAt = (count: number) => {
      let looks = 0;
      const accounts = Array.from({ length: count }, (_, index) => aged(`a${index}`, spread(index)));
      const known = facts({
        isNew: () => isNew,
        isDecided: () => {
          looks += 1;
          return false;
        },
      });
      const compared = new ComparedAccounts(accounts, known);
      for (const candidate of compared.candidates) {
        if (compared.isTaken(candidate)) continue;
        const others = [...compared.comparedWith(candidate)];
        const last = others.at(-1);
        if (last) compared.take(candidate, last);
      }
      return looks;
    };
    expect(looksAt(1_000)).toBeLessThanOrEqual(2.5 * looksAt(500) + 10);
    expect(looksAt(1_000)).toBeLessThanOrEqual(100 * 1_000);
  },
);

test('knows the kind of an account by its bank and type', () => {
  expect(kindOfAccount(aged('one').account)).toBe(kindOfAccount(aged('two', { mask: '2' }).account));
  expect(kindOfAccount(aged('one').account)).not.toBe(kindOfAccount(aged('two', { type: 'loan' }).account));
});
