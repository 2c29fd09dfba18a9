import { expect, test } from 'vitest';
import { overlapOf } from './overlap.ts';

const rows = (text: string) =>
  Array.from(text, (mark, index) => ({ day: `2026-06-${String(index + 10)}`, isKnown: mark === '=' }));

test.each([
  ['===++', 3],
  ['++===', 3],
  ['+===+', null],
  ['=+++=', null],
  ['==+==', null],
  ['=++++', null],
  ['+++++', null],
  ['=====', 5],
])('two exports overlap without a gap if no new row is between known ones: %s [PD-30]', (marks, count) => {
  expect(overlapOf(rows(marks))).toBe(count);
});

test('known rows of one day are no overlap, nor are islands between new rows [PD-30]', () => {
  const at = (day: string, isKnown: boolean) => ({ day, isKnown });
  const island = [at('2026-06-14', true), at('2026-06-14', true)];
  expect(overlapOf(island)).toBeNull();
  expect(overlapOf([at('2026-01-01', false), ...island, at('2026-12-01', false)])).toBeNull();
});

test('a new row of the last known day is no gap: the earlier file may have ended that day [PD-30]', () => {
  const [first, second] = rows('==');
  expect(first && second && overlapOf([first, second, { ...second, isKnown: false }])).toBe(2);
});
