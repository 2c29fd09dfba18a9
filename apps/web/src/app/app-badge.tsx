import { useEffect, useState } from 'react';
import { hasAppBadge } from '../shared/app-badge.ts';
import { lazyPart } from '../shared/ui/lazy-part.tsx';

const ThingsOnIcon = lazyPart(() => import('../features/expenses/checks/things-on-icon.tsx'));

/** Shows the number of things to check on the installed app's icon. A page that can't load its code goes without. */
export function AppBadge() {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (hasAppBadge()) void ThingsOnIcon.preload().then((part) => setIsLoaded(part !== null));
  }, []);
  return isLoaded && <ThingsOnIcon />;
}
