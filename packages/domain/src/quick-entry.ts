import { guessCategory } from './category-guess.ts';
import { addDays, daysBetween, isDay, weekdayIndex, yearOf, type Day } from './days.ts';
import type { ExpenseCategory } from './expense-categories.ts';
import { parseMoneyInput } from './money.ts';
import { weekStartOf } from './weeks.ts';

/** What a line such as `Gym $50 on 15th` says; what it does not say is absent. */
export interface QuickEntry {
  name?: string;
  /** Positive. */
  amountCents?: number;
  /** Where there is no amount but a number beyond `MAX_AMOUNT_CENTS` that would be one. */
  isAmountTooLarge?: true;
  day?: Day;
  /** Where a bare day of the month had passed and `day` is the next one: the one just past, which may have been meant (PD-32). */
  dayJustPast?: Day;
  /** Guessed from the name. */
  category?: ExpenseCategory;
}

/**
 * Reads one line typed in a hurry on the day `today` (QE-1 to QE-6, PD-32):
 *
 * - the name is the leading text before any digit or dollar sign, without words that tell the day; when there is none, what is left
 *   of the line;
 * - the amount is a number with up to two decimals, rather one with a dollar sign;
 * - the day is `today`, `tomorrow`, `yesterday`, a day of the month (`15th`, `on 15`: this month's, or the next one's when it has passed), a
 *   weekday (`Friday`: the latest one; `last`, `this`, `next Friday`), `Jan 5` or `1/5` (the nearest, without a year), or `2026-01-05`.
 */
export function parseQuickEntry(text: string, today: Day): QuickEntry {
  const line = text.replace(/\s+/g, ' ').trim();
  const told = findDay(line, today);
  const amounts = findAmounts(line, told);
  const amount = amounts.find(isAmount);
  const day = told ?? (amount && findDayBehind(line, amount, today));
  const name = findName(line, amount, day);
  const category = guessCategory(name);
  return {
    ...(name !== '' && { name }),
    ...(amount && { amountCents: amount.cents }),
    ...(!amount && amounts.some(({ cents }) => cents === null) && { isAmountTooLarge: true as const }),
    ...(day && { day: day.day }),
    ...(day?.dayJustPast !== undefined && { dayJustPast: day.dayJustPast }),
    ...(category && { category }),
  };
}

/** A part of the line: from `start` up to and without `end`. */
interface Span {
  start: number;
  end: number;
}

interface ReadDay {
  day: Day;
  dayJustPast?: Day;
  /** The word may belong to a name as well, as in `Taco Tuesday`. */
  maybeName?: boolean;
}

interface FoundDay extends Span, ReadDay {}

interface FoundAmount extends Span {
  cents: number;
}

const NUMBER = String.raw`(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?|\.\d{1,2})(?![\w/-]|[.,]\d)`;
const WITH_DOLLAR = new RegExp(String.raw`\$ ?${NUMBER}`, 'g');
const STANDING_ALONE = new RegExp(String.raw`(?<![\w\p{Sc}.,/-])${NUMBER}`, 'gu');

/** The numbers that may be the amount, rather the first; those that are too large have no cents. */
function findAmounts(line: string, day: FoundDay | undefined): (Span & { cents: number | null })[] {
  const isOfDay = ({ start, end }: Span) => day !== undefined && start < day.end && day.start < end;
  return [...line.matchAll(WITH_DOLLAR), ...line.matchAll(STANDING_ALONE)]
    .map((match) => ({ ...spanOf(match), cents: parseMoneyInput(match[1] ?? '') }))
    .filter((number) => !isOfDay(number));
}

function isAmount(number: Span & { cents: number | null }): number is FoundAmount {
  return number.cents !== null && number.cents > 0;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const WEEKDAY_IN_FULL = '(monday|tuesday|wednesday|thursday|friday|saturday|sunday)';
const WEEKDAY =
  '(mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)';
const ORDINAL = String.raw`(\d{1,2})(?:st|nd|rd|th)`;
const CARDINAL = String.raw`(?<![\w$.,/-])(\d{1,2})`;
const YEAR = String.raw`(?:,? (\d{4}))?\b`;

/** The ways to tell a day, the plainest first. */
const WAYS: [pattern: string, read: (parts: string[], today: Day) => ReadDay | null][] = [
  [String.raw`\b(\d{4}-\d{2}-\d{2})\b`, ([day = '']) => (isDay(day) ? { day } : null)],
  [
    String.raw`\b(today|tomorrow|yesterday)\b`,
    ([word], today) => ({ day: addDays(today, wordOffset(word)) }),
  ],
  [
    String.raw`\b${MONTH}\.? (\d{1,2})(?:st|nd|rd|th)?(?![\w.])${YEAR}`,
    ([month = '', day = '', year], today) =>
      nearestDate(MONTHS.indexOf(month.slice(0, 3)) + 1, day, year, today),
  ],
  [
    String.raw`${CARDINAL}(?:st|nd|rd|th)? ${MONTH}\b${YEAR}`,
    ([day = '', month = '', year], today) =>
      nearestDate(MONTHS.indexOf(month.slice(0, 3)) + 1, day, year, today),
  ],
  [
    String.raw`${CARDINAL}/(\d{1,2})(?:/(\d{4}|\d{2}))?(?![\w/])`,
    ([month, day = '', year], today) => nearestDate(Number(month), day, year, today),
  ],
  [
    String.raw`\b(last|this|next) ${WEEKDAY}\b`,
    ([which, weekday = ''], today) => ({ day: weekdayNear(today, weekday, which) }),
  ],
  [String.raw`\b(?:the )?${ORDINAL}\b`, ([day], today) => nextDayOfMonth(Number(day), today)],
  [
    String.raw`\bon (?:the )?(\d{1,2})(?![\w.,/-]\d|\w)`,
    ([day], today) => nextDayOfMonth(Number(day), today),
  ],
  [String.raw`\bon ${WEEKDAY}\b`, ([weekday = ''], today) => ({ day: weekdayNear(today, weekday) })],
  [String.raw`(?<=\d )${WEEKDAY}$`, ([weekday = ''], today) => ({ day: weekdayNear(today, weekday) })],
  [
    String.raw`\b${WEEKDAY_IN_FULL}\b`,
    ([weekday = ''], today) => ({ day: weekdayNear(today, weekday), maybeName: true }),
  ],
];

function findDay(line: string, today: Day): FoundDay | undefined {
  for (const [pattern, read] of WAYS) {
    const match = new RegExp(String.raw`(?:\bon )?${pattern}`, 'i').exec(line);
    const found = match && read(partsOf(match), today);
    if (found) return { ...spanOf(match), ...found };
  }
  return undefined;
}

/** A bare day of the month at the end, right behind the amount: `Gym $50 15`. */
function findDayBehind(line: string, amount: FoundAmount, today: Day): FoundDay | undefined {
  const match = /^ (\d{1,2})$/.exec(line.slice(amount.end));
  const found = match && nextDayOfMonth(Number(match[1]), today);
  return found ? { start: amount.end, end: line.length, ...found } : undefined;
}

function findName(line: string, amount: FoundAmount | undefined, day: FoundDay | undefined): string {
  const leading = line.slice(0, /[\d$]/.exec(line)?.index ?? line.length);
  const isInLeading = day !== undefined && day.start < leading.length;
  const name = withoutSpans(leading, isInLeading && !day.maybeName ? [day] : []);
  return name || withoutSpans(line, [amount, day]);
}

/** The text without these parts, and without what led to them or stood between. */
function withoutSpans(text: string, spans: (Span | undefined)[]): string {
  let rest = text;
  for (const span of spans) {
    if (span) rest = rest.slice(0, span.start) + ' '.repeat(span.end - span.start) + rest.slice(span.end);
  }
  return rest
    .slice(0, text.length)
    .replace(/\s+/g, ' ')
    .replace(/[\s\p{Pd}\p{Sc}:,;=]+$/u, '')
    .replace(/(?:^|\s)(?:on|for|at)$/i, '')
    .replace(/^[\s\p{Pd}\p{Sc}:,;=]+/u, '')
    .trim();
}

function wordOffset(word: string | undefined): number {
  return word === 'tomorrow' ? 1 : word === 'yesterday' ? -1 : 0;
}

/** The weekday near today: the latest one up to today, or the one before today, of this Monday-Sunday week, or after today. */
function weekdayNear(today: Day, weekday: string, which?: string): Day {
  const index = WEEKDAYS.indexOf(weekday.slice(0, 3));
  if (which === 'this') return addDays(weekStartOf(today), index);
  const daysSince = (weekdayIndex(today) - index + 7) % 7;
  if (which === 'next') return addDays(today, 7 - daysSince);
  return addDays(today, -(which === 'last' && daysSince === 0 ? 7 : daysSince));
}

/** The first such day of a month from today on, and the last one before it. Null for a number that is no day of any month. */
function nextDayOfMonth(dayOfMonth: number, today: Day): ReadDay | null {
  if (dayOfMonth < 1 || dayOfMonth > 31) return null;
  const month = monthIndexOf(today);
  const candidates = [-2, -1, 0, 1, 2]
    .map((offset) => dayInMonth(month + offset, dayOfMonth))
    .filter((day) => day !== null);
  const day = candidates.find((candidate) => candidate >= today);
  if (day === undefined) return null;
  const dayJustPast = candidates.findLast((candidate) => candidate < today);
  return { day, ...(monthIndexOf(day) !== month && dayJustPast !== undefined && { dayJustPast }) };
}

/** The date of a month and day in the year that was told, or else in the year that brings it nearest to today; the past one of two. */
function nearestDate(month: number, day: string, year: string | undefined, today: Day): ReadDay | null {
  const thisYear = yearOf(today);
  const years = year ? [Number(year.padStart(4, '20'))] : [thisYear - 1, thisYear, thisYear + 1];
  const [nearest] = years
    .map((candidate) => dayInMonth(candidate * 12 + month - 1, Number(day)))
    .filter((candidate) => candidate !== null)
    .sort((a, b) => Math.abs(daysBetween(today, a)) - Math.abs(daysBetween(today, b)));
  return nearest === undefined || month < 1 || month > 12 ? null : { day: nearest };
}

/** Months since year 0. */
function monthIndexOf(day: Day): number {
  return yearOf(day) * 12 + Number(day.slice(5, 7)) - 1;
}

/** The day of a month counted since year 0; null where the month is too short. */
function dayInMonth(monthIndex: number, dayOfMonth: number): Day | null {
  const year = String(Math.floor(monthIndex / 12)).padStart(4, '0');
  const day = `${year}-${twoDigits((monthIndex % 12) + 1)}-${twoDigits(dayOfMonth)}`;
  return isDay(day) ? day : null;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function spanOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}

function partsOf(match: RegExpExecArray): string[] {
  return match.slice(1).map((part: string | undefined) => part?.toLowerCase() ?? '');
}
