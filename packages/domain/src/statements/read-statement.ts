import type { Day } from '../days.ts';
import { countsByKind } from '../counted-kinds.ts';
import { EXPENSE_CATEGORIES, type ExpenseCategory } from '../expense-categories.ts';
import type { ColumnRole, Layout } from './layout.ts';
import { MAX_EXPENSE_NAME_LENGTH, type ImportedField } from '../expense-fields.ts';
import { currencyCode, currencyIn } from './currencies.ts';
import { directionOf } from './money-direction.ts';
import { isOwnExport, OWN_EXPORT_COLUMNS, withoutNeutralizing, type OwnExportColumn } from './own-export.ts';
import { creditOrDebit, readAmount, type DecimalSign } from './read-amount.ts';
import { readDay } from './read-day.ts';
import { rowFacts, type RowFacts } from './row-facts.ts';
import { categoryOfStatement, isHold, kindOfStatement, type OutgoingKind } from './statement-category.ts';
import { isBlank, type StatementTable, type TableRow } from './statement-table.ts';

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

export type ReadRow = { line: number } & (
  | { outcome: 'expense'; expense: StatementExpense }
  /** Understood, but not an expense. */
  | { outcome: 'left-out'; reason: string; text: string }
  /** The row was not understood. */
  | { outcome: 'bad'; reason: string; text: string }
);

const MONEY_IN = 'Money in: income and refunds are not expenses';
const NO_AMOUNT = 'No amount';
const SHOWN_LENGTH = 120;

/** An unreadable row states why and doesn't stop the rest. `countFixedBills` is the user's setting. Cost: n in the rows. */
export function readStatement(table: StatementTable, layout: Layout, countFixedBills: boolean): ReadRow[] {
  if (table.header !== null && isOwnExport(table.header))
    return table.rows.map((row) => readOwnRow(row, layout, countFixedBills));
  const facts = rowFacts(table, layout);
  return table.rows.map((row) => readBankRow(row, layout, facts));
}

function readBankRow(row: TableRow, layout: Layout, facts: RowFacts): ReadRow {
  const cell = (role: ColumnRole) => {
    const index = layout.columns[role];
    return index === null ? '' : (row.cells[index] ?? '').trim();
  };
  const leftOut = (reason: string): ReadRow => ({
    line: row.line,
    outcome: 'left-out',
    reason,
    text: textOf(row),
  });
  const bad = (reason: string): ReadRow => ({ line: row.line, outcome: 'bad', reason, text: textOf(row) });

  const date = cell('date');
  const hasSum = (['amount', 'moneyOut', 'moneyIn'] as const).some((role) => !isBlank(cell(role)));
  // Banks write balances and their terms in separate lines.
  if (!hasSum) return leftOut(NO_AMOUNT);
  if (date === '') return bad('The date is missing');
  const day = readDay(date, layout.dateOrder);
  if (day === null) return bad(`'${shortened(date, 30)}' is not a date`);

  const isOut = layout.columns.moneyOut !== null;
  const sum = (role: ColumnRole) => (isBlank(cell(role)) ? '' : cell(role));
  const [out, into] = [sum('moneyOut'), sum('moneyIn')];
  const text = isOut ? out || into : sum('amount');
  if (text === '') return leftOut(NO_AMOUNT);
  const amount = readAmount(text, layout.decimalSign);
  if ('problem' in amount) return bad(amountProblem(amount.problem, text, layout.decimalSign));
  const { cents } = amount;
  if (cents === 0) {
    // Some banks fill the other column with a zero.
    const other = isOut && out !== '' && into !== '' ? readAmount(into, layout.decimalSign) : null;
    return leftOut(other && 'cents' in other && other.cents !== 0 ? MONEY_IN : 'The amount is zero');
  }
  const undone = facts.undoneStatus(row.cells);
  if (undone !== null) return leftOut(`The bank says: ${shortened(undone, 30)}`);
  const type = facts.type(row.cells);
  if (isHold(type)) return leftOut('A hold: no money has moved yet');
  const direction =
    creditOrDebit(text) ?? (layout.columns.direction === null ? null : directionOf(cell('direction')));
  const isPurchase = isOut
    ? out !== '' && creditOrDebit(out) !== 'in'
    : direction !== null
      ? direction === 'out'
      : layout.purchases === 'all' || cents > 0 === (layout.purchases === 'positive');
  if (!isPurchase) return leftOut(MONEY_IN);

  const bankCategory = cell('category');
  const name = nameOf(facts.name(row.cells));
  const kind = kindOfStatement(bankCategory, name, type);
  // A transfer's name does not say what was bought.
  const isMoved = kind === 'transfer' || kind === 'card-payment';
  const words = isMoved ? '' : `${name} ${facts.note(row.cells)}`;
  return {
    line: row.line,
    outcome: 'expense',
    expense: {
      day,
      name,
      amountCents: Math.abs(cents),
      currency: currencyCode(cell('currency')) ?? currencyIn(text) ?? layout.currency,
      category: categoryOfStatement(bankCategory, words),
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
  const bad = (reason: string): ReadRow => ({ line: row.line, outcome: 'bad', reason, text: textOf(row) });
  const day = readDay(cell('date'), dateOrder);
  if (day === null) return bad(`'${shortened(cell('date'), 30)}' is not a date`);
  const amount = readAmount(cell('amount'), decimalSign);
  const refunded = readAmount(cell('refunded') || '0', decimalSign);
  if ('problem' in amount) return bad(amountProblem(amount.problem, cell('amount'), decimalSign));
  if ('problem' in refunded) return bad(amountProblem(refunded.problem, cell('refunded'), decimalSign));
  const amountCents = Math.abs(amount.cents) - refunded.cents;
  if (amountCents <= 0)
    return { line: row.line, outcome: 'left-out', reason: 'All of it was refunded', text: textOf(row) };
  const kind = OUTGOING_KINDS.find((known) => known === cell('kind')) ?? 'spending';
  const isCounted = cell('counted') !== 'no';
  const currency = currencyCode(cell('currency')) ?? 'USD';
  return {
    line: row.line,
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

function amountProblem(
  problem: 'not-an-amount' | 'too-large' | 'fraction-of-a-cent',
  text: string,
  decimalSign: DecimalSign,
): string {
  switch (problem) {
    case 'not-an-amount':
      // The file may mix both ways to write numbers.
      return 'problem' in readAmount(text, decimalSign === ',' ? '.' : ',')
        ? `'${shortened(text, 30)}' is not an amount`
        : `'${shortened(text, 30)}' has no decimal ${decimalSign === ',' ? 'comma' : 'point'}, unlike the other amounts`;
    case 'too-large':
      return 'The amount is beyond $10,000,000';
    case 'fraction-of-a-cent':
      return `'${shortened(text, 30)}' has fractions of a cent`;
  }
}

function nameOf(text: string): string {
  const name = text
    // Includes characters that change the text direction.
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return name === '' ? 'No description' : shortened(name, MAX_EXPENSE_NAME_LENGTH);
}

function textOf({ cells }: TableRow): string {
  const text = cells.map((cell) => cell.slice(0, SHOWN_LENGTH).trim()).filter((cell) => cell !== '');
  return shortened(text.slice(0, 12).join(' · '), SHOWN_LENGTH);
}

function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  // Does not cut a surrogate pair in two.
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
