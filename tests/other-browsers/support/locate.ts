import type * as Library from '@testing-library/dom';
import type { Point } from './browser-driver.ts';

/** A text of the page: exactly, or by a pattern. */
export type Words = string | { source: string; flags: string };

/** What a person looks for on a page, as JSON. */
export type Target = (
  { by: 'role'; role: string; name?: Words } | { by: 'label' | 'text' | 'placeholder'; words: Words }
) & { within?: Target; containing?: Words };

/** What is at a target. */
export interface Found {
  texts: string[];
  /** Of the first element, if it is a link. */
  href: string | null;
  /** Whether the first element has the focus. */
  isFocused: boolean;
}

/** Where to press a target, or why a person could not press it. */
export type Spot = Point | { problem: string };

declare global {
  interface Window {
    /** Missing in a new document. */
    TestingLibraryDom?: typeof Library;
  }
}

/**
 * Finds the visible elements of a target as assistive technology names them; for a press, scrolls to the only one. Runs in the page, so it
 * uses nothing outside of itself.
 */
export function locate(target: Target, isForPress: boolean): { found: Found; spot: Spot } | null {
  const library = window.TestingLibraryDom;
  if (!library) return null;
  const matcher = (words: Words) =>
    typeof words === 'string' ? words : new RegExp(words.source, words.flags);
  const holds = (content: string, words: Words) =>
    typeof words === 'string' ? content.includes(words) : new RegExp(words.source, words.flags).test(content);
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const find = (wanted: Target): HTMLElement[] => {
    const places = wanted.within ? find(wanted.within) : [document.body];
    const elements = [...new Set(places.flatMap((place) => findIn(place, wanted)))].filter(isVisible);
    const { containing } = wanted;
    return containing === undefined
      ? elements
      : elements.filter(({ textContent }) => holds(textContent, containing));
  };
  const findIn = (place: HTMLElement, wanted: Target): HTMLElement[] => {
    switch (wanted.by) {
      case 'role':
        return library.queryAllByRole(
          place,
          wanted.role,
          wanted.name === undefined ? {} : { name: matcher(wanted.name) },
        );
      case 'label':
        return library.queryAllByLabelText(place, matcher(wanted.words));
      case 'placeholder':
        return library.queryAllByPlaceholderText(place, matcher(wanted.words));
      case 'text':
        return library.queryAllByText(place, matcher(wanted.words));
    }
  };
  const spotOf = (element: HTMLElement): Spot => {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { x, y, width, height } = element.getBoundingClientRect();
    const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    if (element.matches(':disabled')) return { problem: 'is disabled' };
    const top = document.elementFromPoint(point.x, point.y);
    if (top === null) return { problem: 'is out of sight' };
    const isReached = element.contains(top) || top.closest('label')?.control === element;
    return isReached ? point : { problem: `is covered by ${top.outerHTML.slice(0, 200)}` };
  };
  const elements = find(target);
  const [element] = elements;
  const found = {
    texts: elements.map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim()),
    href: element instanceof HTMLAnchorElement ? element.href : null,
    isFocused: document.activeElement === element,
  };
  if (element && elements.length === 1 && isForPress) return { found, spot: spotOf(element) };
  return { found, spot: { problem: `is there ${elements.length} times` } };
}
