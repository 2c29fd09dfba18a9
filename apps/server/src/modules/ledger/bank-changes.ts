import type { BankCategory } from '@oinkly/domain/classification';
import type { Day } from '@oinkly/domain/days';

/** A transaction as a bank reports it, whatever the provider. */
export interface BankTransaction {
  transactionId: string;
  providerAccountId: string;
  /** The pending transaction that this posted one replaces. */
  pendingTransactionId: string | null;
  /** Positive: money out. */
  amountCents: number;
  /** ISO 4217, or the bank's own code where there is none. */
  currency: string;
  postedOn: Day;
  authorizedOn: Day | null;
  name: string;
  merchantName: string | null;
  isPending: boolean;
  /** Null when the bank gives none. */
  category: BankCategory | null;
  /** The bank's own category as reported, which users export. */
  reportedCategory: string | null;
}

/** What a bank changed: transactions that are new or different, and removed ones. */
export interface BankChanges {
  upserted: BankTransaction[];
  removed: Pick<BankTransaction, 'transactionId' | 'providerAccountId'>[];
}
