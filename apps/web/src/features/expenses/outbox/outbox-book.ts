import { localIdOf, type Answer, type Change, type OutboxEntry, type ConfirmedEntry } from './change.ts';

/** No answer, no session, or a failing server. */
export type Stall = 'network' | 'login' | 'server';

const KEY_PREFIX = 'oinkly.outbox.';
/** Ids kept for added expenses: another tab may still use the local ones. */
const IDS_KEPT = 100;
const IDS_KEY_PREFIX = 'oinkly.outbox-ids.';

/** One for each user. All tabs share it. */
export class OutboxBook {
  readonly #storage: Storage;
  readonly #now: () => number;
  #owner = '';
  #entries: readonly OutboxEntry[] = [];
  #confirmed: readonly ConfirmedEntry[] = [];
  #confirmedCount = 0;
  #stall: Stall | null = null;
  /** Earlier ids of added expenses, by their current ids. */
  #formerIds: ReadonlyMap<number, number> = new Map();
  #lastPlace = 0;
  readonly #listeners = new Set<() => void>();

  constructor(storage: Storage, now: () => number) {
    this.#storage = storage;
    this.#now = now;
  }

  /** Other users' changes on this device are not sent in this user's name. */
  open(owner: string): void {
    if (owner === this.#owner) return;
    this.#owner = owner;
    this.#confirmed = [];
    this.#stall = null;
    this.readAgain();
  }

  /** Waiting and refused changes, oldest first. The array is stable until something changes. */
  entries(): readonly OutboxEntry[] {
    return this.#entries;
  }

  /** Confirmed changes that lists may lack, oldest first. The array is stable until something changes. */
  confirmed(): readonly ConfirmedEntry[] {
    return this.#confirmed;
  }

  confirmedCount(): number {
    return this.#confirmedCount;
  }

  stall(): Stall | null {
    return this.#stall;
  }

  /** An id that stays the same when the server assigns the real one. */
  stableIdOf(expenseId: number): number {
    return this.#formerIds.get(expenseId) ?? expenseId;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads the stored entries, which another tab may have changed. */
  readAgain(): void {
    this.#entries = this.#stored();
    this.#formerIds = new Map(this.#sentIds().map(([localId, id]) => [id, localId]));
    for (const listener of this.#listeners) listener();
  }

  setStall(stall: Stall | null): void {
    this.#stall = stall;
    for (const listener of this.#listeners) listener();
  }

  /** Throws if the device has no room, so that the change fails visibly. */
  append(change: Change, requestId: string): void {
    const last = Math.max(this.#lastPlace, ...this.#stored().map(({ place }) => place));
    // Unique, because it identifies an added expense.
    this.#lastPlace = Math.max(this.#now() * 1000, last + 1);
    this.write({
      ...change,
      place: this.#lastPlace,
      requestId,
      attempts: 0,
      isKept: false,
      refusal: null,
    });
  }

  write(entry: OutboxEntry): void {
    this.#storage.setItem(this.#keyOf(entry), JSON.stringify(entry));
    this.readAgain();
  }

  /** Later changes to an added expense get its server id. */
  confirm(entry: OutboxEntry, answer: Answer): void {
    if (entry.kind === 'add' && answer) {
      const ids = [...this.#sentIds(), [localIdOf(entry), answer.id]].slice(-IDS_KEPT);
      this.#storage.setItem(this.#idsKey(), JSON.stringify(ids));
    }
    this.#remove(entry);
    this.#confirmedCount += 1;
    this.#confirmed = [...this.#confirmed, { ...entry, answer, confirmedAs: this.#confirmedCount }];
    this.readAgain();
  }

  /** Call it after reloading the lists. */
  dropConfirmed(confirmed: readonly ConfirmedEntry[]): void {
    this.#confirmed = this.#confirmed.filter((entry) => !confirmed.includes(entry));
    this.readAgain();
  }

  /** Drops a change, and with an addition the changes to its expense. */
  discard(entry: OutboxEntry): void {
    this.#remove(entry);
    if (entry.kind === 'add') {
      for (const other of this.#stored()) {
        if (other.kind !== 'add' && other.expense.id === localIdOf(entry)) this.#remove(other);
      }
    }
    this.readAgain();
  }

  /** Replaces the local id of an added expense by the server's, if known. */
  withSentId<T extends Change>(change: T): T {
    if (change.kind === 'add' || change.expense.id > 0) return change;
    const { expense } = change;
    const id = this.#sentIds().find(([localId]) => localId === expense.id)?.[1];
    return id === undefined ? change : { ...change, expense: { ...expense, id } };
  }

  /** Each entry has its own key, so that tabs never overwrite each other. */
  #keyOf({ place }: OutboxEntry): string {
    return `${KEY_PREFIX}${this.#owner}.${place}`;
  }

  #idsKey(): string {
    return IDS_KEY_PREFIX + this.#owner;
  }

  #remove(entry: OutboxEntry): void {
    this.#storage.removeItem(this.#keyOf(entry));
  }

  #stored(): OutboxEntry[] {
    const prefix = `${KEY_PREFIX}${this.#owner}.`;
    return Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index))
      .filter((key) => key?.startsWith(prefix) === true)
      .map((key) => this.#storage.getItem(key ?? ''))
      .filter((text) => text !== null)
      .map((text) => this.withSentId(JSON.parse(text) as OutboxEntry))
      .sort((a, b) => a.place - b.place);
  }

  #sentIds(): [localId: number, id: number][] {
    return JSON.parse(this.#storage.getItem(this.#idsKey()) ?? '[]') as [number, number][];
  }
}
