import type { Expense, ExpensePatch, NewExpense, RouteResponse } from '@oinkly/contract/endpoints';
import type { Day } from '@oinkly/domain/days';
import { withoutUndefined } from '@oinkly/domain/without-undefined';
import type { Scope } from '../scope-choice.tsx';

/** A user's change to expenses. Every change is idempotent. */
export type Change =
  /** `outlook`: the server's expected result, computed by the form, so that lists need not load those rules. */
  | { kind: 'add'; expense: NewExpense; outlook?: { day: Day; isFixedBill: boolean } }
  | { kind: 'edit'; expense: Expense; patch: ExpensePatch; scope: Scope }
  | { kind: 'delete'; expense: Expense; scope: Scope }
  | { kind: 'restore'; expense: Expense };

/** A change in the outbox. */
export type OutboxEntry = Change & {
  /** Its position: later changes have higher ones. Negative, it is the id of an added expense until the server assigns one. */
  place: number;
  /** Makes repeated sends the same request. */
  requestId: string;
  /** Sends without a conclusive answer. */
  attempts: number;
  /** Whether the user was told that it waits. */
  isKept: boolean;
  /** Why the server refused it; null while it waits. */
  refusal: string | null;
};

/** The server's answer to a change: the resulting expense, null for a deleted one. */
export type Answer = RouteResponse<'updateExpense'> | null;

/** A change confirmed by the server, with the resulting expense or null for a deleted one. Lists may not include it yet. */
export type ConfirmedEntry = OutboxEntry & {
  answer: Answer;
  /** Its number among the changes confirmed since the page was opened, from 1. */
  confirmedAs: number;
};

/** The id of an added expense before the server assigns one. */
export function localIdOf(entry: OutboxEntry): number {
  return -entry.place;
}

/** Returns the fields of the expense itself that a patch sets, without counting. */
export function fieldsSetBy(patch: ExpensePatch) {
  const { counted: _counted, userId: _userId, ...fields } = patch;
  return withoutUndefined(fields);
}

/** The id in the lists of the expense that a change is about. */
export function subjectOf(entry: OutboxEntry): number {
  return entry.kind === 'add' ? localIdOf(entry) : entry.expense.id;
}
