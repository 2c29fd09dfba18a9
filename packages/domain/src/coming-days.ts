import { addDays, type Day } from './days.ts';
import { monthOf, occurrencesThrough } from './recurrence.ts';

/** A payment that is due every month. The amount has the sign that the user entered or the bank reported. */
export interface MonthlyDue {
  id: string;
  name: string;
  /** Of the next one, which can differ. */
  next: { day: Day; amountCents: number };
  followingOn: Day;
  amountCents: number;
  /** From 1 to 31, later clamped to the month. */
  dayOfMonth: number;
}

export interface ComingDay {
  id: string;
  name: string;
  /** The first day of the month in which it is due, also if it moved or is late. */
  month: Day;
  day: Day;
  amountCents: number;
}

/** Lists what is due until `last`, inclusive, first due first. Cost: n log n in the payments and their months. */
export function comingDays(due: readonly MonthlyDue[], last: Day): ComingDay[] {
  const all = due.flatMap(({ id, name, next, followingOn, amountCents, dayOfMonth }) => [
    ...(next.day <= last ? [{ id, name, month: monthBefore(followingOn), ...next }] : []),
    ...occurrencesThrough(followingOn, last, dayOfMonth).map((day) => ({
      id,
      name,
      month: monthOf(day),
      day,
      amountCents,
    })),
  ]);
  return all.toSorted((a, b) => a.day.localeCompare(b.day) || a.name.localeCompare(b.name));
}

function monthBefore(day: Day): Day {
  return monthOf(addDays(monthOf(day), -1));
}
