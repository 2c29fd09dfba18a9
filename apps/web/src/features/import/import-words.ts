import { countsByKind, notCountedReason } from '@oinkly/domain/counted-kinds';
import { formatMoney, formatUsd } from '@oinkly/domain/money';
import type { StatementExpense } from '@oinkly/domain/statements/read-statement';
import type { StatementTable } from '@oinkly/domain/statements/statement-table';
import { notCountedText } from '../../shared/words/expense-words.ts';

/** `1 expense`, `1,234 expenses` */
export function countOf(count: number, thing: string): string {
  return `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`;
}

export function lineWord(table: StatementTable): string {
  return table.format === 'ofx' ? 'Entry' : 'Line';
}

/** A column's name with its first value: `Amount (-6.25)`. */
export function columnWords(table: StatementTable, index: number): string {
  const name = table.header?.[index] || `Column ${index + 1}`;
  const sample = table.rows.map(({ cells }) => cells[index]?.trim() ?? '').find((cell) => cell !== '');
  if (sample === undefined) return name;
  return `${name} (${sample.length > 24 ? `${sample.slice(0, 23)}…` : sample})`;
}

/** Null for an expense that will count (PD-4, PD-5). */
export function notCountedWords(
  { currency, counted, kind }: Pick<StatementExpense, 'currency' | 'counted' | 'kind'>,
  countFixedBills: boolean,
): string | null {
  const reason = notCountedReason({
    currency,
    countsByKind: countsByKind(kind, { countFixedBills }),
    countedByHand: counted,
  });
  return notCountedText({ notCountedReason: reason, kind, currency });
}

const listWords = new Intl.ListFormat('en-US');

/** Returns null if all rows count; the rest are in their own currencies. */
export function sumWords(
  expenses: readonly StatementExpense[],
  countFixedBills: boolean,
): { counted: string; without: string | null } {
  const { counted = [], others = [] } = Object.groupBy(expenses, (expense) =>
    notCountedWords(expense, countFixedBills) === null ? 'counted' : 'others',
  );
  const sums = [...Map.groupBy(others, ({ currency }) => currency)].map(([currency, some]) =>
    formatMoney(centsOf(some), currency),
  );
  const without = `Not counted: ${countOf(others.length, 'expense')}, ${listWords.format(sums)}`;
  return { counted: formatUsd(centsOf(counted)), without: others.length === 0 ? null : without };
}

function centsOf(expenses: readonly StatementExpense[]): number {
  return expenses.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
