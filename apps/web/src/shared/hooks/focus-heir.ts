import { useCallback, type RefCallback, type RefObject } from 'react';

/** A ref for an element that may disappear while it has the focus. `heir` then gets the focus, without scrolling. */
export function useFocusHeir(heir: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  return useCallback(
    (leaving: HTMLElement) => () => {
      if (leaving.contains(document.activeElement)) heir.current?.focus({ preventScroll: true });
    },
    [heir],
  );
}
