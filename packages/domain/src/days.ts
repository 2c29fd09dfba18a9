/** A calendar day `YYYY-MM-DD` (PD-2), which compares as a string and, unlike an instant, has no time zone. */
export type Day = string;

const MS_PER_DAY = 86_400_000;
const MS_PER_MINUTE = 60_000;

/** The first and last day whose whole week has four-digit years. Only such days compare as strings. */
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-26'];

/** Whether the text is an existing day from year 1 to 9999. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DAY || text > LAST_DAY) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** A `T` and a time may follow the day. Null without a valid one (DB-15). */
export function dayOfExpenseDate(date: string): Day | null {
  const text = date.replace(/T.*$/s, '');
  return isDay(text) ? text : null;
}

export function addDays(day: Day, count: number): Day {
  return new Date(msOf(day) + count * MS_PER_DAY).toISOString().slice(0, 10);
}

/** Lists them, oldest first, at most `reach` days away; fewer at the ends of the calendar. */
export function daysAround(day: Day, reach: number): Day[] {
  const days = Array.from({ length: 2 * reach + 1 }, (_, index) => addDays(day, index - reach));
  // Days outside the calendar begin with a sign or with 0000.
  return days.filter((one) => one >= FIRST_DAY && one <= LAST_DAY);
}

/** Counts the days; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (msOf(to) - msOf(from)) / MS_PER_DAY;
}

/** Returns 0 for Monday to 6 for Sunday. */
export function weekdayIndex(day: Day): number {
  return (new Date(msOf(day)).getUTCDay() + 6) % 7;
}

/** Returns 1 to 31. */
export function dayOfMonth(day: Day): number {
  return Number(day.slice(8));
}

export function yearOf(day: Day): number {
  return Number(day.slice(0, 4));
}

/** Throws a RangeError for an unknown IANA time zone. */
export function dayInZone(instant: Date, timeZone: string): Day {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const text = formatterOf(timeZone, { ...fields, timeZone }).format(instant);
  const [month = '', day = '', year = ''] = text.split('/');
  return `${year.padStart(4, '0')}-${month}-${day}`;
}

/** Returns the local hour, 0 to 23. Throws a RangeError for an unknown IANA time zone. */
export function hourInZone(instant: Date, timeZone: string): number {
  const options = { hour: 'numeric', hourCycle: 'h23', timeZone } as const;
  return Number(formatterOf(`hour ${timeZone}`, options).format(instant));
}

/** Returns midnight to the minute, or later where the clocks skip it. Throws a RangeError for an unknown IANA time zone. */
export function startOfDayInZone(day: Day, timeZone: string): Date {
  // No zone is further from UTC than this.
  let [before, from] = [msOf(day) - MS_PER_DAY, msOf(day) + MS_PER_DAY];
  while (from - before > MS_PER_MINUTE) {
    const middle = before + Math.floor((from - before) / 2 / MS_PER_MINUTE) * MS_PER_MINUTE;
    if (dayInZone(new Date(middle), timeZone) < day) before = middle;
    else from = middle;
  }
  return new Date(from);
}

/**
 * A day in US English with the given fields: `formatDay('2026-06-07', { month: 'short', day: 'numeric' })` is
 * `Jun 7`.
 */
export function formatDay(
  day: Day,
  fields: Pick<Intl.DateTimeFormatOptions, 'weekday' | 'month' | 'day' | 'year'>,
): string {
  return formatterOf(JSON.stringify(fields), { ...fields, timeZone: 'UTC' }).format(msOf(day));
}

/** Creating a formatter costs a hundred times its use. */
const formatters = new Map<string, Intl.DateTimeFormat>();
/** There are about 450 zones, some with several spellings. */
const MAX_FORMATTERS = 600;

function formatterOf(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = formatters.get(name);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US', options);
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(name, formatter);
  return formatter;
}

function msOf(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}
