import { PRODUCT_NAME } from '@oinkly/contract/product';
import { comingDays, type ComingDay, type MonthlyDue } from '@oinkly/domain/coming-days';
import { addDays, dayInZone, type Day } from '@oinkly/domain/days';
import { formatUsd } from '@oinkly/domain/money';
import { occurrenceInMonthAfter } from '@oinkly/domain/recurrence';
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { readRecurring, type RecurringView } from '../expenses/index.ts';
import { todayOf, zoneOf } from '../time/index.ts';
import type { CurrentToken } from './personal-tokens.service.ts';

/** Three months. */
const REACH_DAYS = 92;
/** How often calendars are asked to look. */
const REFRESH_SECONDS = 6 * 60 * 60;

/**
 * Writes what is due in the next three months as all-day events, with sums if the token says so, and the day on which the token ends.
 * Cost: that of `readRecurring`.
 */
export async function writeComingCalendar(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  { token, user }: CurrentToken,
): Promise<string> {
  const { host, origin } = deps.publicUrl;
  const today = todayOf(user, deps.clock);
  const coming = comingDays(dueOf(await readRecurring(deps, user)), addDays(today, REACH_DAYS));
  const hasAmounts = token.scopes.includes('calendar:amounts');
  const calendar = ical({
    name: `${PRODUCT_NAME}: coming up`,
    prodId: { company: PRODUCT_NAME, product: 'Coming up', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  // Of the day, so that nothing seems changed within it.
  const stamp = new Date(today);
  const add = (id: string, day: Day, summary: string, url: string) =>
    calendar.createEvent({
      id: `${id}@${host}`,
      stamp,
      start: new Date(day),
      allDay: true,
      summary,
      url,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  for (const one of coming)
    add(`${uidOf(one)}-${one.month}`, one.day, summaryOf(one, hasAmounts), `${origin}/expenses`);
  const lastDay = dayInZone(token.expiresAt, zoneOf(user));
  add(token.id, lastDay, `${PRODUCT_NAME}: this calendar ends`, `${origin}/my-account/security`);
  return calendar.toString();
}

function dueOf({ series, merchants }: RecurringView): MonthlyDue[] {
  return [
    ...series.map(({ series: { id, name, amountCents, dayOfMonth, nextOn }, next }) => ({
      id,
      name,
      next,
      // One that is stored may have been moved to another month.
      followingOn: next.expenseId === null ? occurrenceInMonthAfter(next.day, dayOfMonth) : nextOn,
      amountCents,
      dayOfMonth,
    })),
    ...merchants
      .filter(({ isConfirmed }) => isConfirmed)
      .map(({ latest: { merchantKey, name, amountCents }, expectedOn, followingOn, dayOfMonth }) => ({
        id: merchantKey,
        name,
        next: { day: expectedOn, amountCents },
        followingOn,
        amountCents,
        dayOfMonth,
      })),
  ];
}

function summaryOf({ name, amountCents }: ComingDay, hasAmounts: boolean): string {
  return hasAmounts ? `${name}, ${formatUsd(Math.abs(amountCents))}` : name;
}

/** A merchant's key may hold any character. */
function uidOf({ id }: ComingDay): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32);
}
