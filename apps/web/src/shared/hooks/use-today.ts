import { dayInZone, type Day } from '@oinkly/domain/days';
import { browserTimeZone } from './time-zone.ts';
import { useNow } from './use-now.ts';

/** The browser's current day, also after midnight on an open page. */
export function useToday(): Day {
  return dayInZone(useNow(), browserTimeZone());
}
