import { MAX_AMOUNT_CENTS } from '../money.ts';
import { blank, overlaps, spanOf, type Span } from './span.ts';
import { startsWithShare, startsWithUnit } from './units.ts';

/** A wrong amount is worse than none. */
export type AmountProblem =
  | 'currency'
  /** A minus before the number. */
  | 'negative'
  /** An ambiguous number, such as `12,5`, `10-15` or `5k`. */
  | 'unreadable'
  | 'several'
  /** Over `MAX_AMOUNT_CENTS`. */
  | 'too-large'
  /** `half of 30` */
  | 'part'
  /** Money that comes in, such as a refund. */
  | 'income'
  /** A declined purchase, or the user's own money. */
  | 'not-spent';

/** `numbers` are all that were considered. */
export interface AmountReading {
  amount?: Span & { cents: number };
  problem?: AmountProblem;
  numbers: readonly Span[];
}

interface FoundNumber extends Span {
  cents: number | null;
  isWhole: boolean;
  isNegative: boolean;
  /** Has a dollar sign, or `dollars`, `bucks` or `cents` after it. */
  isDollars: boolean;
  isForeign: boolean;
  /** `20 pounds` may be money or weight. */
  isPounds: boolean;
  /** The 5k of `5k run 35`, which is no thousands next to a price. */
  isDistance: boolean;
}

const CODES =
  'EUR|GBP|CAD|AUD|NZD|CHF|JPY|CNY|RMB|INR|MXN|BRL|SEK|NOK|DKK|PLN|CZK|HUF|RON|SGD|HKD|TWD|KRW|THB|TRY|ZAR|ILS|AED|PHP|IDR|MYR|VND|COP|ARS|CLP|PEN|BTC|ETH';
const WORDS =
  'euros?|quid|pence|yen|yuan|rupees?|pesos?|francs?|krone|kroner|krona|kronor|kr|rubles?|shekels?|dirhams?|baht|rs|zł|zl|kč|korun|forints?|ft|lira|rand|reais|ringgit|won|s?fr|cdn|sats|bitcoins?|sterling';
const FOREIGN_CODE = new RegExp(`^(?:${CODES})$`);
/** Codes that people also write in lower case and that are not English words. */
const FOREIGN_WORD = new RegExp(
  String.raw`^(?:${WORDS}|eur|gbp|cad|aud|nzd|chf|jpy|cny|rmb|inr|mxn|brl|sek|nok|dkk|pln|czk|huf|sgd|hkd|twd|krw|thb|zar|aed|php|idr|myr|vnd|btc|eth)\.?$`,
  'i',
);

// Patterns escape the cent, times and minus signs (xa2, xd7, u2212): the server's bundle is ASCII.
/** Prefixes of a dollar sign that name the country. */
const DOLLARS_OF = 'US|CA|AU|NZ|HK|MX|C|A|R|S';
/** `3x4.50` or `2.75 x 2` may mean the total or not. */
const PRODUCT = /[\d.,]*\d ?[x\xd7*] ?\$?\.?\d[\d.,]*/giu;

/** `20 (eur)`, `20/eur`, `EUR: 20`, `20 canadian dollars` */
const NAME_BEHIND = /^ ?[(/] ?(?<word>\p{L}+)/u;
const NAME_AHEAD = /(?<word>\p{L}+)[:(] ?$/u;
const OTHER_DOLLARS = /^(?: (?!us |american )\p{L}+){1,2} dollars?\b/iu;

const NUMBER = new RegExp(
  [
    String.raw`(?<minus>(?<![\p{L}\d\p{Pd}] ?)[\p{Pd}\u2212] ?|(?<=\s)[\p{Pd}\u2212](?=[\d$.]))?`,
    String.raw`(?<before>(?:${DOLLARS_OF})?\p{Sc} ?|(?<![\p{L}\d])(?:USD|${CODES}|Rs\.?|kr|S?Fr\.?) ?)?`,
    String.raw`(?<minusInside>[\p{Pd}\u2212])?`,
    String.raw`(?<digits>\.?\d(?:[\d.,]*\d)?)`,
    String.raw`(?<thousand>k(?![\p{L}\d]))?`,
    String.raw`(?<after> ?(?:(?:us|american) (?:dollars?|bucks)\b|(?:${DOLLARS_OF})?[\p{Sc}\xa2](?! ?\d)|\p{L}[\p{L}\d]*(?![\p{L}\d\p{Sc}])))?`,
  ].join(''),
  'giu',
);

/** Ignores the `taken` spans. Refuses rather than guesses. Cost: n in the spans. */
export function readAmount(text: string, taken: readonly (Span | undefined)[]): AmountReading {
  const line = blank(text, taken).trimEnd();
  const found = findNumbers(line);
  const reading = (rest: Omit<AmountReading, 'numbers'>): AmountReading => ({ ...rest, numbers: found });

  const isMoney = found.some((number) => number.isDollars && !number.isForeign);
  // Next to a price, pounds are a weight.
  const numbers = found.length > 1 ? found.filter(({ isPounds }) => !isPounds) : found;
  if (numbers.some(({ isForeign, isPounds }) => isForeign || isPounds))
    return reading({ problem: 'currency' });
  if (numbers.some(({ isNegative }) => isNegative)) return reading({ problem: 'negative' });

  const candidates = isMoney
    ? numbers.filter(({ isDollars }) => isDollars)
    : numbers.filter((number) => !isQuantity(number, numbers, line));
  const [first, second] = candidates;
  if (first === undefined) return reading({});
  const isPriceOfOne =
    (/(?:\b(?:each|ea|apiece)\b|@)/i.test(line) && (numbers.length > 1 || /\bx ?\d/i.test(line))) ||
    [...line.matchAll(PRODUCT)].some((product) => overlaps(spanOf(product), first));
  // `haircut 35 with a $7 tip`
  const isExtra = first !== numbers[0] && /^ (?:tip|tax|gratuity|fee)\b/i.test(line.slice(first.end));
  if (isPriceOfOne || isExtra) return reading({ problem: 'several' });
  if (first.cents === null) return reading({ problem: 'unreadable' });
  if (second !== undefined && !isDayBehind(first, candidates, line)) return reading({ problem: 'several' });
  if (first.cents > MAX_AMOUNT_CENTS) return reading({ problem: 'too-large' });
  if (first.cents === 0) return reading({});
  return reading({ amount: { start: first.start, end: first.end, cents: first.cents } });
}

function findNumbers(line: string): FoundNumber[] {
  return [...line.matchAll(NUMBER)].flatMap((match) => {
    const { minus, minusInside, before = '', digits = '', thousand, after = '' } = match.groups ?? {};
    const mark = before.trim();
    const word = after.trim();
    const isDollarWord = /^(?:(?:(?:us|american) )?(?:dollars?|bucks?)|usd|(?:US)?\$)$/i.test(word);
    const isCentWord = /^(?:cents?|\xa2|c)$/i.test(word) && mark === '';
    const isForeignWord = isForeignName(word) || /^(?!(?:US)?\$$|\xa2$)\p{L}*\p{Sc}$/iu.test(word);
    const isPounds = /^(?:pounds?|lbs?)$/i.test(word) && mark === '';
    const belongs = isDollarWord || isCentWord || isForeignWord || isPounds;

    const { start } = spanOf(match);
    const end = start + match[0].length - (belongs ? 0 : after.length);
    const ahead = line.slice(0, start);
    const behind = line.slice(end);
    // Part of a word, a time or a share: `7-Eleven`, `5pm`, `7:30`, `2%`, `#12`, `1/2 gallon`.
    const isGlued = after !== '' && !after.startsWith(' ') && !belongs;
    if (
      isGlued ||
      (mark === '' && /[\p{L}\d_#/]$|\d:$/u.test(ahead)) ||
      /^(?:%|:\d|\p{Pd}\p{L})/u.test(behind)
    )
      return [];
    if (startsWithShare(line.slice(start))) return [];
    const isPart = /^(?: ?[\p{Pd}/] ?\d|_|\p{No})/u.test(behind) || /\d ?\p{Pd}$/u.test(ahead);
    const isNamedForeign =
      [NAME_BEHIND.exec(behind), NAME_AHEAD.exec(ahead)].some((name) =>
        isForeignName(name?.groups?.['word'] ?? ''),
      ) || OTHER_DOLLARS.test(behind);

    const isDollars =
      /^(?:US)?\$$|^USD$/i.test(mark) || isCentWord || (isDollarWord && (mark === '' || !word.endsWith('$')));
    const value = isPart ? null : centsOf(digits);
    const scale = thousand === undefined ? (isCentWord ? 0.01 : 1) : 1000;
    return {
      start,
      end,
      // `5k` alone may be a race; with a dollar sign it is an amount.
      cents: value === null || (thousand !== undefined && !isDollars) ? null : Math.round(value * scale),
      isWhole: /^[\d,]+$/.test(digits) && thousand === undefined,
      isNegative:
        minus !== undefined ||
        minusInside !== undefined ||
        /\bminus ?$/i.test(ahead) ||
        /^[\p{Pd}\u2212](?=\s|$)/u.test(behind),
      isDollars,
      isForeign: isForeignWord || isNamedForeign || (mark !== '' && !isDollars),
      isPounds,
      isDistance:
        thousand !== undefined &&
        !isDollars &&
        (/^(?: \p{L}+)? (?:run|race|walk|marathon|entry|registration)\b/iu.test(behind) ||
          (ahead.trim() === '' && /^(?:5|10|401)$/.test(digits))),
    };
  });
}

function isForeignName(word: string): boolean {
  return FOREIGN_CODE.test(word) || FOREIGN_WORD.test(word);
}

/** `1,234.50`, `12,50`, `1.234,50`. Null for ambiguous numbers, such as `12,5` and `4.256`. */
function centsOf(digits: string): number | null {
  const american = /^(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{1,2}))?$/.exec(digits);
  const european = /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{2})$/.exec(digits);
  const [, whole, fraction = ''] = american ?? european ?? [];
  if (whole === undefined) return null;
  return Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(fraction.padEnd(2, '0'));
}

/** `3 hours`, or the 2 in `2 beers 14` and `2 for 5`. */
function isQuantity(number: FoundNumber, numbers: readonly FoundNumber[], line: string): boolean {
  if (number.isDistance) return numbers.length > 1;
  if (!number.isWhole) return false;
  const rest = line.slice(number.end);
  const isFirst = line.slice(0, number.start).trim() === '';
  if (startsWithUnit(rest)) return true;
  if (numbers.length < 2) return false;
  if (/^ ?x \p{L}/iu.test(rest)) return true;
  // `spent 20 on 3 beers`
  if (/\d (?:on|for) $/i.test(line.slice(0, number.start)) && /^ \p{L}+s$/iu.test(rest)) return true;
  if (/^ for (?=[\d.])/i.test(rest)) return true;
  const next = numbers.find(({ start }) => start > number.start);
  // `1 coffee 3.80`
  if (isFirst && number.cents === 100 && next?.isWhole === false) return true;
  const between = rest.slice(0, next ? next.start - number.end : 0);
  return isFirst && /^(?: [\p{L}'\u2019]+)* [\p{L}'\u2019]+[^s\W]s\b/u.test(between);
}

/** The second number ends the line right after the first, so it can be a day of the month. */
function isDayBehind(first: FoundNumber, candidates: readonly FoundNumber[], line: string): boolean {
  const rest = line.slice(first.end);
  const day = /^ (\d{1,2})$/.exec(rest)?.[1];
  return candidates.length === 2 && day !== undefined && Number(day) >= 1 && Number(day) <= 31;
}
