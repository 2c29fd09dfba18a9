import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resultOf } from '../steps.ts';
import { partsToCheck, partToImport } from './import-parts.ts';
import { findKnown, type Incoming, type KnownExpense } from './known-expenses.ts';

const NO_LIMIT = { rows: Infinity, bytes: Infinity };
const anyRow = fc.record({
  day: fc.constantFrom('2026-06-03', '2026-06-04', '2026-06-05'),
  name: fc.constantFrom('Coffee', 'BLUE BOTTLE', 'Market', '7', ''),
  amountCents: fc.integer({ min: 1, max: 6 }),
  currency: fc.constantFrom('USD', 'EUR'),
  bankRef: fc.constantFrom(null, 'A1', 'A2', 'A3'),
});
const anyRows = fc.array(anyRow, { maxLength: 40 });
const expensesOf = (rows: readonly Incoming[]): KnownExpense[] =>
  rows.map((row, id) => ({
    ...row,
    id,
    costCents: row.amountCents,
    origin: (['import', 'bank', 'manual'] as const)[id % 3] ?? 'import',
    isDeleted: id % 5 === 4,
  }));

/** Each part is compared with the expenses that no earlier part took. */
function findInParts(rows: readonly Incoming[], expenses: readonly KnownExpense[], most: number) {
  const found = rows.map<number | null>(() => null);
  const taken = new Set<number>();
  for (const part of partsToCheck(rows, { ...NO_LIMIT, rows: most })) {
    const free = expenses.filter(({ id }) => !taken.has(id));
    const known = resultOf(
      findKnown(
        part.flatMap((index) => rows[index] ?? []),
        free,
      ),
    );
    for (const [place, expense] of known.entries()) {
      if (!expense) continue;
      found[part[place] ?? -1] = expense.id;
      taken.add(expense.id);
    }
  }
  return found;
}

test('parts find the same expenses as the whole file, if each amount is in one part [PD-30]', () => {
  // The bank's id names the amount too, and nothing was refunded.
  const ofAmount = (row: Incoming) => ({
    ...row,
    bankRef: row.bankRef && `${row.bankRef} ${row.amountCents}`,
  });
  fc.assert(
    fc.property(anyRows, anyRows, fc.integer({ min: 0, max: 9 }), (given, others, more) => {
      const [rows, expenses] = [given.map(ofAmount), expensesOf(others.map(ofAmount))];
      const ofAmounts = Map.groupBy(rows, (row) => row.amountCents).values();
      const largest = Math.max(1, ...Array.from(ofAmounts, (some) => some.length));
      const whole = resultOf(findKnown(rows, expenses)).map((expense) => expense?.id ?? null);
      expect(findInParts(rows, expenses, largest + more)).toEqual(whole);
    }),
  );
});

test('a row of another part takes no expense from one of the same amount [PD-30]', () => {
  const coffee = { day: '2026-06-04', name: 'Coffee', amountCents: 425, currency: 'USD', bankRef: null };
  // A manual expense matches any name of its day, but its own name first.
  const rows = [{ ...coffee, name: 'Latte' }, { ...coffee, amountCents: 500 }, coffee];
  const [expense] = expensesOf([coffee]).map((one) => ({ ...one, id: 7, origin: 'manual' as const }));
  expect(findInParts(rows, expense ? [expense] : [], 2)).toEqual([null, null, 7]);
});

test('a file imported before is known as a whole, however small its parts are [PD-30]', () => {
  // No two rows of a file have one id.
  const withOwnRef = (row: Incoming, index: number) => ({
    ...row,
    bankRef: row.bankRef && `${row.bankRef} ${index}`,
  });
  fc.assert(
    fc.property(anyRows, anyRows, fc.integer({ min: 1, max: 9 }), (given, others, most) => {
      const rows = given.map(withOwnRef);
      expect(findInParts(rows, expensesOf(rows), most)).not.toContain(null);
      const ids = findInParts([...rows, ...others], expensesOf(rows), most).filter((id) => id !== null);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test('each row is in one part, and no part is larger than a request may be [PD-30] [SEC-14]', () => {
  const unit = fc.constantFrom('a', '"', '\\', '\n', 'é', '漢', '🐷', '\ud800');
  const text = fc.string({ unit, maxLength: 30 });
  const row = fc.record({
    name: text,
    bankRef: fc.option(text),
    amountCents: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (rows, most) => {
      const limits = { rows: most, bytes: 1_000 };
      const toCheck = partsToCheck(rows, limits);
      expect(toCheck.flat().sort((a, b) => a - b)).toEqual([...rows.keys()]);
      const toImport: (typeof rows)[] = [];
      for (let begin = 0; begin < rows.length; begin += toImport.at(-1)?.length ?? 0)
        toImport.push(partToImport(rows, begin, limits));
      expect(toImport.flat()).toEqual(rows);
      for (const part of [...toImport, ...toCheck.map((indexes) => indexes.map((index) => rows[index]))]) {
        expect(part.length).toBeGreaterThan(0);
        expect(part.length).toBeLessThanOrEqual(most);
        expect(new TextEncoder().encode(JSON.stringify(part)).length).toBeLessThanOrEqual(limits.bytes);
      }
    }),
  );
});
