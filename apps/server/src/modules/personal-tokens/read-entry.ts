import type { TokenExpense } from '@oinkly/contract/tokens';
import { parseAmountText } from '@oinkly/domain/amount-text';
import { guessCategory } from '@oinkly/domain/category-guess';
import { formatDay, type Day } from '@oinkly/domain/days';
import { dollarsFromCents } from '@oinkly/domain/money';
import { parseQuickEntry, splitQuickEntry, type QuickEntry } from '@oinkly/domain/quick-entry';
import { amountProblemWords, unreadWords } from '@oinkly/domain/quick-entry-words';
import { AppError } from '../../errors/app-error.ts';
import type { ExpenseEntry } from '../expenses/index.ts';

export interface ReadEntry {
  entry: ExpenseEntry;
  /** Words of the sentence that were not understood. They hold nothing back and are answered (PD-99). */
  unread: string[];
}

/**
 * Reads the expense that a request describes. The user sees no preview, so a name, an amount or a day that is missing or
 * unclear throws VALIDATION_FAILED and says what.
 */
export function readEntry(body: TokenExpense, today: Day): ReadEntry {
  return body.text === undefined
    ? { entry: readFields(body, today), unread: [] }
    : readSentence(body.text, today);
}

function readSentence(text: string, today: Day): ReadEntry {
  if (splitQuickEntry(text, today).length > 1) throw notUnderstood('text', ['Send one expense at a time.']);
  const entry = parseQuickEntry(text, today);
  const { name, amountCents, day = today, category = 'Other', isMonthly, recursOn } = entry;
  const problems = [
    name === undefined && 'It has no name.',
    amountCents === undefined && amountProblem(entry),
    dayProblem(entry),
  ].filter((problem) => typeof problem === 'string');
  if (name === undefined || amountCents === undefined || problems.length > 0) {
    const unread = unreadWords(entry);
    throw notUnderstood('text', unread === undefined ? problems : [...problems, unread]);
  }
  return {
    entry: {
      name,
      amount: dollarsFromCents(amountCents),
      date: day,
      category,
      type: isMonthly ? 'recurring' : 'one-time',
      dayOfMonth: recursOn,
      paid: false,
    },
    unread: entry.unread ?? [],
  };
}

/** The contract guarantees a merchant and an amount if there is no text. */
function readFields({ merchant = '', amount = '', date, category }: TokenExpense, today: Day): ExpenseEntry {
  return {
    name: merchant,
    amount: typeof amount === 'number' ? amount : readAmountText(amount),
    date: date ?? today,
    category: category ?? guessCategory(merchant) ?? 'Other',
    type: 'one-time',
    paid: false,
  };
}

function readAmountText(text: string): number {
  const reading = parseAmountText(text);
  if (reading.amountCents === undefined) throw notUnderstood('amount', [amountProblem(reading)]);
  return dollarsFromCents(reading.amountCents);
}

/** In the app, one tap chooses the other day (PD-32). */
function dayProblem(entry: QuickEntry): string | undefined {
  const { day, otherDay, isMonthly, oddDay } = entry;
  if (oddDay !== undefined) return `Which year? ${oddDay} is too far away.`;
  if (day === undefined || otherDay === undefined || isMonthly) return undefined;
  const [first, second] = [day, otherDay]
    .sort()
    .map((one) => formatDay(one, { month: 'short', day: 'numeric' }));
  return `Which day? Write ${first} or ${second}.`;
}

function amountProblem(reading: QuickEntry): string {
  return amountProblemWords(reading) ?? 'It has no amount. Write it like $4.25.';
}

function notUnderstood(path: string, problems: readonly string[]): AppError {
  return new AppError('VALIDATION_FAILED', { fields: problems.map((message) => ({ path, message })) });
}
