import type { Expense, ExpensePatch, NewExpense } from '@oinkly/contract/endpoints';
import type { Day } from '@oinkly/domain/days';
import { withoutUndefined } from '@oinkly/domain/without-undefined';
import type { Scope } from '../scope-choice.tsx';

/** A change of expenses by the user. Every change is idempotent. */
export type Change =
  /** `outlook`: what the server will make of it, worked out by the form, so that lists need not load those rules. */
  | { kind: 'add'; expense: NewExpense; outlook?: { day: Day; isFixedBill: boolean } }
  | { kind: 'edit'; expense: Expense; patch: ExpensePatch; scope: Scope }
  | { kind: 'delete'; expense: Expense; scope: Scope }
  | { kind: 'restore'; expense: Expense };

/** A change in the outbox. */
export type OutboxEntry = Change & {
  /** Its place: what was done later has a higher one. Below zero, it is the id of an added expense until the server gives it one. */
  place: number;
  /** Tells the server that it is the same request, however often it is sent. */
  requestId: string;
  /** How often it was sent without an answer that settles it. */
  attempts: number;
  /** Whether the user was told that it waits. */
  isKept: boolean;
  /** Why the server has refused it; null while it waits. */
  refusal: string | null;
};

/** A change that the server has carried out, and its answer: the expense as it is now, null for a deleted one. Lists may not show it yet. */
export type SettledEntry = OutboxEntry & {
  answer: Expense | null;
  /** Its number among the changes that the server has answered since the page was opened; the first is 1. */
  settledAs: number;
};

/** The id of an added expense before the server has given it one. */
export function localIdOf(entry: OutboxEntry): number {
  return -entry.place;
}

/** Returns the fields that a patch sets of the expense itself: all but what it says of its counting and its merchant. */
export function fieldsSetBy(patch: ExpensePatch) {
  const { counted: _counted, alwaysForMerchant: _always, userId: _userId, ...fields } = patch;
  return withoutUndefined(fields);
}

/** The expense that a change is about, by the id it has in the lists. */
export function subjectOf(entry: OutboxEntry): number {
  return entry.kind === 'add' ? localIdOf(entry) : entry.expense.id;
}
