import { useEffect, useEffectEvent, useId, useRef } from 'react';

/**
 * Makes the browser's Back close a dialog instead of leaving the page. While the dialog is mounted, an entry of its own stands in the
 * history; it goes again when the dialog closes in another way. If a navigation has buried it, it stays: it shows the same page.
 */
export function useCloseOnBack(onClose: () => void): void {
  const key = useId();
  const isMounted = useRef(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    isMounted.current = true;
    if (dialogOfEntry() !== key) window.history.pushState({ dialog: key }, '');
    const listen = () => {
      if (dialogOfEntry() !== key) close();
    };
    window.addEventListener('popstate', listen);
    return () => {
      isMounted.current = false;
      window.removeEventListener('popstate', listen);
      // Not at once: what closed the dialog may navigate in the same turn, and in development React mounts twice.
      setTimeout(() => {
        if (!isMounted.current && dialogOfEntry() === key) window.history.back();
      });
    };
  }, [key]);
}

function dialogOfEntry(): unknown {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'dialog' in state ? state.dialog : null;
}
