import { proveStatement } from '@oinkly/domain/statements/prove-statement';
import { readStatement } from '@oinkly/domain/statements/read-statement';
import { expect, test } from 'vitest';
import { proofWords } from './import-words.ts';
import { readFile } from './read-file.ts';

function preview(text: string) {
  const { table, guess } = readFile(new TextEncoder().encode(text), '2026-06-20', 'America/New_York');
  const rows = readStatement(table, guess.layout, false);
  return {
    words: proofWords(table, proveStatement(table, guess.layout), null),
    asked: guess.questions.map(({ about }) => about),
    cents: rows.flatMap((row) => (row.outcome === 'expense' ? [row.expense.amountCents] : [])),
    days: rows.flatMap((row) => (row.outcome === 'expense' ? [row.expense.day] : [])),
  };
}
const csv = (...lines: string[]) => `${lines.join('\n')}\n`;
const HEADER = 'Date,Description,Amount,Balance';
const FIVE = [
  '2026-06-01,ZENITH,-10.00,990.00',
  '2026-06-02,LUMEN,-20.00,970.00',
  '2026-06-03,QUILL,-30.50,939.50',
  '2026-06-04,ACME,500.00,1439.50',
  '2026-06-05,ZENITH,-9.50,1430.00',
];

test.each([
  ['oldest first', csv(HEADER, ...FIVE), 4, 5],
  ['newest first', csv(HEADER, ...FIVE.toReversed()), 4, 5],
  [
    'a day in any order',
    csv(HEADER, ...[0, 2, 1, 3, 4].map((at) => (FIVE[at] ?? '').replace(/-06-0[23]/, '-06-02'))),
    4,
    5,
  ],
  [
    'a balance on the last row of a day only',
    csv(
      HEADER,
      '2026-06-01,A,-1.00,99.00',
      '2026-06-02,B,-2.00,',
      '2026-06-02,C,-3.00,94.00',
      '2026-06-03,D,-4.00,90.00',
    ),
    3,
    4,
  ],
  [
    'the balance of the day in each row',
    csv(
      'Date,Description,Amount,Daily Balance',
      '06/13/2026,A,-1.00,99.00',
      '06/14/2026,B,-2.00,94.00',
      '06/14/2026,C,-3.00,94.00',
      '06/15/2026,D,-4.00,90.00',
    ),
    3,
    4,
  ],
  [
    'a line with the beginning balance',
    csv(
      'Date,Description,Amount,Running Bal.',
      '06/13/2026,Beginning balance as of 06/13/2026,,"1,000.00"',
      '06/14/2026,ZENITH,-10.00,990.00',
      '06/15/2026,LUMEN,-20.00,970.00',
    ),
    2,
    2,
  ],
  [
    'the beginning balance above the table',
    csv('Beginning balance as of 06/01/2026,"1,000.00"', HEADER, ...FIVE),
    5,
    5,
  ],
  [
    'money out and in in two columns',
    csv(
      'Date,Description,Withdrawal,Deposit,Balance',
      '06/13/2026,A,1.00,,99.00',
      '06/14/2026,B,,50.00,149.00',
      '06/15/2026,C,3.00,,146.00',
    ),
    2,
    3,
  ],
  [
    'what a card owes',
    csv(
      'Date,Description,Amount,Balance owed',
      '06/13/2026,KROGER,1.00,101.00',
      '06/14/2026,STARBUCKS,2.00,103.00',
      '06/15/2026,PAYMENT THANK YOU,-50.00,53.00',
    ),
    2,
    3,
  ],
  [
    'two currencies',
    csv(
      'Date,Description,Amount,Currency,Balance',
      '2026-06-01,A,-1.00,USD,99.00',
      '2026-06-01,B,-1.00,EUR,9.00',
      '2026-06-02,C,-2.00,USD,97.00',
      '2026-06-02,D,-3.00,EUR,6.00',
    ),
    2,
    4,
  ],
  [
    'a fee beside the amount',
    csv(
      'Date,Description,Amount,Fee,Balance',
      '2026-06-01,KROGER,-1.00,0.00,99.00',
      '2026-06-02,STARBUCKS,-2.00,0.50,96.50',
      '2026-06-03,TARGET,-3.00,0.00,93.50',
    ),
    2,
    3,
  ],
  [
    'no header',
    csv('06/13/2026,KROGER,-1.00,99.00', '06/14/2026,STARBUCKS,-2.00,97.00', '06/15/2026,TARGET,-3.00,94.00'),
    2,
    3,
  ],
  [
    'a decimal comma',
    csv(
      'Datum;Text;Betrag;Saldo',
      '13.06.2026;Rewe;-1,50;98,50',
      '14.06.2026;Aldi;-1.002,00;-903,50',
      '15.06.2026;Lidl;-3,00;-906,50',
    ),
    2,
    3,
  ],
])('a file adds up to its running balance: %s [PD-30]', (_, text, fits, of) => {
  expect(preview(text).words).toBe(
    fits === of
      ? `Adds up to your bank’s balance: ${fits} of ${of} lines`
      : `${fits} of ${of} lines add up to your bank’s balance; nothing states the balance before the first`,
  );
});

test.each(['-5.00', '5.00', '-500.00'])(
  'the amount before the first balance is not proven, because a wrong one would not show: %s [PD-30]',
  (amount) => {
    const rows = [
      `06/13/2026,A,${amount},95.00`,
      '06/14/2026,KROGER,-6.00,89.00',
      '06/15/2026,STARBUCKS,-7.00,82.00',
    ];
    for (const inOrder of [rows, rows.toReversed()])
      expect(preview(csv(HEADER, ...inOrder)).words).toBe(
        '2 of 3 lines add up to your bank’s balance; nothing states the balance before the first',
      );
    expect(preview(csv('Opening balance,$100.00', HEADER, ...rows)).words).toBe(
      amount === '-5.00'
        ? 'Adds up to your bank’s balance: 3 of 3 lines'
        : 'Line 3 doesn’t fit your bank’s balance: a line is missing, doubled or misread there. 2 of 3 lines add up',
    );
  },
);

test('the first amount is not proven even if the file ends as it began [PD-30]', () => {
  const rows = [
    '06/13/2026,KROGER,-10.00,90.00',
    '06/14/2026,TARGET,-5.00,85.00',
    '06/15/2026,ACME,15.00,100.00',
  ];
  expect(preview(csv(HEADER, ...rows)).words).toMatch(/^2 of 3 lines add up/);
});

test.each([
  ['a line is missing', csv(HEADER, ...FIVE.filter((_, index) => index !== 2)), 4, '2 of 4'],
  [
    'a line is there twice',
    csv(HEADER, ...FIVE.flatMap((line, index) => (index === 2 ? [line, line] : [line]))),
    5,
    '4 of 6',
  ],
  ['an amount is another', csv(HEADER, ...FIVE).replace('-30.50', '-3.05'), 4, '3 of 5'],
  ['an amount can’t be read', csv(HEADER, ...FIVE).replace('-30.50', 'x'), 4, '3 of 5'],
  ['a sign is another', csv(HEADER, ...FIVE).replace('-30.50', '30.50'), 4, '3 of 5'],
  ['newest first', csv(HEADER, ...FIVE.toReversed()).replace('-30.50', '-3.05'), 4, '3 of 5'],
  ['a comma is too much', csv(HEADER, ...FIVE).replace('LUMEN', 'LUMEN, INC'), 3, '2 of 5'],
  ['a mark never closes', csv(HEADER, ...FIVE).replace('LUMEN', '"LUMEN'), 3, '2 of 5'],
])('points at the first line that does not add up: %s [PD-30]', (_, text, line, share) => {
  expect(preview(text).words).toBe(
    `Line ${line} doesn’t fit your bank’s balance: a line is missing, doubled or misread there. ${share} lines add up`,
  );
});

test.each([
  ['no balance', csv('Date,Description,Amount', '2026-06-01,KROGER,-10.00', '2026-06-02,TARGET,-20.00')],
  ['one row', csv(HEADER, FIVE[0] ?? '')],
  [
    'a balance that never follows the amounts',
    csv(HEADER, '2026-06-01,A,-1.00,5.00', '2026-06-02,B,-2.00,50.00', '2026-06-03,C,-3.00,7.00'),
  ],
  ['the available balance alone', csv('Date,Description,Amount,Available balance', ...FIVE)],
  [
    'two rows of Oinkly’s own',
    csv(
      'date,name,amount,currency,category,type,dayOfMonth,paid,counted,kind,refunded,pending,source',
      '2026-06-05,Cake,4.25,USD,Dining,one-time,,no,yes,spending,0,no,manual',
    ),
  ],
])('says of other files that nothing was checked: %s [PD-30]', (_, text) => {
  expect(preview(text).words).toBe('Balance not checked');
});

const SUMS = ['06/13/2026,KROGER,-10.00', '06/14/2026,TARGET,-20.00', '06/15/2026,ACME PAYROLL,100.00'];
test.each([
  [
    'opening and closing balance above',
    csv(
      'Beginning balance as of 06/13/2026,"1,000.00"',
      'Ending balance as of 06/15/2026,"1,070.00"',
      '',
      'Date,Description,Amount',
      ...SUMS,
    ),
    'Adds up to your bank’s closing balance: 3 of 3 lines',
  ],
  [
    'opening and closing balance as rows',
    csv(
      'Date,Description,Amount',
      '06/13/2026,Opening Balance,1000.00',
      ...SUMS,
      '06/15/2026,Closing Balance,1070.00',
    ),
    'Adds up to your bank’s closing balance: 3 of 3 lines',
  ],
  [
    'a closing balance that differs',
    csv('Beginning balance,$5.00', 'Ending balance,$6.00', 'Date,Description,Amount', ...SUMS),
    'The lines don’t add up to your bank’s closing balance: one is missing, doubled or misread',
  ],
  [
    'totals above',
    csv('Total credits,$100.00', 'Total debits,-$30.00', 'Date,Description,Amount', ...SUMS),
    'Adds up to your bank’s totals: 3 of 3 lines',
  ],
  [
    'totals below',
    csv('Date,Description,Amount', ...SUMS, 'Total withdrawals,,30.00', 'Total deposits,,100.00'),
    'Adds up to your bank’s totals: 3 of 3 lines',
  ],
  [
    'a total that differs',
    csv('Date,Description,Amount', ...SUMS, 'Total withdrawals,,31.00'),
    'The lines don’t add up to your bank’s totals: one is missing, doubled or misread',
  ],
  [
    'a total of the column',
    csv('Date,Description,Amount', ...SUMS, 'Total,,70.00'),
    'Adds up to your bank’s totals: 3 of 3 lines',
  ],
  [
    'totals of both columns',
    csv(
      'Date,Description,Withdrawal,Deposit',
      '06/13/2026,KROGER,10.00,',
      '06/14/2026,ACME,,50.00',
      'Totals,,10.00,50.00',
    ),
    'Adds up to your bank’s totals: 2 of 2 lines',
  ],
  [
    'a total of the column that differs',
    csv('Date,Description,Amount', ...SUMS, 'Grand total:,,71.00'),
    'The lines don’t add up to your bank’s totals: one is missing, doubled or misread',
  ],
  [
    'a count',
    csv('Number of transactions: 3', 'Date,Description,Amount', ...SUMS),
    'Matches the file’s own count: 3 lines',
  ],
  [
    'a count that differs',
    csv('Date,Description,Amount', ...SUMS, 'Transaction count,4'),
    'The file says 4 lines, but we found 3.',
  ],
  [
    'a day outside the period',
    csv('Statement period,06/14/2026 - 06/30/2026', 'Date,Description,Amount', ...SUMS),
    'Line 3 is outside the period that the file states',
  ],
])('compares the file with what it says about itself: %s [PD-30]', (_, text, words) => {
  expect(preview(text).words).toBe(words);
});

test('a balance answers which amounts are purchases [PD-30]', () => {
  const rows = [
    '06/13/2026,ZENITH,18.40,81.60',
    '06/14/2026,LUMEN,31.20,50.40',
    '06/15/2026,QUILL,-20.00,70.40',
  ];
  expect(
    preview(csv('Date,Description,Amount', ...rows.map((row) => row.replace(/,[^,]*$/, '')))).asked,
  ).toEqual(['signs']);
  expect(preview(csv(HEADER, ...rows))).toMatchObject({ asked: [], cents: [1840, 3120] });
  const sides = [
    '06/24/2026,ZENITH,,42.10,1234.56',
    '06/15/2026,ACME,2100.00,,1276.66',
    '06/14/2026,LUMEN,,5.00,-823.34',
  ];
  expect(preview(csv(...sides))).toMatchObject({ asked: [], cents: [4210, 500] });
});

test('a card’s balance does not answer it: what is owed grows with purchases [PD-30]', () => {
  const rows = [
    '06/13/2026,ZENITH,18.40,118.40',
    '06/14/2026,LUMEN,31.20,149.60',
    '06/15/2026,QUILL,-20.00,129.60',
  ];
  expect(preview(csv('Credit card 1234', HEADER, ...rows)).asked).toEqual(['signs']);
});

const RISING = ['06/13/2026,LUCKY DRAGON,5.00,', '06/14/2026,ALMA,6.00,', '06/15/2026,BLUE DOOR,7.00,'];
test.each([
  [
    'beside a merchant',
    csv(
      'Transaction Date,Posting Date,Merchant,Amount,Running Balance',
      '06/14/2026,06/15/2026,LUCKY DRAGON,5.00,105.00',
      '06/15/2026,06/16/2026,ALMA,6.00,111.00',
      '06/16/2026,06/17/2026,BLUE DOOR,7.00,118.00',
    ),
  ],
  [
    'a balance that rises',
    csv(HEADER, ...['105.00', '111.00', '118.00'].map((balance, row) => `${RISING[row] ?? ''}${balance}`)),
  ],
  ['a closing balance', csv('Opening balance,$100.00', 'Closing balance,$118.00', HEADER, ...RISING)],
  ['a total', csv(HEADER, ...RISING, 'Total credits,,18.00,')],
  [
    'a balance that rises except once',
    csv(
      HEADER,
      ...['105.00', '111.00', '118.00'].map((balance, row) => `${RISING[row] ?? ''}${balance}`),
      '06/16/2026,QUILL,-20.00,98.00',
    ),
  ],
])('a balance that makes most rows money in does not answer it, %s [PD-30]', (_, text) => {
  expect(preview(text).asked).toEqual(['signs']);
});

test('the period of a file answers whether the month or the day is first [PD-30]', () => {
  const rows = ['01/05/2026,NETFLIX,-15.49', '02/05/2026,NETFLIX,-15.49', '03/05/2026,NETFLIX,-15.49'];
  expect(preview(csv('Date,Description,Amount', ...rows)).asked).toContain('dates');
  expect(
    preview(
      csv(
        'Period 2026-05-01 to 2026-05-31'.replace(/(\d{4})-(\d\d)-(\d\d)/g, '$1/$2/$3'),
        'Date,Description,Amount',
        ...rows,
      ),
    ),
  ).toMatchObject({
    days: ['2026-05-01', '2026-05-02', '2026-05-03'],
  });
});

test('two statements of an account in OFX: the first balance and the rows give the second [PD-30]', () => {
  const statement = (balance: string, ...rows: string[]) =>
    `<STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>${rows
      .map((row) => `<STMTTRN><DTPOSTED>${row.replace(' ', '<TRNAMT>')}<NAME>A</STMTTRN>`)
      .join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}<DTASOF>20260620</LEDGERBAL></STMTRS>`;
  const ofx = (last: string) =>
    `<OFX>${statement('100.00', '20260601 -5.00')}${statement(last, '20260602 -7.00', '20260603 -3.00')}</OFX>`;
  expect(preview(ofx('90.00')).words).toBe(
    '2 of 3 entries add up to your bank’s balance; nothing states the balance before the first',
  );
  expect(preview(`<OFX>${statement('100.00', '20260601 -5.00', '20260602 -5.00')}</OFX>`).words).toBe(
    'Balance not checked',
  );
});
