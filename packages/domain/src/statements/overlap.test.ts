import { expect, test } from 'vitest';
import { overlapOf } from './overlap.ts';

const rows = (text: string) =>
  Array.from(text, (mark, index) => ({ day: `2026-06-${String(index + 10)}`, isKnown: mark === '=' }));

test.each([
  ['===++', 3],
  ['++===', 3],
  ['+===+', 3],
  ['==+==', null],
  ['=++++', null],
  ['+++++', null],
  ['=====', 5],
])('two exports overlap without a gap if no new row is between known ones: %s [PD-30]', (marks, count) => {
  expect(overlapOf(rows(marks))).toBe(count);
});

test('a new row of the last known day is no gap: the earlier file may have ended that day [PD-30]', () => {
  const [first, second] = rows('==');
  expect(first && second && overlapOf([first, second, { ...second, isKnown: false }])).toBe(2);
});
