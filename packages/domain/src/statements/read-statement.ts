import type { Day } from '../days.ts';
import { countsByKind } from '../counted-kinds.ts';
import { EXPENSE_CATEGORIES, type ExpenseCategory } from '../expense-categories.ts';
import type { ColumnRole, Layout } from './layout.ts';
import { MAX_EXPENSE_NAME_LENGTH, type ImportedField } from '../expense-fields.ts';
import { currencyCode, currencyIn } from './currencies.ts';
import { isOwnExport, OWN_EXPORT_COLUMNS, withoutNeutralizing, type OwnExportColumn } from './own-export.ts';
import { readAmount } from './read-amount.ts';
import { readDay } from './read-day.ts';
import { rowFacts, type RowFacts } from './row-facts.ts';
import { amountProblem, movementsOf, type Movement } from './row-movement.ts';
import { categoryOfRow, kindOfStatement, type OutgoingKind } from './statement-category.ts';
import { shortened, type FileLines, type StatementTable, type TableRow } from './statement-table.ts';

export interface StatementExpense extends Record<Exclude<ImportedField, 'amount' | 'date'>, unknown> {
  day: Day;
  name: string;
  /** Positive. */
  amountCents: number;
  currency: string;
  category: ExpenseCategory;
  kind: OutgoingKind;
  /** The user's earlier choice; null: by its kind. */
  counted: boolean | null;
  paid: boolean;
  /** The bank's id, including its account. */
  bankRef: string | null;
}

export type ReadRow = FileLines &
  (
    | { outcome: 'expense'; expense: StatementExpense }
    /** Understood, but not an expense. */
    | { outcome: 'left-out'; reason: string }
    /** The row was not understood. */
    | { outcome: 'bad'; reason: string }
  );

const MONEY_IN = 'Money in: income and refunds are not expenses';

/**
 * All lines of the file in order, each with what becomes of it. An unreadable one states why and doesn't stop
 * the rest. `countFixedBills` is the user's setting. Cost: n log n in the rows.
 */
export function readStatement(table: StatementTable, layout: Layout, countFixedBills: boolean): ReadRow[] {
  return [...readRows(table, layout, countFixedBills), ...table.others].sort((a, b) => a.line - b.line);
}

function readRows(table: StatementTable, layout: Layout, countFixedBills: boolean): ReadRow[] {
  if (table.header !== null && isOwnExport(table.header))
    return table.rows.map((row) => readOwnRow(row, layout, countFixedBills));
  const facts = rowFacts(table, layout);
  const movement = movementsOf(table, layout, facts);
  return table.rows.map((row) => readBankRow(row, layout, facts, movement(row)));
}

function readBankRow(row: TableRow, layout: Layout, facts: RowFacts, movement: Movement): ReadRow {
  const cell = (role: ColumnRole) => {
    const index = layout.columns[role];
    return index === null ? '' : (row.cells[index] ?? '').trim();
  };
  if (movement.outcome !== 'moved') return { ...linesOf(row), ...movement };
  const { day, cents, text } = movement;
  if (cents > 0) return { ...linesOf(row), outcome: 'left-out', reason: MONEY_IN };

  const bankCategory = cell('category');
  const name = nameOf(facts.name(row.cells));
  const kind = facts.isTransfer(row.cells)
    ? 'transfer'
    : kindOfStatement(bankCategory, name, facts.type(row.cells) || cell('direction'), categoryOfRow);
  // A transfer's name does not say what was bought.
  const isMoved = kind === 'transfer' || kind === 'card-payment';
  const words = isMoved ? '' : `${name} ${facts.note(row.cells)}`.trim();
  const exact = categoryOfRow(facts.subcategory(row.cells), '');
  return {
    ...linesOf(row),
    outcome: 'expense',
    expense: {
      day,
      name,
      amountCents: -cents,
      currency: currencyCode(cell('currency')) ?? currencyIn(text) ?? layout.currency,
      category: exact === 'Other' ? categoryOfRow(bankCategory, words) : exact,
      kind,
      counted: null,
      paid: false,
      bankRef: row.bankRef ?? null,
    },
  };
}

/**
 * A spreadsheet may have rewritten dates and amounts. The export has neither refunds nor series: amounts are
 * costs after refunds, and recurring expenses become single ones.
 */
function readOwnRow(row: TableRow, { dateOrder, decimalSign }: Layout, countFixedBills: boolean): ReadRow {
  const cell = (name: OwnExportColumn) => (row.cells[OWN_EXPORT_COLUMNS.indexOf(name)] ?? '').trim();
  const bad = (reason: string): ReadRow => ({ ...linesOf(row), outcome: 'bad', reason });
  const day = readDay(cell('date'), dateOrder);
  if (day === null) return bad(`'${shortened(cell('date'), 30)}' is not a date`);
  const amount = readAmount(cell('amount'), decimalSign);
  const refunded = readAmount(cell('refunded') || '0', decimalSign);
  if ('problem' in amount) return bad(amountProblem(amount.problem, cell('amount'), decimalSign));
  if ('problem' in refunded) return bad(amountProblem(refunded.problem, cell('refunded'), decimalSign));
  const amountCents = Math.abs(amount.cents) - refunded.cents;
  if (amountCents <= 0) return { ...linesOf(row), outcome: 'left-out', reason: 'All of it was refunded' };
  const kind = OUTGOING_KINDS.find((known) => known === cell('kind')) ?? 'spending';
  const isCounted = cell('counted') !== 'no';
  const currency = currencyCode(cell('currency')) ?? 'USD';
  return {
    ...linesOf(row),
    outcome: 'expense',
    expense: {
      day,
      name: nameOf(withoutNeutralizing(cell('name'))),
      amountCents,
      currency,
      category: EXPENSE_CATEGORIES.find((category) => category === cell('category')) ?? 'Other',
      kind,
      counted: currency !== 'USD' || isCounted === countsByKind(kind, { countFixedBills }) ? null : isCounted,
      paid: cell('paid') === 'yes',
      bankRef: null,
    },
  };
}

const OUTGOING_KINDS: OutgoingKind[] = ['spending', 'fixed-bill', 'transfer', 'card-payment'];

function nameOf(text: string): string {
  const name = text
    // Includes characters that change the text direction.
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return name === '' ? 'No description' : shortened(name, MAX_EXPENSE_NAME_LENGTH);
}

function linesOf({ line, lines, text }: TableRow): FileLines {
  return { line, lines, text };
}
