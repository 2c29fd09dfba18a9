import type { OutgoingKind } from '@oinkly/domain/statements/statement-category';
import type { StatementTable } from '@oinkly/domain/statements/statement-table';

/** `1 expense`, `1,234 expenses`. */
export function countOf(count: number, thing: string): string {
  return `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`;
}

/** What the rows of a file are numbered by. */
export function lineWord(table: StatementTable): string {
  return table.format === 'ofx' ? 'Entry' : 'Line';
}

/** The name of a column for people, with the first thing that stands in it: `Amount (-6.25)`. */
export function columnWords(table: StatementTable, index: number): string {
  const name = table.header?.[index] || `Column ${index + 1}`;
  const sample = table.rows.map(({ cells }) => cells[index]?.trim() ?? '').find((cell) => cell !== '');
  if (sample === undefined) return name;
  return `${name} (${sample.length > 24 ? `${sample.slice(0, 23)}…` : sample})`;
}

/** Why an expense will not be counted (PD-4); null when it will. */
export function notCountedWords(kind: OutgoingKind, countsFixedBills: boolean): string | null {
  switch (kind) {
    case 'spending':
      return null;
    case 'fixed-bill':
      return countsFixedBills ? null : 'Not counted: a fixed bill';
    case 'transfer':
      return 'Not counted: a transfer';
    case 'card-payment':
      return 'Not counted: a card payment';
  }
}
