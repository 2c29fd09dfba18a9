import { createContext, useContext, useEffect, useState } from 'react';
import { browserTimeZone } from './time-zone.ts';

const LOOK_AGAIN_MS = 30_000;

/** What the page takes for now, and where. */
export interface PageTime {
  now: Date;
  timeZone: string;
}

export const PageTimeContext = createContext<PageTime | null>(null);

/**
 * The time of the whole page: first `drawnAt`, if the server has drawn it, then the device's. Updates every half minute and when the
 * page becomes visible: midnight passes on open pages and sleeping phones.
 */
export function usePageTime(drawnAt: PageTime | null): PageTime {
  const [time, setTime] = useState(() => drawnAt ?? deviceTime());
  useEffect(() => {
    const look = () => setTime(deviceTime());
    const device = deviceTime();
    // Only then, because a new time draws the page again.
    if (drawnAt && (drawnAt.timeZone !== device.timeZone || !isRecent(drawnAt.now, device.now))) look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [drawnAt]);
  return time;
}

export function useNow(): Date {
  return useTimeOfPage().now;
}

export function useTimeZone(): string {
  return useTimeOfPage().timeZone;
}

/** The device's time as a fallback would let the server draw another time than the browser. */
function useTimeOfPage(): PageTime {
  const time = useContext(PageTimeContext);
  if (!time) throw new Error('PageTimeContext has no value here');
  return time;
}

function deviceTime(): PageTime {
  return { now: new Date(), timeZone: browserTimeZone() };
}

function isRecent(then: Date, now: Date): boolean {
  return Math.abs(now.getTime() - then.getTime()) < LOOK_AGAIN_MS;
}
