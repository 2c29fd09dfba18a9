import { expect, test } from 'vitest';
import { MAX_EXPENSE_NAME_LENGTH } from '../expense-fields.ts';
import {
  directionOf,
  kindOfMoneyIn,
  signOfPurchases,
  speakAgainst,
  type ExpectedSign,
  type SignedRow,
} from './money-direction.ts';

const NAMES: Record<string, string> = {
  // Nothing is known of it.
  x: 'Jones',
  merchant: 'Starbucks',
  out: 'ATM withdrawal',
  in: 'Payroll of Acme',
  refund: 'Refund Starbucks',
};

/** Reads `-out +x*2`: a withdrawal below zero and two unknown names above it. `cr` and `plus` are written marks. */
function rowsOf(text: string): SignedRow[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => {
      const [, mark = '', kind = '', count = '1'] = /^(-|\+|0|cr|plus)([a-z]+)\*?(\d*)$/.exec(word) ?? [];
      const name = NAMES[kind] ?? kind;
      const amount = mark === '-' ? '-5.00' : mark === 'cr' ? '5.00 CR' : mark === 'plus' ? '+5.00' : '5.00';
      const sign = mark === '-' ? -1 : mark === '0' ? 0 : 1;
      return Array<SignedRow>(Number(count || 1)).fill({
        cells: [name, 'Note', '12'],
        sign,
        amount,
        name,
        category: '',
      });
    });
}

test.each<[string, string, -1 | 1, boolean]>([
  ['no rows', '', -1, true],
  ['a minus in every row', '-x', -1, true],
  ['a minus in every row, and an amount of zero', '-x*2 0x', -1, true],
  ['no minus', '+x', 1, false],
  ['one of each', '-x +x', -1, false],
  ['a minus in four rows of five', '-x*4 +x', -1, true],
  ['a minus in three of only four rows', '-x*3 +x', -1, false],
  ['a minus in six rows of eight', '-x*6 +x*2', -1, true],
  ['a minus in five rows of seven', '-x*5 +x*2', -1, false],
  ['a minus in most rows, but a merchant on each side', '-merchant +merchant -x*8', -1, false],

  ['marked credits and no minus', 'crx +x*2', 1, true],
  ['marked credits, and a minus in every other row', '-x*4 crx*4', -1, true],
  ['a plus that is written', 'plusx +x*3', -1, true],
  ['marked credits and both signs', 'crx -x +x', -1, false],

  ['words in half of the rows', '-out +x', -1, true],
  ['words in half of the rows that move money', '-out +x 0x*2', -1, true],
  ['a refund of a merchant, and the counts agree', '+refund -x*4', -1, true],
  ['words for money in, in half of the rows', '+in -x', -1, true],
  ['words for a plus before purchases', '+out -in +x', 1, true],
  ['words in few rows, and the counts agree', '-out -x*4', -1, true],
  ['words in few rows, and the counts disagree', '-out +x*4', -1, false],
  ['words in few rows, and a merchant agrees', '-out +x*4 -merchant', -1, true],
  ['words in few rows, and a merchant disagrees', '-out -x*4 +merchant', -1, false],
  ['words that contradict each other', '-out +out', -1, false],
  ['words that contradict each other among many plain rows', '-out +out -x*7', -1, false],
  ['words that contradict each other among rows with a plus', '-out +out +x*7', 1, false],

  ['a merchant, in rows of one sign', '-merchant -x', -1, true],
  ['a merchant with a plus, in rows of one sign', '+merchant +x', 1, true],
  ['one merchant, and most rows agree', '-merchant -x*2 +x', -1, false],
  ['two merchants, and most rows agree', '-merchant*2 -x +x', -1, true],
  ['two merchants with a plus, and most rows agree', '+merchant*2 +x -x', 1, true],
  ['two merchants, and the rows are even', '-merchant*2 +x*2', -1, false],
  ['two merchants with a plus, and most rows disagree', '+merchant*2 -x*8', 1, false],
  ['three merchants of four', '+merchant*3 -merchant', 1, true],
])('which sign purchases have, and whether that is sure: %s [PD-30]', (_, rows, sign, isSure) => {
  expect(signOfPurchases(rowsOf(rows), null)).toEqual({ sign, isSure });
});

const bank = (sign: -1 | 1): ExpectedSign => ({ sign, isOfBank: true });
const format = (sign: -1 | 1): ExpectedSign => ({ sign, isOfBank: false });

test.each<[string, ExpectedSign, string, -1 | 1, boolean]>([
  ['no rows', bank(-1), '', -1, true],
  ['nothing said', bank(1), '-x*3', 1, true],
  ['some refunded purchases in its own layout', bank(-1), '-x*2 +merchant*3', -1, true],
  ['some refunded purchases, purchases above zero', bank(1), '+x*2 -merchant*3', 1, true],
  ['the same in a format of many banks', format(-1), '-x*2 +merchant*3', -1, false],
  ['refunded purchases alone', bank(-1), '+merchant*2', -1, false],
  ['words against it in half of the rows', bank(-1), '+out -x', -1, true],
  ['words against it in more than half', bank(-1), '+out*2 -x', -1, false],
  ['words and merchants against it in all rows', bank(-1), '+out +merchant', 1, true],
  ['words and merchants against a plus in all rows', bank(1), '-out -merchant', -1, true],
  ['merchants against it in all rows of a format', format(-1), '+merchant*2', -1, false],
])(
  'the published sign holds until most rows contradict it: %s [PD-30]',
  (_, expected, rows, sign, isSure) => {
    expect(signOfPurchases(rowsOf(rows), expected)).toEqual({ sign, isSure });
  },
);

test.each<[string, -1 | 1, boolean]>([
  ['+out', -1, true],
  ['-out', -1, false],
  ['+out -out', -1, false],
  ['+merchant', -1, true],
  ['-in', -1, true],
  ['+x', -1, false],
  ['-out', 1, true],
  ['+out', 1, false],
  ['+out -out', 1, false],
  ['-merchant', 1, true],
  ['-x', 1, false],
])('rows %s speak against purchases of sign %i: %s [PD-30]', (rows, sign, isAgainst) => {
  expect(speakAgainst(rowsOf(rows), sign)).toBe(isAgainst);
});

const PADDING = 'x '.repeat(MAX_EXPENSE_NAME_LENGTH / 2);

test.each<[string, -1 | 0 | 1]>([
  [' Withdrawal ', -1],
  [' Paycheck ', 1],
  ['Paycheck', 1],
  ['Mobile payment', 1],
  ['  Mobile payment 12  ', 1],
  ['Payment thank you, Ada', 1],
  ['Cash back bonus of June', 1],
  ['Dividend of June', 1],
  ['Late fee of June', -1],
  ['Refund of a late fee', 0],
  [`${PADDING}late fee`, 0],
])('the direction of money by the words of a row: %j [PD-30]', (name, direction) => {
  const rows = rowsOf('-x +x').map((row) => ({ ...row, name, cells: [name] }));
  // Words for money in stand above zero where purchases stand below.
  const isAgainst = (sign: -1 | 1) =>
    speakAgainst(
      rows.filter((row) => row.sign === sign),
      -1,
    );
  expect([isAgainst(-1), isAgainst(1)]).toEqual([direction === 1, direction === -1]);
});

test.each<[string, ReturnType<typeof kindOfMoneyIn>]>([
  ['PAYMENT - THANK YOU', 'card-payment'],
  ['  Autopay payment  ', 'card-payment'],
  ['ACME PAYROLL', 'income'],
  ['Refund of Acme', 'refund'],
  ['Acme', null],
  [`${PADDING}payroll`, null],
])('the kind of money in by its text: %j is %s [PD-4]', (name, kind) => {
  expect(kindOfMoneyIn(name)).toBe(kind);
});

test.each([
  [' Debit ', 'out'],
  [' Credit ', 'in'],
  ['Coffee', null],
])('a column of its own states the direction: %j is %s [PD-30]', (cell, direction) => {
  expect(directionOf(cell)).toBe(direction);
});
