import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseQuickEntry, splitQuickEntry } from '../quick-entry.ts';

const TODAY = '2026-06-20';
const linesOf = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('# ') && !row.startsWith('#   '));
const rows = linesOf('./corpus.txt').map((row) => row.split('|').map((cell) => cell.trim()));
const several = linesOf('./several.txt').map((row) => row.split(' => ') as [line: string, parts: string]);

test('the corpus holds at least 250 different lines', () => {
  expect(new Set(rows.map(([line]) => line)).size).toBeGreaterThanOrEqual(250);
});

test.each(rows)(
  'reads "%s", or refuses it and says what it did not understand [PD-32]',
  (line = '', name = '', amount = '', day = '', rest = '') => {
    const entry = parseQuickEntry(line, TODAY);
    const unread = /\?(.*)$/.exec(rest)?.[1]?.split('; ');
    expect({
      name: entry.name ?? '',
      amount: entry.amountProblem ? `!${entry.amountProblem}` : (entry.amountCents ?? '-'),
      day: entry.day ?? '',
      isMonthly: entry.isMonthly ?? false,
      unread: entry.unread,
    }).toEqual({
      name,
      amount: /^[\d.]+$/.test(amount) ? Math.round(Number(amount) * 100) : amount,
      day,
      isMonthly: rest.includes('monthly'),
      unread,
    });
  },
);

test.each(several)('splits "%s" into "%s" [PD-32]', (line, parts) => {
  expect(splitQuickEntry(line, TODAY).join(' | ')).toBe(parts);
});

test('never reads one of several amounts as the amount [PD-32]', () => {
  for (const [line, parts] of several.filter(([, split]) => split.includes(' | '))) {
    const { amountCents } = parseQuickEntry(line, TODAY);
    expect(amountCents, `${line} => ${parts}`).toBeUndefined();
  }
});
