import type { ExpenseCategory } from './expense-categories.ts';
import type { MoneyKind } from './money-kinds.ts';

export type PaymentType = 'purchase' | 'fixed-bill' | 'loan-payment' | 'transfer' | 'card-payment' | 'income';

/** Each provider adapter translates its own categories. */
export interface BankCategory {
  paymentType: PaymentType;
  expenseCategory: ExpenseCategory;
}

export interface BankRowFacts {
  /** Positive is money out. */
  amountCents: number;
  category: BankCategory | null;
  /** The bank's text. Decides when there is no category. */
  name: string;
}

/** `LN PMT` and `USATAXPYMT` are how loan servicers and the IRS debit accounts. */
const FIXED_BILL_WORDS = /\b(?:mortgage|loans?|ln (?:pmt|pymt|payment)|insurance|tax(?:es)?|usataxpymt)\b/i;
const NO_FIXED_BILL_WORDS = /\btax[ -]?free\b|\bloan(?:ed|er)\b/i;
/** 'Rent a bike' and 'Rent the Runway' rent something else. */
const RENT_WORDS = /\brent\b(?![ -](?:an?|the)\b)|\blandlord\b/i;
/** Rental cars have their own category. */
const RENT_CATEGORIES: readonly ExpenseCategory[] = ['Housing', 'Other'];

/** The kind of an expense by its category and name (PD-4), if there is no category of a bank. */
export function kindOfExpense({
  category,
  name,
}: {
  category: string;
  name: string;
}): Extract<MoneyKind, 'spending' | 'fixed-bill'> {
  const isRent = RENT_WORDS.test(name) && RENT_CATEGORIES.some((one) => one === category);
  const isBill = FIXED_BILL_WORDS.test(name) && !NO_FIXED_BILL_WORDS.test(name);
  return isRent || isBill ? 'fixed-bill' : 'spending';
}

/**
 * Returns the kind of a transaction (PD-4). Without a category, money in is a refund and `kindOfExpense` decides the rest: a missed
 * purchase is worse than a counted transfer.
 */
export function kindOfBankRow({ amountCents, category, name }: BankRowFacts): MoneyKind {
  const type = category?.paymentType;
  if (type === 'transfer' || type === 'card-payment') return type;
  if (amountCents <= 0) {
    if (type === 'income') return 'income';
    return type === 'loan-payment' ? 'transfer' : 'refund';
  }
  if (type === undefined) return kindOfExpense({ category: 'Other', name });
  if (type === 'income') return 'transfer';
  return type === 'purchase' ? 'spending' : 'fixed-bill';
}

/** Whether name and category decide an expense's kind. A bank decides for its own; a file may say transfer or card payment. */
export function hasKindOfFields({ source, kind }: { source: 'bank' | 'manual'; kind: MoneyKind }): boolean {
  return source === 'manual' && (kind === 'spending' || kind === 'fixed-bill');
}

/** Joins a merchant's refunds and purchases: the letters of its name, in lower case. */
export function merchantKey(merchantName: string): string {
  const letters = merchantName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, '');
  return letters === '' ? merchantName.trim().toLowerCase() : letters;
}
