import { routes } from '@oinkly/contract/routes';
import { call } from '../../../shared/http/call.ts';
import { loadOrSay } from '../../../shared/http/query-client.ts';
import { canReachServer } from '../../../shared/http/reach.ts';
import { deleteCachedAnswersFrom } from '../../../shared/http/offline-cache.ts';
import { newRequestId } from '../../../shared/http/request-id.ts';
import { leaveIfOtherUser } from '../../../shared/http/login-failures.ts';
import type { Answer, Change } from './change.ts';
import { OutboxSender, type Delivery } from './outbox-sender.ts';
import { book } from './the-book.ts';

const FAILURES: Record<Change['kind'], string> = {
  add: 'Failed to add expense',
  edit: 'Failed to update expense',
  delete: 'Failed to delete expense',
  restore: 'Failed to restore expense',
};

const LOCK_NAME = 'oinkly.outbox';

export const sender = new OutboxSender(book, {
  send,
  // Browsers offer locks only over HTTPS and on localhost.
  alone: (task) => ('locks' in navigator ? navigator.locks.request(LOCK_NAME, task) : task()),
  // A server on this machine needs no network.
  isOnline: () => navigator.onLine || canReachServer(),
});

/**
 * Shows a change in every list at once and sends it. Throws a refusal in the words of section 8; `kept`
 * without an answer.
 */
export async function deliver(change: Change, requestId = newRequestId()): Promise<Delivery> {
  return loadOrSay(FAILURES[change.kind], sender.deliver(change, requestId));
}

/** Null if unknown here. */
export function answerTo(requestId: string): Answer {
  return book.confirmed().find((entry) => entry.requestId === requestId)?.answer ?? null;
}

async function send(change: Change, requestId: string): Promise<Answer> {
  const answer = await carryOut(change, requestId).catch((error: unknown) => {
    // Waiting changes are sent when their user returns.
    leaveIfOtherUser(error);
    throw error;
  });
  await deleteCachedAnswersFrom(routes.listExpenses.path, routes.listWeeks.path, routes.getLeaderboard.path);
  return answer;
}

async function carryOut(change: Change, requestId: string): Promise<Answer> {
  if (change.kind === 'add') return call('createExpense', { body: { ...change.expense, requestId } });
  const params = { id: change.expense.id };
  if (change.kind === 'restore') return call('restoreExpense', { params });
  const query = change.scope === 'one' ? {} : { scope: change.scope };
  if (change.kind === 'edit') return call('updateExpense', { params, query, body: change.patch });
  await call('deleteExpense', { params, query });
  return null;
}
