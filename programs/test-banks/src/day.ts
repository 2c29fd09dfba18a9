/** Calendar day `YYYY-MM-DD` without a zone. Days compare as strings. */
export type Day = string;

const millisecondsPerDay = 86_400_000;

function toUtc(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function fromUtc(milliseconds: number): Day {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

export function addDays(day: Day, count: number): Day {
  return fromUtc(toUtc(day) + count * millisecondsPerDay);
}

/** Negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((toUtc(to) - toUtc(from)) / millisecondsPerDay);
}

/** Monday 0 … Sunday 6. */
export function weekdayOf(day: Day): number {
  return (new Date(toUtc(day)).getUTCDay() + 6) % 7;
}

export function mondayOf(day: Day): Day {
  return addDays(day, -weekdayOf(day));
}

/** `YYYY-MM`. */
export function monthOf(day: Day): string {
  return day.slice(0, 7);
}

/** `month` is `YYYY-MM`; a negative count goes back. */
export function addMonths(month: string, count: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

export function lastDayOf(month: string): Day {
  return addDays(`${addMonths(month, 1)}-01`, -1);
}

/** `dayOfMonth` is 1 to 28. */
export function dayIn(month: string, dayOfMonth: number): Day {
  return `${month}-${String(dayOfMonth).padStart(2, '0')}`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

export function dayInZone(instant: Date, timeZone: string): Day {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    // Canadian English writes YYYY-MM-DD.
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(instant);
}
