import { useEffect, type RefObject } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';

/** A history state: the page should focus its search. */
export const FIND_AN_EXPENSE = 'find-an-expense';

export function useFocusToFind(field: RefObject<HTMLInputElement | null>): void {
  const state = useHistoryState<unknown>();
  useEffect(() => {
    if (state === FIND_AN_EXPENSE) field.current?.focus();
  }, [state, field]);
}
