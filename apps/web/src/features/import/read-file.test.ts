import type { Layout } from '@oinkly/domain/statements/layout';
import { MAX_IMPORT_FILE_BYTES, MAX_IMPORT_LINES } from '@oinkly/domain/statements/limits';
import { readStatement, type ReadRow } from '@oinkly/domain/statements/read-statement';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FileProblem } from './file-problem.ts';
import { readFile } from './read-file.ts';
import * as files from './test-support/bank-files.ts';

const TODAY = '2026-06-05';
const ZONE = 'America/New_York';
const bytesOf = (text: string) => new TextEncoder().encode(text);
const readAll = (
  file: string | Uint8Array,
  rest: Partial<Layout> = {},
  countFixedBills = false,
): ReadRow[] => {
  const { table, guess } = readFile(typeof file === 'string' ? bytesOf(file) : file, TODAY, ZONE);
  return readStatement(table, { ...guess.layout, ...rest }, countFixedBills);
};
const HEADINGS = [
  'Column names',
  'Above the column names',
  'The separator of the columns',
  'The name of a list',
  'Not from a list of transactions',
];
const read = (...given: Parameters<typeof readAll>): ReadRow[] =>
  readAll(...given).filter((row) => row.outcome === 'expense' || !HEADINGS.includes(row.reason));
const words = (row: ReadRow) =>
  row.outcome === 'expense'
    ? [
        row.line,
        row.expense.day,
        row.expense.name,
        `${row.expense.amountCents / 100} ${row.expense.currency}`,
        row.expense.category,
        row.expense.kind,
      ].join(' | ')
    : `${row.line} | ${row.outcome} | ${row.reason}`;
const MONEY_IN = 'left-out | Money in: income and refunds are not expenses';

describe('the files of banks are read without a question [PD-30]', () => {
  test.each<[string, string | Uint8Array, string[]]>([
    [
      'a card of Chase: the day of the purchase, not of its booking; payments left out',
      files.CHASE_CARD,
      [
        '2 | 2026-06-04 | BLUE BOTTLE COFFEE | 6.25 USD | Dining | spending',
        "3 | 2026-06-03 | TRADER JOE'S #552, SAN FRAN | 31.46 USD | Groceries | spending",
        `4 | ${MONEY_IN}`,
        '5 | 2026-05-30 | NETFLIX.COM | 15.49 USD | Entertainment | spending',
      ],
    ],
    [
      'an account at Chase: the amount, not the balance; a transfer is one',
      files.CHASE_CHECKING,
      [
        '2 | 2026-06-04 | ZELLE PAYMENT TO BO 123 | 40 USD | Other | spending',
        `3 | ${MONEY_IN}`,
        '4 | 2026-06-02 | CHECK 1001 | 950 USD | Other | spending',
        '5 | 2026-06-01 | Online Transfer to SAV ...42 | 100 USD | Other | transfer',
      ],
    ],
    [
      'an account at Bank of America: lines above the header are not data',
      files.BANK_OF_AMERICA,
      [
        '8 | left-out | A balance or a total',
        '9 | 2026-05-02 | STARBUCKS STORE 0042 | 5.25 USD | Dining | spending',
        '10 | 2026-05-04 | RENT | 1500 USD | Housing | fixed-bill',
        `11 | ${MONEY_IN}`,
      ],
    ],
    [
      'a card of American Express: purchases are positive',
      files.AMEX,
      [
        '2 | 2026-06-04 | UBER TRIP | 18.4 USD | Transportation | spending',
        '3 | 2026-06-03 | WHOLE FOODS MKT | 54.12 USD | Groceries | spending',
        `4 | ${MONEY_IN}`,
      ],
    ],
    [
      'a card of Capital One: money out and money in have a column each',
      files.CAPITAL_ONE,
      ['2 | 2026-06-04 | SHELL OIL | 42.1 USD | Transportation | spending', `3 | ${MONEY_IN}`],
    ],
    [
      'an export of Mint: a column says which way the money went',
      files.MINT,
      ['2 | 2026-06-04 | Coffee Shop | 4.25 USD | Dining | spending', `3 | ${MONEY_IN}`],
    ],
    [
      'an account at Wells Fargo: no header at all',
      files.WELLS_FARGO,
      [
        '1 | 2026-06-04 | SPOTIFY USA | 12.99 USD | Entertainment | spending',
        '2 | 2026-06-03 | ATM WITHDRAWAL MAIN ST | 60 USD | Other | spending',
        `3 | ${MONEY_IN}`,
      ],
    ],
    [
      'a German account: semicolons, points, a decimal comma and the characters of Windows',
      files.inWindows1252(files.GERMAN_GIRO),
      [
        '5 | 2026-06-04 | BÄCKEREI MÜLLER | 3.8 EUR | Other | spending',
        '6 | 2026-06-02 | REWE Markt | 1054.12 EUR | Other | spending',
        `7 | ${MONEY_IN}`,
      ],
    ],
    [
      'an account at Revolut: every row has its own currency',
      files.REVOLUT,
      [
        '2 | 2026-06-04 | Lisboa Cafe | 4.2 EUR | Dining | spending',
        '3 | 2026-06-03 | Cinema | 12 USD | Entertainment | spending',
        `4 | ${MONEY_IN}`,
      ],
    ],
    [
      'an account with more deposits than purchases',
      files.SAVINGS,
      [
        `2 | ${MONEY_IN}`,
        `3 | ${MONEY_IN}`,
        '4 | 2026-06-23 | WHOLE FOODS | 54.12 USD | Groceries | spending',
      ],
    ],
    [
      'an account at Lloyds: two columns that are both called an amount',
      files.LLOYDS,
      [
        '2 | 2026-05-25 | CARD PAYMENT TO TESCO | 12.5 USD | Other | spending',
        `3 | ${MONEY_IN}`,
        '4 | 2026-05-23 | BOOTS | 3.2 USD | Shopping | spending',
      ],
    ],
    [
      'an account at N26: the currency that an amount was changed from is not its own',
      files.N26,
      [
        '2 | 2026-06-04 | Diner | 10.5 EUR | Other | spending',
        '3 | 2026-06-03 | Rewe | 5.5 EUR | Other | spending',
      ],
    ],
    [
      'PayPal: the gross, not what the shipping cost',
      files.PAYPAL,
      ['2 | 2026-06-24 | Netflix | 15.49 USD | Entertainment | spending', `3 | ${MONEY_IN}`],
    ],
    [
      'an account at Starling: who was paid, not the reference',
      files.STARLING,
      ['2 | 2026-05-25 | Tesco | 4.2 GBP | Groceries | spending'],
    ],
    [
      'a card of Apple: as many payments as purchases, and a column that names the type',
      files.APPLE_CARD,
      ['2 | 2026-06-24 | Target | 31.2 USD | Shopping | spending', `3 | ${MONEY_IN}`],
    ],
    [
      'a French account: two columns, dashes and accents',
      files.FRENCH_ACCOUNT,
      ['2 | 2026-05-25 | CARREFOUR | 12.5 EUR | Other | spending', `3 | ${MONEY_IN}`, `4 | ${MONEY_IN}`],
    ],
    [
      'a Danish account: amounts with the sign of the krone',
      files.DANISH_ACCOUNT,
      ['2 | 2026-05-25 | Netto | 12.5 USD | Other | spending'],
    ],
    [
      'OFX of version 1, which is SGML',
      files.OFX_CARD,
      [
        '1 | 2026-06-04 | CHIPOTLE 1234 | 12.5 USD | Dining | spending',
        "2 | 2026-06-02 | JOE&MARY'S | 8 USD | Other | spending",
        `3 | ${MONEY_IN}`,
      ],
    ],
    [
      'OFX of version 2, which is XML, of two accounts',
      files.OFX_BANK,
      [
        '1 | 2026-06-04 | Café Zürich | 20 USD | Dining | spending',
        '2 | 2026-06-03 | To savings | 300 USD | Other | transfer',
        '3 | 2026-06-02 | Tim Hortons | 5 CAD | Dining | spending',
      ],
    ],
    [
      'QIF: a split record once, a transfer as one, no list of categories',
      files.QIF,
      [
        '6 | 2026-06-04 | Farmers Market | 1012.5 USD | Groceries | spending',
        '15 | 2026-06-03 | To savings | 60 USD | Other | transfer',
        `21 | ${MONEY_IN}`,
      ],
    ],
  ])('%s', (_, file, expected) => {
    expect(read(file).map(words)).toEqual(expected);
  });
});

test('reads positive purchases of OFX files by type, and skips deposits of QIF files [PD-30]', () => {
  const ofx = files.OFX_CARD.replace(/-(12\.50|8\.00)/g, '$1').replace('200.00', '-200.00');
  expect(read(ofx).map(({ outcome }) => outcome)).toEqual(['expense', 'expense', 'left-out']);
  expect(read('!Type:Bank\nD6/4/2026\nT20\nPAcme\n^\n').map(words)).toEqual([`2 | ${MONEY_IN}`]);
});

test('OFX needs no guess; entries without name or day are reported [PD-30]', () => {
  const bare = files.OFX_CARD.replace(/<NAME>.*|<MEMO>.*/g, '').replaceAll(
    /<DTPOSTED>[^<\n]+/g,
    '<DTPOSTED>?',
  );
  expect(read(bare).map(words)).toEqual([
    "1 | bad | '?' is not a date",
    '2 | 2026-06-02 | No description | 8 USD | Other | spending',
    "3 | bad | '?' is not a date",
  ]);
});

test('bank ids are kept with their account, because accounts may share them [PD-30]', () => {
  const refs = read(files.OFX_BANK).map((row) => row.outcome === 'expense' && row.expense.bankRef);
  expect(refs).toEqual(['77 a', '77 b', '78 a']);
});

test('bank ids that repeat or are too long are dropped [PD-30]', () => {
  const refsOf = (file: string) =>
    readFile(bytesOf(file), TODAY, ZONE).table.rows.map(({ bankRef }) => bankRef?.replace(/^.* /, ''));
  expect(refsOf(files.OFX_CARD.replace('2026060302', '2026060401'))).toEqual([
    undefined,
    undefined,
    '2026060103',
  ]);
  expect(refsOf(files.OFX_CARD.replace('2026060302', '1'.repeat(300)))).toEqual([
    '2026060401',
    undefined,
    '2026060103',
  ]);
});

test.each<[string, Uint8Array]>([
  ['UTF-8 with a mark', bytesOf(`\uFEFF${files.CHASE_CARD}`)],
  ['UTF-16 with a mark', files.inUtf16(`\uFEFF${files.CHASE_CARD}`)],
  ['UTF-16 without one', files.inUtf16(files.CHASE_CARD)],
  ['zeros behind it', bytesOf(`${files.CHASE_CARD}${'\0'.repeat(5000)}`)],
  ['a zero among the first letters', bytesOf(files.CHASE_CARD.replace('Memo', 'Mem\0\0o'))],
  [
    'UTF-16 without one, in another script',
    files.inUtf16(files.CHASE_CARD.replace('COFFEE', '東京'.repeat(90))),
  ],
  ['Windows line ends', bytesOf(files.CHASE_CARD.replaceAll('\n', '\r\n'))],
  ['old Mac line ends', bytesOf(files.CHASE_CARD.replaceAll('\n', '\r'))],
  ['tabs', bytesOf(files.CHASE_CARD.replace('552, SAN', '552 SAN').replaceAll(',', '\t'))],
  [
    'a spreadsheet’s own separator',
    bytesOf(`sep=;\n${files.CHASE_CARD.replace('552, SAN', '552 SAN').replaceAll(',', ';')}`),
  ],
])('a table is read alike in %s [PD-30]', (_, bytes) => {
  const names = read(bytes).map((row) => row.outcome === 'expense' && row.expense.day);
  expect(names).toEqual(['2026-06-04', '2026-06-03', false, '2026-05-30']);
});

test('finds a header below a line with date and balance, and above rows with empty cells [PD-30]', () => {
  const file = [
    'Account:,Checking',
    'Balance:,06/25/2026,1234.56',
    'Date,Description,Running Balance,Amount,Category,Notes,Tags',
    '06/24/2026,STARBUCKS,100.00,-4.25,Dining',
    '06/23/2026,TARGET,104.25,-14.25,Shopping',
  ].join('\n');
  expect(read(file).map(words)).toEqual([
    '4 | 2026-06-24 | STARBUCKS | 4.25 USD | Dining | spending',
    '5 | 2026-06-23 | TARGET | 14.25 USD | Shopping | spending',
  ]);
});

test('accepts a DOS end-of-file mark and replaces characters that cannot be stored [PD-30]', () => {
  const qif = '!Type:Bank\nD6/4/2026\nT-4.25\nPCoffee\n^\n\x1a';
  expect(read(qif).map(words)).toEqual(['2 | 2026-06-04 | Coffee | 4.25 USD | Dining | spending']);
  const many = `Date,Name,Amount\n${'2026-06-04,Coffee,-4.25\n'.repeat(200)}`;
  const { table } = readFile(bytesOf(`${many}2026-06-04,Tea\0,-4.25\n`), TODAY, ZONE);
  expect(JSON.stringify(table)).not.toContain('\\u0000');
  expect(table.rows).toHaveLength(201);
});

test('a QIF record without a payee is named by its memo [PD-30]', () => {
  const qif = '!Type:Bank\nD6/4/2026\nT-4.25\nMCoffee\n^\nD6/3/2026\nT-2.00\nPTea\n^\n';
  expect(read(qif).map(words)).toEqual([
    '2 | 2026-06-04 | Coffee | 4.25 USD | Dining | spending',
    '6 | 2026-06-03 | Tea | 2 USD | Dining | spending',
  ]);
});

test('OFX is read with values that are empty or contain special characters [PD-30]', () => {
  const odd = files.OFX_CARD.replace('<NAME>CHIPOTLE 1234', '<CHECKNUM>\n<NAME>H&M <3 YOU');
  expect(read(odd).map(words)[0]).toBe('1 | 2026-06-04 | H&M <3 YOU | 12.5 USD | Shopping | spending');
});

test('what was guessed can be corrected: order of dates, sign of purchases, columns [PD-30]', () => {
  const file = 'Date,What,Who,Amount\n05/06/2026,Coffee,Cafe,4.25\n';
  expect(read(file).map(words)).toEqual(['2 | 2026-05-06 | Coffee | 4.25 USD | Dining | spending']);
  expect(read(file, { dateOrder: 'dmy' }).map(words)[0]).toContain('2026-06-05');
  expect(read(file, { purchases: 'negative' }).map(words)).toEqual([`2 | ${MONEY_IN}`]);
  expect(read(file, { currency: 'EUR' }).map(words)[0]).toContain('4.25 EUR');
  const { columns } = readFile(bytesOf(file), TODAY, ZONE).guess.layout;
  expect(read(file, { columns: { ...columns, name: 2 } }).map(words)[0]).toContain('Cafe');
});

test('a bad line is reported with number and reason; the rest can be imported [PD-30]', () => {
  const file = [
    'Date,Description,Amount',
    '2026-06-04,Coffee,-4.25',
    '2026-02-30,No such day,-1.00',
    ',No date,-1.00',
    '2026-06-03,Half a cent,-1.005',
    '2026-06-03,Too much,-10000000.01',
    '2026-06-03,"Two',
    'lines",-2.00',
    '2026-06-03,Words,a lot',
    '2026-06-03,Nothing,0.00',
    `2026-06-03,${'x'.repeat(10_000)},-3.00`,
    '2026-06-02',
    '2026-06-01,Cake,-5.00',
  ].join('\n');
  expect(read(file).map(words)).toEqual([
    '2 | 2026-06-04 | Coffee | 4.25 USD | Dining | spending',
    "3 | bad | '2026-02-30' is not a date",
    '4 | bad | The date is missing',
    "5 | bad | '-1.005' has fractions of a cent",
    '6 | bad | The amount is beyond $10,000,000',
    '7 | 2026-06-03 | Two lines | 2 USD | Other | spending',
    "9 | bad | 'a lot' is not an amount",
    '10 | left-out | The amount is zero',
    `11 | 2026-06-03 | ${'x'.repeat(199)}… | 3 USD | Other | spending`,
    '12 | left-out | No amount',
    '13 | 2026-06-01 | Cake | 5 USD | Other | spending',
  ]);
});

test('an amount with the other decimal sign says which one it lacks [PD-30]', () => {
  const file =
    'Date;Description;Amount\n04/06/2026;Kaffee;-4,25\n03/06/2026;Kuchen;-1.234,50\n02/06/2026;Tea;$45.10\n';
  expect(read(file).map(words).at(-1)).toBe(
    "4 | bad | '$45.10' has no decimal comma, unlike the other amounts",
  );
});

test('an unclosed quotation mark loses only its line, and that is said [PD-30]', () => {
  const file =
    'Date,Description,Amount\n2026-06-04,Coffee,-4.25\n2026-06-03,"Cake,-5.00\n2026-06-02,Tea,-2.00\n';
  expect(read(file).map(words)).toEqual([
    '2 | 2026-06-04 | Coffee | 4.25 USD | Dining | spending',
    '3 | bad | A quotation mark is never closed',
    '4 | 2026-06-02 | Tea | 2 USD | Dining | spending',
  ]);
});

const problemOf = (bytes: Uint8Array): string => {
  try {
    readFile(bytes, TODAY, ZONE);
  } catch (error) {
    if (error instanceof FileProblem) return error.message;
    throw error;
  }
  return 'none';
};
/** Pseudo-random numbers with a fixed seed. */
const noise = (length: number) => {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state & 0xff;
  });
};

describe('a file that is not from a bank is refused with the reason [PD-30]', () => {
  test.each<[string, Uint8Array, RegExp]>([
    ['nothing', new Uint8Array(), /empty/],
    ['blanks', bytesOf(' \n\n '), /empty/],
    ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 9, 9), /save the sheet as CSV/],
    ['a workbook with a password', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), /password/],
    ['a PDF', bytesOf('%PDF-1.7'), /PDF/],
    ['a web page', bytesOf('<!DOCTYPE html><p>Sign in'), /web page/],
    ['a letter', bytesOf('Dear Ana,\nhow are you?\n'), /has both a date and an amount that we can read/],
    ['more than 16 MB', new Uint8Array(MAX_IMPORT_FILE_BYTES + 1).fill(65), /larger than 16 MB/],
    ['16 MB of noise', noise(MAX_IMPORT_FILE_BYTES), /can’t read this file/],
    [
      '16 MB of letters',
      new Uint8Array(MAX_IMPORT_FILE_BYTES).fill(65),
      /has both a date and an amount that we can read/,
    ],
    [
      '16 MB of separators',
      new Uint8Array(MAX_IMPORT_FILE_BYTES).fill(44),
      /has both a date and an amount that we can read/,
    ],
    [
      '16 MB of quotation marks',
      new Uint8Array(MAX_IMPORT_FILE_BYTES).fill(34),
      /has both a date and an amount that we can read/,
    ],
    ['16 MB of lines', new Uint8Array(MAX_IMPORT_FILE_BYTES).fill(10), /empty/],
    ['an OFX file of nothing', bytesOf('<OFX></OFX>'), /no bank or card statement/],
    [
      'an OFX file of an account without a movement',
      bytesOf(files.OFX_CARD.replace(/<STMTTRN>[^]*<\/STMTTRN>/, '')),
      /no purchases or payments/,
    ],
    [
      'an OFX file of a million tags',
      bytesOf(`<OFX>${'<A>'.repeat(1_000_000)}`),
      /no bank or card statement/,
    ],
    [
      'an OFX file with an endless tag',
      bytesOf(`<OFX><${'A'.repeat(1_000_000)}`),
      /no bank or card statement/,
    ],
    ['a QIF file of categories alone', bytesOf('!Type:Cat\nNFood\n^\n'), /no purchases/],
    [
      'marks around days that close each other',
      bytesOf('z",06/04/2026,"\n'.repeat(150_000)),
      /150,000 entries/,
    ],
    ['a million open quotation marks', bytesOf('"a\n'.repeat(1_000_000)), /1,000,000 entries/],
    [
      'a million names of lists',
      bytesOf(`!Type:Bank\nD1\n${'!Type:Bank\n'.repeat(400_000)}`),
      /400,002 entries/,
    ],
    [
      'more than 200 columns',
      bytesOf(`Date,Amount${',x'.repeat(10_000)}\n2026-06-04,-4.25${',a'.repeat(10_000)}\n`),
      /^This file has 10,002 columns, and no statement has more than 200/,
    ],
    [
      'too many rows',
      bytesOf(`Date,Name,Amount\n${'2026-06-04,Coffee,-4.25\n'.repeat(MAX_IMPORT_LINES + 1)}`),
      /50,001 entries\. Up to 50,000/,
    ],
  ])('%s', (_, bytes, words_) => {
    expect(problemOf(bytes)).toMatch(words_);
  });
});

test.each([['subway '], ['1'], ['payment '], ['auto insurance '], ['hold for ']])(
  'reads a row of a million characters, even if all are %j [PD-30] [SEC-22]',
  (word) => {
    const long = word.repeat(1_000_000 / word.length);
    const rows = read(
      `${long}\nDate,Description,Type,Category,Note,Amount\n2026-06-04,"autopay ${long}!","${long}","${long}","${long}",-4.25\n`,
    );
    expect(rows).toHaveLength(1);
  },
);

test('a file of any bytes or of any text is read or refused in words [PD-30]', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      ...Array.from('1234567890-/.,;"\t\n \'abc$'),
      '2026-06-04',
      '-4.25',
      '<OFX>',
      '<STMTTRN>',
      '!Type:Bank\n',
    ),
  });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), text.map(bytesOf)), (bytes) => {
      const problem = problemOf(bytes);
      if (problem === 'none') for (const row of read(bytes)) expect(row.line).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['6/5/2026,Cake,4.25,USD,Dining,one-time,,no,yes,spending,0.25,no,manual', ','],
  ['05.06.2026;Cake;4,25;USD;Dining;one-time;;no;yes;spending;0,25;no;manual', ';'],
])('Oinkly’s own export is read also when a spreadsheet has saved it again: %s [PD-30]', (row, separator) => {
  const header =
    'date,name,amount,currency,category,type,dayOfMonth,paid,counted,kind,refunded,pending,source';
  expect(read(`${header.replaceAll(',', separator)}\n${row}\n`).map(words)).toEqual([
    '2 | 2026-06-05 | Cake | 4 USD | Dining | spending',
  ]);
});

test("reads Oinkly's own export: refunded, excluded, paid and formula-like rows [PD-30] [SEC-18]", () => {
  const file = `date,name,amount,currency,category,type,dayOfMonth,paid,counted,kind,refunded,pending,source
2026-06-05,"Cake, with ""cream""",4.25,USD,Dining,one-time,,no,yes,spending,0,no,manual
2026-06-04,'=1+1,-12.5,USD,Other,recurring,4,yes,no,spending,0,no,manual
2026-06-03,Shop,31.46,USD,Shopping,one-time,,no,yes,spending,12,no,bank
2026-06-02,Rent,900,USD,Housing,one-time,,no,no,fixed-bill,0,no,bank
2026-06-01,To savings,50,USD,Other,one-time,,no,yes,transfer,0,yes,bank
2026-06-01,Hotel,210,EUR,Travel,one-time,,no,no,spending,0,no,bank
2026-06-01,Back,9,USD,Other,one-time,,no,yes,spending,9,no,bank
`;
  const rows = read(file, { purchases: 'negative', dateOrder: 'dmy' });
  const facts = rows.map((row) => {
    if (row.outcome !== 'expense') return row.reason;
    const { name, amountCents, currency, kind, counted, paid } = row.expense;
    return [name, amountCents, currency, kind, counted, paid];
  });
  expect(facts).toEqual([
    ['Cake, with "cream"', 425, 'USD', 'spending', null, false],
    ['=1+1', 1250, 'USD', 'spending', false, true],
    ['Shop', 1946, 'USD', 'spending', null, false],
    ['Rent', 90_000, 'USD', 'fixed-bill', null, false],
    ['To savings', 5000, 'USD', 'transfer', true, false],
    ['Hotel', 21_000, 'EUR', 'spending', null, false],
    'All of it was refunded',
  ]);
});

test.each([
  [true, [null, false]],
  [false, [true, null]],
])('a bill of our own export keeps what counted, for a setting of %s [PD-30] [PD-5]', (setting, choices) => {
  const file = `date,name,amount,currency,category,type,dayOfMonth,paid,counted,kind,refunded,pending,source
2026-06-02,Rent,900,USD,Housing,one-time,,no,yes,fixed-bill,0,no,manual
2026-06-01,Insurance,90,USD,Other,one-time,,no,no,fixed-bill,0,no,manual
`;
  const rows = read(file, {}, setting);
  expect(rows.map((row) => row.outcome === 'expense' && row.expense.counted)).toEqual(choices);
});
