import { addMonths, type Day, dayInZone, daysBetween, monthOf } from '@oinkly/test-banks/day';

/** Both emulators' default. */
const timeZone = 'America/Los_Angeles';
const millisecondsPerDay = 86_400_000;
/** The banks write each day that passes, so a longer jump would keep a first answer waiting for minutes. */
const MAX_DAYS_AWAY = 5 * 365;
export const MAX_OFFSET_MS = MAX_DAYS_AWAY * millisecondsPerDay;

/** The banks' clock: real time plus whole days. */
export interface LabClock {
  now(): Date;
  /** The banks' calendar day. */
  today(): Day;
  /** How far it is ahead of real time; negative behind it. */
  offsetDays(): number;
  /** Throws RangeError for a day more than five years from now. */
  moveTo(day: Day): void;
  /** Throws RangeError as `moveTo` does. */
  moveBy(days: number): void;
}

export function createClock({
  realTime,
  offsetMs,
  save,
}: {
  realTime: () => Date;
  offsetMs: number;
  save: (offsetMs: number) => void;
}): LabClock {
  let currentMs = offsetMs;

  function moveBy(days: number): void {
    const wantedMs = currentMs + days * millisecondsPerDay;
    if (Math.abs(wantedMs) > MAX_OFFSET_MS) {
      throw new RangeError('Choose a day within five years of the real one.');
    }
    save(wantedMs);
    currentMs = wantedMs;
  }

  const now = () => new Date(realTime().getTime() + currentMs);
  const today = () => dayInZone(now(), timeZone);
  return {
    now,
    today,
    offsetDays: () => currentMs / millisecondsPerDay,
    moveBy,
    moveTo(day) {
      moveBy(daysBetween(today(), day));
      // Just after midnight, a change of the clocks in between leads to the day before.
      moveBy(daysBetween(today(), day));
    },
  };
}

/** The 1st of the month after a day's. */
export function firstOfNextMonth(day: Day): Day {
  return `${addMonths(monthOf(day), 1)}-01`;
}

/** Noon UTC of a day as epoch seconds, which is what SimpleFIN's banks send. */
export function noonOf(day: Day): number {
  return Date.parse(`${day}T12:00:00Z`) / 1000;
}
