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

/** The days, both included, that a page reports of an account. A row that it leaves out may be back under another id. */
export interface CoveredDays {
  providerAccountId: string;
  from: Day;
  to: Day;
  /** The days whose posted rows the page reports all, both included; null if rows may be missing anywhere. */
  complete: { from: Day; to: Day } | null;
  /** Whether the page also reports every pending row, whatever its day. */
  coversPending: boolean;
  /** Reported rows without usable content: they are not missing. */
  unreadableIds: string[];
}

export interface BankChanges {
  upserted: BankTransaction[];
  removed: Pick<BankTransaction, 'transactionId' | 'providerAccountId'>[];
  /** What these changes leave out although they report every row, the bank has withdrawn. */
  covered: CoveredDays[];
}
