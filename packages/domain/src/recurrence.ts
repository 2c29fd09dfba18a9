import { dayOfMonth, yearOf, type Day } from './days.ts';

/*
 * A recurring expense repeats on a day of the month from 1 to 31 (PD-31). A month is named by its first day. In the calendar's last
 * months, results can be invalid: check them with `isDay`.
 */

/** Past occurrences are added, and a mistyped year would add centuries of them. */
const SERIES_REACH_YEARS = 2;

export function earliestSeriesStart(today: Day): Day {
  return occurrenceIn(
    `${fourDigits(yearOf(today) - SERIES_REACH_YEARS)}${monthOf(today).slice(4)}`,
    dayOfMonth(today),
  );
}

export function monthOf(day: Day): Day {
  return `${day.slice(0, 8)}01`;
}

/** The occurrence in `month`: on the last day if the month is too short. */
export function occurrenceIn(month: Day, recursOn: number): Day {
  return `${month.slice(0, 8)}${twoDigits(Math.min(recursOn, daysIn(month)))}`;
}

export function occurrenceOnOrAfter(day: Day, recursOn: number): Day {
  const ofThisMonth = occurrenceIn(monthOf(day), recursOn);
  return ofThisMonth >= day ? ofThisMonth : occurrenceInMonthAfter(day, recursOn);
}

export function occurrenceInMonthAfter(day: Day, recursOn: number): Day {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const next =
    month === 12 ? `${fourDigits(year + 1)}-01-01` : `${day.slice(0, 4)}-${twoDigits(month + 1)}-01`;
  return occurrenceIn(next, recursOn);
}

/** Lists them, oldest first, both ends included. */
export function occurrencesThrough(first: Day, last: Day, recursOn: number): Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last; day = occurrenceInMonthAfter(day, recursOn)) days.push(day);
  return days;
}

function daysIn(month: Day): number {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))];
  // `Date.UTC` reads years before 100 as 1900 and later. Years repeat their leap years every 400.
  const last = new Date(Date.UTC(2000 + (year % 400), number, 0));
  return dayOfMonth(last.toISOString().slice(0, 10));
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function fourDigits(number: number): string {
  return String(number).padStart(4, '0');
}
