import { describe, expect, test } from 'vitest';
import { encodeBase32 } from './base32.ts';
import { codeOfStep, findClockError, findStep, stepOf } from './totp.ts';

/** RFC 6238, appendix B, and RFC 4226, appendix D. */
const SECRET = Buffer.from('12345678901234567890');
const NOW = new Date('2026-06-05T12:00:10Z');
const MINUTE_MS = 60_000;

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at second %i, the code is the end of the RFC’s %s [PD-116]', (second, eightDigits) => {
  expect(codeOfStep(SECRET, stepOf(new Date(second * 1000)))).toBe(eightDigits.slice(2));
});

test('codes are those of RFC 4226 for each count [PD-116]', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((count) => codeOfStep(SECRET, count))).toEqual([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ]);
});

describe('a code', () => {
  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('%i steps from now counts: %s [SEC-37]', (distance, counts) => {
    const step = stepOf(NOW) + distance;
    const found = findStep(SECRET, codeOfStep(SECRET, step), { now: NOW });
    expect(found).toBe(counts ? step : undefined);
  });

  test.each(['', '12345', '1234567', '12 345', 'abcdef', '１２３４５６', '-12345'])('%j is none', (code) => {
    expect(findStep(SECRET, code, { now: NOW, tolerance: 120 })).toBeUndefined();
  });

  test.each([-50, -7, 7, 50])('of a clock %i minutes off says so', (minutes) => {
    const other = new Date(NOW.getTime() + minutes * MINUTE_MS);
    const code = codeOfStep(SECRET, stepOf(other));
    expect(findClockError(SECRET, code, NOW)).toBe(minutes * MINUTE_MS);
  });
});

test.each([
  ['', ''],
  ['fooba', 'MZXW6YTB'],
  ['12345678901234567890', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
])('%j in base 32 is %s [PD-116]', (text, encoded) => {
  expect(encodeBase32(Buffer.from(text))).toBe(encoded);
});
