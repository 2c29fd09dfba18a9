import { expect, test } from 'vitest';
import { MAX_IMPORT_COLUMNS } from './limits.ts';
import { splitTable, whyNoTable } from './split-table.ts';
import type { OtherLines, TableRow } from './statement-table.ts';

test('reads at most as many cells of a row as a file may have columns [SEC-22]', () => {
  let readCells = 0;
  const cells = new Proxy(Array<string>(100_000).fill('x'), {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) readCells += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  expect(splitTable([{ line: 1, lines: 1, text: '', cells }])).toBeNull();
  expect(readCells).toBeLessThanOrEqual(MAX_IMPORT_COLUMNS + 1);
});

const rowsOf = (lines: readonly string[]): TableRow[] =>
  lines.map((text, index) => ({ line: index + 1, lines: 1, text, cells: text.split(';') }));

const [ROW, NAMES] = ['a row', 'Column names'];
const [ABOVE, ABOVE_ROWS] = ['Above the column names', 'Above the transactions'];
const [OTHER_TABLE, NO_TABLE] = ['In a table with other columns', 'No date and amount'];
const TOO_WIDE = 'Extra values. A name or an amount may contain a comma or semicolon';

/** The header, and what becomes of each line. */
function split(lines: readonly string[]) {
  const table = splitTable(rowsOf(lines));
  const fates = [
    ...(table?.rows ?? []).map(({ line }) => ({ line, fate: ROW })),
    ...(table?.others ?? []).map(({ line, reason }) => ({ line, fate: reason })),
  ].toSorted((a, b) => a.line - b.line);
  return {
    header: table?.header?.join(';') ?? null,
    fates: fates.map(({ line, fate }) => [lines[line - 1], fate]),
  };
}

test.each<[string, string | null, [string, string | undefined][]]>([
  [
    'a line with a date and an amount above the header is no data if it is narrower',
    'Day;Shop;Info;Sum',
    [
      ['2026-06-01;100.00', ABOVE],
      ['Day;Shop;Info;Sum', NAMES],
      ['2026-06-02;Baker;Bread;5.00', ROW],
      ['2026-06-03;Baker;Bread;6.00', ROW],
    ],
  ],
  [
    'a first row that lacks its last cell is data',
    'Day;Shop;Sum;Info',
    [
      ['Day;Shop;Sum;Info', NAMES],
      ['2026-06-01;Baker;4.00', ROW],
      ['Pending;purchases;of;June', ROW],
      ['2026-06-02;Baker;5.00;Bread', ROW],
      ['2026-06-03;Baker;6.00;Bread', ROW],
    ],
  ],
  [
    'words below the data are no header',
    null,
    [
      ['2026-06-02;Baker;5.00', ROW],
      ['Thank;you;all', ROW],
    ],
  ],
  [
    'the first line is a header if it names a date and an amount, whatever stands below it',
    'Date;Payee;Amount',
    [
      ['Date;Payee;Amount', NAMES],
      ['Pending;purchases;below', ROW],
      ['2026-06-02;Baker;5.00', ROW],
    ],
  ],
  [
    'a header without rows names no columns',
    'Day;Info;Sum',
    [
      ['Day;Info;Sum', NAMES],
      ['2026-06-02;Baker;5.00', ROW],
      ['Date;Payee;Amount', NAMES],
    ],
  ],
  [
    'of two tables with as many rows, the later one counts',
    'Date;Merchant;Amount',
    [
      ['Payee;Date;Amount;Card', NAMES],
      ['Baker;2026-06-02;5.00;1', ABOVE],
      ['Date;Merchant;Amount', NAMES],
      ['2026-06-02;Baker;5.00', ROW],
    ],
  ],
  [
    'a table with payees counts before a longer one without',
    'Date;Title;Amount',
    [
      ['Date; Title ;Amount', NAMES],
      ['2026-06-02;Baker;5.00', ROW],
      ['Date;Balance;Amount', NAMES],
      ['2026-06-02;7.00;5.00', OTHER_TABLE],
      ['2026-06-03;2.00;5.00', OTHER_TABLE],
      ['End of the list', NO_TABLE],
    ],
  ],
  [
    'a header of padded names',
    'Created;Title;Cost',
    [
      ['Account;of Ada;Checking', ABOVE],
      [' Created ; Title ; Cost ', NAMES],
      ['Pending;purchases;below', ROW],
      ['2026-06-02;Baker;5.00', ROW],
    ],
  ],
  [
    'a line that names only a date, or only an amount, is no header beside another',
    'Day;Info;Sum',
    [
      ['Statement date;June;July', ABOVE],
      ['Day;Info;Sum', NAMES],
      ['2026-06-02;Baker;5.00', ROW],
    ],
  ],
  [
    'a line that names a date and an amount beside a number is no header',
    'Date;Payee;Amount',
    [
      ['Closing date;Amount due;5.00', ABOVE],
      ['Date;Payee;Amount', NAMES],
      ['2026-06-02;Baker;5.00', ROW],
    ],
  ],
  [
    'a header of two words and an empty cell',
    'Day;;Sum',
    [
      ['Day; ;Sum', NAMES],
      ['2026-06-02;Baker;5.00', ROW],
    ],
  ],
  [
    'a single word is a title, not a header',
    null,
    [
      ['Transactions;;', ROW],
      ['2026-06-02;Baker;5.00', ROW],
    ],
  ],
  [
    'words much narrower than the data are a title',
    null,
    [
      ['Checking;Summary', ABOVE_ROWS],
      ['2026-06-02;Baker;Bread;5.00', ROW],
    ],
  ],
  [
    'a header may lack the name of the last column',
    'Day;Shop;Sum',
    [
      ['Day;Shop;Sum', NAMES],
      ['2026-06-02;Baker;5.00;', ROW],
    ],
  ],
  [
    'a line with a mark is no header',
    null,
    [
      ['Day;***;Sum', ROW],
      ['2026-06-02;Baker;5.00', ROW],
    ],
  ],
  [
    'a line with a date in words is no header',
    null,
    [
      ['Printed;June 4, 2026;Sum', ROW],
      ['2026-06-02;Baker;5.00', ROW],
    ],
  ],
  [
    'a line with an amount in words is no header',
    null,
    [
      ['Balance;USD 5.00;Sum', ROW],
      ['2026-06-02;Baker;5.00', ROW],
    ],
  ],
  [
    'of two widths as common, the larger decides',
    null,
    [
      ['Shop;Info', ABOVE_ROWS],
      ['2026-06-01;Baker;5.00', ABOVE_ROWS],
      ['2026-06-02;Baker;5.00;Bread', ROW],
    ],
  ],
  [
    'without a header, rows as wide as data may be transactions',
    null,
    [
      ['Account 12', ABOVE_ROWS],
      ['a;title;of;5;words', ABOVE_ROWS],
      ['2026-06-01;3.00', ABOVE_ROWS],
      ['2026-06-01;Baker;free', ROW],
      ['2026-06-02;Baker;5.00', ROW],
      ['2026-06-03;Baker;6.00', ROW],
    ],
  ],
  [
    'without a header, a wider row with a split amount is reported, also at the top',
    null,
    [
      ['2026-06-01;Baker;-1;299.00', TOO_WIDE],
      ['2026-06-02;Baker;5.00', ROW],
      ['2026-06-03;Baker;6.00', ROW],
    ],
  ],
  [
    'without a header, a whole number beside another is no split amount in a row of usual width',
    null,
    [
      ['2026-06-01;Baker;1;299.00', ROW],
      ['2026-06-02;Baker;2;5.00', ROW],
    ],
  ],
  [
    'a row with a value beyond the header is reported, one without a date is kept for its own reason',
    'Date;Payee;Amount',
    [
      ['Date;Payee;Amount', NAMES],
      ['2026-06-02;Baker;5.00', ROW],
      ['2026-06-03;Baker;6.00', ROW],
      ['2026-06-04;Baker;1;299.00', TOO_WIDE],
      ['Please;call;us;about;this', ROW],
    ],
  ],
  [
    'a blank cell beyond the header is none if most rows have it',
    'Date;Payee;Amount',
    [
      ['Date;Payee;Amount', NAMES],
      ['2026-06-02;Baker;5.00; ', ROW],
      ['2026-06-03;Baker;5.00;x', TOO_WIDE],
      ['2026-06-04;Baker;5.00;;', TOO_WIDE],
      ['2026-06-05;Baker;5.00;', ROW],
    ],
  ],
  [
    'a blank cell beyond the header is none in the only row',
    'Date;Payee;Amount',
    [
      ['Date;Payee;Amount', NAMES],
      ['2026-06-02;Baker;5.00;', ROW],
    ],
  ],
  [
    'the widths of another table decide nothing',
    'Date;Payee;Amount',
    [
      ['Date;Payee;Amount', NAMES],
      ['2026-06-02;Baker;5.00', ROW],
      ['2026-06-04;Baker;5.00;;', TOO_WIDE],
      ['2026-06-05;Baker;5.00', ROW],
      ['Date;Type;Amount;Fee;Balance', NAMES],
      ['2026-06-02;a;5.00;1.00;7.00', OTHER_TABLE],
      ['2026-06-03;a;5.00;1.00;7.00;9;9', OTHER_TABLE],
      ['2026-06-04;a;5.00;1.00;7.00', OTHER_TABLE],
      ['2026-06-05;a;5.00;1.00;7.00', OTHER_TABLE],
    ],
  ],
  [
    'a header twice in a row is one',
    'Date;Payee;Amount',
    [
      ['Date;Payee;Amount', NAMES],
      ['Date;Payee;Amount', NAMES],
      ['2026-06-02;Baker;5.00', ROW],
    ],
  ],
  [
    'rows above the header are transactions if they are aligned with those below',
    'Date;Payee;Info;Amount',
    [
      ['2026-06-01;Baker;Bread;4.00', ROW],
      ['2026-06-01;Baker;4.00', ROW],
      ['2026-06-01;4.00', ABOVE],
      ['2026-06-01;Baker;Bread;4.00;x', ABOVE],
      ['Baker;2026-06-01;Bread;4.00', ABOVE],
      ['Date;Payee;Info;Amount', NAMES],
      ['2026-06-02;Baker;Bread;5.00', ROW],
      ['2026-06-03;Baker;Bread;6.00', ROW],
    ],
  ],
])('says what each line of a file is: %s [PD-30]', (_, header, lines) => {
  expect(split(lines.map(([line]) => line))).toEqual({ header, fates: lines });
});

test.each<[string, string, boolean]>([
  ['-1', '299.00', true],
  ['12', '345', true],
  ['(1 ', '299.00) ', true],
  ['Gate 1', '299.00', false],
  ['Gate1', '299.00', false],
  ['1 pm', '299.00', false],
  ['1', 'A299', false],
  ['1', '299 A', false],
  ['1', 'A', false],
  ['A', '299', false],
])('takes %j and %j for one split amount in a row that is too wide: %s [PD-30]', (one, other, isSplit) => {
  const { fates } = split([
    '2026-06-01;Baker;5.00',
    '2026-06-02;Baker;6.00',
    `2026-06-03;7.00;${one};${other}`,
  ]);
  expect(fates.at(-1)?.[1]).toBe(isSplit ? TOO_WIDE : ROW);
});

test.each<[string, string[], string[]]>([
  [
    'in another order',
    [
      'Date;Payee;Amount;',
      '2026-06-02;Baker;5.00;',
      '2026-06-02;Baker;7.00;',
      'Date;Amount;Payee',
      '2026-06-03;6.00;Cafe',
    ],
    ['2026-06-02;Baker;5.00;', '2026-06-02;Baker;7.00;', '2026-06-03;Cafe;6.00;'],
  ],
  [
    'with one name twice',
    [
      'Date;Payee;Amount;Amount',
      '2026-06-02;Baker;5.00;7.00',
      'Date;Payee;Amount;Amount',
      '2026-06-03;Cafe;6.00;8.00',
    ],
    ['2026-06-02;Baker;5.00;7.00', '2026-06-03;Cafe;6.00;8.00'],
  ],
  [
    'as they stand',
    ['Date;Payee;Amount', '2026-06-02;Baker;5.00', '2026-06-03;x'],
    ['2026-06-02;Baker;5.00', '2026-06-03;x'],
  ],
])("reads another table's rows by the columns of the main one: %s [PD-30]", (_, lines, rows) => {
  expect(splitTable(rowsOf(lines))?.rows.map(({ cells }) => cells.join(';'))).toEqual(rows);
});

const DATA = '2026-06-02;Baker;5.00';

test.each([
  [60, 'Day;Shop;Sum'],
  [61, null],
])('looks for a header up to 60 lines above the data: %i [PD-30]', (linesAbove, header) => {
  const lines = ['Day;Shop;Sum', ...Array<string>(linesAbove - 1).fill('...'), DATA];
  expect(split(lines).header).toBe(header);
});

test('finds a header far down, directly above the data [PD-30]', () => {
  expect(split([...Array<string>(40).fill('...'), 'Day;Shop;Sum', DATA]).header).toBe('Day;Shop;Sum');
});

test('a file whose only number is a date has no data [PD-30]', () => {
  expect(splitTable(rowsOf(['20260602;Baker']))).toBeNull();
});

test('the first 60 rows of data decide how wide data is [PD-30]', () => {
  const wide = Array<string>(70).fill('2026-06-02;Baker;5.00;Bread');
  expect(split(['Shop;Info', ...Array<string>(60).fill(DATA), ...wide]).header).toBe('Shop;Info');
  expect(split(['Shop;Info', ...Array<string>(50).fill(DATA), ...wide]).header).toBe('Shop;Info');
  expect(split(['Shop;Info', ...Array<string>(20).fill(DATA), ...wide]).header).toBeNull();
});

test('keeps the lines above the table: 60 at most, 500 characters of each [PD-30]', () => {
  const title = ' Account;12 ';
  expect(splitTable(rowsOf([title, 'x'.repeat(501), 'Date;Payee;Amount', DATA]))?.above).toEqual([
    'Account 12',
    'x'.repeat(500),
  ]);
  expect(splitTable(rowsOf([title, DATA]))?.above).toEqual(['Account 12']);
  expect(
    splitTable(rowsOf([...Array<string>(70).fill(title), 'Date;Payee;Amount', DATA]))?.above,
  ).toHaveLength(60);
});

test('a date beyond the columns that a file may have is none [SEC-22]', () => {
  const far = `${';'.repeat(MAX_IMPORT_COLUMNS)}2026-06-03`;
  expect(split(['Date;Payee;Amount', DATA, far]).fates.at(-1)?.[1]).toBe(ROW);
  expect(whyNoTable(rowsOf([far]), [])).toContain('has neither');
});

test.each<[string, string[], string]>([
  ['nothing', [], 'that we can read. Please'],
  [
    'a date',
    ['Hello', '7 items', '2026-06-02;Baker'],
    'Line 3 has a date, but no readable amount: “2026-06-02;Baker”',
  ],
  [
    'an amount',
    ['Hello', '7 items', 'Baker;5.00'],
    'Line 3 has an amount, but no readable date: “Baker;5.00”',
  ],
  ['a number', ['Hello', 'Baker;7 items'], 'Line 2 has neither: “Baker;7 items”'],
  ['words', ['Hello', 'World'], 'Line 1 has neither: “Hello”'],
  ['a date only after 60 lines', [...Array<string>(60).fill('Hello'), '2026-06-02'], 'Line 1 has neither'],
])('says what the most promising line of a refused file has: %s [PD-30]', (_, lines, reason) => {
  expect(whyNoTable(rowsOf(lines), [])).toContain(reason);
});

test('a refused file without rows names its first unread line [PD-30]', () => {
  const lines = { lines: 1, text: 'x' };
  const others: OtherLines[] = [
    { ...lines, line: 1, outcome: 'left-out', reason: 'Column names' },
    { ...lines, line: 2, outcome: 'bad', reason: 'A quotation mark is missing' },
  ];
  expect(whyNoTable([], others)).toContain('Line 2: a quotation mark is missing.');
  expect(whyNoTable(rowsOf(['Hello']), others)).toContain('Line 1 has neither');
  expect(whyNoTable([], others.slice(0, 1))).toMatch(/^No line has both/);
});
