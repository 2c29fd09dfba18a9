import { useCallback, type RefCallback, type RefObject } from 'react';

/**
 * A ref for an element that may disappear while it has the focus, which then moves to `focusFallback` without
 * scrolling.
 */
export function useFocusFallback(focusFallback: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  return useCallback(
    (leaving: HTMLElement) => () => {
      if (leaving.contains(document.activeElement)) focusFallback.current?.focus({ preventScroll: true });
    },
    [focusFallback],
  );
}
