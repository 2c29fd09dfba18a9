import { expect, test } from 'vitest';
import type { Layout } from './layout.ts';
import { rowFacts } from './row-facts.ts';
import { movementsOf, type Movement } from './row-movement.ts';
import type { StatementTable } from './statement-table.ts';

const NONE: Layout['columns'] = {
  date: 0,
  name: 1,
  amount: null,
  moneyOut: null,
  moneyIn: null,
  direction: null,
  category: null,
  currency: null,
};
/** Day; name; amount; direction */
const ONE: Layout['columns'] = { ...NONE, amount: 2, direction: 3 };
/** Day; name; money out; money in */
const SPLIT: Layout['columns'] = { ...NONE, moneyOut: 2, moneyIn: 3 };

type Options = Partial<Layout> & { format?: StatementTable['format']; header?: string[] };

/** What happens to each row: its cents, or why it does not count. */
function outcomes(lines: readonly string[], { format = 'csv', header, ...layout }: Options) {
  return movements(lines, { format, ...(header && { header }), ...layout }).map((movement) =>
    movement.outcome === 'moved' ? movement.cents : `${movement.outcome}: ${movement.reason}`,
  );
}

function movements(lines: readonly string[], { format = 'csv', header, ...layout }: Options): Movement[] {
  const rows = lines.map((text, index) => ({ line: index + 1, lines: 1, text, cells: text.split(';') }));
  const table: StatementTable = { format, header: header ?? null, rows, others: [] };
  const whole: Layout = {
    columns: ONE,
    dateOrder: 'ymd',
    decimalSign: '.',
    purchases: 'negative',
    currency: 'USD',
    ...layout,
  };
  return rows.map(movementsOf(table, whole, rowFacts(table, whole)));
}

test.each<[string, string[], (number | string)[], Options]>([
  ['a minus is money out', ['2026-06-04;Shop;-5.00', '2026-06-04;Shop;5.00'], [-500, 500], {}],
  [
    'a plus is money out where purchases are positive',
    ['2026-06-04;Shop;-5.00', '2026-06-04;Shop;5.00'],
    [500, -500],
    { purchases: 'positive' },
  ],
  [
    'all is money out where all rows are purchases',
    ['2026-06-04;Shop;-5.00', '2026-06-04;Shop;5.00'],
    [-500, -500],
    { purchases: 'all' },
  ],
  ['a mark at the amount decides', ['2026-06-04;Shop;5.00 DR', '2026-06-04;Shop;5.00 CR'], [-500, 500], {}],
  [
    'a column of directions decides',
    ['2026-06-04;Shop;5.00;Debit', '2026-06-04;Shop;-5.00;Credit', '2026-06-04;Shop;5.00;Transfer'],
    [-500, 500, -500],
    {},
  ],
  [
    'where only money out is marked, the rest is money in',
    ['2026-06-04;Shop;5.00;Debit', '2026-06-04;Shop;-5.00;'],
    [-500, 500],
    {},
  ],
  [
    'where only money in is marked, the rest is money out',
    ['2026-06-04;Shop;-5.00;Credit', '2026-06-04;Shop;5.00; '],
    [500, -500],
    {},
  ],
  [
    'where both are marked, the sign of the rest decides',
    ['2026-06-04;Shop;5.00;Debit', '2026-06-04;Shop;5.00;Credit', '2026-06-04;Shop;-5.00;'],
    [-500, 500, -500],
    {},
  ],
  [
    'marks that say no direction leave it to the sign',
    ['2026-06-04;Shop;-5.00;Foo', '2026-06-04;Shop;-5.00;'],
    [-500, -500],
    {},
  ],
  [
    'money out and money in have columns of their own',
    ['2026-06-04;Shop;5.00;', '2026-06-04;Shop;;5.00'],
    [-500, 500],
    { columns: SPLIT },
  ],
  [
    'a minus in the column of money out is a refund',
    ['2026-06-04;Shop;5.00;', '2026-06-04;Shop;6.00;', '2026-06-04;Shop;-5.00;'],
    [-500, -600, 500],
    { columns: SPLIT },
  ],
  [
    'so is a plus where money out is written below zero',
    ['2026-06-04;Shop;-5.00;', '2026-06-04;Shop;-6.00;', '2026-06-04;Shop;5.00;', '2026-06-04;Shop;n/a;'],
    [-500, -600, 500, "bad: 'n/a' is not an amount"],
    { columns: SPLIT },
  ],
  [
    'where neither sign prevails, money out is positive',
    ['2026-06-04;Shop;-5.00;', '2026-06-04;Shop;5.00;'],
    [500, -500],
    { columns: SPLIT },
  ],
  [
    'a credit mark in the column of money out is a refund',
    ['2026-06-04;Shop;5.00 CR;', '2026-06-04;Shop;6.00;'],
    [500, -600],
    { columns: SPLIT },
  ],
  [
    'a zero in the column of money out leaves the other column',
    ['2026-06-04;Shop;0.00;5.00', '2026-06-04;Shop;0.00;-6.00', '2026-06-04;Shop;7.00;0.00'],
    [500, 600, -700],
    { columns: SPLIT },
  ],
  [
    'zero is no movement',
    [
      '2026-06-04;Shop;0.00;0.00',
      '2026-06-04;Shop;0.00;',
      '2026-06-04;Shop;;0.00',
      '2026-06-04;Shop;0.00;n/a',
    ],
    Array<string>(4).fill('left-out: The amount is zero'),
    { columns: SPLIT },
  ],
  [
    'a column of credits does not count beside one of all amounts',
    ['2026-06-04;Shop;0.00;5.00'],
    ['left-out: The amount is zero'],
    { columns: { ...NONE, amount: 2, moneyIn: 3 } },
  ],
  [
    'a row without an amount is a note of the bank',
    ['2026-06-04;Shop; ', '2026-06-04;Shop;-'],
    ['left-out: No amount', 'left-out: No amount'],
    { columns: { ...NONE, moneyOut: 2 } },
  ],
  [
    'an entry without an amount was not read',
    ['2026-06-04;Shop;'],
    ['bad: The amount is missing'],
    { format: 'ofx' },
  ],
  [
    'a row without a day was not read',
    [' ;Shop;5.00', '2026-13-04;Shop;5.00'],
    ['bad: The date is missing', "bad: '2026-13-04' is not a date"],
    {},
  ],
  [
    'balances and totals are no transactions',
    [
      '2026-06-04;Opening balance;5.00',
      ';x;5.00;Closing balance',
      'Total;;5.00',
      '2026-06-04;Total Wine;-5.00',
    ],
    [...Array<string>(3).fill('left-out: A balance or a total'), -500],
    { columns: { ...NONE, amount: 2 } },
  ],
  [
    'only the beginning of a name says that',
    [`2026-06-04;${'.'.repeat(100)}Opening balance;-5.00`, `${'.'.repeat(100)}Total;Shop;-5.00`],
    [-500, `bad: '${'.'.repeat(29)}…' is not a date`],
    {},
  ],
  [
    'an unfinished purchase is left out with the word of the bank',
    ['2026-06-04;Shop;-5.00;Declined', '2026-06-04;Shop;-5.00;Completed'],
    ['left-out: The bank says: Declined', -500],
    { columns: { ...NONE, amount: 2 }, header: ['Date', 'Payee', 'Amount', 'Status'] },
  ],
  [
    'money that is only set aside is left out',
    ['2026-06-04;Shop;-5.00;General Authorization', '2026-06-04;Shop;-5.00;Purchase'],
    ['left-out: A hold: no money has moved yet', -500],
    { columns: { ...NONE, amount: 2 }, header: ['Date', 'Payee', 'Amount', 'Type'] },
  ],
])('what a row does to its account: %s [PD-30]', (_, lines, expected, options) => {
  expect(outcomes(lines, options)).toEqual(expected);
});

test('shows an amount as it is written, without blanks around it [PD-30]', () => {
  expect(movements([' 2026-06-04 ;Shop; $5.00 '], {})).toEqual([
    { outcome: 'moved', day: '2026-06-04', cents: 500, text: '$5.00' },
  ]);
  expect(movements(['2026-06-04;Shop;0.00; 5.00 '], { columns: SPLIT })).toEqual([
    { outcome: 'moved', day: '2026-06-04', cents: 500, text: '5.00' },
  ]);
});

test.each<[string, Layout['decimalSign'], string]>([
  ['n/a', '.', "'n/a' is not an amount"],
  ['n/a', ',', "'n/a' is not an amount"],
  ['5,5', '.', "'5,5' has no decimal point, unlike the other amounts"],
  ['5.5', ',', "'5.5' has no decimal comma, unlike the other amounts"],
  ['99999999.00', '.', 'The amount is beyond $10,000,000'],
  ['1.2345', '.', "'1.2345' has fractions of a cent"],
])('says why an amount can’t be read: %s [PD-30]', (text, decimalSign, reason) => {
  expect(outcomes([`2026-06-04;Shop;${text}`], { decimalSign })).toEqual([`bad: ${reason}`]);
});
