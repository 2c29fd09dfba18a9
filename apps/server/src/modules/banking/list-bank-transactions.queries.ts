import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { bankAccounts } from '../../db/tables/banking.tables.ts';
import { bankTransactions } from '../../db/tables/readable-tables.ts';
import type { BankTransactionRow } from '../ledger/index.ts';

const ROWS_PER_PAGE = 1_000;

export interface AccountTransaction {
  transaction: BankTransactionRow;
  account: string;
}

/** Lists them, oldest first. `next` is null on the last page. */
export async function listBankTransactions(
  db: Database,
  userId: string,
  after = 0,
): Promise<{ rows: AccountTransaction[]; next: number | null }> {
  const rows = await db
    .select({ transaction: bankTransactions, account: bankAccounts.name })
    .from(bankTransactions)
    .innerJoin(
      bankAccounts,
      and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, bankTransactions.accountId)),
    )
    .where(and(eq(bankTransactions.userId, userId), gt(bankTransactions.id, after)))
    .orderBy(asc(bankTransactions.id))
    .limit(ROWS_PER_PAGE);
  return { rows, next: rows.length < ROWS_PER_PAGE ? null : (rows.at(-1)?.transaction.id ?? null) };
}
