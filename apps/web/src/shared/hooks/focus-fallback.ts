import { useCallback, type RefCallback, type RefObject } from 'react';

/** For an element that may disappear with the focus, which then moves to `focusFallback` without scrolling. */
export function useFocusFallback(focusFallback: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  return useCallback(
    (leaving: HTMLElement) => () => {
      if (leaving.contains(document.activeElement)) focusFallback.current?.focus({ preventScroll: true });
    },
    [focusFallback],
  );
}
