import { dayInZone, type Day } from '@oinkly/domain/days';

/** The zone that decides which day is today until a browser has sent the user's own. */
const DEFAULT_TIME_ZONE = 'America/New_York';

/** The zone whose days are the user's (PD-2). */
export function zoneOf({ timeZone }: { timeZone: string | null }): string {
  return timeZone ?? DEFAULT_TIME_ZONE;
}

/** The calendar day it is for the user now (PD-2). */
export function todayOf(user: { timeZone: string | null }, clock: () => Date): Day {
  return dayInZone(clock(), zoneOf(user));
}
