import type { Layout } from '@oinkly/domain/statements/layout';
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';
import { ownerId } from '../user-columns.ts';

export const expenseImports = pgTable(
  'expense_imports',
  {
    userId: ownerId(),
    /** The client's id, so that a repeated request adds nothing. */
    id: uuid('id').notNull(),
    fileName: text('file_name').notNull(),
    rows: integer('rows').notNull(),
    /** More than `rows` while requests of the import are missing. */
    rowsInAll: integer('rows_in_all').notNull(),
    createdAt: instant('created_at').notNull(),
    undoneAt: instant('undone_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

export const importLayouts = pgTable(
  'import_layouts',
  {
    userId: ownerId(),
    /** Identifies the file's columns by their names. */
    fileKind: text('file_kind').notNull(),
    layout: jsonb('layout').$type<Layout>().notNull(),
    usedAt: instant('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.fileKind] })],
);
