import type { Expense } from '@oinkly/contract/endpoints';
import { ApiError } from '../../../shared/http/api-error.ts';
import { NoAnswer } from '../../../shared/http/reach.ts';
import { fieldsSetBy, subjectOf, type Change, type OutboxEntry } from './change.ts';
import type { OutboxBook } from './outbox-book.ts';

/** Whether the server has carried a change out, or it waits on the device. */
export type Delivery = 'sent' | 'kept';

/** What a sender works with. */
export interface SenderParts {
  /** Carries a change out. Answers the expense as it is then, null for a deleted one; throws `NoAnswer` and `ApiError`. */
  send: (change: Change, requestId: string) => Promise<Expense | null>;
  /** Runs a task while no other tab runs one. */
  alone: (task: () => Promise<void>) => Promise<void>;
  /** Whether it is worth trying. */
  isOnline: () => boolean;
}

/** How long a change waits for its answer before it counts as waiting. It is sent regardless. */
const PATIENCE_MS = 8000;
/** A server that is not well is asked so often for one change before it counts as refused. */
const MAX_ATTEMPTS = 5;

/**
 * The way of every change of expenses to the server. A change stands in the outbox before it is sent, so that it outlives the page; one is
 * sent at a time, in the order in which they were made, by one tab; and the same one is sent until an answer settles it.
 */
export class OutboxSender {
  readonly #book: OutboxBook;
  readonly #parts: SenderParts;
  /** Those whose makers wait for the outcome, by their request ids. */
  readonly #makers = new Map<string, PromiseWithResolvers<Delivery>>();
  #sending: Promise<number> | null = null;
  #isWantedAgain = false;

  constructor(book: OutboxBook, parts: SenderParts) {
    this.#book = book;
    this.#parts = parts;
  }

  /**
   * Sends a change in its turn, or keeps it when no answer comes: it may have arrived or not. Throws what the server says against it while
   * its maker still waits; later that is kept with it.
   */
  async deliver(wanted: Change, requestId: string): Promise<Delivery> {
    const book = this.#book;
    book.readAgain();
    const change = book.withSentId(wanted);
    const added = this.#waitingAdd(change);
    if (change.kind === 'delete' && added && (added.attempts === 0 || added.refusal !== null)) {
      // It was never there.
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
    const maker = Promise.withResolvers<Delivery>();
    this.#makers.set(requestId, maker);
    const patience = setTimeout(() => this.#keep(requestId), PATIENCE_MS);
    void this.sendAll();
    return maker.promise.finally(() => clearTimeout(patience));
  }

  /** Lets a refused change be tried again. */
  tryAgain(entry: OutboxEntry): void {
    this.#book.write({ ...entry, attempts: 0, refusal: null });
    void this.sendAll();
  }

  /** Sends waiting changes until none is left or one must wait. Returns how many succeeded that no caller waited for. */
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
      // In the same turn as the last look: a later call starts a new round.
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
    for (const requestId of this.#makers.keys()) this.#keep(requestId);
    return sentLate;
  }

  /** Sends one entry. Returns whether it succeeded and no caller waited for it. */
  async #sendOne(entry: OutboxEntry): Promise<boolean> {
    if (!this.#parts.isOnline()) {
      this.#book.setStall('network');
      return false;
    }
    const sent = { ...entry, attempts: entry.attempts + 1 };
    this.#book.write(sent);
    try {
      const answer = await this.#parts.send(entry, entry.requestId);
      this.#book.settle(sent, answer);
      const maker = this.#takeMaker(entry.requestId);
      maker?.resolve('sent');
      return maker === undefined;
    } catch (error) {
      const maker = error instanceof NoAnswer ? undefined : this.#takeMaker(entry.requestId);
      maker?.reject(error);
      // It is sent after the next login.
      if (maker && !isLoginRequired(error)) this.#book.discard(sent);
      else this.#stayAfter(sent, error);
      return false;
    }
  }

  /** A change that no caller waits for any more stays until an answer confirms it. */
  #stayAfter(sent: OutboxEntry, error: unknown): void {
    const book = this.#book;
    const entry = book.entries().find(({ place }) => place === sent.place);
    // Given up meanwhile.
    if (!entry) return;
    if (error instanceof NoAnswer) {
      book.setStall('network');
      // It has cost the server nothing.
      book.write({ ...entry, attempts: Math.min(entry.attempts, MAX_ATTEMPTS - 1) });
    } else if (isLoginRequired(error)) {
      book.setStall('login');
    } else if (error instanceof ApiError && error.status === 404 && isNothingLeftToDo(entry)) {
      book.settle(entry, null);
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

  /** Tells the maker of a change that it waits. */
  #keep(requestId: string): void {
    const maker = this.#takeMaker(requestId);
    const entry = this.#book.entries().find((candidate) => candidate.requestId === requestId);
    if (entry && !entry.isKept) this.#book.write({ ...entry, isKept: true });
    // Without an entry, another tab has sent it.
    maker?.resolve(entry ? 'kept' : 'sent');
  }

  #takeMaker(requestId: string): PromiseWithResolvers<Delivery> | undefined {
    const maker = this.#makers.get(requestId);
    this.#makers.delete(requestId);
    return maker;
  }

  /** The added expense that a change is about, while the server may not have it. */
  #waitingAdd(change: Change) {
    if (change.kind === 'add' || change.expense.id > 0) return undefined;
    const { id } = change.expense;
    return this.#book
      .entries()
      .filter((entry) => entry.kind === 'add')
      .find((entry) => subjectOf(entry) === id);
  }
}

/** Whether an entry may be sent: it was not refused, and neither was the expense that it is about. */
function canGo(entry: OutboxEntry): boolean {
  return entry.refusal === null && (entry.kind === 'add' || entry.expense.id > 0);
}

/** Whether an expense that is not there as expected means that this was done before: its answer was lost. */
function isNothingLeftToDo({ kind }: OutboxEntry): boolean {
  return kind === 'delete' || kind === 'restore';
}

/** Whether another user than the current one made the change. */
function isLoginRequired(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.code === 'OTHER_USER');
}
