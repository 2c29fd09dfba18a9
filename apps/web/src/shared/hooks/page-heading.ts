import { DOCUMENT_TITLE, PRODUCT_NAME } from '@oinkly/contract/product';
import { createContext, useContext, useEffect, useRef, type RefObject } from 'react';

/** Stores that the heading of `path` is on the page. Returns whether the route has changed since the last one. */
export type NoteHeading = (path: string) => boolean;

/** Remembers the path of the last heading. The first heading of a page is no change of route. */
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
 * Sets the document's title to `title` and the product's name (to the product's own title when it is empty), and moves the
 * focus to the heading when the route has changed since the last heading. The first page keeps the focus where it is.
 */
export function usePageHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const noteHeading = useContext(NoteHeadingContext);

  useEffect(() => {
    document.title = title === '' ? DOCUMENT_TITLE : `${title} · ${PRODUCT_NAME}`;
  }, [title]);

  useEffect(() => {
    if (noteHeading(window.location.pathname)) heading.current?.focus();
  }, [noteHeading]);

  return heading;
}
