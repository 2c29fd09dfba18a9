import { readAmount } from './quick-entry/amounts.ts';
import type { QuickEntry } from './quick-entry.ts';

/** Reads a text that is one dollar amount: `$12.50`, `USD 1,234.50`. A number that is none gets an `amountProblem`. */
export function parseAmountText(text: string): Pick<QuickEntry, 'amountCents' | 'amountProblem'> {
  const line = text.replace(/\s+/g, ' ');
  const { amount, problem } = readAmount(line, []);
  if (problem !== undefined) return { amountProblem: problem };
  if (!amount) return {};
  const rest = line.slice(0, amount.start) + line.slice(amount.end);
  return /[\p{L}\d]/u.test(rest) ? { amountProblem: 'unreadable' } : { amountCents: amount.cents };
}
