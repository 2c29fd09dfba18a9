import type { Expense } from '@oinkly/contract/endpoints';
import { localIdOf, type Change, type OutboxEntry, type SettledEntry } from './change.ts';

/** Why nothing is sent now: no answer, no session, or a failing server. */
export type Stall = 'network' | 'login' | 'server';

const KEY_PREFIX = 'oinkly.outbox.';
/** Of so many added expenses the ids are kept that they have at the server: another tab may still know them by those of here. */
const IDS_KEPT = 100;
const IDS_KEY_PREFIX = 'oinkly.outbox-ids.';

/** What stands in the outbox: the changes of expenses that wait on the device, one book for each user of a browser. All its tabs share it. */
export class OutboxBook {
  readonly #storage: Storage;
  readonly #now: () => number;
  #owner = '';
  #entries: readonly OutboxEntry[] = [];
  #settled: readonly SettledEntry[] = [];
  #settledCount = 0;
  #stall: Stall | null = null;
  /** The ids that added expenses had before, by those of now. */
  #formerIds: ReadonlyMap<number, number> = new Map();
  #lastPlace = 0;
  readonly #listeners = new Set<() => void>();

  constructor(storage: Storage, now: () => number) {
    this.#storage = storage;
    this.#now = now;
  }

  /** Opens the current user's book. Changes of other users on this device are not sent in this user's name. */
  open(owner: string): void {
    if (owner === this.#owner) return;
    this.#owner = owner;
    this.#settled = [];
    this.#stall = null;
    this.readAgain();
  }

  /** What waits and what was refused, the oldest first. The same array until something changes. */
  entries(): readonly OutboxEntry[] {
    return this.#entries;
  }

  /** What was carried out and the lists may not show yet, the oldest first. The same array until something changes. */
  settled(): readonly SettledEntry[] {
    return this.#settled;
  }

  /** Returns how many changes the server has answered since the page was opened. */
  settledCount(): number {
    return this.#settledCount;
  }

  /** Why the last attempt to send has ended early; null when it has not. */
  stall(): Stall | null {
    return this.#stall;
  }

  /** The same for an expense from the moment it was added, whatever id it has by now. */
  stableIdOf(expenseId: number): number {
    return this.#formerIds.get(expenseId) ?? expenseId;
  }

  /** Calls `listener` after each change until the answered function is called. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads what stands on the device, which another tab may have written. */
  readAgain(): void {
    this.#entries = this.#stored();
    this.#formerIds = new Map(this.#sentIds().map(([localId, id]) => [id, localId]));
    for (const listener of this.#listeners) listener();
  }

  setStall(stall: Stall | null): void {
    this.#stall = stall;
    for (const listener of this.#listeners) listener();
  }

  /** Puts a change behind all others. Throws when there is no room on the device: then it has failed, and says so. */
  append(change: Change, requestId: string): void {
    const last = Math.max(this.#lastPlace, ...this.#stored().map(({ place }) => place));
    // Never the same twice: an added expense is known by it.
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

  /** Writes an entry in its place. */
  write(entry: OutboxEntry): void {
    this.#storage.setItem(this.#keyOf(entry), JSON.stringify(entry));
    this.readAgain();
  }

  /** The server has carried an entry out: what waits behind an added expense is about the one that it has. */
  settle(entry: OutboxEntry, answer: Expense | null): void {
    if (entry.kind === 'add' && answer) {
      const ids = [...this.#sentIds(), [localIdOf(entry), answer.id]].slice(-IDS_KEPT);
      this.#storage.setItem(this.#idsKey(), JSON.stringify(ids));
    }
    this.#remove(entry);
    this.#settledCount += 1;
    this.#settled = [...this.#settled, { ...entry, answer, settledAs: this.#settledCount }];
    this.readAgain();
  }

  /** Deletes confirmed changes: the lists have been reloaded. */
  forgetSettled(settled: readonly SettledEntry[]): void {
    this.#settled = this.#settled.filter((entry) => !settled.includes(entry));
    this.readAgain();
  }

  /** Gives a change up, and what was done to an expense that is not there then. */
  discard(entry: OutboxEntry): void {
    this.#remove(entry);
    if (entry.kind === 'add') {
      for (const other of this.#stored()) {
        if (other.kind !== 'add' && other.expense.id === localIdOf(entry)) this.#remove(other);
      }
    }
    this.readAgain();
  }

  /** A change of an added expense, by the id that the server has given it, if it has. */
  withSentId<T extends Change>(change: T): T {
    if (change.kind === 'add' || change.expense.id > 0) return change;
    const { expense } = change;
    const id = this.#sentIds().find(([localId]) => localId === expense.id)?.[1];
    return id === undefined ? change : { ...change, expense: { ...expense, id } };
  }

  /** Each entry has a key of its own, so that no tab overwrites another one's. */
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

  /** The ids of added expenses, as they were here and as they are at the server. */
  #sentIds(): [localId: number, id: number][] {
    return JSON.parse(this.#storage.getItem(this.#idsKey()) ?? '[]') as [number, number][];
  }
}
