import { dayInZone, type Day } from '@oinkly/domain/days';

/** Used until the browser reports the user's zone. */
const DEFAULT_TIME_ZONE = 'America/New_York';

/** The zone in which days begin first. */
export const FIRST_ZONE = 'Pacific/Kiritimati';

/** The time zone that decides a user's days (PD-2). */
export function zoneOf({ timeZone }: { timeZone: string | null }): string {
  return timeZone ?? DEFAULT_TIME_ZONE;
}

/** The user's current calendar day (PD-2). */
export function todayOf(user: { timeZone: string | null }, clock: () => Date): Day {
  return dayInZone(clock(), zoneOf(user));
}
