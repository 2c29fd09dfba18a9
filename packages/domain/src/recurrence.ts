import { dayOfMonth, yearOf, type Day } from './days.ts';

/*
 * What recurs does so once a month, on a day of the month from 1 to 31 (PD-31). A month is named by its first day. Of the days that come
 * out, only those of the calendar's last months can lie beyond the days that there are: `isDay` tells.
 */

/** How far back a series may begin: what has come since is made up, and a mistyped year would make up centuries. */
const SERIES_REACH_YEARS = 2;

/** The first day on which a series may begin that is entered on the day `today`. */
export function earliestSeriesStart(today: Day): Day {
  return occurrenceIn(
    `${fourDigits(yearOf(today) - SERIES_REACH_YEARS)}${monthOf(today).slice(4)}`,
    dayOfMonth(today),
  );
}

/** The month that holds `day`, by its first day. */
export function monthOf(day: Day): Day {
  return `${day.slice(0, 8)}01`;
}

/** The day of `month` on which something recurs that does so on this day of the month: in a shorter month, its last day. */
export function occurrenceIn(month: Day, recursOn: number): Day {
  return `${month.slice(0, 8)}${twoDigits(Math.min(recursOn, daysIn(month)))}`;
}

/** The first occurrence on or after `day`. */
export function occurrenceOnOrAfter(day: Day, recursOn: number): Day {
  const ofThisMonth = occurrenceIn(monthOf(day), recursOn);
  return ofThisMonth >= day ? ofThisMonth : occurrenceInMonthAfter(day, recursOn);
}

/** The occurrence in the month after that of `day`. */
export function occurrenceInMonthAfter(day: Day, recursOn: number): Day {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const next =
    month === 12 ? `${fourDigits(year + 1)}-01-01` : `${day.slice(0, 4)}-${twoDigits(month + 1)}-01`;
  return occurrenceIn(next, recursOn);
}

/** The occurrence `first` and every later one up to `last`, oldest first; none when `first` is later than that. */
export function occurrencesThrough(first: Day, last: Day, recursOn: number): Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last; day = occurrenceInMonthAfter(day, recursOn)) days.push(day);
  return days;
}

function daysIn(month: Day): number {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))];
  // A leap year's months are those of any other leap year; the years before 100 mean others to `Date`.
  const last = new Date(Date.UTC(2000 + (year % 400), number, 0));
  return dayOfMonth(last.toISOString().slice(0, 10));
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function fourDigits(number: number): string {
  return String(number).padStart(4, '0');
}
