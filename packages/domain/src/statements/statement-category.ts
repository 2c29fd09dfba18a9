import { guessCategory } from '../category-guess.ts';
import { kindOfExpense } from '../classification.ts';
import { EXPENSE_CATEGORIES, type ExpenseCategory } from '../expense-categories.ts';
import type { MoneyKind } from '../money-kinds.ts';
import { MAX_EXPENSE_NAME_LENGTH } from '../expense-fields.ts';
import { withoutAccents } from '../without-accents.ts';
import { remembering } from '../remembering.ts';

/** Money in is not imported. */
export type OutgoingKind = Extract<MoneyKind, 'spending' | 'fixed-bill' | 'transfer' | 'card-payment'>;

/** Words in a bank's own category; the first match wins. */
const BY_WORDS: [words: RegExp, category: ExpenseCategory][] = [
  [/\bgrocer(?:y|ies)\b|\bsupermarkets?\b|\blebensmittel\b/, 'Groceries'],
  [/\bpets?\b|\bveterinary\b/, 'Other'],
  [/\bfoods?\b|\bdrinks?\b|\brestaurants?\b|\bdining\b|\bcoffee\b|\bbars?\b|\bgastronomie\b/, 'Dining'],
  // Must come before car fuel.
  [/\butilit(?:y|ies)\b|\bgas (?:&|and) electric/, 'Utilities'],
  [
    /\bgas\b|\bgasoline\b|\bfuel\b|\bauto(?:motive|mobile)?s?\b(?!.*insurance)|\btransport(?:ation)?\b|\bparking\b|\btaxis?\b|\btransit\b|\btolls?\b|\bcar rental/,
    'Transportation',
  ],
  [
    /\bentertainment\b|\brecreation\b|\bsubscriptions?\b|\bmusic\b|\bmovies?\b|\bleisure\b|\bfreizeit\b|\bgolf\b/,
    'Entertainment',
  ],
  [/\brent\b|\bmortgage\b|\bhome\b|\bhousing\b|\bfurnish|\bmiete\b/, 'Housing'],
  // Must come before internet service.
  [/\bmerchandise\b(?!.*(?:pharmac|book))|\binternet (?:purchase|shopping)|\bonline shopping/, 'Shopping'],
  [/\bbills?\b|\bphones?\b|\binternet\b|\belectric(?:ity)?\b|\bwater\b|\bcable\b|\btelecom/, 'Utilities'],
  [/\bhealth|\bmedical\b|\bpharmac|\bdoctors?\b|\bdental\b|\binsurance\b/, 'Healthcare'],
  [/\beducation|\btuition\b|\bschools?\b|\bbooks?\b|\bbook ?stores?\b/, 'Education'],
  [/\bshop(?:s|ping)?\b|\bmerchandise\b|\bretail\b|\bcloth|\belectronics\b|\bgifts?\b/, 'Shopping'],
  [/\bpersonal (?:care|services?)\b|\bpersonal$|\bbeauty\b|\bgym\b|\bfitness\b|\bspas?\b/, 'Personal Care'],
  [/\btravel\b|\bhotels?\b|\bairlines?\b|\bflights?\b|\blodging\b|\breise/, 'Travel'],
];

/** Merchants whose names contain a misleading word: the restaurant Subway, kitchen gas. */
const BY_MERCHANT: [name: RegExp, category: ExpenseCategory][] = [
  [
    /\bgas (?:&|and|n) (?:electric|power|light|water)|\b(?:natural|socal|so cal|southern california|washington|national|piedmont|nicor|atmos) gas\b|\bgas (?:co|company|works|bill)\b|\bpg ?& ?e\b/i,
    'Utilities',
  ],
  [/\bmetro ?(?:pcs|by t-?mobile)|\bt-mobile\b|\bverizon\b|\bcomcast\b|\bxfinity\b|\bat&t\b/i, 'Utilities'],
  [/\b(?:costco|walmart|wal-mart|kroger|safeway|sams?(?: club)?|bjs) (?:gas|fuel)/i, 'Transportation'],
  [/\brent[ -]?a[ -]?car\b|\b(?:hertz|avis|enterprise|budget) (?:rent|car)/i, 'Transportation'],
  [
    /\bsubway\b(?!.*(?:station|transit|mta|metro|fare))|\bpanera\b|\bboston market\b|\bbar louie\b/i,
    'Dining',
  ],
  [/\bgolf course\b|\bcourse.*golf|\bbarnes ?& ?noble\b/i, 'Entertainment'],
  [/\bfacebook\b|\bfacebk\b|\bbath & body\b|\bbed bath\b|\bwater ?stone/i, 'Shopping'],
];

/** A merchant's word in 'ONLINE PAYMENT' or 'MOBILE DEPOSIT' is none. */
const NO_MERCHANT = /\bmobile (?:payment|pymt|pmt|deposit|transfer|banking)\b|\bcard purchase\b/gi;

const TRANSFER =
  /\btransfers?\b|\btransferred\b|\bxfer\b|\bbalance (?:correction|adjustment)\b|\u00fcberweisung eigen|umbuchung/i;
const TRANSFER_NAME =
  /\b(?:online|internal|account|savings|wire)? ?transfer (?:to|from)\b|\bxfer (?:to|from)\b|\bumbuchung\b|^(?:internet|funds|internal|electronic funds) transfer\b|^transfer ?:/i;
/** The user's own money. Not 'Withdrawal' alone, which some banks use for every purchase. */
const TRANSFER_TYPE =
  /^(?:standard transfer|instant transfer|general withdrawal.*|(?:bank|account|internal|funds|acct|own account)[ _](?:transfer|xfer)|xfer|transfer(?:s|red)?(?:[ _-](?:out|in|between accounts))?|(?:in|out)(?:coming|going)?[ _-]transfer|balance[ _](?:correction|adjustment)|reconciliation|cash ?out|user initiated withdrawal|withdraw(?:al)? (?:of )?(?:funds|to).*|(?:general )?currency conversion|umbuchung|exchange|bank deposit to pp account.*|add(?:ed)? (?:cash|funds|money).*|(?:ach )?transfer to bank)$/i;
/** Money set aside, to be moved later or never. */
const HOLD =
  /^(?:(?:general |card |open )?authorization|void of authorization|.*account hold.*|.*\bhold (?:on|for|release).*|general hold.*|order|hold)$/i;
/**
 * Card issuers and words for a credit card. Not 'card payment', which banks in other countries use for a
 * purchase.
 */
const CARD = String.raw`credit ?card|credit crd|crcard|amex|american express|visa|mastercard|discover|capital one|chase card|citi(?: card)?|synchrony bank|barclaycard(?: us)?|applecard gsbank`;
const PAYMENT = String.raw`(?:(?:online|mobile|web|ach|electronic|automatic) )?(?:e-?)?(?:payment|pmt|autopay|pymt)`;
const CARD_PAYMENT = new RegExp(
  [
    String.raw`\b(?:${CARD}) ?${PAYMENT}\b`,
    String.raw`\b(?:electronic|online|automatic|bill|e-?) ?payment (?:to |- ?)(?:${CARD})\b`,
    String.raw`\bpayment,? (?:- )?thank you\b`,
    String.raw`\bautopay payment\b`,
    String.raw`\bdirectpay full balance\b`,
    String.raw`\bpayment(?: \d+)? to (?:\w+ )?(?:card|crd)\b`,
  ].join('|'),
  'i',
);
const FIXED_BILL = /\brent\b|\bmortgage\b|\bloan\b|\binsurance\b|\btax(?:es)?\b|\bmiete\b|versicherung/i;

/** The category of an imported row: from the bank's category, else from its name, else 'Other'. */
export function categoryOfStatement(bankCategory: string, name: string): ExpenseCategory {
  const said = withoutAccents(bankCategory.slice(0, MAX_EXPENSE_NAME_LENGTH)).trim().toLowerCase();
  const called = withoutAccents(name.slice(0, MAX_EXPENSE_NAME_LENGTH));
  const same = EXPENSE_CATEGORIES.find((category) => category.toLowerCase() === said);
  if (same && same !== 'Other') return same;
  return (
    firstOf(BY_WORDS, said) ??
    firstOf(BY_MERCHANT, called) ??
    guessCategory(called.replace(NO_MERCHANT, ' ')) ??
    'Other'
  );
}

/** As `categoryOfStatement`, for a file: its rows repeat their names, and each is asked about several times. */
export function categoryOfRow(bankCategory: string, name: string): ExpenseCategory {
  return CATEGORIES(bankCategory)(name);
}

const CATEGORIES = remembering((bankCategory) =>
  remembering((name) => categoryOfStatement(bankCategory, name)),
);

function firstOf(
  patterns: readonly [words: RegExp, category: ExpenseCategory][],
  text: string,
): ExpenseCategory | undefined {
  return patterns.find(([words]) => words.test(text))?.[1];
}

/**
 * Returns the kind of an imported row (PD-4): a transfer, card payment or fixed bill if the bank's category,
 * name or type says so, else spending.
 */
export function kindOfStatement(
  bankCategory: string,
  name: string,
  type = '',
  categoryOf = categoryOfStatement,
): OutgoingKind {
  if ([bankCategory, name, type].some((text) => CARD_PAYMENT.test(text))) return 'card-payment';
  const isTransfer =
    TRANSFER.test(bankCategory) || TRANSFER_NAME.test(name) || TRANSFER_TYPE.test(type.trim());
  // Quicken writes the other account of a transfer in brackets.
  if (isTransfer || TRANSFER_TYPE.test(name.trim()) || /^\[.*\]$/.test(bankCategory.trim()))
    return 'transfer';
  if (FIXED_BILL.test(bankCategory)) return 'fixed-bill';
  return kindOfExpense({ category: categoryOf(bankCategory, name), name });
}

/** Whether a bank's or an app's transaction type means a transfer between the user's own accounts. */
export function isTransferType(type: string): boolean {
  return TRANSFER_TYPE.test(type.slice(0, MAX_EXPENSE_NAME_LENGTH).trim());
}

/** The money is only set aside, as PayPal does before a purchase. */
export function isHold(type: string): boolean {
  return HOLD.test(type.slice(0, MAX_EXPENSE_NAME_LENGTH).trim());
}
