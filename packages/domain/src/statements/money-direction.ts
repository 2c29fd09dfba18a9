import { MAX_EXPENSE_NAME_LENGTH as MAX_READ_LENGTH } from '../expense-fields.ts';
import type { MoneyKind } from '../money-kinds.ts';
import { creditOrDebit, hasPlus } from './read-amount.ts';
import { remembering } from '../remembering.ts';
import { categoryOfRow } from './statement-category.ts';

/** Words for money out and money in, in a column of their own. */
const OUT =
  /^(?:debit|debit card|debit memo|dr|d|soll|s|out|o|outgoing|outflow|money out|withdrawals?|sale|purchase|fees?|service charge|check|bill ?pay(?:ment)?|pos|atm|exp(?:ense|\.)?|af|uit|sent|ach[_ ]debit|debit_card|paid out|srvchg|directdebit|repeatpmt|cash|transfer[ _-]out|transferred)$/i;
const IN =
  /^(?:credit|credit memo|cr|c|haben|h|in|i|incoming|inflow|money in|deposits?|payment|refund|return|income|bij|received|ach[_ ]credit|direct deposit|paid in|dep|directdep|int|div|transfer[ _-]in)$/i;

/** In any cell. Not 'Payment': it is money in on a card's statement and money out on an account's. */
const CELL_OUT =
  /^(?:debit|soll|withdrawal|sale|purchase|fees?|pos|ach_debit|debit_card|af|srvchg|directdebit)$/i;
const CELL_IN =
  /^(?:credit|haben|deposit|refund|return|income|paycheck|ach_credit|direct deposit|payments|payments? ?(?:and|\/|&) ?credits?|awards and rebate credits|bij|dep|directdep|int|div)$/i;

/** Money into an account. Not a bare 'deposit', which may be for an apartment or a safe-deposit box. */
const INCOME =
  /\b(?:payroll|salary|paycheck|dir(?:ect)?[ -]dep(?:osit)?|(?:mobile|atm|cash|check|remote|counter|branch|edeposit|online)[ -]deposit|e?deposit (?:in|from|at|made)\b|interest (?:paid|earned|payment|credit)|monthly interest|dividend|tax ref(?:und)?|ssa treas|transfer from|xfer from|zelle (?:payment |transfer )?from|received from|gehalt|lohn)\b/i;
const REFUND =
  /\b(?:refund(?:ed)?|reversal|merchandise credit|purchase return|return of|cash ?back (?:bonus|reward|redemption|credit)|cashback|statement credit|reward redemption)\b/i;
/** On the card's own statement, which does not name the payee: it is the bank itself. */
const CARD_PAID =
  /\bpayment[ ,*-]*(?:- )?thank ?(?:you|u)|\bthank you for your payment|\bpayment (?:has been )?rec(?:eived|v'?d)|\bdirect ?pay(?:ment)? full balance|\bautopay payment - thank|^payment - thank/i;
/** As above, if the cell says nothing else. */
const ONLY_PAID =
  /^(?:(?:ach|online|mobile|internet|electronic|e|automatic|auto|web|phone|directpay|recurring|card|bank)[ -]*)*(?:auto ?pay(?:ment)?|payment|pymt|pmt|ach deposit internet transfer.*)(?:[ -]+(?:payment|pymt|pmt|received|posted|web|[\d*x]+))*$/i;
const SPENT =
  /\b(?:(?:pos|debit card|card|recurring|check ?card|visa|checkcard) (?:purchase|debit|withdrawal|pur)|purchase authorized|withdrawal|atm[ -]w\/?d|by debit card|(?:late|annual|overdraft|maintenance|service|membership|box|monthly|transaction|atm|wire|nsf) (?:fee|charge)|interest charged?|(?:transfer|payment|xfer|zelle) to)\b|^check ?#? ?\d+$/i;

export interface SignedRow {
  cells: readonly string[];
  /** The amount's sign: -1, 0 or 1. */
  sign: number;
  /** As written in the file. */
  amount: string;
  name: string;
  /** The bank's category; empty if the file has none. */
  category: string;
}

interface SignGuess {
  sign: -1 | 1;
  isSure: boolean;
}

/** What the bank or the format publishes. */
export interface ExpectedSign {
  sign: -1 | 1;
  isOfBank: boolean;
}

/** With so few rows, only words decide. */
const FEW_ROWS = 5;
const MOST = 0.75;

export function directionOf(cell: string): 'out' | 'in' | null {
  const text = cell.trim();
  return OUT.test(text) ? 'out' : IN.test(text) ? 'in' : null;
}

/** The kind of a bank's money in by its text; null if the text does not say. */
export function kindOfMoneyIn(name: string): Extract<MoneyKind, 'income' | 'card-payment' | 'refund'> | null {
  const text = name.slice(0, MAX_READ_LENGTH).trim();
  if (CARD_PAID.test(text) || ONLY_PAID.test(text)) return 'card-payment';
  if (INCOME.test(text)) return 'income';
  return REFUND.test(text) ? 'refund' : null;
}

/**
 * Rows that state their direction ('Sale', 'Payroll', 'Payment thank you') decide if they agree with the
 * counts per sign, agree with rows of known merchants, or are half of all rows. The published sign holds
 * until most rows contradict it. Cost: n in the rows.
 */
export function signOfPurchases(rows: readonly SignedRow[], expected: ExpectedSign | null): SignGuess {
  const signed = rows.filter(({ sign, amount }) => sign !== 0 && creditOrDebit(amount) === null);
  const directions = signed.map(directionInWords);
  const said = votesOf(signed, directions);
  const bought = votesOf(
    signed,
    signed.map((row, index) => (directions[index] === 0 && isKnownMerchant(row) ? -1 : 0)),
  );
  const spoken = leaning(said);
  const merchants = leaning(bought);
  const { below, above } = votesOf(
    signed,
    signed.map(() => -1),
  );
  const many = leaning({ below, above });

  if (expected !== null) {
    const side = expected.sign === -1 ? 'above' : 'below';
    // In a bank's own layout, refunded purchases alone contradict nothing.
    const isAlone = expected.isOfBank && said[side] === 0 && bought[side] < signed.length;
    const against = isAlone ? 0 : said[side] + bought[side];
    const isRefuted = against === signed.length && said[side] > 0;
    if (isRefuted) return { sign: expected.sign === -1 ? 1 : -1, isSure: true };
    return { sign: expected.sign, isSure: against <= signed.length / 2 };
  }
  if (signed.some(({ amount }) => hasPlus(amount))) return { sign: -1, isSure: true };
  // If credits are marked, unmarked rows are purchases.
  const hasCredits = rows.some(({ amount }) => creditOrDebit(amount) === 'in');
  if (hasCredits && below === 0) return { sign: 1, isSure: true };
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
  // Banks write a minus before money out, so a minus in every row is usual.
  const isUsual =
    above === 0 || (bought.above === 0 && below >= MOST * signed.length && signed.length >= FEW_ROWS);
  return { sign: many || -1, isSure: isUsual };
}

/** Whether by words or known merchants more rows are against this sign than for it. Cost: n in the rows. */
export function speakAgainst(rows: readonly SignedRow[], sign: -1 | 1): boolean {
  const { below, above } = votesOf(
    rows,
    rows.map((row) => directionInWords(row) || (isKnownMerchant(row) ? -1 : 0)),
  );
  return sign === -1 ? above > below : below > above;
}

function votesOf(rows: readonly SignedRow[], directions: readonly number[]) {
  const each = rows.map(({ sign }, index) => sign * (directions[index] ?? 0));
  return { below: each.filter((vote) => vote > 0).length, above: each.filter((vote) => vote < 0).length };
}

/** Three quarters of the votes, else 0. */
function leaning({ below, above }: { below: number; above: number }): -1 | 0 | 1 {
  if (below === 0 && above === 0) return 0;
  if (below >= MOST * (below + above)) return -1;
  return above >= MOST * (below + above) ? 1 : 0;
}

/** 1 if the row's words say money in, -1 for money out, 0 for neither or both. */
function directionInWords({ cells, name }: SignedRow): number {
  // Stryker disable next-line MethodExpression: only speed, most cells are numbers
  const said = cells.filter((cell) => /[A-Za-z]/.test(cell)).map(wordsOfCell);
  const isIn = said.some((words) => words.isIn) || wordsOfCell(name).isOnlyPaid;
  const isOut = said.some((words) => words.isOut);
  return Number(isIn) - Number(isOut);
}

const wordsOfCell = remembering((cell) => {
  const text = cell.slice(0, MAX_READ_LENGTH).trim();
  const says = (...patterns: RegExp[]) => patterns.some((pattern) => pattern.test(text));
  return {
    isIn: says(CELL_IN, INCOME, REFUND, CARD_PAID),
    isOut: says(CELL_OUT, SPENT),
    isOnlyPaid: says(ONLY_PAID),
  };
});

function isKnownMerchant({ category, name }: SignedRow): boolean {
  return categoryOfRow(category, name) !== 'Other';
}
