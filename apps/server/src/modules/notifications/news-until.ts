import { addDays, startOfDayInZone } from '@oinkly/domain/days';
import type { NotificationRow } from './notifications.queries.ts';

const NEWS_FOR_MS = 24 * 60 * 60_000;

/** Until when devices and places get it, in ms since 1970. On Monday, 'this week' is another one, and whether it was kept is known. */
export function newsUntil({ event, createdAt }: NotificationRow, zone: string): number {
  const aDayLater = createdAt.getTime() + NEWS_FOR_MS;
  return event.kind === 'budget' || (event.kind === 'friend' && event.pact === 'kept')
    ? Math.min(aDayLater, startOfDayInZone(addDays(event.weekStart, 7), zone).getTime())
    : aDayLater;
}
