import { daysBetween, isDay, type Day } from '../days.ts';

/** In which order a date tells year, month and day. */
export type DateOrder = 'ymd' | 'mdy' | 'dmy';

const MAX_LENGTH = 40;
/** No purchase that somebody keeps a budget of is older or later: such a year is a misread number. */
const [FIRST_YEAR, LAST_YEAR] = [1950, 2100];
/** A year of two digits from here on is of the last century. */
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

/**
 * Reads a date of a bank's file: `2026-06-04`, `20260604`, `6/4/2026`, `04.06.26`, `6/ 4'26`, `Jun 4, 2026`, `04-Jun-26`, each with a time behind
 * it or not. `order` decides where it is numbers alone and the year does not stand first. Null when it is no day.
 */
export function readDay(text: string, order: DateOrder): Day | null {
  if (text.length > MAX_LENGTH) return null;
  const date = withoutTime(text);
  const compact = /^(\d{4})(\d{2})(\d{2})(?:\d{6})?$/.exec(date);
  if (compact) return dayOf(compact[1], compact[2], compact[3]);
  const parts = date.match(/\d+|\p{L}+/gu) ?? [];
  if (parts.length !== 3 || !/^[\p{L}\d]+[\s./,'’-]+[\p{L}\d]+[\s./,'’-]+[\p{L}\d]+$/u.test(date))
    return null;
  const [a = '', b = '', c = ''] = parts;
  if (/^\p{L}/u.test(a)) return dayOf(c, monthOf(a), b);
  if (/^\p{L}/u.test(b)) return a.length === 4 ? dayOf(a, monthOf(b), c) : dayOf(c, monthOf(b), a);
  if (/^\p{L}/u.test(c)) return null;
  if (a.length === 4) return dayOf(a, b, c);
  if (order === 'ymd') return dayOf(a, b, c);
  return order === 'mdy' ? dayOf(c, a, b) : dayOf(c, b, a);
}

/**
 * The order that the whole column speaks for: in which most of its dates are days; of two that read as many, the one with fewer days after
 * `today`, then the one whose days lie closer together, as those of a statement do, then the American one, unless points stand between.
 */
export function guessDateOrder(texts: readonly string[], today: Day): DateOrder {
  const orders: DateOrder[] = texts.some((text) => /^\s*\d{1,2}\./.test(text))
    ? ['dmy', 'mdy', 'ymd']
    : ['mdy', 'dmy', 'ymd'];
  const readings = orders.map((order) => {
    const days = texts.map((text) => readDay(text, order)).filter((day) => day !== null);
    const [first, last] = [days.reduce(earlier, '9999-12-26'), days.reduce(later, '0001-01-01')];
    return {
      order,
      unread: texts.length - days.length,
      ahead: days.filter((day) => day > today).length,
      span: days.length === 0 ? 0 : daysBetween(first, last),
    };
  });
  const [best] = readings.sort((a, b) => a.unread - b.unread || a.ahead - b.ahead || a.span - b.span);
  return best?.order ?? 'mdy';
}

function withoutTime(text: string): string {
  return text
    .trim()
    .replace(/^\p{L}{2,9}\.?,\s+(?=\S)/u, '')
    .replace(/(?:T|,?\s+)\d{1,2}[:h]\d{2}.*$/u, '')
    .replace(/\[.*\]$/, '')
    .replace(/(?<=^\d{14})\.\d+$/, '')
    .replace(/(?<=\d)(?:st|nd|rd|th)\b/, '')
    .trim();
}

function dayOf(
  year: string | undefined,
  month: string | number | undefined,
  day: string | undefined,
): Day | null {
  if (year === undefined || month === undefined || day === undefined) return null;
  if (!/^(\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(String(month)) || !/^\d{1,2}$/.test(day))
    return null;
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
