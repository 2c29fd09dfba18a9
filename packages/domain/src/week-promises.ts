import { addDays, dayInZone, hourInZone, isDay, type Day } from './days.ts';
import { weekEndOf, weekStartOf } from './weeks.ts';

/** The running week can be promised until Wednesday (PD-106). */
const DAYS_TO_PROMISE = 3;

/** From this hour of a week's last day, in the user's zone, partners are told that they both made it (PD-106). */
const EVENING_HOUR = 20;
/** From this hour on, no one waits for a partner farther west. */
const LAST_HOUR = 23;

/**
 * Returns the Monday of the week that a user is asked to promise today; null from Thursday on, once it or a later one is promised or declined,
 * and without `circle`: a friend on the board or a guest.
 */
export function weekToPromise(
  today: Day,
  answered: { promisedWeek: Day | null; declinedWeek: Day | null },
  circle: { hasOthers: boolean },
): Day | null {
  const week = weekStartOf(today);
  const isAnswered = [answered.promisedWeek, answered.declinedWeek].some(
    (one) => one !== null && one >= week,
  );
  return circle.hasOthers && !isAnswered && today < addDays(week, DAYS_TO_PROMISE) ? week : null;
}

/** Returns the Monday that the token of a mailed promise names, which is not proven yet; null if it names none. */
export function weekOfPromiseToken(token: string): Day | null {
  const [week = ''] = token.split('.');
  return isDay(week) && weekStartOf(week) === week ? week : null;
}

/** Whether a promise is about the week that runs today. */
export function isInThisWeek(promisedWeek: string | null, today: Day): boolean {
  return promisedWeek === weekStartOf(today);
}

/** Whether a week's last evening has begun in the zone, or is over. */
export function hasEveningCome(week: Day, now: Date, zone: string): boolean {
  const [today, lastDay] = [dayInZone(now, zone), weekEndOf(week)];
  return today > lastDay || (today === lastDay && hourInZone(now, zone) >= EVENING_HOUR);
}

/** Whether it is time to tell a user of a week that ends this evening. It depends on zones alone, so it says nothing of anyone's week. Cost: n in the zones. */
export function isTimeToTell(week: Day, now: Date, zone: string, partnerZones: readonly string[]): boolean {
  return (
    hourInZone(now, zone) >= LAST_HOUR ||
    partnerZones.every((partners) => hasEveningCome(week, now, partners))
  );
}

/** Returns the Monday of the week that ends this evening in the zone; null at any other time. */
export function weekEndingThisEvening(now: Date, zone: string): Day | null {
  const today = dayInZone(now, zone);
  const week = weekStartOf(today);
  return today === weekEndOf(week) && hourInZone(now, zone) >= EVENING_HOUR ? week : null;
}
