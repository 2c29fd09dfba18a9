import { countsByKind, notCountedReason } from '@oinkly/domain/counted-kinds';
import { formatMoney, formatUsd } from '@oinkly/domain/money';
import type { LineCounts } from '@oinkly/domain/statements/line-counts';
import type { Proof } from '@oinkly/domain/statements/prove-statement';
import type { StatementExpense } from '@oinkly/domain/statements/read-statement';
import type { StatementTable } from '@oinkly/domain/statements/statement-table';
import { notCountedText } from '../../shared/words/expense-words.ts';

/** `1 expense`, `1,234 expenses` */
export function countOf(count: number, thing: string): string {
  return `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`;
}

/** `20,000 of 43,000` */
export function shareOf(count: number, all: number): string {
  return `${count.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`;
}

function linesOf({ format }: StatementTable, count: number): string {
  if (format === 'ofx') return `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`;
  return countOf(count, 'line');
}

export function lineWord(table: StatementTable): string {
  return table.format === 'ofx' ? 'Entry' : 'Line';
}

/** `9 lines: 4 to import · 1 already there · 3 left out · 1 can’t be read` */
export function lineCountWords(table: StatementTable, counts: LineCounts): string {
  const parts: [count: number, fate: string][] = [
    [counts.imported, 'to import'],
    [counts.known, 'already there'],
    [counts.deselected, 'not selected'],
    [counts.leftOut, 'left out'],
    [counts.bad, 'can’t be read'],
  ];
  const said = parts.filter(([count]) => count > 0);
  const words = said.map(([count, fate]) => `${count.toLocaleString('en-US')} ${fate}`);
  return `${linesOf(table, counts.all)}: ${words.join(' · ')}`;
}

/** Whether the rows add up to what the bank says. `overlap` rows are already there, with no new one between. */
export function proofWords(table: StatementTable, proof: Proof, overlap: number | null): string {
  const things = table.format === 'ofx' ? 'entries' : 'lines';
  if (proof.outcome === 'not-checked') {
    return overlap === null
      ? 'Balance not checked'
      : `Continues your earlier import: ${linesOf(table, overlap)} match`;
  }
  const { by, line, fits, of } = proof;
  const share = `${fits.toLocaleString('en-US')} of ${linesOf(table, of)}`;
  if (by === 'count')
    return proof.outcome === 'proven'
      ? `Matches the file’s own count: ${linesOf(table, of)}`
      : `The file says ${linesOf(table, proof.count ?? 0)}, but we found ${of.toLocaleString('en-US')}.`;
  if (proof.outcome === 'proven' && fits < of)
    return `${share} add up to ${PROOFS[by]}; nothing states the balance before the first`;
  if (proof.outcome === 'proven') return `Adds up to ${PROOFS[by]}: ${share}`;
  if (by === 'period') return `${lineWord(table)} ${line} is outside the period that the file states`;
  const cause = 'is missing, doubled or misread';
  if (line === null || by !== 'balance') return `The ${things} don’t add up to ${PROOFS[by]}: one ${cause}`;
  return `${lineWord(table)} ${line} doesn’t fit ${PROOFS[by]}: a line ${cause} there. ${share} add up`;
}

const PROOFS = {
  balance: 'your bank’s balance',
  'closing-balance': 'your bank’s closing balance',
  totals: 'your bank’s totals',
  period: 'the period of the file',
};

/** A column's name with its first value: `Amount (-6.25)`. */
export function columnWords(table: StatementTable, index: number): string {
  const name = table.header?.[index] || `Column ${index + 1}`;
  const sample = table.rows.map(({ cells }) => cells[index]?.trim() ?? '').find((cell) => cell !== '');
  if (sample === undefined) return name;
  return `${name} (${sample.length > 24 ? `${sample.slice(0, 23)}…` : sample})`;
}

/** Null for an expense that will count (PD-4, PD-5). */
export function notCountedWords(expense: CountedFields, countFixedBills: boolean): string | null {
  return notCountedText({ ...expense, notCountedReason: reasonOf(expense, countFixedBills) });
}

type CountedFields = Pick<StatementExpense, 'currency' | 'counted' | 'kind'>;

function reasonOf({ currency, counted, kind }: CountedFields, countFixedBills: boolean) {
  return notCountedReason({
    currency,
    countsByKind: countsByKind(kind, { countFixedBills }),
    countedByHand: counted,
  });
}

const listWords = new Intl.ListFormat('en-US');

/** Returns null if all rows count; the rest are in their own currencies. */
export function sumWords(
  expenses: readonly StatementExpense[],
  countFixedBills: boolean,
): { counted: string; without: string | null } {
  let countedCents = 0;
  let others = 0;
  const othersCents = new Map<string, number>();
  for (const expense of expenses) {
    const { amountCents, currency } = expense;
    if (reasonOf(expense, countFixedBills) === null) countedCents += amountCents;
    else {
      others += 1;
      othersCents.set(currency, (othersCents.get(currency) ?? 0) + amountCents);
    }
  }
  const sums = Array.from(othersCents, ([currency, cents]) => formatMoney(cents, currency));
  const without = `Not counted: ${countOf(others, 'expense')}, ${listWords.format(sums)}`;
  return { counted: formatUsd(countedCents), without: others === 0 ? null : without };
}
