import { addDays, isDay, yearOf, type Day } from './days.ts';
import { EXPENSE_CATEGORIES, type ExpenseCategory } from './expense-categories.ts';
import { costAfterRefunds } from './expense-cost.ts';
import { centsOfSearch } from './money-input.ts';

/** An expense is found if its name contains `name`, or if `reading` holds for it. */
export interface ExpenseSearch {
  /** The whole text; null if it only names a month, which is no name such as `Mayo Clinic`. */
  name: string | null;
  /** Null if the text is nothing but a name. */
  reading: SearchReading | null;
}

/** Everything in it must hold. */
export interface SearchReading {
  /** The words that were not understood; part of the name. Empty for any name. */
  name: string;
  /** Empty for all. */
  categories: readonly ExpenseCategory[];
  /** Both days included. */
  days: { from: Day; to: Day } | null;
  cents: CentsRange | null;
}

/** Both ends included; null for no end. */
export interface CentsRange {
  from: number | null;
  to: number | null;
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const MONTH = String.raw`(${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept)\b\.?`;
const AMOUNT = String.raw`(\$?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{0,2})?)`;
const BEFORE = String.raw`(?<![^\s])`;
const BEHIND = String.raw`(?![^\s])`;
/** Fewer letters begin too many categories. */
const FEWEST_LETTERS = 3;

type Understood = Pick<SearchReading, 'days' | 'cents'>;

/** In this order, so that the numbers of a range or a date are no amounts. */
const WAYS: [pattern: string, read: (parts: string[], today: Day) => Partial<Understood> | null][] = [
  [`between ${AMOUNT} and ${AMOUNT}`, ([from = '', to = '']) => rangeOf(startOf(from), startOf(to))],
  [
    String.raw`${AMOUNT}(?: ?[-\u2013\u2014] ?| to )${AMOUNT}`,
    ([from = '', to = '']) => rangeOf(startOf(from), startOf(to)),
  ],
  [`(?:at least |>= ?)${AMOUNT}`, ([amount = '']) => rangeOf(startOf(amount), null)],
  [`(?:at most |up to |<= ?)${AMOUNT}`, ([amount = '']) => rangeOf(null, startOf(amount))],
  [`(?:over |above |more than |> ?)${AMOUNT}`, ([amount = '']) => rangeOf(startOf(amount) + 1, null)],
  [`(?:under |below |less than |< ?)${AMOUNT}`, ([amount = '']) => rangeOf(null, startOf(amount) - 1)],
  [
    String.raw`(?:on )?${MONTH} (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?`,
    ([month = '', day = '', year = ''], today) => {
      const from = latestDay(monthNumber(month), Number(day), year, today);
      return from === null ? null : { days: { from, to: from } };
    },
  ],
  [
    String.raw`(?:in )?${MONTH}(?:,? (\d{4}))?`,
    ([month = '', year = ''], today) => {
      const from = latestDay(monthNumber(month), 1, year, today);
      return from === null ? null : { days: { from, to: lastDayOfMonth(from) } };
    },
  ],
  [AMOUNT, ([amount = '']) => ({ cents: centsOfSearch(amount) })],
];

/**
 * Reads a search such as `groceries october over 50` (PD-98).
 * - A category counts by its name, or by its beginning, `groc`, if no other name is searched for.
 * - A month without a year is the latest one that has begun; `oct 5` is a day.
 * - `over 50`, `under 20`, `10-20` and an amount such as `4.50` mean amounts (PD-30).
 *
 * Cost: n in the text.
 */
export function readSearch(text: string, today: Day): ExpenseSearch {
  const name = text.replace(/\s+/g, ' ').trim();
  let rest = name.toLowerCase();
  const found: Understood = { days: null, cents: null };
  for (const [pattern, read] of WAYS) {
    const match = new RegExp(`${BEFORE}${pattern}${BEHIND}`).exec(rest);
    const understood =
      match &&
      read(
        match.slice(1).map((part: string | undefined) => part ?? ''),
        today,
      );
    if (!understood || !isNews(understood, found)) continue;
    Object.assign(found, understood);
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
  }
  const { categories, others } = readCategories(rest.split(' ').filter((word) => word !== ''));
  const isName = categories.length === 0 && found.days === null && found.cents === null;
  const reading = isName ? null : { name: others.join(' '), categories, ...found };
  const isMonth = reading?.name === '' && categories.length === 0 && found.cents === null;
  return { name: isMonth ? null : name, reading };
}

/** Whether a search finds an expense, whose amount may be negative. Cost: n in the name. */
export function isFound(
  { name, reading }: ExpenseSearch,
  expense: { name: string; category: ExpenseCategory; day: Day; amountCents: number; refundedCents: number },
): boolean {
  const contains = (part: string) => expense.name.toLowerCase().includes(part.toLowerCase());
  if (name !== null && contains(name)) return true;
  if (reading === null) return false;
  const { categories, days, cents } = reading;
  const magnitudes = [
    Math.abs(expense.amountCents),
    costAfterRefunds(expense.amountCents, expense.refundedCents),
  ];
  return (
    contains(reading.name) &&
    (categories.length === 0 || categories.includes(expense.category)) &&
    (days === null || (expense.day >= days.from && expense.day <= days.to)) &&
    (cents === null || magnitudes.some((amount) => isWithin(amount, cents)))
  );
}

function isWithin(amount: number, { from, to }: CentsRange): boolean {
  return (from === null || amount >= from) && (to === null || amount <= to);
}

/** A second month or amount would contradict the first, so it is part of the name. */
function isNews(understood: Partial<Understood>, found: Understood): boolean {
  return !(understood.days && found.days) && !(understood.cents && found.cents);
}

function rangeOf(from: number | null, to: number | null): Pick<Understood, 'cents'> | null {
  const isBackwards = from !== null && to !== null && from > to;
  return isBackwards || Number.isNaN(from) || Number.isNaN(to) ? null : { cents: { from, to } };
}

/** NaN for amounts that no expense can have. */
function startOf(amount: string): number {
  return centsOfSearch(amount)?.from ?? Number.NaN;
}

/** 1 to 12. */
function monthNumber(word: string): number {
  return MONTHS.findIndex((name) => name.startsWith(word.slice(0, 3))) + 1;
}

/** In `year`; if empty, in the latest year in which the day has begun. Null for a day that doesn't exist. */
function latestDay(month: number, day: number, year: string, today: Day): Day | null {
  const inYear = (given: number) =>
    [String(given).padStart(4, '0'), twoDigits(month), twoDigits(day)].join('-');
  const thisYear = inYear(yearOf(today));
  const wanted =
    year !== '' ? inYear(Number(year)) : thisYear <= today ? thisYear : inYear(yearOf(today) - 1);
  return isDay(wanted) ? wanted : null;
}

function lastDayOfMonth(firstDay: Day): Day {
  const inNextMonth = addDays(firstDay, 31);
  return addDays(inNextMonth, -Number(inNextMonth.slice(8)));
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function readCategories(words: readonly string[]): { categories: ExpenseCategory[]; others: string[] } {
  let others = ` ${words.join(' ')} `;
  const named = EXPENSE_CATEGORIES.filter((category) => {
    const text = ` ${category.toLowerCase()} `;
    if (!others.includes(text)) return false;
    others = others.replace(text, ' ');
    return true;
  });
  const left = others.trim();
  const begun = EXPENSE_CATEGORIES.filter(
    (category) => left.length >= FEWEST_LETTERS && ` ${category.toLowerCase()}`.includes(` ${left}`),
  );
  const isAllUnderstood = left === '' || begun.length > 0;
  return { categories: [...named, ...begun], others: isAllUnderstood ? [] : left.split(' ') };
}
