import { ApiError } from '../../../shared/http/api-error.ts';
import { NoAnswer } from '../../../shared/http/reach.ts';
import { fieldsSetBy } from '../expected-expense.ts';
import { subjectOf, type Answer, type Change, type OutboxEntry } from './change.ts';
import type { OutboxBook } from './outbox-book.ts';

export type Delivery = 'sent' | 'kept';

export interface SenderParts {
  /** Returns the resulting expense, null for a deleted one; throws `NoAnswer` and `ApiError`. */
  send: (change: Change, requestId: string) => Promise<Answer>;
  alone: (task: () => Promise<void>) => Promise<void>;
  isOnline: () => boolean;
}

/** How long a caller waits before the change counts as waiting. It is sent regardless. */
const PATIENCE_MS = 8000;
/** Attempts at a failing server before the change counts as refused. */
const MAX_ATTEMPTS = 5;

/**
 * Sends changes, each stored first (ADR 14). One tab sends one change at a time, in order, until a conclusive
 * answer.
 */
export class OutboxSender {
  readonly #book: OutboxBook;
  readonly #parts: SenderParts;
  /** Callers waiting for a result, by request id. */
  readonly #callers = new Map<string, PromiseWithResolvers<Delivery>>();
  #sending: Promise<number> | null = null;
  #isWantedAgain = false;

  constructor(book: OutboxBook, parts: SenderParts) {
    this.#book = book;
    this.#parts = parts;
  }

  /**
   * Without an answer the change is kept; it may have arrived. Throws a refusal while the caller waits; a later one is stored with the
   * change.
   */
  async deliver(wanted: Change, requestId: string): Promise<Delivery> {
    const book = this.#book;
    book.readAgain();
    const change = book.withSentId(wanted);
    const added = this.#waitingAdd(change);
    if (change.kind === 'delete' && added && (added.attempts === 0 || added.refusal !== null)) {
      // The addition was never sent.
      book.discard(added);
      return 'sent';
    }
    if (change.kind === 'edit' && added && added.refusal !== null) {
      book.write({
        ...added,
        expense: { ...added.expense, ...fieldsSetBy(change.patch) },
        requestId,
        attempts: 0,
        isKept: false,
        refusal: null,
      });
    } else {
      book.append(change, requestId);
    }
    const caller = Promise.withResolvers<Delivery>();
    this.#callers.set(requestId, caller);
    const patience = setTimeout(() => this.#keep(requestId), PATIENCE_MS);
    void this.sendAll();
    return caller.promise.finally(() => clearTimeout(patience));
  }

  tryAgain(entry: OutboxEntry): void {
    this.#book.write({ ...entry, attempts: 0, refusal: null });
    void this.sendAll();
  }

  /**
   * Sends waiting changes until none is left or one must wait. Returns how many succeeded without a waiting
   * caller.
   */
  async sendAll(): Promise<number> {
    this.#isWantedAgain = true;
    if (this.#sending) {
      await this.#sending;
      return 0;
    }
    this.#sending = this.#sendWhileWanted();
    return this.#sending;
  }

  async #sendWhileWanted(): Promise<number> {
    let sentLate = 0;
    try {
      while (this.#isWantedAgain) {
        this.#isWantedAgain = false;
        await this.#parts.alone(async () => {
          sentLate += await this.#sendInTurn();
        });
      }
      return sentLate;
    } finally {
      // Synchronous with the last check, so that a later call starts a new round.
      this.#sending = null;
    }
  }

  async #sendInTurn(): Promise<number> {
    const book = this.#book;
    let sentLate = 0;
    book.setStall(null);
    for (;;) {
      // Another tab may have sent some.
      book.readAgain();
      const next = book.entries().find(canGo);
      if (!next || book.stall() !== null) break;
      if (await this.#sendOne(next)) sentLate += 1;
    }
    for (const requestId of this.#callers.keys()) this.#keep(requestId);
    return sentLate;
  }

  /** Returns whether it succeeded without a waiting caller. */
  async #sendOne(entry: OutboxEntry): Promise<boolean> {
    if (!this.#parts.isOnline()) {
      this.#book.setStall('network');
      return false;
    }
    const sent = { ...entry, attempts: entry.attempts + 1 };
    this.#book.write(sent);
    try {
      const answer = await this.#parts.send(entry, entry.requestId);
      this.#book.confirm(sent, answer);
      const caller = this.#takeCaller(entry.requestId);
      caller?.resolve('sent');
      return caller === undefined;
    } catch (error) {
      const caller = error instanceof NoAnswer ? undefined : this.#takeCaller(entry.requestId);
      caller?.reject(error);
      // After a failed login it stays and is sent after the next one.
      if (caller && !isLoginRequired(error)) this.#book.discard(sent);
      else this.#stayAfter(sent, error);
      return false;
    }
  }

  #stayAfter(sent: OutboxEntry, error: unknown): void {
    const book = this.#book;
    const entry = book.entries().find(({ place }) => place === sent.place);
    // Dropped in the meantime.
    if (!entry) return;
    if (error instanceof NoAnswer) {
      book.setStall('network');
      // Not an attempt, because the server never saw it.
      book.write({ ...entry, attempts: Math.min(entry.attempts, MAX_ATTEMPTS - 1) });
    } else if (isLoginRequired(error)) {
      book.setStall('login');
    } else if (error instanceof ApiError && error.status === 404 && isNothingLeftToDo(entry)) {
      book.confirm(entry, null);
    } else if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
      book.write({ ...entry, refusal: error.message });
    } else if (entry.attempts >= MAX_ATTEMPTS) {
      const refusal = error instanceof ApiError ? error.message : 'The server isn’t responding.';
      book.write({ ...entry, refusal });
    } else {
      book.setStall('server');
      if (!(error instanceof ApiError)) console.error('A change could not be sent.', error);
    }
  }

  #keep(requestId: string): void {
    const caller = this.#takeCaller(requestId);
    const entry = this.#book.entries().find((candidate) => candidate.requestId === requestId);
    if (entry && !entry.isKept) this.#book.write({ ...entry, isKept: true });
    // Without an entry, another tab sent it.
    caller?.resolve(entry ? 'kept' : 'sent');
  }

  #takeCaller(requestId: string): PromiseWithResolvers<Delivery> | undefined {
    const caller = this.#callers.get(requestId);
    this.#callers.delete(requestId);
    return caller;
  }

  #waitingAdd(change: Change) {
    if (change.kind === 'add' || change.expense.id > 0) return undefined;
    const { id } = change.expense;
    return this.#book
      .entries()
      .filter((entry) => entry.kind === 'add')
      .find((entry) => subjectOf(entry) === id);
  }
}

/** Whether a change may be sent: neither it nor the addition that it depends on was refused. */
function canGo(entry: OutboxEntry): boolean {
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
