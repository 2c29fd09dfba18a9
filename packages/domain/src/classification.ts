import type { ExpenseCategory } from './expense-categories.ts';
import type { MoneyKind } from './money-kinds.ts';

/** What a bank's category says that a payment is for. */
export type PaymentType = 'purchase' | 'fixed-bill' | 'loan-payment' | 'transfer' | 'card-payment' | 'income';

/** A bank's category in Oinkly's words. Each provider's adapter translates its own categories. */
export interface BankCategory {
  paymentType: PaymentType;
  expenseCategory: ExpenseCategory;
}

/** What a transaction's kind depends on. */
export interface BankRowFacts {
  /** Positive: money out of the account; negative: money in. */
  amountCents: number;
  /** Null when the bank gives none. */
  category: BankCategory | null;
  /** The bank's own text; it decides when there is no category. */
  name: string;
}

const FIXED_BILL_WORDS = /\b(?:mortgage|loans?|insurance|tax(?:es)?|miete|versicherung)\b/i;
const NO_FIXED_BILL_WORDS = /\btax[ -]?free\b|\bloan(?:ed|er)\b/i;
/** 'Rent a bike' and 'Rent the Runway' rent something else. */
const RENT_WORDS = /\brent\b(?![ -](?:an?|the)\b)|\blandlord\b/i;
/** A rental car has a category of its own. */
const RENT_CATEGORIES: readonly ExpenseCategory[] = ['Housing', 'Other'];

/** The kind of an expense by its category and the words of its name (PD-4): the same for typed, imported and uncategorized bank rows. */
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
 * Returns the kind of a transaction (PD-4). Without a category, money out is what `kindOfExpense` says of its name and money in is a
 * refund: forgetting a purchase would be worse than counting a transfer that one tap takes out.
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

/** The kinds that count as spending unless the user decided otherwise (PD-4, PD-5). */
export function countedKinds(countFixedBills: boolean): MoneyKind[] {
  return countFixedBills ? ['spending', 'fixed-bill'] : ['spending'];
}

/** The key under which refunds find purchases: the merchant's name without case, digits, punctuation and spaces. */
export function merchantKey(merchantName: string): string {
  const letters = merchantName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, '');
  return letters === '' ? merchantName.trim().toLowerCase() : letters;
}
