import { useEffect, useState } from 'react';

const LOOK_AGAIN_MS = 30_000;

/**
 * Updates every half minute and when the page becomes visible: midnight passes on open pages and sleeping
 * phones.
 */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const look = () => setNow(new Date());
    const timer = setInterval(look, LOOK_AGAIN_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return now;
}
