import { expect, test } from 'vitest';
import type { MissingRow, NewRow } from './successors.ts';
import { findUnlinkedSuccessors } from './unlinked-successors.ts';

/** Dinner on Monday, June 1, posted on Wednesday. */
const dinner = {
  accountId: 'card',
  amountCents: 40_00,
  currency: 'USD',
  day: '2026-06-01',
  postedOn: '2026-06-03',
  name: 'JUNIPER TABLE #12',
  merchantKey: 'juniper table',
};
const removed = (fields: Partial<MissingRow> = {}): MissingRow => ({
  ...dinner,
  id: 1,
  isPending: true,
  isWithdrawn: false,
  ...fields,
});
const reported = (fields: Partial<NewRow> = {}): NewRow => ({
  ...dinner,
  transactionId: 'new',
  isPending: false,
  ...fields,
});

test.each<[string, Partial<NewRow>, boolean]>([
  ['of its merchant and amount', {}, true],
  ['with another name of the merchant', { name: 'Juniper' }, true],
  ['ten days later', { postedOn: '2026-06-11' }, true],
  ['eleven days later', { postedOn: '2026-06-12' }, false],
  ['three days earlier', { postedOn: '2026-05-29' }, true],
  ['four days earlier', { postedOn: '2026-05-28' }, false],
  ['with another amount', { amountCents: 41_00 }, false],
  ['that pays the amount back', { amountCents: -40_00 }, false],
  ['of another merchant', { merchantKey: 'juniper bar' }, false],
  ['in another account', { accountId: 'checking' }, false],
  ['in another currency', { currency: 'EUR' }, false],
  ['that is pending', { isPending: true }, false],
])('a new row %s continues a removed pending one: %s', (_what, fields, isSame) => {
  expect(findUnlinkedSuccessors([removed()], [reported(fields)]).get(1) === 'new').toBe(isSame);
});

test('a removed posted row continues in none', () => {
  expect(findUnlinkedSuccessors([removed({ isPending: false })], [reported()]).size).toBe(0);
});

test('of two that may be the one, none is', () => {
  expect(findUnlinkedSuccessors([removed()], [reported(), reported({ transactionId: 'newer' })]).size).toBe(
    0,
  );
  expect(findUnlinkedSuccessors([removed(), removed({ id: 2, isWithdrawn: true })], [reported()]).size).toBe(
    0,
  );
});
