import type { Expense, ExpensePatch, NewExpense } from '@oinkly/contract/expenses';
import type { RouteResponse } from '@oinkly/contract/endpoints';

/** `future`: this occurrence and all later ones. */
export type Scope = 'one' | 'future';

/** Idempotent, so that it can be sent again (ADR 40). */
export type Change =
  | { kind: 'add'; expense: NewExpense }
  | { kind: 'edit'; expense: Expense; patch: ExpensePatch; scope: Scope }
  | { kind: 'delete'; expense: Expense; scope: Scope }
  | { kind: 'restore'; expense: Expense };

export type OutboxEntry = Change & {
  /** Later changes have higher ones. Negated, it is an added expense's id until the server assigns one. */
  position: number;
  /** Makes repeated sends the same request. */
  requestId: string;
  /** Sends without a conclusive answer. */
  attempts: number;
  isWaiting: boolean;
  refusal: string | null;
};

/** The server's answer: the resulting expense, or null for a deleted one. */
export type Answer = RouteResponse<'updateExpense'> | null;

/** A change that the server has confirmed. Lists may not include it yet. */
export type ConfirmedEntry = OutboxEntry & {
  answer: Answer;
  /** Counts since the page was opened, from 1. */
  confirmedAs: number;
};

/** The id until the server assigns one. */
export function localIdOf(entry: OutboxEntry): number {
  return -entry.position;
}

/** The expense's id in the lists. */
export function expenseIdOf(entry: OutboxEntry): number {
  return entry.kind === 'add' ? localIdOf(entry) : entry.expense.id;
}
