import type { ImportedRow } from '@oinkly/contract/imports';
import type { RouteInput, RouteResponse } from '@oinkly/contract/endpoints';
import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import type { ImportedField } from '@oinkly/domain/expense-fields';
import { dollarsFromCents } from '@oinkly/domain/money';
import { countLines, type LineCounts } from '@oinkly/domain/statements/line-counts';
import type { ReadRow, StatementExpense } from '@oinkly/domain/statements/read-statement';

/** The user's decisions by row index; undecided rows keep the guess. */
export interface Decisions {
  ticked: ReadonlyMap<number, boolean>;
  categories: ReadonlyMap<number, ExpenseCategory>;
}

export const NO_DECISIONS: Decisions = { ticked: new Map(), categories: new Map() };

export type Known = RouteResponse<'checkImport'>['known'][number];

export interface Draft {
  index: number;
  line: number;
  expense: StatementExpense;
  /** The existing expense that the row repeats. */
  known: Known | null;
  isTicked: boolean;
}

/** Returns drafts of all rows. Existing expenses are ticked only by the user. */
export function draftsOf(rows: readonly ReadRow[], known: readonly Known[], decisions: Decisions): Draft[] {
  const knownByPlace = new Map(known.map((one) => [one.row, one]));
  return expensesOf(rows).map(({ index, line, expense }, place) => {
    const there = knownByPlace.get(place) ?? null;
    return {
      index,
      line,
      expense: { ...expense, category: decisions.categories.get(index) ?? expense.category },
      known: there,
      isTicked: decisions.ticked.get(index) ?? there === null,
    };
  });
}

/** What becomes of each line of the file, by the user's decisions. */
export function countsOf(rows: readonly ReadRow[], drafts: readonly Draft[]): LineCounts {
  const draftByIndex = new Map(drafts.map((draft) => [draft.index, draft]));
  return countLines(rows, (index) => {
    const draft = draftByIndex.get(index);
    return draft?.isTicked ? 'imported' : draft?.known ? 'known' : 'deselected';
  });
}

export function comparedRows(rows: readonly ReadRow[]): RouteInput<'checkImport'>['body']['rows'] {
  return expensesOf(rows).map(({ expense }) => comparedRow(expense));
}

export function importedRows(drafts: readonly Draft[]): ImportedRow[] {
  return drafts
    .filter(({ isTicked }) => isTicked)
    .map(
      ({ expense }) =>
        ({
          ...comparedRow(expense),
          category: expense.category,
          kind: expense.kind,
          counted: expense.counted,
          paid: expense.paid,
        }) satisfies ImportedRow & Pick<Required<ImportedRow>, ImportedField>,
    );
}

function expensesOf(rows: readonly ReadRow[]) {
  return rows.flatMap((row, index) =>
    row.outcome === 'expense' ? [{ index, line: row.line, expense: row.expense }] : [],
  );
}

function comparedRow({ name, amountCents, day, currency, bankRef }: StatementExpense) {
  return {
    name,
    amount: dollarsFromCents(amountCents),
    date: day,
    currency,
    ...(bankRef !== null && { bankRef }),
  };
}
