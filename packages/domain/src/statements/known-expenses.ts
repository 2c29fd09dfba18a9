import { merchantKey } from '../classification.ts';
import { addDays, daysAround, type Day } from '../days.ts';

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
/** The limit of names compared for one day and amount. */
const COMPARED = 40;
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

/** The range of expenses that could match; undefined without rows. */
export function daysCompared(rows: readonly Incoming[]): { from: Day; to: Day } | undefined {
  const days = rows.map(({ day }) => day).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const [from, to] = [daysAround(first, DAYS_APART)[0], daysAround(last, DAYS_APART).at(-1)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/**
 * Returns the expense that each row repeats, or null. An expense matches one row at most: of two equal
 * coffees on a day, the second is new. In this order:
 * - unless deleted, the same amount at most three days apart with a similar name, nearest first, or a manual
 * expense of the same day with any name; two rows from the bank's own list need the same day
 */
export function findKnown(
  rows: readonly Incoming[],
  expenses: readonly KnownExpense[],
): (KnownExpense | null)[] {
  const found = rows.map<KnownExpense | null>(() => null);
  const taken = new Set<KnownExpense>();
  const match = (candidates: (row: Incoming) => Iterable<KnownExpense>) => {
    rows.forEach((row, index) => {
      if (found[index]) return;
      for (const expense of candidates(row)) {
        if (taken.has(expense)) continue;
        taken.add(expense);
        found[index] = expense;
        return;
      }
    });
  };

  const byRef = new Queues(expenses, ({ bankRef }) => (bankRef === null ? [] : [bankRef]));
  match(({ bankRef }) => (bankRef === null ? [] : byRef.free(bankRef, taken, 1)));

  const sumsOf = ({ amountCents, costCents }: KnownExpense) => new Set([Math.abs(amountCents), costCents]);
  const keyOf = (day: Day, sum: number, currency: string) => `${day} ${sum} ${currency}`;
  const exact = new Queues(expenses, (expense) =>
    [...sumsOf(expense)].map(
      (sum) => `${keyOf(expense.day, sum, expense.currency)} ${merchantKey(expense.name)}`,
    ),
  );
  match((row) =>
    exact.free(`${keyOf(row.day, row.amountCents, row.currency)} ${merchantKey(row.name)}`, taken, 1),
  );

  const near = new Queues(
    expenses.filter(({ isDeleted }) => !isDeleted),
    (expense) => [...sumsOf(expense)].map((sum) => keyOf(expense.day, sum, expense.currency)),
  );
  const names = new Names();
  for (let apart = 0; apart <= DAYS_APART; apart += 1) {
    match((row) =>
      (apart === 0 ? [0] : [-apart, apart])
        .flatMap((offset) =>
          near.free(keyOf(addDays(row.day, offset), row.amountCents, row.currency), taken, COMPARED),
        )
        .filter((expense) => isLike(row, expense, apart)),
    );
  }
  return found;

  function isLike(row: Incoming, expense: KnownExpense, daysApart: number): boolean {
    // Two different bank ids are two purchases.
    if (row.bankRef !== null && expense.bankRef !== null) return false;
    if (expense.origin === 'manual' && daysApart === 0) return true;
    if (expense.origin === 'import' && daysApart > 0) return false;
    return names.areAlike(row.name, expense.name);
  }
}

class Names {
  readonly #known = new Map<string, { key: string; words: string[] }>();

  /** One contains the other, or they share a distinctive word. */
  areAlike(a: string, b: string): boolean {
    const [one, other] = [this.#partsOf(a), this.#partsOf(b)];
    if (one.key === other.key) return true;
    const holds = (whole: string, part: string) => part.length >= MIN_WORD_LENGTH && whole.includes(part);
    return (
      holds(one.key, other.key) ||
      holds(other.key, one.key) ||
      one.words.some((word) => other.words.includes(word))
    );
  }

  #partsOf(name: string): { key: string; words: string[] } {
    const known = this.#known.get(name);
    if (known) return known;
    const words = name.toLowerCase().match(/\p{L}+/gu) ?? [];
    const significant = words.filter((word) => word.length >= MIN_WORD_LENGTH && !EVERYWHERE.has(word));
    const parts = { key: merchantKey(name), words: significant };
    this.#known.set(name, parts);
    return parts;
  }
}

/** Drops matched expenses from the front, so that a thousand equal rows don't cost a million comparisons. */
class Queues {
  readonly #byKey = new Map<string, KnownExpense[]>();
  readonly #fronts = new Map<string, number>();

  constructor(expenses: readonly KnownExpense[], keysOf: (expense: KnownExpense) => string[]) {
    for (const expense of expenses) {
      for (const key of keysOf(expense)) {
        const queue = this.#byKey.get(key);
        if (queue) queue.push(expense);
        else this.#byKey.set(key, [expense]);
      }
    }
  }

  free(key: string, taken: ReadonlySet<KnownExpense>, limit: number): KnownExpense[] {
    const queue = this.#byKey.get(key) ?? [];
    let front = this.#fronts.get(key) ?? 0;
    const isTaken = (index: number) => {
      const expense = queue[index];
      return expense !== undefined && taken.has(expense);
    };
    while (isTaken(front)) front += 1;
    this.#fronts.set(key, front);
    const free: KnownExpense[] = [];
    for (let index = front; index < queue.length && free.length < limit; index += 1) {
      const expense = queue[index];
      if (expense && !taken.has(expense)) free.push(expense);
    }
    return free;
  }
}
