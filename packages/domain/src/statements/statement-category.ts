import { guessCategory } from '../category-guess.ts';
import { EXPENSE_CATEGORIES, type ExpenseCategory } from '../expense-categories.ts';
import type { MoneyKind } from '../money-kinds.ts';

/** What an expense of a bank's file can be: money in is none. */
export type OutgoingKind = Extract<MoneyKind, 'spending' | 'fixed-bill' | 'transfer' | 'card-payment'>;

/** Words in a bank's own category, the first that fits. */
const BY_WORDS: [words: RegExp, category: ExpenseCategory][] = [
  [/grocer|supermarket|lebensmittel/, 'Groceries'],
  [/food|drink|restaurant|dining|coffee|\bbars?\b|gastronomie/, 'Dining'],
  // Before the gas of a car.
  [/utilit|gas (?:&|and) electric/, 'Utilities'],
  [/\bgas\b|fuel|auto|transport|parking|taxi|transit|\btoll|\bcar rental/, 'Transportation'],
  [/entertain|recreation|subscription|music|movie|leisure|freizeit/, 'Entertainment'],
  [/\brent\b|mortgage|\bhome\b|housing|furnish|miete/, 'Housing'],
  [/bills|phone|internet|electric|water/, 'Utilities'],
  [/health|medical|pharmac|doctor|dental|insurance/, 'Healthcare'],
  [/educat|tuition|school|books/, 'Education'],
  [/shop|merchandise|retail|cloth|electronics|gift/, 'Shopping'],
  [/personal|beauty|\bgym\b|fitness|\bspa\b/, 'Personal Care'],
  [/travel|hotel|airline|flight|lodging|reise/, 'Travel'],
];

const TRANSFER = /\btransfers?\b|\bxfer\b|überweisung eigen|umbuchung/i;
const TRANSFER_NAME =
  /\b(?:online|internal|account|savings|wire)? ?transfer (?:to|from)\b|\bxfer (?:to|from)\b|\bumbuchung\b/i;
/** Who issues a card, or that it is a credit card; 'CARD PAYMENT TO TESCO' is how banks elsewhere call a purchase. */
const CARD = String.raw`credit ?card|credit crd|crcard|amex|american express|visa|mastercard|discover|capital one|citi(?: card)?|barclaycard(?: us)?|applecard gsbank`;
const PAYMENT = String.raw`(?:(?:online|mobile|web|ach) )?(?:e-?)?(?:payment|pmt|autopay|pymt)`;
const CARD_PAYMENT = new RegExp(
  String.raw`\b(?:${CARD}) ?${PAYMENT}\b|\bpayment thank you\b|\bautopay payment\b|\bpayment to (?:\w+ )?card ending\b`,
  'i',
);
const FIXED_BILL = /\brent\b|mortgage|\bloan\b|insurance|\btax(?:es)?\b|\bmiete\b|versicherung/i;

/** The category of an imported row: by what the bank calls it, else by the words of its name, else 'Other'. */
export function categoryOfStatement(bankCategory: string, name: string): ExpenseCategory {
  const said = bankCategory.trim().toLowerCase();
  const same = EXPENSE_CATEGORIES.find((category) => category.toLowerCase() === said);
  if (same && same !== 'Other') return same;
  return BY_WORDS.find(([words]) => words.test(said))?.[1] ?? guessCategory(name) ?? same ?? 'Other';
}

/**
 * What an imported row is (PD-4), as far as its file tells it: a transfer, the payment of a card or a fixed bill where the bank's category
 * says so, and the first two also where the name does. All else is spending: forgetting a purchase would be worse.
 */
export function kindOfStatement(bankCategory: string, name: string): OutgoingKind {
  if (CARD_PAYMENT.test(bankCategory) || CARD_PAYMENT.test(name)) return 'card-payment';
  // Quicken writes the other account of a transfer in brackets.
  if (TRANSFER.test(bankCategory) || /^\[.*\]$/.test(bankCategory.trim()) || TRANSFER_NAME.test(name))
    return 'transfer';
  return FIXED_BILL.test(bankCategory) ? 'fixed-bill' : 'spending';
}
