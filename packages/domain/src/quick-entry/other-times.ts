import { MONTH } from './days.ts';

const AHEAD = String.raw`(?:\b(?:once|twice|every|each|per|an?|last|next|this|the|in|on|of) )*`;
const PERIOD = String.raw`(?<!new |#)\b(?:other day|(?:bi)?weekly|daily|quarterly|yearly|annually|(?:other )?(?:weekends?|weekdays?|weeks?|wks?|months?|years?|yrs?))`;
const DAY = String.raw`\b(?:yesterday|today|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday)`;
const ANY_MONTH = MONTH.replace('(', '(?:');

/**
 * Captures words for a day or a repetition, such as `last week`, `weekly` and `in May`. Where no such words
 * were read, they are no part of a name.
 */
export const OTHER_TIME = new RegExp(
  [
    String.raw`(${AHEAD}(?:${PERIOD}|${DAY})\b(?!['\u2019])(?: ago)?`,
    String.raw`\b(?:in|last|next|this|of|since|early|late|mid) ${ANY_MONTH}\b`,
    String.raw`\b(?:every|each|apiece)\b`,
    String.raw`^\W*${ANY_MONTH}\W*$)`,
  ].join('|'),
  'i',
);
