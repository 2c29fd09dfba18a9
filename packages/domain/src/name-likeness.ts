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

/** What follows is cut, so that no name costs much. */
const MAX_READ_LENGTH = 200;
const MAX_WORDS = 15;
const MAX_WORD_LENGTH = 30;

/**
 * `clear` if one name equals or starts the other, word by word (`Trader Joe's`, `TRADER JOES #552 SEATTLE WA`); `close` if they share a
 * word, its beginning, or the word with a typo.
 */
export function compareNames(one: string, other: string): NameLikeness {
  return compareReadNames(readName(one), readName(other));
}

/**
 * As `compareNames`, for names that are compared several times.
 * Cost: the same for all names, because long ones are cut.
 */
export function compareReadNames(a: ReadName, b: ReadName): NameLikeness {
  if (a.beginnings.has(b.whole) || b.beginnings.has(a.whole)) return 'clear';
  return a.words.some((word) => b.words.some((candidate) => word.isLike(candidate))) ? 'close' : 'none';
}

/** A name, taken apart for comparisons. */
export interface ReadName {
  words: readonly Word[];
  /** Without spaces. A name clearly matches each one that begins with it. */
  whole: string;
  beginnings: ReadonlySet<string>;
}

export function readName(name: string): ReadName {
  const text = plain(name.slice(0, MAX_READ_LENGTH));
  const words = wordsOf(text);
  // Starts with a space, so it never equals joined words.
  if (words.length === 0) return { words: [], whole: ` ${text}`, beginnings: new Set([` ${text}`]) };
  const joined = words.join('');
  let length = 0;
  const beginnings = words.slice(0, MAX_WORDS).map((word) => {
    length += word.length;
    return singular(joined.slice(0, length));
  });
  const isShort = singular(joined).length < FEWEST_LETTERS;
  // A short name matches only itself.
  const whole = isShort ? `=${joined}` : singular(joined);
  return {
    words: words.slice(0, MAX_WORDS).map((word) => new Word(word)),
    whole,
    beginnings: new Set([...beginnings, whole]),
  };
}

/** The names that were compared before. */
export class ReadNames {
  readonly #known = new Map<string, ReadName>();

  of(name: string): ReadName {
    const known = this.#known.get(name);
    if (known) return known;
    const read = readName(name);
    this.#known.set(name, read);
    return read;
  }
}

/** The distinctive words of a plain text, or all if there are none. */
function wordsOf(text: string): string[] {
  const words = text
    .replace(/(?<=\p{L})['’`&](?=\p{L})/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /^\p{L}+$/u.test(word));
  const significant = words.filter((word) => !NOISE.has(word));
  return significant.length > 0 ? significant : words;
}

function plain(name: string): string {
  return withoutAccents(name).trim().toLowerCase();
}

function singular(word: string): string {
  return word.replace(/(?<=..)s$/u, '');
}

class Word {
  readonly #text: string;
  #pairs: LetterPairs | undefined;

  constructor(text: string) {
    this.#text = text.slice(0, MAX_WORD_LENGTH);
  }

  isLike(other: Word): boolean {
    const [short, long] = this.#text.length <= other.#text.length ? [this, other] : [other, this];
    if (short.#text === long.#text) return short.#text.length >= FEWEST_LETTERS_OF_WORD;
    if (short.#text.length < FEWEST_LETTERS) return false;
    return long.#text.startsWith(short.#text) || short.#shareOfPairs(long) >= SHARE_OF_SLIP;
  }

  /** Dice's coefficient of the words' neighboring letters. */
  #shareOfPairs(other: Word): number {
    const [pairs, others] = [this.#countPairs(), other.#countPairs()];
    let common = 0;
    for (const [pair, count] of pairs.counts) common += Math.min(count, others.counts.get(pair) ?? 0);
    return (2 * common) / (pairs.total + others.total);
  }

  #countPairs(): LetterPairs {
    if (this.#pairs) return this.#pairs;
    const letters = Array.from(this.#text);
    const pairs = letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);
    const counts = new Map<string, number>();
    for (const pair of pairs) counts.set(pair, (counts.get(pair) ?? 0) + 1);
    this.#pairs = { counts, total: pairs.length };
    return this.#pairs;
  }
}

interface LetterPairs {
  counts: ReadonlyMap<string, number>;
  total: number;
}
