import type { ImportedRow } from '@oinkly/contract/imports';
import type { RouteInput, RouteResponse } from '@oinkly/contract/endpoints';
import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import type { ImportedField } from '@oinkly/domain/expense-fields';
import { dollarsFromCents } from '@oinkly/domain/money';
import { countLines, type LineCounts } from '@oinkly/domain/statements/line-counts';
import type { StatementExpense } from '@oinkly/domain/statements/read-statement';
import type { StatementLines } from './file-table.ts';

/** Whether to import a row: yes, no, or unless an expense is there already. */
type Tick = boolean | 'if-new';

/** The user's decisions by row index; undecided rows keep the guess. Changing one is cheap for any number of rows. */
export interface Decisions {
  /** For rows without a tick of their own. */
  all: Tick;
  ticked: ReadonlyMap<number, Tick>;
  categories: ReadonlyMap<number, ExpenseCategory>;
}

export const NO_DECISIONS: Decisions = { all: 'if-new', ticked: new Map(), categories: new Map() };

export type Known = RouteResponse<'checkImport'>['known'][number];

/** The existing expenses that rows repeat, by row index. */
export type KnownRows = ReadonlyMap<number, Known>;

export interface Draft {
  index: number;
  expense: StatementExpense;
  /** The existing expense that the row repeats. */
  known: Known | null;
  isTicked: boolean;
}

/** The lines, and which of their years are far away. */
type Lines = Pick<StatementLines, 'rows' | 'farAway'>;

/** Returns the draft of a row; null for a row that is no expense. */
export function draftOf(
  { rows, farAway }: Lines,
  index: number,
  known: KnownRows,
  decisions: Decisions,
): Draft | null {
  const row = rows[index];
  if (row?.outcome !== 'expense') return null;
  return {
    index,
    expense: withCategory(row.expense, index, decisions),
    known: known.get(index) ?? null,
    isTicked: isTicked(index, farAway, known, decisions),
  };
}

/** Existing expenses, and each whose year is far away, are ticked only by the user. */
function isTicked(
  index: number,
  farAway: Lines['farAway'],
  known: KnownRows,
  { all, ticked }: Decisions,
): boolean {
  const tick = ticked.get(index) ?? (farAway.has(index) ? false : all);
  return tick === 'if-new' ? !known.has(index) : tick;
}

function withCategory(expense: StatementExpense, index: number, { categories }: Decisions): StatementExpense {
  const category = categories.get(index);
  return category === undefined ? expense : { ...expense, category };
}

/** Returns the expenses to import. */
export function tickedExpenses(
  { rows, farAway }: Lines,
  known: KnownRows,
  decisions: Decisions,
): StatementExpense[] {
  const expenses: StatementExpense[] = [];
  rows.forEach((row, index) => {
    if (row.outcome === 'expense' && isTicked(index, farAway, known, decisions))
      expenses.push(withCategory(row.expense, index, decisions));
  });
  return expenses;
}

/** Returns the decisions after rows were perhaps imported: those that were must not be imported again. */
export function ifNew({ all, ticked, categories }: Decisions): Decisions {
  const safe = (tick: Tick) => (tick === true ? 'if-new' : tick);
  return {
    all: safe(all),
    ticked: new Map(Array.from(ticked, ([index, tick]) => [index, safe(tick)])),
    categories,
  };
}

/** What becomes of each line of the file, by the user's decisions. */
export function countsOf({ rows, farAway }: Lines, known: KnownRows, decisions: Decisions): LineCounts {
  return countLines(rows, (index) =>
    isTicked(index, farAway, known, decisions) ? 'imported' : known.has(index) ? 'known' : 'deselected',
  );
}

export function comparedRow({ name, amountCents, day, currency, bankRef }: StatementExpense): ComparedRow {
  return {
    name,
    amount: dollarsFromCents(amountCents),
    date: day,
    currency,
    ...(bankRef !== null && { bankRef }),
  };
}

type ComparedRow = RouteInput<'checkImport'>['body']['rows'][number];

export function importedRow(expense: StatementExpense): ImportedRow {
  return {
    ...comparedRow(expense),
    category: expense.category,
    kind: expense.kind,
    counted: expense.counted,
    paid: expense.paid,
  } satisfies ImportedRow & Pick<Required<ImportedRow>, ImportedField>;
}
