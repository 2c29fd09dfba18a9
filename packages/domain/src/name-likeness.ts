/**
 * How alike two names of a merchant are. `clear`: nobody would doubt that they mean one; `close`: they may; `none`: nothing says so.
 */
export type NameLikeness = 'clear' | 'close' | 'none';

/** Words that a bank or a card reader puts around a merchant's name, and those that any merchant may have in it. */
const NOISE = new Set(
  'the and of at inc llc ltd corp co com www sq sp tst pos pp paypal debit card checkcard purchase payment recurring store shop'.split(
    ' ',
  ),
);

/** So many letters say which merchant is meant; fewer are the beginning of too many names. */
const FEWEST_LETTERS = 4;
const FEWEST_LETTERS_OF_WORD = 3;
/** Two words with so many of their pairs of letters in common are one word with a slip. */
const SHARE_OF_SLIP = 0.75;

/**
 * Compares what a person calls a merchant with what a bank calls it: without case, accents, punctuation, numbers of shops and the words
 * of card readers. `clear` when one is the other or its beginning, word by word (`Trader Joe's`, `TRADER JOES #552 SEATTLE WA`), `close`
 * when a word of one is a word of the other, its beginning or the same with a slip.
 */
export function compareNames(one: string, other: string): NameLikeness {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.length === 0 || b.length === 0) return plain(one) === plain(other) ? 'clear' : 'none';
  if (beginsWith(a, b) || beginsWith(b, a)) return 'clear';
  return a.some((word) => b.some((told) => isLike(word, told))) ? 'close' : 'none';
}

/** The words that say who it is; when there are no others, all of them. */
function wordsOf(name: string): string[] {
  const words = plain(name)
    .replace(/(?<=\p{L})['’`&](?=\p{L})/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /^\p{L}+$/u.test(word));
  const significant = words.filter((word) => !NOISE.has(word));
  return significant.length > 0 ? significant : words;
}

function plain(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
}

/** Whether the first words of `long` are those of `short`, wherever the spaces stand. */
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

/** The share of pairs of neighbouring letters that two words have in common (Dice's coefficient). */
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
