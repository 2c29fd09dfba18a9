import { expect, test } from 'vitest';
import { kindOfEdited, kindOfEntered, recursOn } from './entered-expense.ts';

const RENT = { name: 'Rent', category: 'Housing' };
const SOFA = { name: 'Sofa', category: 'Housing' };

test.each([true, false])(
  'a bill counts by its kind if the setting is %s [PD-4] [PD-5]',
  (countFixedBills) => {
    const settings = { countFixedBills };
    expect(kindOfEntered(RENT, settings)).toEqual({ kind: 'fixed-bill', countsByKind: countFixedBills });
    expect(kindOfEntered(SOFA, settings)).toEqual({ kind: 'spending', countsByKind: true });
  },
);

test('another name or category decides the kind again, unless a bank or a file said it [PD-4]', () => {
  const settings = { countFixedBills: false };
  const bill = { kind: 'fixed-bill', countsByKind: false };
  const sofa = { ...SOFA, source: 'manual', kind: 'spending' } as const;
  expect(kindOfEdited(sofa, RENT, settings)).toEqual(bill);
  expect(kindOfEdited({ ...sofa, ...RENT, category: 'Dining' }, RENT, settings)).toEqual(bill);
  expect(kindOfEdited({ ...sofa, ...RENT }, RENT, settings)).toBeNull();
  expect(kindOfEdited({ ...sofa, source: 'bank' }, RENT, settings)).toBeNull();
  expect(kindOfEdited({ ...sofa, kind: 'transfer' }, RENT, settings)).toBeNull();
});

test.each([
  ['recurring', 15, 15],
  ['recurring', null, 31],
  ['recurring', undefined, 31],
  ['one-time', 15, null],
] as const)('%s with the day %s recurs on %s [AE-2]', (type, dayOfMonth, day) => {
  expect(recursOn({ type, dayOfMonth, day: '2026-05-31' })).toBe(day);
});
