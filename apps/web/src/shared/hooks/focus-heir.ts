import { useCallback, type RefCallback, type RefObject } from 'react';

/**
 * A ref for an element that may go while the focus is in it: `heir` gets the focus then, which would fall to the body, and what is on the
 * screen stays where it is. Whoever has the focus elsewhere keeps it.
 */
export function useFocusHeir(heir: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  return useCallback(
    (leaving: HTMLElement) => () => {
      if (leaving.contains(document.activeElement)) heir.current?.focus({ preventScroll: true });
    },
    [heir],
  );
}
