import { expectTypeOf, test } from 'vitest';
import type { Database } from '../db/database.ts';
import type { WritableTable } from '../db/writable-table.ts';
import type { expenses } from './ledger/ledger.tables.ts';
import type { expenses as readableExpenses, TABLES } from './readable-tables.ts';

/* The compiler checks these. Import rules say who gets a writable table. */

test('a statement that writes takes only a writable table', () => {
  expectTypeOf<Parameters<Database['insert' | 'update' | 'delete']>[0]>().toEqualTypeOf<WritableTable>();
  expectTypeOf<typeof expenses>().toExtend<WritableTable>();
  expectTypeOf<typeof readableExpenses>().not.toExtend<WritableTable>();
  expectTypeOf<(typeof TABLES)[number]>().not.toExtend<WritableTable>();
});
