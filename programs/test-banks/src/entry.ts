import type { Category } from './category.ts';
import type { Day } from './day.ts';
import type { Channel, Merchant } from './merchants.ts';
import type { AccountRole } from './people.ts';

/** How the money moved. */
type TransactionCode =
  'atm' | 'bill payment' | 'direct debit' | 'interest' | 'payment' | 'purchase' | 'refund' | 'transfer';

export interface Party {
  /** The same at every bank; null for a party that only this customer knows. */
  key: string | null;
  name: string;
  type: 'merchant' | 'financial_institution' | 'income_source';
  website: string | null;
}

export interface LedgerEntry {
  /** The same however much history is generated. */
  key: string;
  role: AccountRole;
  /** Positive is money out. */
  amountCents: number;
  /** In cents: a restaurant's bill without the tip. */
  pendingAmountCents: number;
  authorizedDay: Day;
  postedDay: Day;
  showsPending: boolean;
  descriptor: string;
  category: Category;
  channel: Channel | 'other';
  code: TransactionCode;
  party: Party | null;
  inTown: boolean;
}

export function partyOf(merchant: Merchant): Party {
  return { key: merchant.key, name: merchant.name, type: 'merchant', website: merchant.website };
}
