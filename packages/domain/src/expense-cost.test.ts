import { describe, expect, test } from 'vitest';
import { costAfterRefunds, costOfExpense, type CostFacts } from './expense-cost.ts';

const entered: CostFacts = {
  amountCents: 5000,
  bankAmountCents: null,
  refundedCents: 0,
  currency: 'USD',
  isFromBank: false,
  countsByKind: true,
  countedByHand: null,
  isDeleted: false,
  isWithdrawn: false,
  isMerged: false,
  isUpcoming: false,
};
const fromBank: CostFacts = { ...entered, isFromBank: true, bankAmountCents: 5000 };

test.each([
  [5000, 1234, 3766],
  [-5000, 1234, 3766],
  [5000, 5000, 0],
  [5000, 6000, 0],
])('an amount of %i cents less refunds of %i costs %i [PD-6]', (amountCents, refundedCents, costCents) => {
  expect(costAfterRefunds(amountCents, refundedCents)).toBe(costCents);
});

describe('counts', () => {
  test.each<[string, Partial<CostFacts>, boolean]>([
    ['an expense whose kind counts', {}, true],
    ['no expense whose kind does not count', { countsByKind: false }, false],
    ['an expense that the user counts', { countsByKind: false, countedByHand: true }, true],
    ['no expense that the user excludes', { countedByHand: false }, false],
    ['no deleted expense', { isDeleted: true }, false],
    ['no withdrawn expense', { isWithdrawn: true }, false],
    ['no merged expense', { isMerged: true }, false],
    ['no upcoming expense', { isUpcoming: true }, false],
    ['no expense in another currency', { currency: 'EUR', countedByHand: true }, false],
  ])('%s [PD-4]', (_, facts, isCounted) => {
    expect(costOfExpense({ ...entered, ...facts }).isCounted).toBe(isCounted);
  });
});

describe('ranks', () => {
  test.each<[string, CostFacts, number]>([
    ['a lowered bank expense by the bank’s amount', { ...fromBank, amountCents: 100 }, 5000],
    ['a raised bank expense by its cost', { ...fromBank, amountCents: 9000 }, 9000],
    ['a refunded bank expense by the rest', { ...fromBank, refundedCents: 1234 }, 3766],
    ['an excluded bank expense', { ...fromBank, countedByHand: false }, 5000],
    ['a deleted bank expense', { ...fromBank, isDeleted: true }, 5000],
    ['an excluded manual expense', { ...entered, countedByHand: false }, 5000],
    ['no deleted manual expense', { ...entered, isDeleted: true }, 0],
    ['no withdrawn bank expense', { ...fromBank, isWithdrawn: true }, 0],
    ['no merged expense', { ...entered, isMerged: true }, 0],
    ['no upcoming expense', { ...entered, isUpcoming: true }, 0],
    ['no expense in another currency', { ...fromBank, currency: 'EUR' }, 0],
    ['no bank expense whose kind does not count', { ...fromBank, countsByKind: false }, 0],
    ['one that the user counts', { ...fromBank, countsByKind: false, countedByHand: true }, 5000],
    [
      'no deleted one that the user counted',
      { ...fromBank, countsByKind: false, countedByHand: true, isDeleted: true },
      0,
    ],
  ])('%s [PD-21]', (_, facts, rankedCents) => {
    expect(costOfExpense(facts).rankedCents).toBe(rankedCents);
  });
});
