import { expect, test } from 'vitest';
import { chooseLayout } from './choose-layout.ts';
import { guessLayout } from './guess-layout.ts';
import { tableRow } from '../test-support/table-row.ts';
import type { Layout } from './layout.ts';
import type { StatementTable } from './statement-table.ts';

const TODAY = '2026-06-30';
const tableOf = (...dates: string[]): StatementTable => ({
  format: 'csv',
  header: ['Date', 'Name', 'Amount'],
  rows: dates.map((date, index) => tableRow(index + 2, [date, 'Coffee', '-4.25'])),
  others: [],
});
const few = tableOf('05/12/2026');
const remembered = (rest: Partial<Layout>): Layout => ({ ...guessLayout(few, TODAY).layout, ...rest });
const choose = (table: StatementTable, before: Layout | null) =>
  chooseLayout(table, before, guessLayout(table, TODAY));

test('a file is read like earlier files of its kind [PD-30]', () => {
  const before = remembered({ dateOrder: 'dmy', purchases: 'all', currency: 'EUR' });
  expect(choose(few, before)).toEqual({ layout: before, questions: [] });
  expect(choose(few, null)).toEqual(guessLayout(few, TODAY));
});

test('a date order guessed from few days does not affect the next file [PD-30]', () => {
  const table = tableOf('06/25/2026', '06/24/2026', '06/04/2026');
  expect(choose(table, remembered({ dateOrder: 'dmy' })).layout.dateOrder).toBe('mdy');
});

test('asks for the sign if the rows speak for the opposite of what was remembered [PD-30]', () => {
  const table: StatementTable = {
    format: 'csv',
    header: ['Date', 'Name', 'Amount'],
    rows: [
      ['06/20/2026', 'Starbucks', '4.25'],
      ['06/21/2026', 'Shell Oil', '40.00'],
      ['06/22/2026', 'Payment received', '-44.25'],
    ].map((cells, index) => tableRow(index + 2, cells)),
    others: [],
  };
  const ofAnotherBank = choose(table, remembered({ purchases: 'negative' }));
  expect(ofAnotherBank.questions).toMatchObject([{ about: 'signs', ifPurchases: { purchases: 'positive' } }]);
  expect(choose(table, remembered({ purchases: 'positive' })).questions).toEqual([]);
});

test('a layout whose columns a file does not have is not used [PD-30]', () => {
  const { columns } = remembered({});
  const before = remembered({ columns: { ...columns, name: 7 } });
  expect(choose(few, before).layout.columns.name).toBe(1);
});
