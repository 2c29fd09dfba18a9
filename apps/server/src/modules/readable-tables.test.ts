import { getTableName } from 'drizzle-orm';
import { expect, expectTypeOf, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { TABLE_PLACEMENT } from '../db/distribution/table-placement.ts';
import type { WritableTable } from '../db/writable-table.ts';
import type { expenses } from '../db/tables/ledger.tables.ts';
import { TABLES, type expenses as readableExpenses } from '../db/tables/readable-tables.ts';

// The compiler checks it. Import rules say who gets a writable table.
test('a statement that writes takes only a writable table', () => {
  expectTypeOf<Parameters<Database['insert' | 'update' | 'delete']>[0]>().toEqualTypeOf<WritableTable>();
  expectTypeOf<typeof expenses>().toExtend<WritableTable>();
  expectTypeOf<typeof readableExpenses>().not.toExtend<WritableTable>();
  expectTypeOf<(typeof TABLES)[number]>().not.toExtend<WritableTable>();
});

test('the list of tables is complete', () => {
  expect(TABLES.map(getTableName).toSorted()).toEqual(Object.keys(TABLE_PLACEMENT).toSorted());
});
