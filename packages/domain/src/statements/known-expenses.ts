import { merchantKey } from '../classification.ts';
import { addDays, daysAround, type Day } from '../days.ts';
import { MAX_EXPENSE_NAME_LENGTH as MAX_READ_LENGTH } from '../expense-fields.ts';
import { FreePlaces } from '../free-places.ts';
import type { Steps } from '../steps.ts';
import { remembering } from '../remembering.ts';

export interface KnownExpense {
  id: number;
  day: Day;
  name: string;
  amountCents: number;
  costCents: number;
  currency: string;
  origin: 'bank' | 'import' | 'manual';
  isDeleted: boolean;
  /** See `Incoming`. */
  bankRef: string | null;
}

export interface Incoming {
  day: Day;
  name: string;
  /** Positive. */
  amountCents: number;
  currency: string;
  /** Equal bank ids mean the same purchase. */
  bankRef: string | null;
}

/** Banks date a purchase when it was made or when it was booked. */
const DAYS_APART = 3;
/** The most names that a row is compared with. */
const MOST_COMPARED = 40;
const MAX_WORDS = 15;
/** Shorter words and words in half of all names do not make names similar. */
const MIN_WORD_LENGTH = 4;
const EVERYWHERE = new Set([
  'card',
  'purchase',
  'payment',
  'debit',
  'store',
  'online',
  'from',
  'with',
  'visa',
]);

/** The range of expenses that could match; undefined without rows. Cost: n log n in the rows. */
export function daysCompared(rows: readonly Incoming[]): { from: Day; to: Day } | undefined {
  const [any] = rows;
  if (!any) return undefined;
  const days = rows.map(({ day }) => day).sort();
  const [first, last] = [days[0] ?? any.day, days.at(-1) ?? any.day];
  return {
    from: daysAround(first, DAYS_APART)[0] ?? first,
    to: daysAround(last, DAYS_APART).at(-1) ?? last,
  };
}

/**
 * Returns the expense that each row repeats, or null. An expense matches one row at most: of two equal
 * coffees on a day, the second is new. In this order:
 * - unless deleted, the same amount at most three days apart with a similar name, nearest first, or a manual
 * expense of the same day with any name; two rows from the bank's own list need the same day
 *
 * Cost: n log n in the rows.
 */
export function* findKnown(
  rows: readonly Incoming[],
  expenses: readonly KnownExpense[],
): Steps<(KnownExpense | null)[]> {
  const found = rows.map<KnownExpense | null>(() => null);
  const taken = new Set<KnownExpense>();
  function* match(find: (row: Incoming, index: number) => KnownExpense | undefined): Steps<void> {
    for (const [index, row] of rows.entries()) {
      yield;
      const expense = found[index] ? undefined : find(row, index);
      if (!expense) continue;
      taken.add(expense);
      found[index] = expense;
    }
  }

  const byRef = yield* queuesOf(expenses, ({ bankRef }) => [bankRef]);
  yield* match(({ bankRef }) => (bankRef === null ? undefined : firstFree(byRef.get(bankRef), taken)));

  const sumsOf = ({ amountCents, costCents }: KnownExpense) => new Set([Math.abs(amountCents), costCents]);
  const keyOf = (day: Day, sum: number, currency: string) => `${day} ${sum} ${currency}`;
  const exact = yield* queuesOf(expenses, (expense) =>
    [...sumsOf(expense)].map(
      (sum) => `${keyOf(expense.day, sum, expense.currency)} ${merchantKey(expense.name)}`,
    ),
  );
  yield* match((row) =>
    firstFree(exact.get(`${keyOf(row.day, row.amountCents, row.currency)} ${merchantKey(row.name)}`), taken),
  );

  const near = yield* queuesOf(
    expenses.filter(({ isDeleted }) => !isDeleted),
    (expense) => [...sumsOf(expense)].map((sum) => keyOf(expense.day, sum, expense.currency)),
  );
  const partsOf = remembering(namePartsOf);
  const compared = new Map<number, number>();
  for (let apart = 0; apart <= DAYS_APART; apart += 1) {
    yield* match((row, index) => {
      for (const offset of apart === 0 ? [0] : [-apart, apart]) {
        const queue = near.get(keyOf(addDays(row.day, offset), row.amountCents, row.currency));
        for (const expense of queue?.free(taken) ?? []) {
          const count = compared.get(index) ?? 0;
          if (count === MOST_COMPARED) return undefined;
          compared.set(index, count + 1);
          if (isLike(row, expense, offset)) return expense;
        }
      }
      return undefined;
    });
  }
  return found;

  /** `offsetDays` is from the row to the expense. */
  function isLike(row: Incoming, expense: KnownExpense, offsetDays: number): boolean {
    // Two different bank ids are two purchases.
    if (row.bankRef !== null && expense.bankRef !== null) return false;
    // Users enter a purchase when they make it, and banks book it on that day or later.
    if (expense.origin === 'manual' && offsetDays >= 0) return offsetDays === 0;
    if (expense.origin === 'import' && offsetDays !== 0) return false;
    return areAlike(partsOf(row.name), partsOf(expense.name));
  }
}

interface NameParts {
  key: string;
  words: ReadonlySet<string>;
}

/** One contains the other, or they share a distinctive word. */
function areAlike(one: NameParts, other: NameParts): boolean {
  const holds = (whole: string, part: string) => part.length >= MIN_WORD_LENGTH && whole.includes(part);
  return (
    one.key === other.key ||
    holds(one.key, other.key) ||
    holds(other.key, one.key) ||
    [...one.words].some((word) => other.words.has(word))
  );
}

function namePartsOf(name: string): NameParts {
  const text = name.slice(0, MAX_READ_LENGTH);
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const significant = words.filter((word) => word.length >= MIN_WORD_LENGTH && !EVERYWHERE.has(word));
  return { key: merchantKey(text), words: new Set(significant.slice(0, MAX_WORDS)) };
}

function* queuesOf<Key>(
  expenses: readonly KnownExpense[],
  keysOf: (expense: KnownExpense) => Key[],
): Steps<ReadonlyMap<Key, Queue>> {
  const byKey = new Map<Key, KnownExpense[]>();
  for (const expense of expenses) {
    yield;
    for (const key of keysOf(expense)) {
      const ofKey = byKey.get(key);
      if (ofKey) ofKey.push(expense);
      else byKey.set(key, [expense]);
    }
  }
  return new Map(Array.from(byKey, ([key, ofKey]) => [key, new Queue(ofKey)]));
}

function firstFree(queue: Queue | undefined, taken: ReadonlySet<KnownExpense>): KnownExpense | undefined {
  return queue?.free(taken).next().value;
}

/** Never looks twice at a matched expense, so that a thousand equal rows don't cost a million looks. */
class Queue {
  readonly #expenses: readonly KnownExpense[];
  readonly #places: FreePlaces;

  constructor(expenses: readonly KnownExpense[]) {
    this.#expenses = expenses;
    this.#places = new FreePlaces(expenses.length);
  }

  /** The expenses that are not taken, in order. */
  *free(taken: ReadonlySet<KnownExpense>): Generator<KnownExpense, undefined> {
    let place = this.#places.from(0);
    for (let expense = this.#expenses[place]; expense; expense = this.#expenses[place]) {
      // It may have been taken from another queue.
      // Stryker disable next-line CallExpression: only speed, which bounded-work.test.ts counts
      if (taken.has(expense)) this.#places.take(place);
      else yield expense;
      place = this.#places.from(place + 1);
    }
    return undefined;
  }
}
