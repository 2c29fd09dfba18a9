import { readStatement } from '@oinkly/domain/statements/read-statement';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileProblem } from './file-problem.ts';
import { readFile } from './read-file.ts';
import * as files from './test-support/bank-files.ts';

const TODAY = '2026-06-05';
const ZONE = 'America/New_York';

/** Null for a refused file. */
function rowsOf(text: string) {
  try {
    const { table, guess } = readFile(new TextEncoder().encode(text), TODAY, ZONE);
    return { format: table.format, rows: readStatement(table, guess.layout, false) };
  } catch (error) {
    if (error instanceof FileProblem) return null;
    throw error;
  }
}

/** Counts what a person would, without the parsers: lines with more than separators, or transactions of OFX. */
function countBySight(format: string, text: string): number {
  if (format === 'ofx') return text.match(/<STMTTRN\b/gi)?.length ?? 0;
  const lines = text.replaceAll('\0', '').split(/\r\n|[\r\n]/);
  return lines.filter((line) => line.replace(format === 'csv' ? /[\s,;|~^"]/g : /\s/g, '') !== '').length;
}

function expectEveryLine(text: string): void {
  const read = rowsOf(text);
  if (!read) return;
  const sum = read.rows.reduce((count, { lines }) => count + lines, 0);
  expect(sum).toBe(countBySight(read.format, text));
  const places = read.rows.map(({ line }) => line);
  expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
}

const DAYS = ['06/04/2026', '2026-06-04', '04.06.26', 'soon', ''];
const AMOUNTS = ['-4.50', '12.00', '-1,299.00', '"-1,299.00"', '4,50', '(3.00)', 'a lot', '', '="-3.50"'];
const NAMES = [
  'CORNER CAFE',
  '"TOYS, LARGE"',
  '"TV 55" LCD"',
  '"LAMPS "BRIGHT""',
  'HOTEL ROOM, 204',
  '"two\nlines"',
  '"two\n06/04/2026, lines"',
  '"A" B',
  '"open',
];
const HEADERS = [
  'Date,Description,Amount',
  'Pending',
  'Date,Payee,Withdrawals,Deposits',
  'Total,,12.00',
  ',,,',
  '',
];
const csvRow = fc
  .tuple(
    fc.constantFrom(...DAYS),
    fc.constantFrom(...NAMES),
    fc.constantFrom(...AMOUNTS),
    fc.constantFrom('', ',', ',,9.00'),
  )
  .map(([day, name, amount, rest]) => `${day},${name},${amount}${rest}`);
const brokenCsv = fc
  .array(
    fc.tuple(fc.oneof(csvRow, fc.constantFrom(...HEADERS)), fc.constantFrom('\n', '\r\n', '\r', '\n\n')),
    {
      maxLength: 25,
    },
  )
  .map((parts) => parts.map((part) => part.join('')).join(''));

const qifLine = fc.constantFrom(
  ...[
    '!Type:Bank',
    '!Type:Cat',
    '!Account',
    '!Option:MDY',
    'D6/4/26',
    'T-4.50',
    'PCafe',
    'CORNER',
    'LFood',
    '^',
    '',
    '$-1',
  ],
);
const brokenQif = fc.array(qifLine, { maxLength: 40 }).map((lines) => `!Type:Bank\n${lines.join('\n')}`);

const ofxPart = fc.constantFrom(
  ...[
    '<STMTTRN>',
    '</STMTTRN>',
    '<stmttrn>',
    '<TRNAMT>-4.50',
    '<DTPOSTED>20260604',
    '<NAME>CAFE',
    '<NAME>A <3 B',
    '<MEMO>',
    '\n',
  ],
  ...[
    '<STMTRS>',
    '</STMTRS>',
    '<CURDEF>USD',
    '<BANKTRANLIST>',
    '</BANKTRANLIST>',
    '<FITID>1',
    '<CORRECTFITID>1',
    '<![CDATA[',
    ']]>',
  ],
);
const brokenOfx = fc.array(ofxPart, { maxLength: 60 }).map((parts) => `<OFX>${parts.join('')}`);

test.each([
  ['CSV', brokenCsv],
  ['QIF', brokenQif],
  ['OFX', brokenOfx.filter((text) => !text.includes('CDATA'))],
])('every line of a broken %s file has one fate: they add up to the file [PD-30]', (_, file) => {
  fc.assert(fc.property(file, expectEveryLine), { numRuns: 1000 });
});

test('every line of a file cut anywhere has one fate [PD-30]', () => {
  const whole = [
    files.CHASE_CARD,
    files.BANK_OF_AMERICA,
    files.GERMAN_GIRO,
    files.QIF,
    files.OFX_CARD,
    files.REVOLUT,
  ];
  fc.assert(
    fc.property(fc.constantFrom(...whole), fc.nat(2000), fc.nat(2000), (file, from, until) =>
      expectEveryLine(file.slice(0, from) + file.slice(until)),
    ),
    { numRuns: 1000 },
  );
});

test('every line of any text has one fate [PD-30]', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('1234567890-/.,;"\t\n\r \'abc$=^!')), maxLength: 400 }),
      expectEveryLine,
    ),
    { numRuns: 1000 },
  );
});
