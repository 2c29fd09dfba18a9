import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balanceOf, balanceWords } from './week-balance.ts';

test.each([
  [12_000, 7_682, 4_318, 0, '$43.18 left'],
  [12_000, 12_000, 0, 0, '$0.00 left'],
  [12_000, 12_001, 0, 1, '$0.01 over'],
  [0, 0, 0, 0, '$0.00 left'],
  [0, 1, 0, 1, '$0.01 over'],
])(
  'of a budget of %i, %i spent leave %i and are %i over [DB-4] [PD-12]',
  (budgetCents, spentCents, leftCents, overCents, words) => {
    expect(balanceOf({ budgetCents, spentCents })).toMatchObject({
      leftCents,
      overCents,
      isOver: overCents > 0,
    });
    expect(balanceWords({ budgetCents, spentCents })).toBe(words);
  },
);

test('what is left and what is over are never both above zero [DB-4]', () => {
  const cents = fc.nat({ max: 1_000_000_000 });
  fc.assert(
    fc.property(cents, cents, (budgetCents, spentCents) => {
      const { leftCents, overCents, differenceCents } = balanceOf({ budgetCents, spentCents });
      expect(budgetCents - spentCents).toBe(leftCents - overCents);
      expect(Math.max(leftCents, overCents)).toBe(differenceCents);
    }),
  );
});
