import { countedKinds } from '@oinkly/domain/counted-kinds';
import type { MoneyKind } from '@oinkly/domain/money-kinds';
import type { Database } from '../../db/database.ts';
import { readCountFixedBills, updateCountsByKind } from './expenses.queries.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';

/** Reads which kinds count. Call it in the transaction that uses them. */
export async function readCountedKinds(db: Database, userId: string): Promise<readonly MoneyKind[]> {
  return countedKinds((await readCountFixedBills(db, userId)) ?? false);
}

/** Applies the setting "count fixed bills" to the user's expenses (PD-5). */
export async function recountFixedBills(
  tx: LedgerTransaction,
  userId: string,
  countFixedBills: boolean,
): Promise<void> {
  await updateCountsByKind(tx, userId, countedKinds(countFixedBills));
}
