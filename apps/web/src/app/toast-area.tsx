import { Component, lazy, Suspense, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { currentToasts, subscribeToToasts } from '../shared/ui/toast-store.ts';

const loadToaster = () => import('../shared/ui/toaster.tsx');
const Toaster = lazy(loadToaster);

/**
 * The notification area, loaded apart from the first page: at the first sign of a hand on the page, or at the first toast.
 * Once there it stays, so that F8 finds it.
 */
export function ToastArea() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  const [wasNeeded, setWasNeeded] = useState(false);
  if (toasts.length > 0 && !wasNeeded) setWasNeeded(true);

  useEffect(() => {
    const prepare = () => {
      loadToaster().catch((error: unknown) => console.warn('The notification area did not load', error));
    };
    const mounted = new AbortController();
    const once = { once: true, passive: true, signal: mounted.signal };
    document.addEventListener('pointerdown', prepare, once);
    document.addEventListener('keydown', prepare, once);
    return () => mounted.abort();
  }, []);

  if (!wasNeeded) return null;
  return (
    <Silent>
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </Silent>
  );
}

/** Without its code the area stays empty; the page itself goes on. React logs the error. */
class Silent extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
