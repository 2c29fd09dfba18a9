import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import type { ImportedField } from '@oinkly/domain/expense-fields';
import { MAX_FILE_KIND_LENGTH, PURCHASE_SIGNS } from '@oinkly/domain/statements/layout';
import { MAX_BANK_REF_LENGTH, MAX_IMPORT_LINES, MAX_IMPORT_ROWS } from '@oinkly/domain/statements/limits';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { expenseId, newExpense } from './expenses.ts';
import { day, dollars, storableText } from './primitives.ts';

/* Files of expenses. */

const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'Not a currency');

/** The bank's id for a row of a file, including its account. */
const bankRef = storableText.min(1).max(MAX_BANK_REF_LENGTH);

/** Compared with existing expenses. */
const comparedRow = z.strictObject({
  name: newExpense.shape.name,
  /** Dollars. */
  amount: z.number().positive().pipe(dollars),
  date: day,
  currency: currencyCode.default('USD'),
  bankRef: bankRef.optional(),
});

const importedRow = z.strictObject({
  ...comparedRow.shape,
  category: z.enum(EXPENSE_CATEGORIES),
  kind: z.enum(['spending', 'fixed-bill', 'transfer', 'card-payment']).default('spending'),
  counted: z.boolean().nullable().default(null),
  paid: z.boolean().default(false),
} satisfies Record<ImportedField, z.ZodType> & z.ZodRawShape);

/** A column's index in a file; null if the file has none. */
const column = z.int().min(0).max(999).nullable();

const importLayout = z.strictObject({
  columns: z.strictObject({
    date: column,
    name: column,
    amount: column,
    moneyOut: column,
    moneyIn: column,
    direction: column,
    category: column,
    currency: column,
  }),
  dateOrder: z.enum(['ymd', 'mdy', 'dmy']),
  decimalSign: z.enum(['.', ',']),
  purchases: z.enum(PURCHASE_SIGNS),
  currency: currencyCode,
});

const rememberedLayout = z.strictObject({
  fileKind: storableText.min(1).max(MAX_FILE_KIND_LENGTH),
  layout: importLayout,
});

const expenseImport = z.object({
  id: z.string(),
  fileName: z.string(),
  rows: z.number(),
  /** More than `rows` if its import ended in the middle. */
  rowsInAll: z.number(),
  /** How many of them can still be removed: not deleted since and not merged into a bank expense. */
  remaining: z.number(),
  /** ISO 8601 */
  importedAt: z.string(),
});

export const importsEndpoints = {
  listImports: {
    method: 'GET',
    path: '/api/imports',
    access: 'user',
    response: z.object({
      /** The latest that can be undone, newest first. */
      imports: z.array(expenseImport),
      /** The user's saved file layouts, most recently used first. */
      layouts: z.array(rememberedLayout),
    }),
  },
  /** Returns which rows are already expenses. Changes nothing. */
  checkImport: {
    method: 'POST',
    path: '/api/imports/check',
    access: 'user',
    body: z.strictObject({
      rows: z.array(comparedRow).min(1).max(MAX_IMPORT_ROWS),
      /** The expenses that rows of the same file in earlier requests repeat: each repeats another one. */
      taken: z.array(expenseId).max(MAX_IMPORT_LINES).default([]),
    }),
    response: z.object({
      known: z.array(
        z.object({
          row: z.number(),
          id: z.number(),
          /** The existing expense. */
          name: z.string(),
          date: z.string(),
          deleted: z.boolean(),
        }),
      ),
    }),
  },
  /**
   * All rows or none. Idempotent. A longer file takes several requests with one id, in order; undoing removes the rows
   * of all of them. Returns how many rows are imported so far.
   */
  importExpenses: {
    method: 'POST',
    path: '/api/imports',
    access: 'user',
    body: z.strictObject({
      requestId: z.uuid(),
      fileName: storableText.trim().min(1).max(200),
      rows: z.array(importedRow).min(1).max(MAX_IMPORT_ROWS),
      /** How many rows the earlier requests of this import have. */
      rowsBefore: z.int().min(0).max(MAX_IMPORT_LINES).default(0),
      /** How many rows all requests of this import have. Refused at once if the account has no room for them. */
      rowsInAll: z.int().min(1).max(MAX_IMPORT_LINES).optional(),
      /** How the file was read; saved for the next import. */
      layout: rememberedLayout.optional(),
    }),
    response: z.object({ id: z.string(), imported: z.number() }),
  },
  undoImport: {
    method: 'DELETE',
    path: '/api/imports/:id',
    access: 'user',
    params: z.object({ id: z.guid() }),
    response: z.object({ removed: z.number() }),
  },
} as const satisfies Record<string, Endpoint>;

export type ImportedRow = z.input<typeof importedRow>;
export type ExpenseImport = z.output<typeof expenseImport>;
