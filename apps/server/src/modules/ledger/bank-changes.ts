import type { BankCategory } from '@oinkly/domain/classification';
import type { Day } from '@oinkly/domain/days';

export interface BankTransaction {
  transactionId: string;
  providerAccountId: string;
  pendingTransactionId: string | null;
  /** Positive: money out. */
  amountCents: number;
  /** ISO 4217, or the bank's own code. */
  currency: string;
  postedOn: Day;
  authorizedOn: Day | null;
  name: string;
  merchantName: string | null;
  isPending: boolean;
  category: BankCategory | null;
  reportedCategory: string | null;
}

export interface BankChanges {
  upserted: BankTransaction[];
  removed: Pick<BankTransaction, 'transactionId' | 'providerAccountId'>[];
}
