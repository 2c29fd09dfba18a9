import { dayInZone, type Day } from '@oinkly/domain/days';
import { browserTimeZone } from './time-zone.ts';
import { useNow } from './use-now.ts';

export function useToday(): Day {
  return dayInZone(useNow(), browserTimeZone());
}
