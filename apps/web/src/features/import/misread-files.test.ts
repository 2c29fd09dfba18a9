import { readStatement } from '@oinkly/domain/statements/read-statement';
import { expect, test } from 'vitest';
import { FileProblem } from './file-problem.ts';
import { readFile } from './read-file.ts';

const TODAY = '2026-06-20';
const ZONE = 'America/New_York';
const bytesOf = (text: string) => new TextEncoder().encode(text);
/** Encodes a text in an encoding with one byte for each letter, whose other half is `high`. */
const inBytes = (text: string, high: Record<string, number>) =>
  Uint8Array.from(Array.from(text), (letter) => high[letter] ?? letter.charCodeAt(0));
/** What becomes of each line, in short. */
function read(bytes: Uint8Array): string[] {
  try {
    const { table, guess } = readFile(bytes, TODAY, ZONE);
    return readStatement(table, guess.layout, false).map((row) =>
      row.outcome === 'expense'
        ? `${row.line} ${row.expense.day} ${row.expense.name} ${row.expense.amountCents}`
        : `${row.line} ${row.outcome}`,
    );
  } catch (error) {
    if (error instanceof FileProblem) return [error.message];
    throw error;
  }
}

const THREE = [
  '1 left-out',
  '2 2026-06-04 CORNER CAFE 450',
  '3 2026-06-05 GROCER TWO 2000',
  '4 2026-06-06 BUS 275',
];

test.each([
  ['CRLF behind the header alone', '\r\n', '\n', '\n', '\n'],
  ['CR before LF', '\r', '\n', '\r', '\n'],
  ['LF before CRLF', '\n', '\r\n', '\r\n', '\r\n'],
  ['one CR among LF', '\n', '\n', '\r', '\n'],
  ['no break at the end', '\r\n', '\r', '\n', ''],
])('reads each line of a file with mixed line breaks: %s [PD-30]', (_, ...breaks) => {
  const lines = [
    'Date,Description,Amount',
    '06/04/2026,CORNER CAFE,-4.50',
    '06/05/2026,GROCER TWO,-20.00',
    '06/06/2026,BUS,-2.75',
  ];
  expect(read(bytesOf(lines.map((line, index) => line + (breaks[index] ?? '')).join('')))).toEqual(THREE);
});

test.each([
  ['all rows', ['"Date,Description,Amount"', '"2026-06-04,CAFE,-4.50"', '"2026-06-05,""SHOP, THE"",-5.00"']],
  [
    'all but the header',
    ['Date,Description,Amount', '"2026-06-04,CAFE,-4.50"', '"2026-06-05,""SHOP, THE"",-5.00"'],
  ],
  ['some rows', ['Date,Description,Amount', '2026-06-04,CAFE,-4.50', '"2026-06-05,""SHOP, THE"",-5.00"']],
  [
    'rows with another separator',
    ['"Date;Description;Amount"', '"2026-06-04;CAFE;-4.50"', '"2026-06-05;SHOP, THE;-5.00"'],
  ],
  ['tabs', ['"Date\tDescription\tAmount"', '"2026-06-04\tCAFE\t-4.50"', '"2026-06-05\tSHOP, THE\t-5.00"']],
])('reads rows that stand in quotation marks as a whole: %s [PD-30]', (_, lines) => {
  expect(read(bytesOf(lines.join('\n')))).toEqual([
    '1 left-out',
    '2 2026-06-04 CAFE 450',
    '3 2026-06-05 SHOP, THE 500',
  ]);
});

test('reads UTF-7, which writes a minus in letters [PD-30]', () => {
  const file =
    'Date,Description,Amount\n06/04/2026,Tea +ACY- Cake,+AC0-3.50\n06/15/2026,Caf+AOk-,+AC0-22.10\n';
  expect(read(bytesOf(file))).toEqual([
    '1 left-out',
    '2 2026-06-04 Tea & Cake 350',
    '3 2026-06-15 Café 2210',
  ]);
});

const table = (name: string) =>
  `Date,Description,Amount\n2026-06-04,${name},-120.00\n2026-06-05,${name},-560.00\n`;
const greek = Object.fromEntries(
  Array.from('αβγδεζηθικλμνξοπρστυφχψω', (letter, index) => [letter, 0xe1 + index]),
);
const cyrillic = Object.fromEntries(
  Array.from('абвгдежзийклмнопрстуфхцчшщъыьэюя', (letter, index) => [letter, 0xe0 + index]),
);

test.each<[string, Uint8Array]>([
  [
    'Big5',
    Uint8Array.from([
      ...bytesOf('Date,Name,Amount\n2026-06-04,'),
      0xa9,
      0xb0,
      0xd8,
      0xa9,
      0xb1,
      ...bytesOf(',-120.00\n'),
    ]),
  ],
  [
    'GBK',
    Uint8Array.from([
      ...bytesOf('Date,Name,Amount\n2026-06-04,'),
      0xb3,
      0xac,
      0xca,
      0xd0,
      0xc1,
      ...bytesOf(',-120.00\n'),
    ]),
  ],
  ['Windows-1251', inBytes(table('магазин хлеб'), cyrillic)],
  ['Windows-1253', inBytes(table('καφε'), greek)],
  [
    'Windows-1250',
    inBytes(table('Kawiarnia Pod Wagą sałatka w Gdańsku'), {
      ą: 0xb9,
      ł: 0xb3,
      ń: 0xf1,
    }),
  ],
  ['Mac Roman', inBytes(table('Café Crème'), { é: 0x8e, è: 0x8f })],
])('refuses letters that would become noise, and says how to save them: %s [PD-30]', (_, bytes) => {
  expect(read(bytes)).toEqual([expect.stringContaining('save it as “CSV UTF-8”')]);
});

test.each([
  'BÄCKEREI Größe',
  'Crémerie dépensée',
  'SÃO JOÃO ações',
  'O´Reilly’s – 5€',
  'Señor ¿Qué? Nº 1ª',
  'Œuvre cœur',
  'VISA •••• 1234',
  'smørrebrød på',
])('reads names of Western Europe in Windows-1252: %s [PD-30]', (name) => {
  const bytes = inBytes(table(name), { '’': 0x92, '–': 0x96, '€': 0x80, Œ: 0x8c, œ: 0x9c, '•': 0x95 });
  expect(read(bytes)[1]).toBe(`2 2026-06-04 ${name} 12000`);
});

test.each([
  ['one letter of two is broken', 'Müller#'],
  ['one letter of many is broken', 'Bäckerei Größe#'],
  ['a letter is cut at the end of a name', 'Café Ärger €#'],
])('reads UTF-8 although %s [PD-30]', (_, name) => {
  const bytes = bytesOf(`Date,Description,Amount\n2026-06-04,${name},-120.00\n`);
  bytes[bytes.indexOf(0x23)] = 0xc3;
  expect(read(bytes)[1]).toBe(`2 2026-06-04 ${name.replace('#', '\uFFFD')} 12000`);
});

test.each([
  [
    'a letter',
    'Dear Ana,\nhow are you?\n',
    /^No line has both a date and an amount that we can read\. Line 1 has neither.*“Dear Ana,”/,
  ],
  [
    'days without a year',
    'Date,Name,Amount\nJun 4,Tea,-3.50\n',
    /^No line has both .* Line 2 has an amount, but no readable date: “Jun 4,Tea,-3\.50”/,
  ],
  [
    'amounts in words',
    'Date,Name,Amount\n2026-06-04,Tea,three\n',
    /Line 2 has a date, but no readable amount: “2026-06-04,Tea,three”/,
  ],
  ['an open mark alone', '"Date,Name\n', /Line 1: a quotation mark is never closed/],
  [
    'a comma too much in each line',
    'Date,Name,Amount\n06/04/2026,CAFE,-4,50\n',
    /any line of this file\. Line 2 has extra values\. A name or an amount may contain a comma or semicolon: “06\/04\/2026,CAFE,-4,50”/,
  ],
  [
    'OFX without entries',
    '<OFX><STMTRS><BANKTRANLIST></BANKTRANLIST></STMTRS></OFX>',
    /no purchases or payments\. Its statement has no entries/,
  ],
  [
    'OFX of a broker',
    '<OFX><INVSTMTRS><BUYSTOCK><INVTRAN><FITID>1</INVTRAN></BUYSTOCK></INVSTMTRS></OFX>',
    /no purchases or payments\. Its first entry is left out: an investment, “<INVTRAN><FITID>1”/,
  ],
  ['OFX of another kind', '<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>', /no bank or card statement/],
  [
    'QIF of categories',
    '!Type:Cat\nNFood\n^\n',
    /no purchases or payments\. Line 1 begins another list: “!Type:Cat”/,
  ],
  ['a list of numbers', 'Item,Count\nA1,x9\n', /^No line has both .* Line 2 has neither/],
])(
  'a refused file says what was seen, what is missing and in which line: %s [PD-30]',
  (_, file, sentence) => {
    expect(read(bytesOf(file))).toEqual([expect.stringMatching(sentence)]);
  },
);

test.each([
  ['!Option:DMY\n!Type:Bank\n', '2026-06-05'],
  ['!Type:Bank\n!Option:DMY\n', '2026-06-05'],
  ['!option:dmy\n!type:bank\n', '2026-06-05'],
  ['!Option:MDY\n!Type:Bank\n', '2026-05-06'],
  ['!Option:M/D/Y\n!Type:Bank\n', '2026-05-06'],
  ['!Option:D/M/Y\n!Type:CCard\n', '2026-06-05'],
])('QIF states its order of dates: %j [PD-30]', (beginning, day) => {
  const { table: statement, guess } = readFile(
    bytesOf(`${beginning}D05/06/2026\nPCAFE\nT-4.50\n^\n`),
    TODAY,
    ZONE,
  );
  expect(guess.questions.map(({ about }) => about)).not.toContain('dates');
  expect(readStatement(statement, guess.layout, false)).toContainEqual(
    expect.objectContaining({ expense: expect.objectContaining({ day }) as unknown }),
  );
});

test('an evening with an offset counts on the user’s day, in CSV and OFX', () => {
  const csv = `Date,Description,Amount\n2026-06-15T01:10:00Z,Noodle Bar,-14.00\n2026-06-15T14:00:00Z,Tea Room,-5.00\n`;
  const ofx = `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKTRANLIST>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260615013000[0:GMT]<TRNAMT>-14.00<FITID>1<NAME>PIZZA PLACE</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260615120000[0:GMT]<TRNAMT>-5.00<FITID>2<NAME>CORNER CAFE</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  for (const text of [csv, ofx]) {
    const days = read(bytesOf(text)).flatMap((row) => /\d{4}-\d{2}-\d{2}/.exec(row) ?? []);
    expect(days).toEqual(['2026-06-14', '2026-06-15']);
  }
});

test('a time that looks like an instant stays a description, and a day that does not exist is none [PD-30]', () => {
  const file = [
    'Date,Description,Amount',
    '2026-06-15T01:10:00Z,202606140930-7,-14.00',
    '2026-02-30T10:00:00Z,TEA ROOM,-5.00',
    ',CAKE,-5.00',
    '2026-06-15T14:00:00Z,BUS,-2.00',
  ].join('\n');
  expect(read(bytesOf(file))).toEqual([
    '1 left-out',
    '2 2026-06-14 202606140930-7 1400',
    '3 bad',
    '4 bad',
    '5 2026-06-15 BUS 200',
  ]);
});
