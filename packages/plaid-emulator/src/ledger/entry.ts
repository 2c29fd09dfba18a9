import type { DetailedCategory } from './category.ts';
import type { Day } from './day.ts';
import type { Channel, Merchant } from './merchants.ts';
import type { AccountRole } from './people.ts';

/** What kind of money movement the bank calls it (Plaid's `transaction_code`). */
type TransactionCode =
  'atm' | 'bill payment' | 'direct debit' | 'interest' | 'payment' | 'purchase' | 'refund' | 'transfer';

/** The other side of a movement. */
export interface Party {
  /** Seed of the stable entity id; null when Plaid would know no entity. */
  key: string | null;
  name: string;
  type: 'merchant' | 'financial_institution' | 'income_source';
  website: string | null;
}

/** One movement on one account of a person, from the moment it is authorised to the day it is posted. */
export interface LedgerEntry {
  /** Stable for the same person, seed and movement, however much history is generated. */
  key: string;
  role: AccountRole;
  /** Cents; positive is money out of the account, negative is money in (Plaid's sign). */
  amountCents: number;
  /** What the bank shows while it is pending, in cents: a restaurant's bill without the tip. */
  pendingAmountCents: number;
  authorizedDay: Day;
  postedDay: Day;
  /** Whether the bank shows it as pending on the day before it is posted. */
  showsPending: boolean;
  /** The line on the statement. */
  descriptor: string;
  category: DetailedCategory;
  channel: Channel | 'other';
  code: TransactionCode;
  party: Party | null;
  /** Whether it happened in a shop of the person's own town. */
  inTown: boolean;
}

/** The party for a merchant. */
export function partyOf(merchant: Merchant): Party {
  return { key: merchant.key, name: merchant.name, type: 'merchant', website: merchant.website };
}
