import { partToImport } from '@oinkly/domain/statements/import-parts';
import type { Layout } from '@oinkly/domain/statements/layout';
import { overlapOf } from '@oinkly/domain/statements/overlap';
import type { ReadRow, StatementExpense } from '@oinkly/domain/statements/read-statement';
import { call } from '../../shared/http/call.ts';
import { newRequestId } from '../../shared/http/request-id.ts';
import { comparedRow, importedRow, type Known, type KnownRows } from './import-draft.ts';
import type { StatementLines } from './file-table.ts';

export interface CheckedRows {
  known: KnownRows;
  /** See `overlapOf`. */
  overlap: number | null;
}

/** Asks in parts which rows are already expenses, until `signal` aborts. `onProgress` gets how many rows are compared. */
export async function checkRows(
  { rows, indexes, parts }: StatementLines,
  onProgress: (rows: number) => void,
  signal: AbortSignal,
): Promise<CheckedRows> {
  const known = new Map<number, Known>();
  let compared = 0;
  for (const part of parts) {
    const body = {
      rows: expensesAt(rows, part).map(comparedRow),
      ...(known.size > 0 && { taken: Array.from(known.values(), ({ id }) => id) }),
    };
    await pause();
    signal.throwIfAborted();
    const answer = await call('checkImport', { body });
    signal.throwIfAborted();
    for (const one of answer.known) known.set(part[one.row] ?? -1, one);
    onProgress((compared += part.length));
  }
  await pause();
  const days = expensesAt(rows, indexes.expense).map(({ day }, place) => ({
    day,
    isKnown: known.has(indexes.expense[place] ?? -1),
  }));
  return { known, overlap: overlapOf(days) };
}

/** Lets the page answer the user between two parts of the work. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function expensesAt(rows: readonly ReadRow[], indexes: Int32Array): StatementExpense[] {
  return Array.from(indexes).flatMap((index) => {
    const row = rows[index];
    return row?.outcome === 'expense' ? [row.expense] : [];
  });
}

/** One import, however many requests it takes. */
export interface Attempt {
  /** The same for all of them, so that repeated ones add nothing. */
  requestId: string;
  expenses: readonly StatementExpense[];
  /** How many expenses the server has. */
  saved: number;
}

export function newAttempt(expenses: readonly StatementExpense[]): Attempt {
  return { requestId: newRequestId(), expenses, saved: 0 };
}

/**
 * Sends the expenses that are not saved yet; the browser asks before it closes the page. If it throws, the same attempt can be continued.
 */
export async function saveImport(
  attempt: Attempt,
  file: { fileName: string; layout?: { fileKind: string; layout: Layout } },
  onProgress: (saved: number) => void,
): Promise<{ id: string; count: number }> {
  const { requestId, expenses } = attempt;
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  try {
    for (;;) {
      const part = partToImport(expenses, attempt.saved);
      const body = {
        ...{ requestId, ...file, rows: part.map(importedRow) },
        ...(part.length < expenses.length && { rowsBefore: attempt.saved, rowsInAll: expenses.length }),
      };
      await pause();
      const { id, imported } = await call('importExpenses', { body });
      attempt.saved += part.length;
      onProgress(attempt.saved);
      if (attempt.saved >= expenses.length) return { id, count: imported };
    }
  } finally {
    window.removeEventListener('beforeunload', ask);
  }
}
