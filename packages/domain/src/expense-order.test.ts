import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestFirst } from './expense-order.ts';

const row = (id: number, date = '2026-06-02') => ({ id, date });

test('sorts by newest date, then highest id, whatever time follows the date [DB-14]', () => {
  const rows = [
    row(1, '2026-06-01'),
    row(2, '2026-06-02T23:00:00'),
    row(3, '2026-06-02'),
    row(4, '2025-12-31'),
  ];
  expect(rows.toSorted(newestFirst).map(({ id }) => id)).toEqual([3, 2, 1, 4]);
});

test('sorts expenses without an id above the others of their day, the latest first [DB-14]', () => {
  const rows = [row(7), row(-1), row(9), row(-2), row(8, '2026-06-03')];
  expect(rows.toSorted(newestFirst).map(({ id }) => id)).toEqual([8, -2, -1, 9, 7]);
});

test('gives one order for any list, however it arrives [DB-14]', () => {
  const rows = fc.uniqueArray(fc.tuple(fc.integer(), fc.constantFrom('2026-06-01', '2026-06-02')), {
    selector: ([id]) => id,
  });
  fc.assert(
    fc.property(rows, (pairs) => {
      const list = pairs.map(([id, date]) => row(id, date));
      expect(list.toReversed().sort(newestFirst)).toEqual(list.toSorted(newestFirst));
    }),
  );
});
