import { withoutAccents } from './without-accents.ts';

/** `clear`: obviously the same merchant; `close`: possibly the same. */
export type NameLikeness = 'clear' | 'close' | 'none';

/** Words of banks and card readers, and words that many merchants share. */
const NOISE = new Set(
  'the and of at inc llc ltd corp co com www sq sp tst pos pp paypal debit card checkcard purchase payment recurring store shop'.split(
    ' ',
  ),
);

/** A shorter word matches the start of too many names. */
const FEWEST_LETTERS = 4;
const FEWEST_LETTERS_OF_WORD = 3;
/** Words that share this many letter pairs are one word with a typo. */
const SHARE_OF_SLIP = 0.75;

/**
 * `clear` if one name equals or starts the other, word by word (`Trader Joe's`, `TRADER JOES #552 SEATTLE WA`); `close` if they share a
 * word, its beginning, or the word with a typo.
 */
export function compareNames(one: string, other: string): NameLikeness {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.length === 0 || b.length === 0) return plain(one) === plain(other) ? 'clear' : 'none';
  if (beginsWith(a, b) || beginsWith(b, a)) return 'clear';
  return a.some((word) => b.some((candidate) => isLike(word, candidate))) ? 'close' : 'none';
}

/** The distinctive words, or all if there are none. */
function wordsOf(name: string): string[] {
  const words = plain(name)
    .replace(/(?<=\p{L})['’`&](?=\p{L})/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /^\p{L}+$/u.test(word));
  const significant = words.filter((word) => !NOISE.has(word));
  return significant.length > 0 ? significant : words;
}

function plain(name: string): string {
  return withoutAccents(name).trim().toLowerCase();
}

/** Whether `long` starts with the words of `short`, ignoring spaces. */
function beginsWith(long: readonly string[], short: readonly string[]): boolean {
  const wanted = singular(short.join(''));
  if (wanted.length < FEWEST_LETTERS && long.join('') !== short.join('')) return false;
  return long.some((_, index) => singular(long.slice(0, index + 1).join('')) === wanted);
}

function singular(word: string): string {
  return word.replace(/(?<=..)s$/u, '');
}

function isLike(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short === long) return short.length >= FEWEST_LETTERS_OF_WORD;
  if (short.length < FEWEST_LETTERS) return false;
  return long.startsWith(short) || shareOfPairs(short, long) >= SHARE_OF_SLIP;
}

/** Dice's coefficient of the words' neighboring letters. */
function shareOfPairs(a: string, b: string): number {
  const [pairs, left] = [pairsOf(a), pairsOf(b)];
  const total = pairs.length + left.length;
  let common = 0;
  for (const pair of pairs) {
    const index = left.indexOf(pair);
    if (index === -1) continue;
    left.splice(index, 1);
    common += 1;
  }
  return (2 * common) / total;
}

function pairsOf(word: string): string[] {
  const letters = Array.from(word);
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);
}
