import { routes } from '@oinkly/contract/routes';
import { ApiError } from '../../../shared/http/api-error.ts';
import { call } from '../../../shared/http/call.ts';
import { leaveIfOtherUser } from '../../../shared/http/login-failures.ts';
import { deleteCachedAnswersFrom } from '../../../shared/http/offline-cache.ts';
import { loadOrSay } from '../../../shared/http/query-client.ts';
import { canReachServer, NoAnswer } from '../../../shared/http/reach.ts';
import { newRequestId } from '../../../shared/http/request-id.ts';
import { fieldsSetBy } from './expected-expense.ts';
import { expenseIdOf, type Answer, type Change, type OutboxEntry } from './change.ts';
import { outbox as theOutbox, type Outbox } from './outbox.ts';

/** What a caller learns: the answer, or that the change is kept on this device. */
export interface Delivery {
  isWaiting: boolean;
  answer: Answer;
}

interface SenderParts {
  /** Returns the resulting expense, null for a deleted one; throws `NoAnswer` and `ApiError`. */
  send: (change: Change, requestId: string) => Promise<Answer>;
  withLock: <T>(task: () => Promise<T>) => Promise<T>;
  isOnline: () => boolean;
}

const FAILURES: Record<Change['kind'], string> = {
  add: 'Failed to add expense',
  edit: 'Failed to update expense',
  delete: 'Failed to delete expense',
  restore: 'Failed to restore expense',
};
const LOCK_NAME = 'oinkly.outbox';
/** How long a caller waits before the change counts as waiting. It is sent regardless. */
const PATIENCE_MS = 8000;
/** Attempts at a failing server before the change counts as refused. */
const MAX_ATTEMPTS = 5;

/** Sends changes, each stored first (ADR 40). One tab sends one change at a time, in order, until a conclusive answer. */
export class OutboxSender {
  readonly #outbox: Outbox;
  readonly #parts: SenderParts;
  /** Callers waiting for a result, by request id. */
  readonly #callers = new Map<string, PromiseWithResolvers<Delivery>>();
  #turn: Promise<number> | null = null;
  /** Begins when the turn ends. */
  #nextTurn: Promise<number> | null = null;

  constructor(outbox: Outbox, parts: SenderParts) {
    this.#outbox = outbox;
    this.#parts = parts;
  }

  /** Without an answer the change is kept; it may have arrived. Throws a refusal while the caller waits; a later one is stored with the change. */
  async deliver(wanted: Change, requestId: string): Promise<Delivery> {
    const outbox = this.#outbox;
    outbox.readAgain();
    const change = outbox.withSentId(wanted);
    const added = this.#waitingAdd(change);
    if (change.kind === 'delete' && added && (added.attempts === 0 || added.refusal !== null)) {
      // The addition was never sent.
      outbox.discard(added);
      return { isWaiting: false, answer: null };
    }
    if (change.kind === 'edit' && added && added.refusal !== null) {
      const expense = { ...added.expense, ...fieldsSetBy(change.patch) };
      outbox.write({ ...added, expense, requestId, attempts: 0, isWaiting: false, refusal: null });
    } else {
      outbox.append(change, requestId);
    }
    const caller = Promise.withResolvers<Delivery>();
    this.#callers.set(requestId, caller);
    const patience = setTimeout(() => this.#letWait(requestId), PATIENCE_MS);
    void this.sendAll();
    return caller.promise.finally(() => clearTimeout(patience));
  }

  tryAgain(entry: OutboxEntry): void {
    this.#outbox.write({ ...entry, attempts: 0, refusal: null });
    void this.sendAll();
  }

  /** Sends waiting changes until none is left or one must wait. Returns how many succeeded without a waiting caller. */
  async sendAll(): Promise<number> {
    if (this.#nextTurn) {
      // It sends these changes too, and tells its first caller how many.
      await this.#nextTurn;
      return 0;
    }
    const begin = () => {
      this.#nextTurn = null;
      this.#turn = this.#parts.withLock(() => this.#sendInTurn()).finally(() => (this.#turn = null));
      return this.#turn;
    };
    if (!this.#turn) return begin();
    // A failed turn has told its own caller.
    this.#nextTurn = this.#turn.then(begin, begin);
    return this.#nextTurn;
  }

  async #sendInTurn(): Promise<number> {
    const outbox = this.#outbox;
    let sentLate = 0;
    outbox.setPause(null);
    while (outbox.pause === null) {
      // Another tab may have sent some.
      outbox.readAgain();
      if (!outbox.isAllRead) await outbox.allRead();
      const next = outbox.waiting.find(isReady);
      if (outbox.isAllRead && !next) break;
      if (!this.#parts.isOnline()) outbox.setPause('network');
      else if (!outbox.isAllRead || !next) outbox.setPause('server');
      else {
        const sent = { ...next, attempts: next.attempts + 1 };
        outbox.write(sent);
        try {
          const answer = await this.#parts.send(next, next.requestId);
          outbox.confirm(sent, answer);
          const caller = this.#takeCaller(next.requestId);
          if (caller) caller.resolve({ isWaiting: false, answer });
          else sentLate += 1;
        } catch (error) {
          this.#failed(sent, error);
        }
      }
    }
    for (const requestId of this.#callers.keys()) this.#letWait(requestId);
    return sentLate;
  }

  #failed(sent: OutboxEntry, error: unknown): void {
    const caller = error instanceof NoAnswer ? undefined : this.#takeCaller(sent.requestId);
    caller?.reject(error);
    // After a failed login it stays and is sent after the next one.
    if (caller && !isLoginRequired(error)) this.#outbox.discard(sent);
    else this.#stayAfter(sent, error);
  }

  #stayAfter(sent: OutboxEntry, error: unknown): void {
    const outbox = this.#outbox;
    const entry = outbox.waiting.find(({ position }) => position === sent.position);
    // Dropped in the meantime.
    if (!entry) return;
    if (error instanceof NoAnswer) {
      outbox.setPause('network');
      // Not an attempt, because the server never saw it.
      outbox.write({ ...entry, attempts: Math.min(entry.attempts, MAX_ATTEMPTS - 1) });
    } else if (isLoginRequired(error)) {
      outbox.setPause('login');
    } else if (error instanceof ApiError && error.status === 404 && isNothingLeftToDo(entry)) {
      outbox.confirm(entry, null);
    } else if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
      outbox.write({ ...entry, refusal: error.message });
    } else if (entry.attempts >= MAX_ATTEMPTS) {
      const refusal = error instanceof ApiError ? error.message : 'The server isn’t responding.';
      outbox.write({ ...entry, refusal });
    } else {
      outbox.setPause('server');
      if (!(error instanceof ApiError)) console.error('A change could not be sent.', error);
    }
  }

  #letWait(requestId: string): void {
    const caller = this.#takeCaller(requestId);
    const entry = this.#outbox.waiting.find((candidate) => candidate.requestId === requestId);
    if (entry && !entry.isWaiting) this.#outbox.write({ ...entry, isWaiting: true });
    // Without an entry, another tab sent it.
    caller?.resolve({ isWaiting: entry !== undefined, answer: null });
  }

  #takeCaller(requestId: string): PromiseWithResolvers<Delivery> | undefined {
    const caller = this.#callers.get(requestId);
    this.#callers.delete(requestId);
    return caller;
  }

  #waitingAdd(change: Change) {
    if (change.kind === 'add' || change.expense.id > 0) return undefined;
    const { id } = change.expense;
    return this.#outbox.waiting
      .filter((entry) => entry.kind === 'add')
      .find((entry) => expenseIdOf(entry) === id);
  }
}

export const sender = new OutboxSender(theOutbox, {
  send,
  // Browsers offer locks only over HTTPS and on localhost.
  withLock: (task) => ('locks' in navigator ? navigator.locks.request(LOCK_NAME, task) : task()),
  // A server on this machine needs no network.
  isOnline: () => navigator.onLine || canReachServer(),
});

/** Shows a change in every list at once and sends it. Throws a refusal in the words of section 8. */
export async function deliver(change: Change, requestId = newRequestId()): Promise<Delivery> {
  return loadOrSay(FAILURES[change.kind], sender.deliver(change, requestId));
}

async function send(change: Change, requestId: string): Promise<Answer> {
  let answer: Answer = null;
  try {
    if (change.kind === 'add') {
      answer = await call('createExpense', { body: { ...change.expense, requestId } });
    } else {
      const params = { id: change.expense.id };
      const query = 'scope' in change && change.scope === 'future' ? { scope: change.scope } : {};
      if (change.kind === 'edit') answer = await call('updateExpense', { params, query, body: change.patch });
      else if (change.kind === 'restore') answer = await call('restoreExpense', { params });
      else await call('deleteExpense', { params, query });
    }
  } catch (error) {
    // Waiting changes are sent when their user returns.
    leaveIfOtherUser(error);
    throw error;
  }
  await deleteCachedAnswersFrom(routes.listExpenses.path, routes.listWeeks.path, routes.getLeaderboard.path);
  return answer;
}

/** Whether a change may be sent: neither it nor the addition that it depends on was refused. */
function isReady(entry: OutboxEntry): boolean {
  return entry.refusal === null && (entry.kind === 'add' || entry.expense.id > 0);
}

/** Whether a missing expense means that this change was already done and its answer lost. */
function isNothingLeftToDo({ kind }: OutboxEntry): boolean {
  return kind === 'delete' || kind === 'restore';
}

/** Whether a login is needed, also because another user has logged in. */
function isLoginRequired(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.code === 'OTHER_USER');
}
