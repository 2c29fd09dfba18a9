import { shortened } from '../../storable-text.ts';

/** Longer texts are cut before they are read. */
const MAX_READ_LENGTH = 2_000;

const ENTITY = /&(?:amp|lt|gt|quot|apos|nbsp|#39);/gi;
const CHARACTERS: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': ' ',
  '&#39;': "'",
};
const MARKUP = /<[/!]?[a-z-][^<>]*>/gi;
/** A server may quote the access URL (SEC-25). */
const USER_OF_URL = /(?<=:\/\/)[^\s/]*@/g;
/** Control characters, and those that reverse the direction of the text behind them. */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns one storable line without markup, control characters and users of URLs. */
export function plainText(text: string): string {
  const read = text
    .slice(0, MAX_READ_LENGTH)
    .replace(ENTITY, (entity) => CHARACTERS[entity.toLowerCase()] ?? entity)
    .replace(MARKUP, ' ')
    .replace(USER_OF_URL, '')
    .replace(INVISIBLE, ' ')
    .replace(/\s+/g, ' ');
  return shortened(read);
}
