import { contractVersion } from '../../../shared/contract-version.ts';
import { fieldOf } from '../../../shared/http/api-error.ts';
import { localIdOf, type Answer, type Change, type OutboxEntry, type ConfirmedEntry } from './change.ts';

/** No answer, no session, or a failing server. */
export type Stall = 'network' | 'login' | 'server';

const KEY_PREFIX = 'oinkly.outbox.';
/** Ids kept for added expenses: another tab may still use the local ones. */
const IDS_KEPT = 100;
const IDS_KEY_PREFIX = 'oinkly.outbox-ids.';

/** A change that another version of the app stored and this one can't read. */
export interface UnreadableEntry {
  key: string;
  /** The expense's name, if that much can be read. */
  name: string | null;
}

/** Null for what this version can't read. */
export type EntryReader = (stored: unknown) => OutboxEntry | null;

/** One for each user. All tabs share it. */
export class OutboxBook {
  readonly #storage: Storage;
  readonly #now: () => number;
  /** Its shapes are large, and only entries of another version need them. */
  readonly #loadReader: () => Promise<EntryReader>;
  #reader: EntryReader | null = null;
  #loading: Promise<void> | null = null;
  #owner = '';
  #entries: readonly OutboxEntry[] = [];
  #unreadable: readonly UnreadableEntry[] = [];
  #confirmed: readonly ConfirmedEntry[] = [];
  #confirmedCount = 0;
  #stall: Stall | null = null;
  /** Earlier ids of added expenses, by their current ids. */
  #formerIds: ReadonlyMap<number, number> = new Map();
  #lastPlace = 0;
  readonly #listeners = new Set<() => void>();

  constructor(storage: Storage, now: () => number, loadReader: () => Promise<EntryReader>) {
    this.#storage = storage;
    this.#now = now;
    this.#loadReader = loadReader;
  }

  /**
   * Other users' changes on this device are not sent in this user's name. Resolves when also the changes of other versions are
   * read.
   */
  async open(owner: string): Promise<void> {
    if (owner !== this.#owner) {
      this.#owner = owner;
      this.#confirmed = [];
      this.#stall = null;
      this.readAgain();
    }
    await this.#loading;
  }

  /** Waiting and refused changes, oldest first. The array is stable until something changes. */
  entries(): readonly OutboxEntry[] {
    return this.#entries;
  }

  /** They are never sent, and stay until the user discards them. The array is stable until something changes. */
  unreadable(): readonly UnreadableEntry[] {
    return this.#unreadable;
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
    const { entries, unreadable, isReaderMissing } = this.#stored();
    this.#entries = entries;
    this.#unreadable = unreadable;
    if (isReaderMissing) this.#loading ??= this.#readOthers();
    this.#formerIds = new Map(this.#sentIds().map(([localId, id]) => [id, localId]));
    for (const listener of this.#listeners) listener();
  }

  setStall(stall: Stall | null): void {
    this.#stall = stall;
    for (const listener of this.#listeners) listener();
  }

  /** Throws if the device has no room, so that the change fails visibly. */
  append(change: Change, requestId: string): void {
    const last = Math.max(this.#lastPlace, ...this.#keys().map((key) => placeIn(key)));
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
    this.#storage.setItem(this.#keyOf(entry), JSON.stringify({ version: contractVersion(), ...entry }));
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
    if (entry.kind === 'add') this.#removeChangesOf(localIdOf(entry));
    this.readAgain();
  }

  /** If it was an addition, the changes to its expense go with it. */
  discardUnreadable({ key }: UnreadableEntry): void {
    this.#storage.removeItem(key);
    this.#removeChangesOf(-placeIn(key));
    this.readAgain();
  }

  /** Deletes all that this user has stored here, also what this version can't read. */
  discardAll(): void {
    for (const key of this.#keys()) this.#storage.removeItem(key);
    this.#storage.removeItem(this.#idsKey());
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

  #removeChangesOf(localId: number): void {
    for (const other of this.#stored().entries) {
      if (other.kind !== 'add' && other.expense.id === localId) this.#remove(other);
    }
  }

  #keys(): string[] {
    const prefix = `${KEY_PREFIX}${this.#owner}.`;
    return Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index) ?? '').filter(
      (key) => key.startsWith(prefix),
    );
  }

  #stored(): { entries: OutboxEntry[]; unreadable: UnreadableEntry[]; isReaderMissing: boolean } {
    const entries: OutboxEntry[] = [];
    const unreadable: UnreadableEntry[] = [];
    let isReaderMissing = false;
    for (const key of this.#keys()) {
      const stored = parsed(this.#storage.getItem(key));
      const entry = isOfThisVersion(stored) ? stored : (this.#reader?.(stored) ?? null);
      if (entry) entries.push(this.withSentId(entry));
      else if (!this.#reader) isReaderMissing = true;
      else unreadable.push({ key, name: nameIn(stored) });
    }
    return { entries: entries.sort((a, b) => a.place - b.place), unreadable, isReaderMissing };
  }

  async #readOthers(): Promise<void> {
    try {
      this.#reader = await this.#loadReader();
      this.readAgain();
    } catch (error) {
      // Tried again whenever the entries are read.
      console.warn('Changes of another version could not be read yet.', error);
      this.#loading = null;
    }
  }

  #sentIds(): [localId: number, id: number][] {
    return JSON.parse(this.#storage.getItem(this.#idsKey()) ?? '[]') as [number, number][];
  }
}

function placeIn(key: string): number {
  return Number(key.slice(key.lastIndexOf('.') + 1));
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    // Shown as unreadable.
    return null;
  }
}

/** This version writes only entries of this shape. */
function isOfThisVersion(stored: unknown): stored is OutboxEntry {
  return fieldOf(stored, 'version') === contractVersion();
}

function nameIn(stored: unknown): string | null {
  const name = fieldOf(fieldOf(stored, 'expense'), 'name');
  return typeof name === 'string' ? name : null;
}
