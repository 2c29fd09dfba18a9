import type { ExpenseCategory } from '../expense-categories.ts';
import { withoutAccents } from '../without-accents.ts';
import { MERCHANTS } from './merchant-table.ts';
import { US_CITIES, US_STATES } from './us-places.ts';

/** What a bank's text says of who was paid. */
export interface Merchant {
  /** As people read it; never empty if the text is not. */
  name: string;
  /** Null for an unknown merchant. */
  category: ExpenseCategory | null;
}

export type KnownMerchant = Merchant & { category: ExpenseCategory };

/** Texts of banks are shorter. A file or a server may send more (SEC-22). */
const LONGEST_TEXT = 200;
const MOST_WORDS_OF_A_NAME = 5;
const MOST_WORDS_OF_A_CITY = 3;

/** They begin other names too, so what follows must be a place, a number or the end. */
const ORDINARY_WORDS = new Set(
  `giant lucky smiths acme dillons weis ralphs jewel ingles sprouts checkers sonic subway shell gulf marathon pilot clipper orca ventra lime
  mobil arco speedway valero sinclair peacock pandora steam valve regal amc twitch cricket spectrum optimum frontier kaiser target gap ross
  staples goodwill burlington delta united southwest southwes chase lowes outback culver optum michaels academy express equinox crunch
  national budget enterprise avis hertz dish att dte sce bp 76 qt cta path moes cava firestone nike patagonia zara hims harrys marshalls
  menards visible allen dominion`.split(/\s+/),
);

/** Words around a merchant's name that say nothing of it. */
const NOISE = new Set(
  'store stores shop inc llc corp ltd com www online usa us purchase web pmts pmt pymt payment payments bill autopay recurring ach ppd id des indn co oil service station supermarket pharmacy super center supercenter mktp mktpl pos debit'.split(
    ' ',
  ),
);

/** How banks introduce a purchase, and how payment processors do, such as `SQ *`. */
const INTRODUCTIONS = [
  /^(?:pos|point of sale|visa|mc|mastercard|debit|check|dbt|ach|card|contactless|signature|pin|recurring|preauthorized|non-pin|web)(?: (?:pos|visa|dda|card|debit|credit|purchase|pur|crd|payment|pmt|withdrawal|transaction|authorized on|auth))+[ :-]+(?:\d{1,2}\/\d{1,2}(?:\/\d{2,4})? +)?/i,
  /^(?:checkcard|purchase|pur|paymnt|debit|withdrawal)[ :-]+(?:authorized on )?(?:\d{1,2}\/?\d{2}(?:\/\d{2,4})? +)?/i,
  /^(?:sq|tst|pp|py|in|sp|bt|cke|dd|zsk|ezc|fsp|gglpay|wpy|clover|toast|square|paypal|sumup|izettle|zettle|stripe|ls|vend|google|apl|apl pay|aplpay|ic)[ .]?\* ?/i,
  /^(?:sq|tst)-+ ?/i,
  /^SP (?=[A-Z])/,
  // A card's last digits.
  /^(?:card )?x+\d+ +/i,
];

const KNOWN = new Map<string, KnownMerchant>();
for (const [category, lines] of Object.entries(MERCHANTS)) {
  for (const line of lines.trim().split('\n')) {
    const [name = '', aliases = ''] = line.trim().split(': ');
    for (const alias of [name, ...aliases.split(', ')]) {
      const key = wordsOf(alias).join('');
      if (key !== '') KNOWN.set(key, { name, category: category as ExpenseCategory });
    }
  }
}

/** How many merchants have a name and a category. */
export const MERCHANT_COUNT = new Set([...KNOWN.values()].map(({ name }) => name)).size;

/**
 * Reads a bank's text, such as `SQ *HAWTHORNE LOAF PORTLAND OR` or `TST* 7-ELEVEN 34012`, the same way for every provider. A name that is
 * already written for people stays as it is. Cost: n in the text, up to 200 characters.
 */
export function merchantOf(text: string): Merchant {
  const given = text.trim().replaceAll(/\s+/g, ' ');
  const core = withoutIntroduction(given.slice(0, LONGEST_TEXT));
  const known = knownMerchant(wordsOf(core));
  // Lower-case letters mean that a person wrote the name.
  if (/\p{Ll}/u.test(core) && !core.includes('*')) {
    const isRaw = core.length < given.length && given.length <= LONGEST_TEXT;
    return { name: isRaw ? (known?.name ?? core) : given, category: known?.category ?? null };
  }
  return known ?? { name: readable(core) || given, category: null };
}

function withoutIntroduction(text: string): string {
  let rest = text;
  for (const introduction of INTRODUCTIONS) {
    const shorter = rest.replace(introduction, '');
    if (/\p{L}{2}/u.test(shorter)) rest = shorter;
  }
  return rest;
}

/** Splits text into lower-case words without accents and apostrophes. `&` is a word. Cost: n in the text, up to 200 characters. */
export function wordsOf(text: string): string[] {
  return withoutAccents(text.slice(0, LONGEST_TEXT))
    .toLowerCase()
    .replaceAll(/['\u2019`]/g, '')
    .replaceAll('&', ' and ')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Returns the merchant whose name, of as many words as possible, begins at a word. Cost: constant. */
export function knownMerchant(words: readonly string[], from = 0): KnownMerchant | undefined {
  const next = words.slice(from, from + MOST_WORDS_OF_A_NAME + MOST_WORDS_OF_A_CITY);
  for (let count = Math.min(MOST_WORDS_OF_A_NAME, next.length); count > 0; count -= 1) {
    const key = next.slice(0, count).join('');
    const found = KNOWN.get(key) ?? KNOWN.get(key.replace(/s$/, ''));
    if (found && (!ORDINARY_WORDS.has(key) || saysNoMore(next.slice(count)))) return found;
  }
  return undefined;
}

/** Returns a merchant's own spelling of a name in lower case, as `Starbucks`; any other name stays. Cost: n in the name. */
export function spelledAsMerchant(name: string): string {
  if (name !== name.toLowerCase()) return name;
  const key = wordsOf(name).join('');
  const known = KNOWN.get(key) ?? KNOWN.get(key.replace(/s$/, ''));
  return known && wordsOf(known.name).join('') === key ? known.name : name;
}

/** Whether only a number, a place or noise follows. */
function saysNoMore([next, ...rest]: readonly string[]): boolean {
  if (next === undefined || /\d/.test(next) || NOISE.has(next)) return true;
  const words = [next, ...rest];
  return words.some(
    (_, index) => index < MOST_WORDS_OF_A_CITY && US_CITIES.has(words.slice(0, index + 1).join(' ')),
  );
}

/** Without numbers, places and noise at the end, and not in capitals. */
function readable(text: string): string {
  const words = text.split(/[\s*]+/).filter((word) => word !== '');
  while (words.length > 1 && isNoise(words.at(-1) ?? '')) words.pop();
  if (words.length > 2 && US_STATES.has((words.at(-1) ?? '').toLowerCase())) {
    words.pop();
    dropCity(words);
  }
  while (words.length > 1 && isNoise(words.at(-1) ?? '')) words.pop();
  // A short word alone is more likely letters than a word: `USPS`, `IKEA`.
  const [only = ''] = words;
  return words.length === 1 && /^\p{Lu}{3,4}$/u.test(only) ? only : words.map(inLowerCase).join(' ');
}

/** At least one word stays. */
function dropCity(words: string[]): void {
  for (let count = Math.min(MOST_WORDS_OF_A_CITY, words.length - 1); count > 0; count -= 1) {
    if (!US_CITIES.has(words.slice(-count).join(' ').toLowerCase())) continue;
    words.splice(-count);
    return;
  }
}

function isNoise(word: string): boolean {
  const letters = word.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return letters === '' || NOISE.has(letters) || /^#?x*\d+$/i.test(letters) || /\d.*\d.*\d/.test(letters);
}

/** `BMW` and `CVS` stay, because words have vowels. */
function inLowerCase(word: string): string {
  if (!/[AEIOUY]/.test(withoutAccents(word)) && word.length <= 4) return word;
  return word.replaceAll(
    /\p{L}[\p{L}\p{M}'\u2019]*/gu,
    (part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase(),
  );
}
