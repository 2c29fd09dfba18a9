import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { joinWithExtras, parseQuickEntry, splitPastedLines, splitQuickEntry } from '../quick-entry.ts';

const TODAY = '2026-06-20';
const SOURCES = new Set([
  'spec',
  'notes',
  'chat',
  'speech',
  'travel',
  'receipts',
  'bills',
  'alert',
  'reports',
]);
const linesOf = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('# ') && !row.startsWith('#   '));
let dayTyped = TODAY;
const rows = linesOf('./corpus.txt').flatMap((row) => {
  if (!row.startsWith('@ ')) return [[...row.split('|').map((cell) => cell.trim()), dayTyped]];
  dayTyped = row.slice(2);
  return [];
});
const several = linesOf('./several.txt').map((row) => row.split(' => ') as [line: string, parts: string]);

/** What a row's line is read as, and what is right. */
function readings([line = '', name = '', amount = '', day = '', rest = '', , today = '']: readonly string[]) {
  const entry = parseQuickEntry(line, today);
  const read = {
    name: entry.name ?? '',
    amount: entry.amountProblem ? `!${entry.amountProblem}` : (entry.amountCents ?? '-'),
    // A row names the other day only where it tells two readings apart.
    day: [entry.day ?? '', ...(day.includes(' or ') ? [entry.otherDay] : [])].join(' or '),
    isMonthly: entry.isMonthly ?? false,
    unread: entry.unread,
  };
  const right = {
    name,
    amount: /^[\d.]+$/.test(amount) ? Math.round(Number(amount) * 100) : amount,
    day,
    isMonthly: rest.includes('monthly'),
    unread: /\?(.*)$/.exec(rest)?.[1]?.split('; '),
  };
  return { read, right };
}

const [misread, readRight] = [true, false].map((isMisread) =>
  rows.filter((row) => row[5]?.endsWith(' misread') === isMisread),
) as [string[][], string[][]];

test('the corpus holds at least 600 different lines, each with its source', () => {
  console.info(`quick entry reads ${readRight.length} of ${rows.length} lines as people mean them`);
  expect(new Set(rows.map(([line]) => line)).size).toBeGreaterThanOrEqual(600);
  expect(rows.filter((row) => !SOURCES.has(row[5]?.split(' ')[0] ?? ''))).toEqual([]);
});

test.each(readRight)(
  'reads "%s", or refuses it and says what it did not understand [PD-32] [PD-94]',
  (...row) => {
    const { read, right } = readings(row);
    expect(read).toEqual(right);
  },
);

test.each(misread)('a line that is read right loses its mark: "%s"', (...row) => {
  const { read, right } = readings(row);
  expect(read).not.toEqual(right);
});

test.each(several)('splits "%s" into "%s" [PD-32]', (line, parts) => {
  expect(splitQuickEntry(line, TODAY).join(' | ')).toBe(parts);
});

test('never reads one of several amounts as the amount [PD-32]', () => {
  for (const [line, parts] of several.filter(([, split]) => split.includes(' | '))) {
    const { amountCents } = parseQuickEntry(line, TODAY);
    expect(amountCents, `${line} => ${parts}`).toBeUndefined();
  }
});

test('a list is read without bullets and numbering, a single line with its minus [PD-94]', () => {
  const list =
    '- 3.5 gum\r\n\n* haircut 30\n1. milk 3\n2) $4 tea\n[x] taxi 20\n• lunch 12 and bus 2.75\n-5 coffee\n5. coffee';
  expect(splitPastedLines(list, TODAY)).toEqual([
    '3.5 gum',
    'haircut 30',
    'milk 3',
    '$4 tea',
    'taxi 20',
    'lunch 12',
    'bus 2.75',
    '-5 coffee',
    '5. coffee',
  ]);
  expect(splitPastedLines('- 5 coffee', TODAY)).toEqual(['- 5 coffee']);
  expect(splitPastedLines(' \n', TODAY)).toEqual([]);
});

test.each([
  ['haircut 30 + tip 6', 'haircut $36.00'],
  ['dinner 40 and 8 tip yesterday', 'dinner $48.00 2026-06-19'],
  ['sofa $400, delivery fee $50, sales tax $30', 'sofa $480.00'],
  ['lunch 12 and bus 2.75', undefined],
  ['haircut 30', undefined],
  ['yacht 9,999,999 + tip 6', undefined],
])('a tip or tax can join its expense: %s [PD-32]', (line, joined) => {
  expect(joinWithExtras(line, TODAY)).toBe(joined);
});
