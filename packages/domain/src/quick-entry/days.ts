import { addDays, daysBetween, isDay, weekdayIndex, yearOf, type Day } from '../days.ts';
import { weekStartOf } from '../weeks.ts';
import { spanOf, type Span } from './span.ts';
import { startsWithShare } from './units.ts';

interface ReadDay {
  day: Day;
  /** The other day that the words may mean. */
  otherDay?: Day;
  /** The word may also be part of the name, as in `Taco Tuesday`. */
  maybeName?: boolean;
  /** 1 to 31 if the words are only a day of the month. */
  dayOfMonth?: number;
}

export interface FoundDay extends Span, ReadDay {}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Captures a month's name. */
export const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const WEEKDAY_IN_FULL = '(monday|tuesday|wednesday|thursday|friday|saturday|sunday)';
const WEEKDAY =
  '(mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)';
const PART_OF_DAY = '(?: (?:morning|afternoon|evening|night))?';
const ORDINAL = String.raw`(\d{1,2})(?:st|nd|rd|th)`;
const CARDINAL = String.raw`(?<![\w$.,/-])(\d{1,2})`;
const YEAR = String.raw`(?:,? (\d{4}))?\b`;
const NOT_IN_A_NAME = String.raw`(?! (?:ave(?:nue)?|st|street|floor|grade|birthday|anniversary)\b)`;
const SMALL_NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const COUNT = String.raw`(\d{1,2}|an?|${SMALL_NUMBERS.slice(1).join('|')})`;
/** Offsets in days from today. */
const WORD_OFFSETS: Record<string, number> = {
  'day before yesterday': -2,
  yesterday: -1,
  yest: -1,
  'last night': -1,
  today: 0,
  tonight: 0,
  'this morning': 0,
  'this afternoon': 0,
  'this evening': 0,
  tomorrow: 1,
  tmrw: 1,
  tmr: 1,
  'day after tomorrow': 2,
};

const NOVEMBER = 11;
/** The day of each holiday in a year. */
const HOLIDAYS: Record<string, (year: string) => Day> = {
  'black friday': (year) => addDays(thanksgivingOf(year), 1),
  'cyber monday': (year) => addDays(thanksgivingOf(year), 4),
  thanksgiving: thanksgivingOf,
  halloween: (year) => `${year}-10-31`,
  'christmas eve': (year) => `${year}-12-24`,
  'christmas day': (year) => `${year}-12-25`,
  christmas: (year) => `${year}-12-25`,
  'new year’s eve': (year) => `${year}-12-31`,
  'new year’s day': (year) => `${year}-01-01`,
  'valentine’s day': (year) => `${year}-02-14`,
};
const HOLIDAY = `(${Object.keys(HOLIDAYS).join('|').replaceAll('\u2019', "['\u2019]?")})`;

/** Most explicit first. */
const WAYS: [pattern: string, read: (parts: string[], today: Day) => ReadDay | null][] = [
  [String.raw`\b(\d{4}-\d{2}-\d{2})\b`, ([day = '']) => (isDay(day) ? { day } : null)],
  [
    String.raw`\b(?:the )?(${Object.keys(WORD_OFFSETS).join('|')})${PART_OF_DAY}\b`,
    ([word = ''], today) => ({ day: addDays(today, WORD_OFFSETS[word] ?? 0) }),
  ],
  [
    String.raw`\b${COUNT} (day|week)s? ago\b`,
    ([count = '', unit], today) => ({ day: addDays(today, -daysOf(count, unit)) }),
  ],
  [
    String.raw`\bin ${COUNT} (day|week)s?\b`,
    ([count = '', unit], today) => ({ day: addDays(today, daysOf(count, unit)) }),
  ],
  [
    String.raw`\b${MONTH}\.? (\d{1,2})(?:st|nd|rd|th)?(?![\w.])${YEAR}`,
    ([month = '', day = '', year], today) =>
      nearestDate(MONTHS.indexOf(month.slice(0, 3)) + 1, day, year, today),
  ],
  [
    String.raw`${CARDINAL}(?:st|nd|rd|th)? (?:of )?${MONTH}\b${YEAR}`,
    ([day = '', month = '', year], today) =>
      nearestDate(MONTHS.indexOf(month.slice(0, 3)) + 1, day, year, today),
  ],
  [
    String.raw`${CARDINAL}/(\d{1,2})(?:/(\d{4}|\d{2}))?(?![\w/])`,
    ([month, day = '', year], today) => nearestDate(Number(month), day, year, today),
  ],
  [
    // At the head of a line, as in `tues: lunch 12`.
    String.raw`^${WEEKDAY}\.?(?::| \p{Pd}|,)(?= )`,
    ([weekday = ''], today) => ({ day: weekdayNear(today, weekday) }),
  ],
  [
    String.raw`\b(last|this|next) ${WEEKDAY}\b${PART_OF_DAY}`,
    ([which, weekday = ''], today) => readRelativeWeekday(today, weekday, which),
  ],
  [
    String.raw`\bon ${HOLIDAY}(?=$| ?[\d$.,;]| (?:at|for|from|with)\b)`,
    ([name = ''], today) => nearestHoliday(name, today),
  ],
  [
    String.raw`\b(black friday|cyber monday)\b`,
    ([name = ''], today) => {
      const found = nearestHoliday(name, today);
      return found && { ...found, maybeName: true };
    },
  ],
  [
    String.raw`\b(?:the )?${ORDINAL}\b${NOT_IN_A_NAME}(?: of (?:the|this) month)?`,
    ([day], today) => nextDayOfMonth(Number(day), today),
  ],
  [
    // Not `on 3 beers`: only an amount or the end of the line may follow.
    String.raw`\bon (?:the )?(\d{1,2})(?=$| ?[$.,;] ?| (?:\d|for\b|at\b))(?![.,]\d)`,
    ([day], today) => nextDayOfMonth(Number(day), today),
  ],
  [
    String.raw`\bon ${WEEKDAY}\b${PART_OF_DAY}`,
    ([weekday = ''], today) => ({ day: weekdayNear(today, weekday) }),
  ],
  [
    String.raw`(?<=\d )${WEEKDAY}${PART_OF_DAY}$`,
    ([weekday = ''], today) => ({ day: weekdayNear(today, weekday) }),
  ],
  // Behind other words `sun` is the one in the sky.
  [
    String.raw`\b(mon|tues?|wed|thu(?:rs?)?|fri|sat)$(?<=\d .* \w+)`,
    ([weekday = ''], today) => ({ day: weekdayNear(today, weekday) }),
  ],
  [
    String.raw`\b${WEEKDAY_IN_FULL}\b${PART_OF_DAY}`,
    ([weekday = ''], today) => ({ day: weekdayNear(today, weekday), maybeName: true }),
  ],
];

export function findDay(line: string, today: Day): FoundDay | undefined {
  for (const [pattern, read] of WAYS) {
    const match = new RegExp(String.raw`(?:\bon )?${pattern}`, 'iu').exec(line);
    if (!match || startsWithShare(line.slice(match.index))) continue;
    const found = read(partsOf(match), today);
    if (found) return { ...spanOf(match), ...found };
  }
  return undefined;
}

/** Finds a bare day of the month right after the amount, at the end: `Gym $50 15`. */
export function findDayBehind(line: string, amount: Span, today: Day): FoundDay | undefined {
  const match = /^ (\d{1,2})$/.exec(line.slice(amount.end));
  const found = match && nextDayOfMonth(Number(match[1]), today);
  return found ? { start: amount.end, end: line.length, ...found } : undefined;
}

function daysOf(count: string, unit: string | undefined): number {
  const word = SMALL_NUMBERS.indexOf(count);
  const number = word >= 0 ? word : /^an?$/.test(count) ? 1 : Number(count);
  return unit === 'week' ? number * 7 : number;
}

/** The latest one up to today; `which` asks for the one before today, in this week or after today. */
function weekdayNear(today: Day, weekday: string, which?: string): Day {
  const index = WEEKDAYS.indexOf(weekday.slice(0, 3));
  if (which === 'this') return addDays(weekStartOf(today), index);
  const daysSince = (weekdayIndex(today) - index + 7) % 7;
  if (which === 'next') return addDays(today, 7 - daysSince);
  return addDays(today, -(which === 'last' && daysSince === 0 ? 7 : daysSince));
}

/** `next friday` on a Thursday may be tomorrow or a week later. */
function readRelativeWeekday(today: Day, weekday: string, which: string | undefined): ReadDay {
  const day = weekdayNear(today, weekday, which);
  const isThisWeek = weekStartOf(day) === weekStartOf(today);
  return { day, ...(which === 'next' && isThisWeek && { otherDay: addDays(day, 7) }) };
}

/** The nearest one; of two equally near, the past one. */
function nearestHoliday(name: string, today: Day): ReadDay | null {
  const spelled = name.replace(/(?<=year|valentine)['\u2019]?(?=s)/, '\u2019');
  const holiday = HOLIDAYS[spelled];
  return holiday ? nearestOf(yearsAround(today).map(holiday), today) : null;
}

/** The fourth Thursday of November. */
function thanksgivingOf(year: string): Day {
  const first: Day = `${year}-${NOVEMBER}-01`;
  const thursday = WEEKDAYS.indexOf('thu');
  return addDays(first, ((thursday - weekdayIndex(first) + 7) % 7) + 21);
}

function yearsAround(today: Day): string[] {
  return [-1, 0, 1]
    .map((offset) => yearOf(today) + offset)
    .filter((year) => year >= 1 && year <= 9999)
    .map((year) => String(year).padStart(4, '0'));
}

function nearestOf(days: readonly Day[], today: Day): ReadDay | null {
  const [day] = days
    .filter(isDay)
    .sort((a, b) => Math.abs(daysBetween(today, a)) - Math.abs(daysBetween(today, b)));
  return day === undefined ? null : { day };
}

/** From today on, and the last one before it. Null if no month has that day. */
function nextDayOfMonth(dayOfMonth: number, today: Day): ReadDay | null {
  if (dayOfMonth < 1 || dayOfMonth > 31) return null;
  const month = monthIndexOf(today);
  const candidates = [-2, -1, 0, 1, 2]
    .map((offset) => dayInMonth(month + offset, dayOfMonth))
    .filter((day) => day !== null);
  const day = candidates.find((candidate) => candidate >= today);
  if (day === undefined) return null;
  const dayJustPast = candidates.findLast((candidate) => candidate < today);
  const isNextMonth = monthIndexOf(day) !== month;
  return { day, dayOfMonth, ...(isNextMonth && dayJustPast !== undefined && { otherDay: dayJustPast }) };
}

/** A month and day in the given year, or in the nearest one; of two equally near, the past one. */
function nearestDate(month: number, day: string, year: string | undefined, today: Day): ReadDay | null {
  if (month < 1 || month > 12) return null;
  const years = year ? [year.padStart(4, '20')] : yearsAround(today);
  const days = years.map((candidate) => dayInMonth(Number(candidate) * 12 + month - 1, Number(day)));
  return nearestOf(
    days.filter((candidate) => candidate !== null),
    today,
  );
}

/** Months since year 0. */
function monthIndexOf(day: Day): number {
  return yearOf(day) * 12 + Number(day.slice(5, 7)) - 1;
}

/** Null if the month is too short. */
function dayInMonth(monthIndex: number, dayOfMonth: number): Day | null {
  const year = String(Math.floor(monthIndex / 12)).padStart(4, '0');
  const day = `${year}-${twoDigits((monthIndex % 12) + 1)}-${twoDigits(dayOfMonth)}`;
  return isDay(day) ? day : null;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function partsOf(match: RegExpExecArray): string[] {
  return match.slice(1).map((part: string | undefined) => part?.toLowerCase() ?? '');
}
