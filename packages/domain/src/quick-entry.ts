import { guessCategory } from './category-guess.ts';
import type { Day } from './days.ts';
import type { ExpenseCategory } from './expense-categories.ts';
import { isFarAway } from './expense-fields.ts';
import { spelledAsMerchant } from './merchants/merchant-names.ts';
import { formatUsd, MAX_AMOUNT_CENTS } from './money.ts';
import { readAmount, type AmountProblem } from './quick-entry/amounts.ts';
import { withoutBankWords } from './quick-entry/bank-alerts.ts';
import { findDay, findDayBehind, type FoundDay } from './quick-entry/days.ts';
import { findOtherMoney } from './quick-entry/other-money.ts';
import { OTHER_TIME } from './quick-entry/other-times.ts';
import { blank, overlaps, spanOf, type Span } from './quick-entry/span.ts';
import { withAmountsInDigits } from './quick-entry/spelled-amounts.ts';
import { occurrenceOnOrAfter } from './recurrence.ts';

/** What a line such as `Gym $50 on 15th` says. Missing fields are absent. */
export interface QuickEntry {
  name?: string;
  /** Positive. */
  amountCents?: number;
  /** Why no amount was read although the line has numbers. */
  amountProblem?: AmountProblem;
  day?: Day;
  /** A day whose year is too far away to be meant, so that `day` is left out. */
  oddDay?: Day;
  /**
   * The other day that the words may mean: the day just passed for a bare day of the month that rolled over,
   * or a week later for `next friday` on a Thursday (PD-32).
   */
  otherDay?: Day;
  isMonthly?: true;
  /** The day of the month on which a monthly expense repeats, if the line names one: `day` is earlier in a short month. */
  recursOn?: number;
  /** Guessed from the name; Other if the line is complete but has no hint. */
  category?: ExpenseCategory;
  /** Words that were not understood, in order. */
  unread?: string[];
}

/** The problem names the number, so it was understood. */
const UNDERSTOOD: ReadonlySet<AmountProblem> = new Set(['too-large', 'part', 'income', 'not-spent']);
const MONTHLY =
  /(?: of)?\b(?:(?:every|each|per|a) month(?! ago)|monthly)\b|\/ ?mo(?:nth)?\b\.?|\bevery (?=(?:the )?\d{1,2}(?:st|nd|rd|th)\b)/i;
const SEPARATOR =
  /\s*(?:[;+&]|,(?=\s)|\band\b|\bplus\b|\bthen\b|\bwith (?:an? )?(?=\p{Sc}?\d[\d.]*(?: dollars?| bucks?)? (?:tip|tax|gratuity|fee)\b))\s*/giu;
/** `about 20` is 20. */
const HEDGE =
  /(?<![\p{L}\d])(?:(?:was|is|cost) like|(?<=^|\b(?:spent|paid) )like|(?:(?:was|is|cost) )?(?:about|around|roughly|approximately|approx\.?|nearly|almost|maybe|only|~)) ?(?=\p{Sc}?\d)/giu;
/** A list's `- `, `* `, `3. ` or `[ ] `, if an amount follows a number. */
const BULLET = /^(?:(?:[\p{Pd}*+\u2022\u2023\u25aa\u25e6\xb7]|\[[ x]?\]) +|\d{1,2}[.)] +(?=.*\d))+/iu;
/** Joins a name and its amount in lists: `dentist .... 120`, `dentist -> 120`. */
const LEADER = /(?<![\d.])\.{2,}|\.{2,}(?![\d.])|[-=]+>|\u2192|(?<!\d)\u2026|\u2026(?!\d)/gu;
const EXTRA =
  /^(?:(?:a|the|sales) )?(?:tip|tax|gratuity|delivery|shipping|service|fees?)(?: (?:fee|charge))?$/i;
/** A part of a line that may have no price. */
const COUNTED_THINGS =
  /^1(?: [\p{L}'\u2019]+)+$|^\d+(?! (?:on|for|at)\b)(?: [\p{L}'\u2019]+)* [\p{L}'\u2019]+[^s\W]s$/u;
const FILLER = '(?:on|for|at|the|of|and|in|to|a|an|by|due|spent|paid)';
const LEADING_FILLERS = new RegExp(
  String.raw`^(?:${FILLER}\b|(?![\p{Pd}\u2212]?[\d\p{Sc}.])[\s\p{P}])+`,
  'iu',
);
/** A number, perhaps with a dollar sign. */
const IS_AMOUNT = String.raw`(?= \p{Sc}?\d)`;
const ASKING = String.raw`(?:(?:please|hey|ok|i|we|just|ive|i['\u2019]ve|(?:can|could) you|i['\u2019]d like to|i want to) )*`;
const VERBS = [
  'spent|paid|bought|ordered|had|got(?! paid)|grabbed',
  '(?:add(?:ed)? )?(?:an? )?new expense:?|add(?:ed)?(?: expense:?)?',
  `(?:log(?:ged)?|put)${IS_AMOUNT}`,
  String.raw`record(?= \p{Sc}?[\d.]+ (?:dollars? |bucks? )?(?:for|on)\b)`,
  `(?:it|that|this) (?:cost(?: me| us)?|was|came to)${IS_AMOUNT}`,
].join('|');
const ARTICLES = String.raw`(?: (?:a|an|the|some|my|for)(?= [\p{L}\d\p{Sc}]))*`;
/** `spent 40 on gas` has no name before its number (PD-94). */
const VERB = new RegExp(
  String.raw`^[\s,/]*${ASKING}(?:${VERBS})(?=[\s\d\p{Sc}]|$)(?! (?:back|off)\b)${ARTICLES}`,
  'iu',
);
const TRAILING_FILLERS = new RegExp(String.raw`(?:\s+${FILLER}\b|(?!%)[\s\p{P}])+$`, 'iu');
const TRAILING_JOINTS = new RegExp(String.raw`(?:\s+${FILLER}\b|(?![%)'\u2019!?])[\s\p{P}])+$`, 'iu');
/** `$20 for mom` */
const LEADING_PREPOSITION = /^(?:on|for|at|to(?! go\b)) (?:(?:the|an?|some|my) )?(?=\S)/i;

/**
 * Reads one line (QE-1 to QE-6, PD-32, PD-94).
 * - The name is the text before the first digit or dollar sign, without words for the day. Words behind the
 * amount join it. If there is none before, it is the rest of the line. A known merchant's name in lower case
 * gets the merchant's spelling.
 * - The amount is in dollars with up to two decimals. An ambiguous one is left out and `amountProblem` says
 * why.
 * - The day is `today`, `last night`, `3 days ago`, a weekday, `Jan 5`, `1/5` (without a year the nearest
 * one), `2026-01-05`, or a day of the month such as `15th` and `on 15`, in the next month if it has passed.
 */
export function parseQuickEntry(text: string, today: Day): QuickEntry {
  const line = tidy(text);
  const foundDay = findDay(line, today);
  const monthly = findMonthly(line, foundDay);
  const verb = VERB.exec(blank(line, [foundDay]));
  const verbSpan = verb ? spanOf(verb) : undefined;
  const { amount: anyAmount, problem: unclear, numbers } = readAmount(line, [verbSpan, foundDay, monthly]);
  const other = numbers.length > 0 ? findOtherMoney(line) : undefined;
  const problem = other?.problem ?? unclear;
  const amount = problem === undefined ? anyAmount : undefined;
  const anyDay = foundDay ?? (amount && findDayBehind(line, amount, today));
  const recursOn = monthly && anyDay?.dayOfMonth;
  const firstDay = recursOn === undefined ? undefined : occurrenceOnOrAfter(today, recursOn);
  // In a short month, the series begins on its last day, so no day has passed.
  const day =
    anyDay && firstDay !== undefined && firstDay !== anyDay.day
      ? { ...anyDay, day: firstDay, otherDay: undefined }
      : anyDay;
  const read = [amount, day, monthly, other?.part];
  const refused = problem === undefined ? [] : numbers;
  const isUnread = problem === undefined || !UNDERSTOOD.has(problem);
  const { head: anyHead, joined, unread } = findName(line, verbSpan, read, refused, day, isUnread);
  const head = day ? anyHead.replace(/(?<=\S) due(?: by)?$/i, '') : anyHead;
  const name = [spelledAsMerchant(head), ...joined].join(' ');
  const category =
    guessCategory(head) ?? guessCategory(name) ?? (name !== '' && amount ? 'Other' : undefined);
  return {
    ...(name !== '' && { name }),
    ...(amount && { amountCents: amount.cents }),
    ...(problem !== undefined && { amountProblem: problem }),
    ...(day && (isFarAway(day.day, today) ? { oddDay: day.day } : { day: day.day })),
    ...(day?.otherDay !== undefined && { otherDay: day.otherDay }),
    ...(monthly && { isMonthly: true as const }),
    ...(recursOn !== undefined && { recursOn }),
    ...(category && { category }),
    ...(unread.length > 0 && { unread }),
  };
}

/**
 * `lunch 12 and bus 2.75` becomes two lines. A day at the end applies to all. Unsplit unless every part has a
 * name and an amount.
 */
export function splitQuickEntry(text: string, today: Day): string[] {
  const line = tidy(text);
  const foundDay = findDay(line, today);
  const cuts = [...line.matchAll(SEPARATOR)]
    .map(spanOf)
    .filter((cut) => !foundDay || !overlaps(cut, foundDay));
  const parts = [...cuts, { start: line.length, end: line.length }]
    .map((cut, index) => line.slice(cuts[index - 1]?.end ?? 0, cut.start))
    .filter((part) => part !== '');
  // The 2 of `2 coffees and 2 bagels 14` is a quantity.
  if (parts.some((part) => COUNTED_THINGS.test(part))) return [line];
  const readings = parts.map((part) => parseQuickEntry(part, today));
  const isComplete = readings.every(
    ({ name, amountCents }) => name !== undefined && amountCents !== undefined,
  );
  if (parts.length < 2 || !isComplete) return [line];
  const days = readings.filter(({ day }) => day !== undefined);
  const sharedDay = days.length === 1 ? readings.at(-1)?.day : undefined;
  return parts.map((part, index) =>
    sharedDay === undefined || index === parts.length - 1 ? part : `${part} ${sharedDay}`,
  );
}

/**
 * Returns the lines of a pasted list, without bullets and numbering, each split like `splitQuickEntry`. A
 * single line stays as it is, since its minus may be one. Empty lines are left out.
 */
export function splitPastedLines(text: string, today: Day): string[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const entries = lines.length > 1 ? lines.map((line) => line.replace(BULLET, '')) : lines;
  return entries.flatMap((line) => splitQuickEntry(line, today));
}

/**
 * Returns one line for an expense and the tip or tax named with it, so that `haircut 30 + tip 6` may be
 * `haircut $36.00`. Undefined for other lines.
 */
export function joinWithExtras(text: string, today: Day): string | undefined {
  const [first, ...others] = splitQuickEntry(text, today).map((line) => parseQuickEntry(line, today));
  if (first?.name === undefined || others.length === 0) return undefined;
  if (!others.every(({ name = '' }) => EXTRA.test(name))) return undefined;
  const cents = [first, ...others].reduce((sum, { amountCents = 0 }) => sum + amountCents, 0);
  if (cents > MAX_AMOUNT_CENTS) return undefined;
  const day = first.day ?? others.find((other) => other.day !== undefined)?.day;
  return [first.name, formatUsd(cents), day, first.isMonthly && 'monthly']
    .filter((part) => typeof part === 'string')
    .join(' ');
}

function tidy(text: string): string {
  const words = text.replace(LEADER, ' ').replace(/\s+/g, ' ').trim();
  const line = withAmountsInDigits(words).replace(HEDGE, '');
  return findOtherMoney(line) ? line : withoutBankWords(line);
}

function findMonthly(line: string, day: FoundDay | undefined): Span | undefined {
  const match = MONTHLY.exec(line);
  const span = match && spanOf(match);
  return span && !(day && overlaps(span, day)) ? span : undefined;
}

/** `head` and `joined` are the parts of the name; `unread` are the words that are neither read nor a name. */
function findName(
  line: string,
  verb: Span | undefined,
  read: readonly (Span | undefined)[],
  refused: readonly Span[],
  day: FoundDay | undefined,
  isRefusedUnread: boolean,
): { head: string; joined: string[]; unread: string[] } {
  const taken = [verb, ...read];
  const firstDigit = /[\p{Pd}\u2212]?[\d\p{Sc}]/u.exec(line)?.index ?? line.length;
  const inLeading = [...taken, ...refused].filter(
    (span) => span && span.start < firstDigit && !(span === day && day.maybeName),
  );
  const leading = withoutSpans(line.slice(0, firstDigit), inLeading);
  if (leading !== '') {
    const behind = [{ start: 0, end: firstDigit }, ...read, ...(isRefusedUnread ? [] : refused)];
    return { head: leading, ...sortWords(blank(line, behind, '\n').split('\n')) };
  }
  const rest = withoutSpans(line, [...taken, ...refused]).replace(LEADING_PREPOSITION, '');
  const name = verb ? sortWords([rest], true) : { joined: [rest], unread: [] };
  const head = name.joined.join(' ');
  return {
    head: /[\p{L}\d\p{Extended_Pictographic}]/u.test(head) ? head : '',
    joined: [],
    unread: [
      ...(isRefusedUnread ? refused : []).map(({ start, end }) => line.slice(start, end)),
      ...name.unread,
    ],
  };
}

/**
 * Words behind the amount join the name, without those for another time. A piece with a number is not read,
 * unless names may have numbers (PD-94).
 */
function sortWords(
  pieces: readonly string[],
  areNumbersNames = false,
): { joined: string[]; unread: string[] } {
  const joined: string[] = [];
  const unread: string[] = [];
  for (const piece of pieces) {
    const isNumber = !areNumbersNames && /[\d\p{Sc}]/u.test(piece);
    // Every second part is another time.
    const parts = isNumber ? ['', piece] : piece.split(OTHER_TIME);
    for (const [index, part] of parts.entries()) {
      const words = part.replace(TRAILING_FILLERS, '').replace(LEADING_FILLERS, '').trim();
      if (words === '') continue;
      if (index % 2 === 1) unread.push(words);
      else {
        const named = part.replace(/^[\s\p{Pd},;:=+.]+/u, '').replace(TRAILING_JOINTS, '');
        if (named.trim() !== '') joined.push(named.trim());
      }
    }
  }
  return { joined, unread };
}

/** Returns the text without these spans and the joining words around them. */
function withoutSpans(text: string, spans: readonly (Span | undefined)[]): string {
  return blank(text, spans)
    .replace(/\s+/g, ' ')
    .replace(/[([]\s*[)\]]/g, '')
    .replace(/[\s\p{Pd}\p{Sc}:,;=([~#+/*|]+$/u, '')
    .replace(/(?:^|\s)(?:on|for|at|minus|was|cost me|came to|charged me)$|, (?:spent|paid)$/i, '')
    .replace(/^[\s\p{Pd}\p{Sc}:,;=+/#*|]+/u, '')
    .replace(/^"(.*)"$/, '$1')
    .trim();
}
