import { DOCUMENT_TITLE, PRODUCT_NAME } from '@oinkly/contract/product';
import { createContext, useContext, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Returns whether the route changed since the last heading. */
export type NoteHeading = (path: string) => boolean;

/** The first heading is no change of route. */
export function createHeadingNotes(): NoteHeading {
  let lastPath: string | null = null;
  return (path) => {
    const hasChanged = lastPath !== null && lastPath !== path;
    lastPath = path;
    return hasChanged;
  };
}

export const NoteHeadingContext = createContext<NoteHeading>(() => false);

/**
 * Sets the document's title (an empty one to the product's) and focuses the heading after a change of route.
 */
export function usePageHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const noteHeading = useContext(NoteHeadingContext);

  useEffect(() => {
    document.title = title === '' ? DOCUMENT_TITLE : `${title} · ${PRODUCT_NAME}`;
  }, [title]);

  // Before the paint, because the focus scrolls.
  useLayoutEffect(() => {
    if (noteHeading(window.location.pathname)) heading.current?.focus();
  }, [noteHeading]);

  return heading;
}
