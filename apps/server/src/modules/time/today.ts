import { dayInZone, type Day } from '@oinkly/domain/days';

/** Used until the browser reports the user's zone. */
const DEFAULT_TIME_ZONE = 'America/New_York';

export const FIRST_ZONE = 'Pacific/Kiritimati';

export function zoneOf({ timeZone }: { timeZone: string | null }): string {
  return timeZone ?? DEFAULT_TIME_ZONE;
}

export function todayOf(user: { timeZone: string | null }, clock: () => Date): Day {
  return dayInZone(clock(), zoneOf(user));
}
