import type { ReactNode } from 'react';

/** Elements whose content is not text for people. */
const UNREADABLE = /<(script|style|template|svg)\b[^]*?(<\/\1>|$)/gi;

const TAG = /(<\/?\w(?:"[^"]*"|'[^']*'|[^'">])*>)/;

/** The escaped characters, in the order of `&amp; &lt; &gt; &quot; &#39;`. */
const ESCAPED = '&<>"\'';

/**
 * Renders `<strong>` and `<em>` (DB-7, PD-26); null without readable text. The string is never parsed as HTML, even in an inert document:
 * browsers report inline handlers and styles as soon as they parse them, for DOMPurify too. A misread tag only changes the emphasis.
 */
export function statusMarkup(status: string): ReactNode | null {
  const parts = status.replace(UNREADABLE, '').split(TAG);
  if (parts.every((part, index) => index % 2 === 1 || part.trim() === '')) return null;
  let isStrong = false;
  let isEm = false;
  return parts.map((part, index) => {
    if (index % 2 === 1) {
      // Text and tags alternate.
      if (/^<\/?strong\b/i.test(part)) isStrong = part[1] !== '/';
      if (/^<\/?em\b/i.test(part)) isEm = part[1] !== '/';
      return null;
    }
    const text = part.replace(
      /&(?:amp|lt|gt|quot|#39);/g,
      (entity) => ESCAPED['&amp; &lt; &gt; &quot; &#39;'.split(' ').indexOf(entity)] ?? entity,
    );
    const emphasized = isEm && text ? <em key={index}>{text}</em> : text;
    return isStrong && text ? <strong key={index}>{emphasized}</strong> : emphasized;
  });
}
