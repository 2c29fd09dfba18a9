import { useEffect, useEffectEvent, useId, useRef } from 'react';

/** Gives the dialog a history entry. An entry buried by a navigation stays; it shows the same page. */
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
      // Later, because closing may navigate in the same turn, and React mounts twice in development.
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
