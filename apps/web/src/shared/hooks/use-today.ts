import { dayInZone, type Day } from '@oinkly/domain/days';
import { browserTimeZone } from './time-zone.ts';
import { useNow } from './use-now.ts';

/** The day that it is where the browser is; midnight passes on an open page. */
export function useToday(): Day {
  return dayInZone(useNow(), browserTimeZone());
}
