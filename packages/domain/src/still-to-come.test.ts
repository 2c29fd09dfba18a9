import { expect, test } from 'vitest';
import { stillToCome, totalOfComing, type Coming } from './still-to-come.ts';

/** A Friday in the week that ends on Sunday, 2026-06-07. */
const TODAY = '2026-06-05';

const coming = (day: string, fields: Partial<Coming> = {}): Coming => ({
  name: 'Streamly',
  day,
  amountCents: 12_50,
  isCounted: true,
  ...fields,
});

test.each([
  ['2026-05-31', 0],
  ['2026-06-01', 12_50],
  ['2026-06-05', 12_50],
  ['2026-06-07', 12_50],
  ['2026-06-08', 0],
])('an expense due on %s adds %i cents to what is still to come this week [PD-31]', (day, cents) => {
  expect(stillToCome([coming(day)], TODAY).amountCents).toBe(cents);
});

test('adds amounts of either sign and leaves out what does not count [PD-31] [PD-4]', () => {
  const rows = [
    coming('2026-06-06'),
    coming('2026-06-07', { amountCents: -3_49 }),
    coming('2026-06-07', { isCounted: false }),
  ];
  expect(stillToCome(rows, TODAY).amountCents).toBe(15_99);
  expect(stillToCome([], TODAY)).toEqual({ amountCents: 0, names: [] });
});

test('names what adds to the sum, first due first [PD-74]', () => {
  const rows = [
    coming('2026-06-07', { name: 'Gym' }),
    coming('2026-06-06', { name: 'Rent' }),
    coming('2026-06-06', { name: 'Not counted', isCounted: false }),
    coming('2026-06-08', { name: 'Next week' }),
  ];
  expect(stillToCome(rows, TODAY).names).toEqual(['Rent', 'Gym']);
});

test('a total has all amounts, and apart from it those that count [PD-31]', () => {
  const rows = [coming(TODAY), coming(TODAY, { amountCents: -3_00 }), coming(TODAY, { isCounted: false })];
  expect(totalOfComing(rows)).toEqual({ amountCents: 28_00, countedCents: 15_50 });
  expect(totalOfComing([])).toEqual({ amountCents: 0, countedCents: 0 });
});
