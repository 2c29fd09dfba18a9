import { dollarsFromCents } from '@oinkly/domain/money';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { bankAccounts, bankRecords } from '../../db/schema.ts';

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

/** A page of what banks have reported to a user, oldest first, after the record `after`; `next` is null on the last page. */
export async function listBankRecords(
  db: Database,
  userId: string,
  after = 0,
): Promise<{ rows: ReportedTransaction[]; next: number | null }> {
  const rows = await db
    .select({ record: bankRecords, account: bankAccounts.name })
    .from(bankRecords)
    .innerJoin(
      bankAccounts,
      and(eq(bankAccounts.userId, bankRecords.userId), eq(bankAccounts.id, bankRecords.accountId)),
    )
    .where(and(eq(bankRecords.userId, userId), gt(bankRecords.id, after)))
    .orderBy(asc(bankRecords.id))
    .limit(ROWS_PER_PAGE);
  return {
    rows: rows.map(({ record, account }) => ({
      account,
      amount: dollarsFromCents(record.amountCents),
      currency: record.currency,
      postedOn: record.postedOn,
      authorizedOn: record.authorizedOn,
      name: record.name,
      merchantName: record.merchantName,
      pending: record.isPending,
      category: record.reportedCategory,
      removedAt: record.removedAt?.toISOString() ?? null,
    })),
    next: rows.length < ROWS_PER_PAGE ? null : (rows.at(-1)?.record.id ?? null),
  };
}
