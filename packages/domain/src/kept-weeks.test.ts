import { expect, test } from 'vitest';
import { boardViewOf, keptStatus, type WeekMark } from './kept-weeks.ts';

test.each([
  [0, 0, 'This week is a <strong>fresh start</strong>.'],
  [0, 8, 'This week is a <strong>fresh start</strong>.'],
  [1, 1, 'You stayed under budget in your <strong>first week</strong>.'],
  [6, 8, 'You stayed under budget in <strong>6 of 8</strong> weeks.'],
])('above the check marks, %i of %i weeks read %s [PD-76] [PD-77]', (kept, closed, sentence) => {
  const marks = Array.from({ length: 8 }, (_, index): WeekMark => {
    if (index < 8 - closed) return 'before';
    return index < 8 - closed + kept ? 'kept' : 'missed';
  });
  expect(keptStatus(marks)).toBe(sentence);
});

test('two people see check marks, and three or more see ranks, until the user chooses [PD-76]', () => {
  expect([1, 2, 3, 200].map((people) => boardViewOf(null, people))).toEqual([
    'kept',
    'kept',
    'ranks',
    'ranks',
  ]);
  expect([2, 3].map((people) => boardViewOf('ranks', people))).toEqual(['ranks', 'ranks']);
  expect(boardViewOf('ranks', 1)).toBe('kept');
  expect([2, 3].map((people) => boardViewOf('kept', people))).toEqual(['kept', 'kept']);
});
