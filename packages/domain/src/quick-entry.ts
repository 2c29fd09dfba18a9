import { guessCategory } from './category-guess.ts';
import type { Day } from './days.ts';
import type { ExpenseCategory } from './expense-categories.ts';
import { readAmount, type AmountProblem } from './quick-entry/amounts.ts';
import { findDay, findDayBehind, type FoundDay } from './quick-entry/days.ts';
import { blank, overlaps, spanOf, type Span } from './quick-entry/span.ts';

/** What a line such as `Gym $50 on 15th` says. Missing fields are absent. */
export interface QuickEntry {
  name?: string;
  /** Positive. */
  amountCents?: number;
  /** Why no amount was read although the line has numbers. */
  amountProblem?: AmountProblem;
  day?: Day;
  /** The day just passed, if `day` is a bare day of the month that rolled over to the next (PD-32). */
  dayJustPast?: Day;
  isMonthly?: true;
  /** Guessed from the name; Other if the line is complete but has no hint. */
  category?: ExpenseCategory;
  /** Words that were not understood, in order. */
  unread?: string[];
}

const MONTHLY =
  /(?: of)?\b(?:(?:every|each|per|a) month(?! ago)|monthly)\b|\/ ?mo(?:nth)?\b\.?|\bevery (?=(?:the )?\d{1,2}(?:st|nd|rd|th)\b)/i;
const SEPARATOR = /\s*(?:[;+&]|,(?=\s)|\band\b|\bplus\b|\bthen\b)\s*/gi;
/** A part of a line that may have no price. */
const COUNTED_THINGS = /^\d+(?: [\p{L}'\u2019]+)* [\p{L}'\u2019]+[^s\W]s$/u;
const FILLER = '(?:on|for|at|the|of|and|in|to|a|an|by|due|spent|paid)';
const LEADING_FILLERS = new RegExp(
  String.raw`^(?:${FILLER}\b|(?![\p{Pd}\u2212]?[\d\p{Sc}.])[\s\p{P}])+`,
  'iu',
);
const TRAILING_FILLERS = new RegExp(String.raw`(?:\s+${FILLER}\b|(?!%)[\s\p{P}])+$`, 'iu');

/**
 * Reads one line (QE-1 to QE-6, PD-32).
 * - The name is the text before the first digit or dollar sign, without words for the day; if empty, the rest
 * of the line.
 * - The amount is in dollars with up to two decimals. An ambiguous one is left out and `amountProblem` says
 * why.
 * - The day is `today`, `last night`, `3 days ago`, a weekday, `Jan 5`, `1/5` (without a year the nearest
 * one), `2026-01-05`, or a day of the month such as `15th` and `on 15`, in the next month if it has passed.
 */
export function parseQuickEntry(text: string, today: Day): QuickEntry {
  const line = tidy(text);
  const foundDay = findDay(line, today);
  const monthly = findMonthly(line, foundDay);
  const { amount, problem, numbers } = readAmount(line, [foundDay, monthly]);
  const day = foundDay ?? (amount && findDayBehind(line, amount, today));
  const refused = problem === undefined ? [] : numbers;
  const { name, nameEnd } = findName(line, [amount, day, monthly, ...refused], day);
  const category = guessCategory(name) ?? (name !== '' && amount ? 'Other' : undefined);
  const unread =
    nameEnd < line.length
      ? unreadWords(line, nameEnd, [amount, day, monthly])
      : refused.map(({ start, end }) => line.slice(start, end));
  return {
    ...(name !== '' && { name }),
    ...(amount && { amountCents: amount.cents }),
    ...(problem !== undefined && { amountProblem: problem }),
    ...(day && { day: day.day }),
    ...(day?.dayJustPast !== undefined && { dayJustPast: day.dayJustPast }),
    ...(monthly && { isMonthly: true as const }),
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

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function findMonthly(line: string, day: FoundDay | undefined): Span | undefined {
  const match = MONTHLY.exec(line);
  const span = match && spanOf(match);
  return span && !(day && overlaps(span, day)) ? span : undefined;
}

function findName(
  line: string,
  spans: readonly (Span | undefined)[],
  day: FoundDay | undefined,
): { name: string; nameEnd: number } {
  const firstDigit = /[\p{Pd}\u2212]?[\d\p{Sc}]/u.exec(line)?.index ?? line.length;
  const inLeading = spans.filter(
    (span) => span && span.start < firstDigit && !(span === day && day.maybeName),
  );
  const leading = withoutSpans(line.slice(0, firstDigit), inLeading);
  if (leading !== '') return { name: leading, nameEnd: firstDigit };
  const rest = withoutSpans(line, spans);
  return { name: /[\p{L}\d]/u.test(rest) ? rest : '', nameEnd: line.length };
}

/** Returns the text without these spans and the joining words around them. */
function withoutSpans(text: string, spans: readonly (Span | undefined)[]): string {
  return blank(text, spans)
    .replace(/\s+/g, ' ')
    .replace(/[\s\p{Pd}\p{Sc}:,;=(~#+]+$/u, '')
    .replace(/(?:^|\s)(?:on|for|at|minus)$/i, '')
    .replace(/^[\s\p{Pd}\p{Sc}:,;=+]+/u, '')
    .trim();
}

/** Returns the words after the name that were not read, without joining words. */
function unreadWords(line: string, nameEnd: number, spans: readonly (Span | undefined)[]): string[] {
  return blank(line, [{ start: 0, end: nameEnd }, ...spans], '\n')
    .split(/\n+/)
    .map((piece) => piece.replace(TRAILING_FILLERS, '').replace(LEADING_FILLERS, '').trim())
    .filter((piece) => piece !== '');
}
