import { dollarsFromCents } from '@oinkly/domain/money';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { bankAccounts, bankTransactions } from '../../db/schema.ts';

const ROWS_PER_PAGE = 1_000;

/** A transaction as a bank reported it. */
interface ReportedTransaction {
  account: string;
  /** Dollars, or the units of `currency`; positive: money out. */
  amount: number;
  currency: string;
  /** `YYYY-MM-DD` */
  postedOn: string;
  authorizedOn: string | null;
  name: string;
  merchantName: string | null;
  pending: boolean;
  category: string | null;
  /** ISO 8601; when the bank took it back, null while it stands. */
  removedAt: string | null;
}

/** A page of what banks have reported to a user, oldest first, after the transaction `after`; `next` is null on the last page. */
export async function listBankTransactions(
  db: Database,
  userId: string,
  after = 0,
): Promise<{ rows: ReportedTransaction[]; next: number | null }> {
  const rows = await db
    .select({ transaction: bankTransactions, account: bankAccounts.name })
    .from(bankTransactions)
    .innerJoin(
      bankAccounts,
      and(eq(bankAccounts.userId, bankTransactions.userId), eq(bankAccounts.id, bankTransactions.accountId)),
    )
    .where(and(eq(bankTransactions.userId, userId), gt(bankTransactions.id, after)))
    .orderBy(asc(bankTransactions.id))
    .limit(ROWS_PER_PAGE);
  return {
    rows: rows.map(({ transaction, account }) => ({
      account,
      amount: dollarsFromCents(transaction.amountCents),
      currency: transaction.currency,
      postedOn: transaction.postedOn,
      authorizedOn: transaction.authorizedOn,
      name: transaction.name,
      merchantName: transaction.merchantName,
      pending: transaction.isPending,
      category: transaction.reportedCategory,
      removedAt: transaction.removedAt?.toISOString() ?? null,
    })),
    next: rows.length < ROWS_PER_PAGE ? null : (rows.at(-1)?.transaction.id ?? null),
  };
}
