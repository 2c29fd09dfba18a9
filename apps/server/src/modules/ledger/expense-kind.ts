import { kindOfExpense } from '@oinkly/domain/classification';
import { countedKinds } from '@oinkly/domain/counted-kinds';
import type { MoneyKind } from '@oinkly/domain/money-kinds';
import type { Database } from '../../db/database.ts';
import { readCountFixedBills, updateCountsByKind, type ExpenseRow } from './expenses.queries.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';

export function kindFor(
  { ledger }: LedgerTransaction,
  expense: { category: string; name: string },
): Pick<ExpenseRow, 'kind' | 'countsByKind'> {
  const kind = kindOfExpense(expense);
  return { kind, countsByKind: countedKinds(ledger.owner.countFixedBills).includes(kind) };
}

/** Call it in the transaction that uses them. */
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
