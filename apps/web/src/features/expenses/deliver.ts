import type { Expense } from '@oinkly/contract/endpoints';
import { ApiError } from '../../shared/http/api-error.ts';
import { call } from '../../shared/http/call.ts';
import { messageOf } from '../../shared/http/failure-toast.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { isNoAnswer } from '../../shared/http/reach.ts';
import { newRequestId } from '../../shared/http/request-id.ts';
import { toast } from '../../shared/ui/toast-store.ts';
import {
  dropChange,
  dropUnsent,
  giveId,
  keepChange,
  setRefusal,
  waitingChanges,
  type Change,
  type WaitingChange,
} from './outbox.ts';

/** Whether the server has a change, or it waits on the device for the network. */
export type Delivery = 'sent' | 'kept';

const FAILURES: Record<Change['kind'], string> = {
  add: 'Failed to add expense',
  edit: 'Failed to update expense',
  delete: 'Failed to delete expense',
};

/** Only one tab sends at a time. */
const LOCK_NAME = 'oinkly.outbox';
let isSending = false;
/** Somebody has asked for it meanwhile: the network may be back. */
let isWantedAgain = false;
/** The added expense that is on its way: it cannot be dropped any more. */
let idOnItsWay: number | null = null;

/**
 * Sends a change, or keeps it when no answer comes: it may have arrived or not, and is sent once more as the same request. What is kept
 * goes first. Throws what the server says against it, in the words of section 8.
 */
export async function deliver(change: Change, requestId = newRequestId()): Promise<Delivery> {
  if (change.kind === 'delete' && isUnsent(change.expense.id)) {
    dropUnsent(change.expense.id);
    return 'sent';
  }
  if (waitingChanges().every(({ refusal }) => refusal !== null)) {
    try {
      await loadOrSay(FAILURES[change.kind], carryOut(change, requestId));
      return 'sent';
    } catch (error) {
      if (!isNoAnswer(error)) throw error;
    }
  }
  keepChange(change, requestId);
  toast({
    title: 'Waiting for the network',
    description: `${change.expense.name} is kept on this device, and sent by itself.`,
    action: { label: 'Undo', run: () => dropChange(requestId) },
  });
  return 'kept';
}

/**
 * Sends what waits, one after the other, until no answer comes. Answers how many were sent. What the server refuses stays, with its
 * reason, and does not hold up the others.
 */
export async function sendWaiting(): Promise<number> {
  isWantedAgain = true;
  if (isSending) return 0;
  isSending = true;
  let sent = 0;
  try {
    while (isWantedAgain) {
      isWantedAgain = false;
      // Browsers know of locks only on pages that are served over HTTPS or from this machine.
      sent += 'locks' in navigator ? await navigator.locks.request(LOCK_NAME, sendAll) : await sendAll();
    }
    return sent;
  } finally {
    isSending = false;
  }
}

async function sendAll(): Promise<number> {
  let sent = 0;
  for (;;) {
    const next = waitingChanges().find(({ refusal }) => refusal === null);
    const outcome = next ? await send(next) : 'later';
    if (outcome === 'later') return sent;
    if (outcome === 'sent') sent += 1;
  }
}

/** Sends one, if the server takes it now, and takes it out or keeps why it was refused. */
async function send(change: WaitingChange): Promise<'sent' | 'refused' | 'later'> {
  try {
    if (change.kind === 'add') idOnItsWay = change.localId;
    const expense = await carryOut(change, change.requestId);
    if (change.kind === 'add' && expense) giveId(change.localId, expense);
    else dropChange(change.requestId);
    return 'sent';
  } catch (error) {
    if (isNoAnswer(error)) return 'later';
    if (!(error instanceof ApiError)) throw error;
    // A server that is unwell, too busy or does not know who asks has refused nothing.
    if (error.status >= 500 || error.status === 429 || error.status === 401) return 'later';
    if (change.kind === 'delete' && error.status === 404) {
      dropChange(change.requestId);
      return 'sent';
    }
    setRefusal(change.requestId, messageOf(error, FAILURES[change.kind]));
    return 'refused';
  } finally {
    idOnItsWay = null;
  }
}

/** Makes the call of a change. Answers the expense as it is then; null for a deleted one. */
async function carryOut(change: Change, requestId: string): Promise<Expense | null> {
  if (change.kind === 'add') return call('createExpense', { body: { ...change.expense, requestId } });
  const { expense, scope } = change;
  const input = { params: { id: expense.id }, query: scope === 'one' ? {} : { scope } };
  if (change.kind === 'edit') return call('updateExpense', { ...input, body: change.patch });
  await call('deleteExpense', input);
  return null;
}

function isUnsent(id: number): boolean {
  return id < 0 && id !== idOnItsWay;
}
