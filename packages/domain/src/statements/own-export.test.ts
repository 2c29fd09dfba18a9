import fc from 'fast-check';
import { expect, test } from 'vitest';
import { neutralized, withoutNeutralizing } from './own-export.ts';

/** Texts of separators, formula starts and invisible characters. */
const texts = fc.string({
  unit: fc.constantFrom(...Array.from(';"\t\r\n\'=+-@＝＋－＠ \u200b\ufeffa1,')),
  maxLength: 12,
});

test('no text begins a formula, wherever a spreadsheet splits it [SEC-18]', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const cell of neutralized(text).split(/[;"\t\r\n]/))
        expect(cell).not.toMatch(/^[\p{Z}\p{C}]*[=+\-@＝＋－＠]/u);
    }),
    { seed: 18, numRuns: 2_000 },
  );
});

test('our own file is read back with the texts that were exported [SEC-18]', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(withoutNeutralizing(neutralized(text))).toBe(text);
    }),
    { seed: 18, numRuns: 2_000 },
  );
});

test.each([
  ['=1+1', "'=1+1"],
  [';=1+1', ";'=1+1"],
  ['\t=1', "'\t'=1"],
  ['＝1', "'＝1"],
  ['\u200b@SUM(A1)', "'\u200b@SUM(A1)"],
  ['say "=1"', `say "'=1"`],
  ['Shop, -20%', 'Shop, -20%'],
  ['Rock’n’roll; 2 tickets', 'Rock’n’roll; 2 tickets'],
])('%j is exported as %j [SEC-18]', (text, exported) => {
  expect(neutralized(text)).toBe(exported);
});
