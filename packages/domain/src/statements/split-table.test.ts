import { expect, test } from 'vitest';
import { MAX_IMPORT_COLUMNS } from './limits.ts';
import { splitTable } from './split-table.ts';

test('reads at most as many cells of a row as a file may have columns [SEC-22]', () => {
  let readCells = 0;
  const cells = new Proxy(Array<string>(100_000).fill('x'), {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) readCells += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  expect(splitTable([{ line: 1, lines: 1, text: '', cells }])).toBeNull();
  expect(readCells).toBeLessThanOrEqual(MAX_IMPORT_COLUMNS + 1);
});
