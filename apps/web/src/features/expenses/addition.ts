import type { NewExpense } from '@oinkly/contract/endpoints';
import { kindOfExpense } from '@oinkly/domain/classification';
import type { Change } from './outbox/change.ts';

/** Returns the change that adds an expense, with what the server will make of its kind (PD-4). */
export function additionOf(expense: NewExpense): Change {
  return { kind: 'add', expense, isFixedBill: kindOfExpense(expense) === 'fixed-bill' };
}
