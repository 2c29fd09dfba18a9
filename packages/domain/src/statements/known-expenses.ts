import { merchantKey } from '../classification.ts';
import { addDays, daysAround, type Day } from '../days.ts';

/** An expense that a person has, as far as an import must know it. */
export interface KnownExpense {
  id: number;
  day: Day;
  name: string;
  amountCents: number;
  /** What it costs after its refunds. */
  costCents: number;
  currency: string;
  origin: 'bank' | 'import' | 'typed';
  isDeleted: boolean;
  /** As of `Incoming`. */
  bankRef: string | null;
}

/** A row that may be one of them. */
export interface Incoming {
  day: Day;
  name: string;
  /** Positive. */
  amountCents: number;
  currency: string;
  /** What the bank calls it; the same one is the same purchase. */
  bankRef: string | null;
}

/** A bank dates a purchase when it was made or when it was booked. */
const DAYS_APART = 3;
/** So many of equal day and amount are compared by name. */
const COMPARED = 40;
/** Shorter words, and what half of all names say, make no two names alike. */
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

/** The first and last day of the expenses that rows can be; undefined without rows. */
export function daysCompared(rows: readonly Incoming[]): { from: Day; to: Day } | undefined {
  const days = rows.map(({ day }) => day).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const [from, to] = [daysAround(first, DAYS_APART)[0], daysAround(last, DAYS_APART).at(-1)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/**
 * Which of the expenses that a person has each row of a file is, if any. Every expense is at most one row: two coffees of a day are two
 * purchases, and when one of them is there the other is still new. In this order: what the bank calls the same; the same day, amount and name;
 * then, of what was not deleted, the same amount at most three days apart under a like name, the nearest first, or typed by hand on the same
 * day under whatever name. Of two imported from the bank's own list only the day itself counts.
 */
export function findKnown(
  rows: readonly Incoming[],
  expenses: readonly KnownExpense[],
): (KnownExpense | null)[] {
  const found = rows.map<KnownExpense | null>(() => null);
  const taken = new Set<KnownExpense>();
  /** Gives each row that has none yet the first free expense of those that `candidates` names. */
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
    // The bank itself tells two apart.
    if (row.bankRef !== null && expense.bankRef !== null) return false;
    if (expense.origin === 'typed' && daysApart === 0) return true;
    if (expense.origin === 'import' && daysApart > 0) return false;
    return names.areAlike(row.name, expense.name);
  }
}

/** Compares names, each of which it takes apart once. */
class Names {
  readonly #known = new Map<string, { key: string; words: string[] }>();

  /** Whether two names may be one merchant's: one holds the other, or they share a word that says something. */
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

/** Expenses by keys. Those at the front that are taken are dropped, so that a thousand equal ones do not cost a million looks. */
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

  /** At most `limit` of a key that are not taken. */
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
