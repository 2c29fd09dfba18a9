import { PRODUCT_NAME, TAGLINE } from '@oinkly/contract/product';
import { box, color, text, word, type PictureElement, type Style } from './picture-elements.ts';

/* What the pictures of a map and of a circle have in common. */

/** Of an address, per pixel of font size. */
const LETTER_WIDTH = 0.56;
/** Width of the card's border. */
export const BORDER = 2;

/** `Oinkly`, and whose picture this is if they signed it. */
export function wordmark(size: number, owner: string | null): PictureElement {
  return box(
    { alignItems: 'baseline', gap: size * 0.5 },
    word({ fontSize: size }, PRODUCT_NAME),
    ...(owner === null ? [] : [nameOf(owner, { ...text(size * 0.75), maxWidth: size * 10.5 })]),
  );
}

/** A name on one line, with an ellipsis if it is longer. */
export function nameOf(name: string, style: Style): PictureElement {
  return word({ ...style, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }, name);
}

/** The tagline, and where others find the page or the app, in one line each or in one. */
export function footer(
  size: number,
  address: string | null,
  { room, ...style }: Style & { room: number },
): PictureElement {
  const line = (fontSize: number, words: string) => word({ ...text(fontSize), whiteSpace: 'nowrap' }, words);
  return box(
    { alignItems: 'baseline', columnGap: size * 0.5, ...style },
    line(size, TAGLINE),
    // Long hosts get smaller letters.
    ...(address === null ? [] : [line(Math.min(size, room / (address.length * LETTER_WIDTH)), address)]),
  );
}

/** Writes the score and below it the comment in pink. */
export function words(quip: string, fontSize: number, style: Style): PictureElement[] {
  const headline = {
    fontSize,
    lineHeight: 1.08,
    letterSpacing: '-0.022em',
    textWrap: 'balance',
  };
  return sentencesOf(quip).map((sentence, index) =>
    word({ ...headline, ...style, ...(index > 0 && { color: color('--color-pink-deep') }) }, sentence),
  );
}

export function longestOf(quip: string): number {
  return Math.max(...sentencesOf(quip).map(({ length }) => length));
}

function sentencesOf(quip: string): string[] {
  return quip.split(/(?<=[.!?]) /);
}

export function card(style: Style, ...inside: PictureElement[]): PictureElement {
  return box(
    {
      // Positioned elements are painted above all others.
      position: 'relative',
      borderRadius: 36,
      border: `${BORDER}px solid ${color('--color-line')}`,
      backgroundColor: color('--color-card'),
      ...style,
    },
    ...inside,
  );
}
