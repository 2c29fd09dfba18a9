import { expect, test } from 'vitest';
import { formatTable } from './format-table.ts';

test('columns are as wide as they must be, and nothing in them moves the cursor, colours or turns the writing', () => {
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
