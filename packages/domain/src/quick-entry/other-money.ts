import { spanOf, type Span } from './span.ts';

/** `half of 30`, `split 30 with Tom` and `15% tip`: how much of it is the user's? */
const PART = new RegExp(
  [
    String.raw`\b(?:(?:my|our) )?(?:half|(?:an? |one |two |three )?(?:third|quarter)s?|my (?:share|part)|(?<![\d/])[1-9]/\d{1,2}|\d{1,3} ?(?:%|percent))`,
    String.raw` of (?:the |an? |my |our )?\p{Sc}?\d`,
    String.raw`|^split(?:ting)? (?:the )?(?:\p{Sc}?\d|bill\b|check\b|tab\b|cost\b)|\d(?: dollars| bucks)? split(?: \d+ ways?| (?=with|between|by)|$)`,
    String.raw`|(?<!\d)\d{1,3} ?(?:%|percent) (?:tip|gratuity|service|surcharge)\b(?! \p{Sc}?\d)`,
  ].join(''),
  'iu',
);

/** Names such as `tax refund prep` and `return flight` are none. */
const MONEY_IN = new RegExp(
  [
    String.raw`\b(?:refund(?:ed|s)?(?! (?:prep|fee|insurance))|reimburse(?:d|ment)|cash ?back|pay ?che(?:ck|que)s?|salary|wages`,
    String.raw`payroll(?! (?:tax|service|fee))|income(?! tax)|pa(?:id|ys) me\b|(?<=[\p{L}] )pa(?:id|ys) us\b|owes? (?:me|us)\b|got paid|returned(?! (?:library|check|flight)|.*\b(?:shipping|fee))`,
    String.raw`(?:venmo|zelle|paypal|transferr?|sent|gave|wired?)(?:['\u2019]?e?d)? (?:me|us)\b|\b(?:money|venmo|zelle) from\b|^check from\b|(?:i |we |^)(?:just )?(?:sold(?! out)|earned|borrowed(?= \p{Sc}?\d))|^pay ?day\b(?! loan)|got (?:my |the )?money )`,
  ].join('|'),
  'iu',
);

/** A purchase that did not happen, a payment to the user's own card or savings, or a discount. */
const NOT_SPENT =
  /\b(?:purchase|transaction|charge|payment)\b.*\b(?:was|were|been|is) (?:declined|denied|reversed|cancell?ed|rejected|voided)\b|\bdid you (?:attempt|make|authorize)\b|\bpayment\b.*\bto your (?:\p{L}+ ){0,2}(?:card|account)\b|\b(?:transfer(?:red)?|moved|put)\b.*\b(?:in)?to (?:my |our )?savings\b|\b(?:credit card|cc) (?:payment|bill)\b|(?<![\d/.])\d[\d.,]*(?: dollars| bucks)? off\b|^(?:i |we )?(?:just )?saved \p{Sc}?\d/iu;

/** Returns why the number is not what the user spent, and the words for a part; undefined if it may be. Cost: n in the text. */
export function findOtherMoney(
  line: string,
): { problem: 'part' | 'income' | 'not-spent'; part?: Span } | undefined {
  if (MONEY_IN.test(line)) return { problem: 'income' };
  if (NOT_SPENT.test(line)) return { problem: 'not-spent' };
  const match = PART.exec(line);
  return match ? { problem: 'part', part: spanOf(match) } : undefined;
}
