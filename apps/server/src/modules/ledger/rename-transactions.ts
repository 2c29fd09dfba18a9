import { sql } from 'drizzle-orm';
import { forEachPage } from '../../db/in-pages.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';
import { bankTransactions } from '../../db/tables/ledger.tables.ts';
import { update } from '../../db/writable-table.ts';

/** Gives stored transactions the ids that their bank uses now. */
export async function renameTransactions(
  tx: LedgerTransaction,
  names: ReadonlyMap<number, string>,
): Promise<void> {
  const renamed = Array.from(names, ([id, transactionId]) => ({ id, transactionId }));
  await forEachPage(renamed, (page) =>
    tx.execute(sql`
      ${update(bankTransactions)} r set transaction_id = n."transactionId"
      from json_to_recordset(${JSON.stringify(page)}::json) as n(id bigint, "transactionId" text)
      where r.user_id = ${tx.ledger.userId} and r.id = n.id`),
  );
}
