import { MAX_IMPORTED_NAME_LENGTH as MAX_READ_LENGTH } from './limits.ts';
import { creditOrDebit, hasPlus } from './read-amount.ts';
import { categoryOfStatement } from './statement-category.ts';

/** What says in a column of its own that money went out, or came in. */
const OUT =
  /^(?:debit|debit card|debit memo|dr|d|soll|s|out|o|outgoing|outflow|money out|withdrawals?|sale|purchase|fees?|service charge|check|bill ?pay(?:ment)?|pos|atm|expense|af|uit|sent|ach[_ ]debit|debit_card|paid out|srvchg|directdebit|repeatpmt|cash)$/i;
const IN =
  /^(?:credit|credit memo|cr|c|haben|h|in|i|incoming|inflow|money in|deposits?|payment|refund|return|income|bij|received|ach[_ ]credit|direct deposit|paid in|dep|directdep|int|div)$/i;

/** What says so wherever it stands. Not 'Payment': the one of a card comes in on its own statement and goes out of the account's. */
const CELL_OUT =
  /^(?:debit|soll|withdrawal|sale|purchase|fees?|pos|ach_debit|debit_card|af|srvchg|directdebit)$/i;
const CELL_IN =
  /^(?:credit|haben|deposit|refund|return|income|paycheck|ach_credit|direct deposit|payments|payments? ?(?:and|\/|&) ?credits?|awards and rebate credits|bij|dep|directdep|int|div)$/i;

/** Money in of an account. A bare 'deposit' is none: it may be for a flat, or a box at the bank. */
const INCOME =
  /\b(?:payroll|salary|paycheck|dir(?:ect)?[ -]dep(?:osit)?|(?:mobile|atm|cash|check|remote|counter|branch|edeposit|online)[ -]deposit|e?deposit (?:in|from|at|made)\b|interest (?:paid|earned|payment|credit)|monthly interest|dividend|tax ref(?:und)?|ssa treas|transfer from|xfer from|zelle (?:payment |transfer )?from|received from|gehalt|lohn)\b/i;
const REFUND =
  /\b(?:refund(?:ed)?|reversal|merchandise credit|purchase return|return of|cash ?back (?:bonus|reward|redemption|credit)|cashback|statement credit|reward redemption)\b/i;
/** Of a card's own statement: whom it pays is not said, as it is the bank itself. */
const CARD_PAID =
  /\bpayment[ ,*-]*(?:- )?thank ?(?:you|u)|\bthank you for your payment|\bpayment (?:has been )?rec(?:eived|v'?d)|\bdirect ?pay(?:ment)? full balance|\bautopay payment - thank|^payment - thank/i;
/** As above, when nothing else stands there. */
const ONLY_PAID =
  /^(?:(?:ach|online|mobile|internet|electronic|e|automatic|auto|web|phone|directpay|recurring|card|bank)[ -]*)*(?:auto ?pay(?:ment)?|payment|pymt|pmt|ach deposit internet transfer.*)(?:[ -]+(?:payment|pymt|pmt|received|posted|web|[\d*x]+))*$/i;
const SPENT =
  /\b(?:(?:pos|debit card|card|recurring|check ?card|visa|checkcard) (?:purchase|debit|withdrawal|pur)|purchase authorized|withdrawal|atm[ -]w\/?d|by debit card|(?:late|annual|overdraft|maintenance|service|membership|box|monthly|transaction|atm|wire|nsf) (?:fee|charge)|interest charged?|(?:transfer|payment|xfer|zelle) to)\b|^check ?#? ?\d+$/i;

/** A row that has an amount. */
export interface SignedRow {
  cells: readonly string[];
  /** Of its amount: -1, 0 or 1. */
  sign: number;
  /** As it stands there. */
  amount: string;
  name: string;
  /** The bank's own; empty when the file has none. */
  category: string;
}

/** The sign that purchases have, and whether the rows leave no doubt about it. */
interface SignGuess {
  sign: -1 | 1;
  isSure: boolean;
}

/** The sign of purchases that is published for such a file, by the bank itself or for its format. */
export interface ExpectedSign {
  sign: -1 | 1;
  isOfBank: boolean;
}

/** So many rows are few: without a word about any of them they decide nothing. */
const FEW_ROWS = 5;
const MOST = 0.75;

/** Whether a cell of the column 'direction' says money out, money in, or neither. */
export function directionOf(cell: string): 'out' | 'in' | null {
  const text = cell.trim();
  return OUT.test(text) ? 'out' : IN.test(text) ? 'in' : null;
}

/**
 * The sign that purchases have. Rows that say which way they went ('Sale', 'Payroll', 'Payment thank you') decide it when they agree with the
 * number of rows of either sign, with the rows of known merchants, or are half of all rows. What is published for such a file is believed
 * until most rows contradict it.
 */
export function signOfPurchases(rows: readonly SignedRow[], expected: ExpectedSign | null): SignGuess {
  const signed = rows.filter(({ sign, amount }) => sign !== 0 && creditOrDebit(amount) === null);
  const votes = (directionIn: (row: SignedRow) => number) => votesOf(signed, directionIn);
  const said = votes(directionInWords);
  const bought = votes(directionOfMerchant);
  const spoken = leaning(said);
  const merchants = leaning(bought);
  const below = signed.filter(({ sign }) => sign < 0).length;
  const above = signed.length - below;
  const many = leaning({ below, above });

  if (expected !== null) {
    const side = expected.sign < 0 ? 'above' : 'below';
    // Of a bank's own layout, purchases that came back are no contradiction by themselves.
    const isAlone = expected.isOfBank && said[side] === 0 && bought[side] < signed.length;
    const against = isAlone ? 0 : said[side] + bought[side];
    const isRefuted = against === signed.length && said[side] > 0;
    if (isRefuted) return { sign: expected.sign < 0 ? 1 : -1, isSure: true };
    return { sign: expected.sign, isSure: against === 0 || against <= signed.length / 2 };
  }
  if (signed.some(({ amount }) => hasPlus(amount))) return { sign: -1, isSure: true };
  // Where credits are marked, what has no mark is a purchase.
  const hasCredits = rows.some(({ amount }) => creditOrDebit(amount) === 'in');
  if (hasCredits && signed.length > 0 && signed.every(({ sign }) => sign > 0))
    return { sign: 1, isSure: true };
  const isMixed = below > 0 && above > 0;
  if (spoken !== 0) {
    const isBacked =
      Math.max(said.below, said.above) >= signed.length / 2 ||
      (merchants === 0 ? Math.sign(above - below) === spoken : merchants === spoken);
    return { sign: spoken, isSure: isBacked };
  }
  const isSilent = said.below + said.above === 0;
  if (!isSilent) return { sign: many || -1, isSure: false };
  if (merchants !== 0) {
    const count = bought.below + bought.above;
    return { sign: merchants, isSure: !isMixed || (count >= 2 && many === merchants) };
  }
  // A minus in front of every row is what banks write before money out.
  const isUsual =
    above === 0 || (bought.above === 0 && below >= MOST * signed.length && signed.length >= FEW_ROWS);
  return { sign: many || -1, isSure: signed.length === 0 || isUsual };
}

/** Says whether more rows speak for the opposite of this sign of purchases than for it, by their words or as known merchants. */
export function speakAgainst(rows: readonly SignedRow[], sign: -1 | 1): boolean {
  const { below, above } = votesOf(rows, (row) => directionInWords(row) || directionOfMerchant(row));
  return sign < 0 ? above > below : below > above;
}

/** Counts the rows that speak for purchases below zero, and for purchases above. */
function votesOf(rows: readonly SignedRow[], directionIn: (row: SignedRow) => number) {
  const each = rows.map((row) => row.sign * directionIn(row));
  return { below: each.filter((vote) => vote > 0).length, above: each.filter((vote) => vote < 0).length };
}

function directionOfMerchant(row: SignedRow): number {
  return directionInWords(row) === 0 && isKnownMerchant(row) ? -1 : 0;
}

/** The sign of purchases that three of four votes speak for; 0 when there is none. */
function leaning({ below, above }: { below: number; above: number }): -1 | 0 | 1 {
  if (below === 0 && above === 0) return 0;
  if (below >= MOST * (below + above)) return -1;
  return above >= MOST * (below + above) ? 1 : 0;
}

/** 1 for a row that says money in, -1 for one that says money out, 0 when it does not say or says both. */
function directionInWords({ cells, name }: SignedRow): number {
  const says = (pattern: RegExp) => cells.some((cell) => pattern.test(cell.slice(0, MAX_READ_LENGTH).trim()));
  const isIn =
    says(CELL_IN) ||
    says(INCOME) ||
    says(REFUND) ||
    says(CARD_PAID) ||
    ONLY_PAID.test(name.slice(0, MAX_READ_LENGTH).trim());
  const isOut = says(CELL_OUT) || says(SPENT);
  return Number(isIn) - Number(isOut);
}

function isKnownMerchant({ category, name }: SignedRow): boolean {
  return categoryOfStatement(category, name) !== 'Other';
}
