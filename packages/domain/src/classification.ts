import type { ExpenseCategory } from './expense-categories.ts';
import type { MoneyKind } from './money-kinds.ts';

/**
 * What a bank says of a row, as far as its kind depends on it. The categories are those of Plaid's personal finance taxonomy,
 * which is also what another provider's adapter has to translate into.
 */
export interface BankRowFacts {
  /** Positive: money out of the account; negative: money in. */
  amountCents: number;
  /** Such as `FOOD_AND_DRINK`; null when the bank does not know. */
  categoryPrimary: string | null;
  /** Such as `FOOD_AND_DRINK_COFFEE`. */
  categoryDetailed: string | null;
  /** The bank's own text; it decides when the bank gives no category. */
  name: string;
}

const FIXED_BILLS = new Set([
  'RENT_AND_UTILITIES_RENT',
  'GENERAL_SERVICES_INSURANCE',
  'GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT',
]);

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
 * The kind of a bank's row (PD-4). Money out: spending unless its category says that it is a fixed bill (rent, mortgage, loan,
 * insurance, tax), a transfer or the payment of a card. Money in: income, a transfer, a card payment seen from the card, or
 * else a merchant's refund. Without a category, money out is what `kindOfExpense` says of its name and money in is a refund: forgetting a
 * purchase would be worse than counting a transfer that one tap takes out.
 */
export function kindOfBankRow(row: BankRowFacts): MoneyKind {
  const primary = row.categoryPrimary ?? '';
  const detailed = row.categoryDetailed ?? '';
  if (detailed.startsWith('LOAN_PAYMENTS_CREDIT_CARD')) return 'card-payment';
  if (primary === 'TRANSFER_IN' || primary === 'TRANSFER_OUT') return 'transfer';
  if (row.amountCents <= 0) {
    if (primary === 'INCOME') return 'income';
    return primary === 'LOAN_PAYMENTS' ? 'transfer' : 'refund';
  }
  if (primary === 'INCOME') return 'transfer';
  if (primary === '') return kindOfExpense({ category: 'Other', name: row.name });
  return primary === 'LOAN_PAYMENTS' || FIXED_BILLS.has(detailed) ? 'fixed-bill' : 'spending';
}

/** The kinds that are counted as spending when nobody has decided otherwise by hand (PD-4, PD-5). */
export function countedKinds(countFixedBills: boolean): MoneyKind[] {
  return countFixedBills ? ['spending', 'fixed-bill'] : ['spending'];
}

const BY_DETAILED = new Map<string, ExpenseCategory>([
  ['FOOD_AND_DRINK_GROCERIES', 'Groceries'],
  ['RENT_AND_UTILITIES_RENT', 'Housing'],
  ['LOAN_PAYMENTS_MORTGAGE_PAYMENT', 'Housing'],
  ['LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT', 'Education'],
  ['LOAN_PAYMENTS_CAR_PAYMENT', 'Transportation'],
  ['GENERAL_SERVICES_EDUCATION', 'Education'],
  ['GENERAL_SERVICES_AUTOMOTIVE', 'Transportation'],
  ['GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS', 'Education'],
]);

const BY_PRIMARY = new Map<string, ExpenseCategory>([
  ['FOOD_AND_DRINK', 'Dining'],
  ['TRANSPORTATION', 'Transportation'],
  ['ENTERTAINMENT', 'Entertainment'],
  ['RENT_AND_UTILITIES', 'Utilities'],
  ['HOME_IMPROVEMENT', 'Housing'],
  ['MEDICAL', 'Healthcare'],
  ['GENERAL_MERCHANDISE', 'Shopping'],
  ['PERSONAL_CARE', 'Personal Care'],
  ['TRAVEL', 'Travel'],
]);

/** The expense category that a bank's category is filed under; 'Other' when none of the twelve fits. */
export function expenseCategoryOfBankRow(
  row: Pick<BankRowFacts, 'categoryPrimary' | 'categoryDetailed'>,
): ExpenseCategory {
  return BY_DETAILED.get(row.categoryDetailed ?? '') ?? BY_PRIMARY.get(row.categoryPrimary ?? '') ?? 'Other';
}

/** The key under which refunds find purchases: the merchant's name without case, digits, punctuation and spaces. */
export function merchantKey(merchantName: string): string {
  const letters = merchantName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, '');
  return letters === '' ? merchantName.trim().toLowerCase() : letters;
}
