import { dayInZone, type Day } from '@oinkly/domain/days';
import { useNow, useTimeZone } from './use-now.ts';

export function useToday(): Day {
  return dayInZone(useNow(), useTimeZone());
}
