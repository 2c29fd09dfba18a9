import { countedKinds } from '@oinkly/domain/counted-kinds';
import { updateCountsByKind } from './expenses.queries.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';

/** Applies the setting "count fixed bills" to the user's expenses (PD-5). */
export async function recountFixedBills(
  tx: LedgerTransaction,
  userId: string,
  countFixedBills: boolean,
): Promise<void> {
  await updateCountsByKind(tx, userId, countedKinds(countFixedBills));
}
