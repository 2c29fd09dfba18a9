import { readStatement, type ReadRow } from '@oinkly/domain/statements/read-statement';
import { describe, expect, test } from 'vitest';
import { readFile } from './read-file.ts';

const TODAY = '2026-06-30';
const ZONE = 'America/New_York';

/** Text files: `=== title`, a line `> ...` for each question or expense, then the bank's file. */
const FILES = import.meta.glob<string>('./test-support/layouts/*.txt', {
  query: '?raw',
  import: 'default',
  eager: true,
});

interface Layout {
  title: string;
  expected: string[];
  text: string;
}

function layoutsIn(file: string): Layout[] {
  return file
    .split(/^=== /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.trimEnd().split('\n');
      const expected = lines.filter((line) => line.startsWith('> ')).map((line) => line.slice(2));
      const text = lines.slice(expected.length).join('\n');
      return { title, expected, text };
    });
}

/** As many fields of a row as `expected` has: day, name and amount, or category and kind too. */
function words(row: ReadRow, expected: string | undefined): string[] {
  if (row.outcome === 'bad') return [`cannot be read: ${row.reason}`];
  if (row.outcome === 'left-out') return [];
  const { day, name, amountCents, currency, category, kind } = row.expense;
  const facts = [day, name, `${amountCents / 100} ${currency}`, category, kind];
  return [facts.slice(0, expected?.split(' | ').length ?? 3).join(' | ')];
}

describe.each(Object.entries(FILES))('layouts of %s', (_, file) => {
  test.each(layoutsIn(file).map(({ title, ...rest }) => [title, rest] as const))(
    '%s [PD-30]',
    (__, { expected, text }) => {
      const { table, guess } = readFile(new TextEncoder().encode(text), TODAY, ZONE);
      const asked = guess.questions
        .filter((question) => question.about !== 'currency' || !question.onlyIfDayFirst)
        .map(({ about }) => `asks ${about}`);
      if (asked.length > 0) {
        expect(asked).toEqual(expected);
        return;
      }
      const rows = readStatement(table, guess.layout, false).filter(({ outcome }) => outcome !== 'left-out');
      expect(rows.flatMap((row, index) => words(row, expected[index]))).toEqual(expected);
    },
  );
});

test('at least sixty layouts are compared with what their banks publish', () => {
  expect(Object.values(FILES).flatMap(layoutsIn).length).toBeGreaterThanOrEqual(60);
});
