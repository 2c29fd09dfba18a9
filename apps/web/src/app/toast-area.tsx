import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { currentToasts, subscribeToToasts } from '../shared/ui/toast-store.ts';
import { lazyPart } from '../shared/ui/lazy-part.tsx';

const loadToaster = (): Promise<{ default: ComponentType }> =>
  import('../shared/ui/toaster.tsx').catch((error: unknown) => {
    console.warn('The notification area did not load', error);
    return { default: () => null };
  });
const Toaster = lazyPart(loadToaster);

const NO_TOASTS: ReturnType<typeof currentToasts> = [];
const noToasts = () => NO_TOASTS;

/** Loads at the first touch or toast, and stays so that F8 finds it. */
export function ToastArea() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, noToasts);
  const [wasNeeded, setWasNeeded] = useState(false);
  if (toasts.length > 0 && !wasNeeded) setWasNeeded(true);

  useEffect(() => {
    const mounted = new AbortController();
    const once = { once: true, passive: true, signal: mounted.signal };
    const prepare = () => void loadToaster();
    for (const event of ['pointerdown', 'keydown']) document.addEventListener(event, prepare, once);
    return () => mounted.abort();
  }, []);

  return wasNeeded && <Toaster />;
}
