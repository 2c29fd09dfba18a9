import { addDays, daysBetween, isDay, type Day } from '../days.ts';
import { remembering } from '../remembering.ts';

export type DateOrder = 'ymd' | 'mdy' | 'dmy';

/** Longer texts are no dates. JavaScript writes 57 characters. */
const MAX_LENGTH = 60;
const [FIRST_YEAR, LAST_YEAR] = [1950, 2100];
/** Two-digit years from here on belong to the 20th century. */
const LAST_CENTURY_FROM = 70;

const MONTHS: Record<string, number> = Object.fromEntries(
  [
    'jan jän janv ene',
    'feb fév fev',
    'mar mär mrz',
    'apr avr abr',
    'may mai mei',
    'jun juin',
    'jul juil',
    'aug août ago',
    'sep set',
    'oct okt',
    'nov',
    'dec dez déc dic',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1])),
);

/** A date and a time, which each row has another of. */
const TIMED = /^(\d[\d/.-]{5,9})(?:T|\s)\d{1,2}:\d{2}.*$/;
/** Most names are not: a date begins with a digit or a weekday, or names its month. */
const MAY_BE_DATE = new RegExp(
  String.raw`^\s*'?\s*(?:\d|\p{L}{2,9}\.?,\s|(?=\p{L}).*(?<!\p{L})(?:${Object.keys(MONTHS).join('|')}))`,
  'isu',
);

/**
 * Reads a date with or without a time: `2026-06-04`, `20260604`, `6/4/2026`, `04.06.26`, `6/ 4'26`, `Jun 4,
 * 2026`, `04-Jun-26`. `order` decides numeric dates that do not start with the year. Null if it is not a
 * date.
 */
export function readDay(text: string, order: DateOrder): Day | null {
  if (text.length > MAX_LENGTH || !MAY_BE_DATE.test(text)) return null;
  return READ[order](TIMED.exec(text)?.[1] ?? text);
}

const READ: Record<DateOrder, (text: string) => Day | null> = {
  ymd: remembering((text) => dayIn(text, 'ymd')),
  mdy: remembering((text) => dayIn(text, 'mdy')),
  dmy: remembering((text) => dayIn(text, 'dmy')),
};

function dayIn(text: string, order: DateOrder): Day | null {
  const date = withoutTime(text);
  // Quicken writes years from 2000 after an apostrophe, with a blank instead of a leading zero.
  const quicken = /^(.*)' ?(\d)$/.exec(date);
  if (quicken) return readDay(`${quicken[1]}/200${quicken[2]}`, order);
  const compact = /^(\d{4})(\d{2})(\d{2})(?:\d{6})?$/.exec(date);
  if (compact) return dayOf(compact[1], compact[2], compact[3]);
  const parts = /^(\d+|\p{L}+)[\s./,'’-]+(\d+|\p{L}+)[\s./,'’-]+(\d+)$/u.exec(date);
  if (!parts) return null;
  const [, a = '', b = '', c = ''] = parts;
  // After a month name, `9` is 2009.
  const year = c.padStart(2, '0');
  if (/\D/.test(a)) return dayOf(year, monthOf(a), b);
  if (/\D/.test(b)) return a.length === 4 ? dayOf(a, monthOf(b), c) : dayOf(year, monthOf(b), a);
  if (a.length === 4 || order === 'ymd') return dayOf(a, b, c);
  return order === 'mdy' ? dayOf(c, a, b) : dayOf(c, b, a);
}

interface DateOrderGuess {
  order: DateOrder;
  isSure: boolean;
}

/** A statement covers one month. */
const STATEMENT_DAYS = 31;
/** Purchases of today may be booked on a later day, and the bank's day may have begun earlier. */
const DAYS_AHEAD = 7;
/**
 * The sorting decides if nine tenths of at least three steps between days go one way, and clearly fewer in
 * the other order.
 */
const ENOUGH_STEPS = 3;
const IN_ORDER = 0.9;
const IN_ORDER_BY = 0.15;
/** One row readable only in one order, among this many readable only in the other, is a typo. */
const SLIP_RATIO = 10;

/**
 * Dates valid in only one order decide, else days long after `today` and the sorting of the rows. `origin` is what
 * the rest of the file suggests: month first in the US, day first elsewhere. Without it, month first, unless
 * only the other order fits one statement. A contradiction is never sure. Cost: n in the dates.
 */
export function guessDateOrder(
  texts: readonly string[],
  today: Day,
  origin: 'us' | 'abroad' | 'unknown',
): DateOrderGuess {
  const hasPoints = texts.some((text) => /^\s*\d{1,2}\./.test(text));
  const [mdy, dmy, ymd] = (['mdy', 'dmy', 'ymd'] as const).map((order) => readingIn(order, texts, today)) as [
    Reading,
    Reading,
    Reading,
  ];
  const slashed = Math.min(mdy.unread, dmy.unread);
  if (ymd.unread < slashed) return { order: 'ymd', isSure: true };
  if (mdy.unread < dmy.unread) return readableOrder(mdy, dmy);
  if (dmy.unread < mdy.unread) return readableOrder(dmy, mdy);
  if (mdy.days.every((day, index) => day === dmy.days[index])) return { order: 'mdy', isSure: slashed === 0 };
  if (mdy.days.some((day, index) => (day === null) !== (dmy.days[index] === null)))
    return { order: 'mdy', isSure: false };
  if (hasPoints) return { order: 'dmy', isSure: true };

  const speaksFor = (one: Reading, other: Reading) =>
    (one.ahead === 0 && other.ahead > 0) ||
    (one.orderliness >= IN_ORDER && other.orderliness <= IN_ORDER - IN_ORDER_BY);
  const liesTogether = (one: Reading, other: Reading) =>
    one.span <= STATEMENT_DAYS && other.span > STATEMENT_DAYS * 1.5;
  const [forMonth, forDay] = [speaksFor(mdy, dmy), speaksFor(dmy, mdy)];
  if (forMonth && forDay) return { order: origin === 'abroad' ? 'dmy' : 'mdy', isSure: false };
  if (forDay) return { order: 'dmy', isSure: origin !== 'us' };
  if (forMonth) return { order: 'mdy', isSure: origin !== 'abroad' };
  if (origin === 'abroad') return { order: 'dmy', isSure: !liesTogether(mdy, dmy) };
  return { order: 'mdy', isSure: origin === 'us' || !liesTogether(dmy, mdy) };
}

/** Decides by the dates that only one order can read. */
function readableOrder(best: Reading, other: Reading): DateOrderGuess {
  const slips = best.days.filter((day, index) => day === null && other.days[index] !== null).length;
  return { order: best.order, isSure: slips * SLIP_RATIO <= other.unread };
}

interface Reading {
  order: DateOrder;
  days: (Day | null)[];
  unread: number;
  ahead: number;
  span: number;
  /** The share of steps between days in the main direction, from 0.5 to 1. */
  orderliness: number;
}

function readingIn(order: DateOrder, texts: readonly string[], today: Day): Reading {
  const days = texts.map((text) => readDay(text, order));
  const latest = addDays(today, DAYS_AHEAD);
  const read = days.filter((day) => day !== null);
  const [first, last] = [read.reduce(earlier, '9999-12-26'), read.reduce(later, '0001-01-01')];
  const followers = read.slice(1);
  const forth = followers.filter((day, index) => day > (read[index] ?? day)).length;
  const back = followers.filter((day, index) => day < (read[index] ?? day)).length;
  return {
    order,
    days,
    unread: days.length - read.length,
    ahead: read.filter((day) => day > latest).length,
    span: daysBetween(first, last),
    orderliness: forth + back < ENOUGH_STEPS ? 0.5 : Math.max(forth, back) / (forth + back),
  };
}

function withoutTime(text: string): string {
  return (
    text
      .trim()
      // Spreadsheets keep dates as text behind an apostrophe.
      .replace(/^'/, '')
      .replace(/^\p{L}{2,9}(?:\.?,\s|\s+(?=\p{L}{3,9}\s+\d{1,2},?\s+\d{4}))/u, '')
      .replace(/(?:T|,?\s+(?:at\s+)?)\d{1,2}[:h]\d{2}.*/u, '')
      .replace(/\[.*\]$/, '')
      .replace(/(?<=\d{14})\.\d+/, '')
      .replace(/(?<=\d)(?:st|nd|rd|th)\b/, '')
      .replace(/(?<=\d)\.$/, '')
      .trim()
  );
}

function dayOf(year = '', month: string | number = '', day = ''): Day | null {
  if (!/^(?:\d{2}|\d{4})$/.test(year)) return null;
  const short = Number(year);
  const full = year.length === 4 ? short : short + (short >= LAST_CENTURY_FROM ? 1900 : 2000);
  const text = `${full}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return full >= FIRST_YEAR && full <= LAST_YEAR && isDay(text) ? text : null;
}

function monthOf(name: string): number | undefined {
  const lower = name.toLowerCase();
  return MONTHS[lower.slice(0, 3)] ?? MONTHS[lower.slice(0, 4)];
}

function earlier(a: Day, b: Day): Day {
  return a < b ? a : b;
}

function later(a: Day, b: Day): Day {
  return a > b ? a : b;
}
