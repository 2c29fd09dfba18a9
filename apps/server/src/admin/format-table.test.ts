import { expect, test } from 'vitest';
import { formatTable } from './format-table.ts';

test('columns fit their contents, and control characters have no effect', () => {
  const rows = [
    ['Zoë\u0301', '1'],
    ['A\u001b[31m\u202e\r\nRed', '22'],
  ];
  expect(formatTable(['name', 'banks'], rows).split('\n')).toEqual([
    'name      banks',
    'Zoë\u0301       1',
    'A[31mRed  22',
  ]);
});
