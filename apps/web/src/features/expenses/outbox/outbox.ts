import { fieldOf } from '../../../shared/http/api-error.ts';
import { jsonIn } from '../../../shared/json-in.ts';
import { localIdOf, type Answer, type Change, type ConfirmedEntry, type OutboxEntry } from './change.ts';

/** No answer, no session, or a failing server. */
export type PauseReason = 'network' | 'login' | 'server';

/** A stored change that this version of the app can't read. */
export interface UnreadableEntry {
  key: string;
  /** The expense's name, if that much can be read. */
  name: string | null;
}

/** Returns null for what this version can't read. */
type ParseEntry = (stored: unknown) => OutboxEntry | null;

const KEY_PREFIX = 'oinkly.outbox.';
const IDS_KEY_PREFIX = 'oinkly.outbox-ids.';
const CONFIRMED_AT_KEY_PREFIX = 'oinkly.outbox-confirmed-at.';
/** Ids kept for added expenses: another tab may still use the local ones. */
const IDS_KEPT = 100;

/** A user's changes until the server has them, in the storage that all tabs share (ADR 40). Each list is replaced when it changes. */
export class Outbox {
  /** Waiting and refused changes, oldest first. */
  waiting: readonly OutboxEntry[] = [];
  /** They are never sent, and stay until the user discards them. */
  unreadable: readonly UnreadableEntry[] = [];
  /** Confirmed changes that lists may lack, oldest first. */
  confirmed: readonly ConfirmedEntry[] = [];
  confirmedCount = 0;
  /** Another page had a change confirmed since this one was asked for, so its lists may lack the change. */
  isListingOld = false;
  pause: PauseReason | null = null;
  /** False before stored changes that must perhaps be sent first are read. */
  isAllRead = true;
  readonly #storage: Storage;
  readonly #now: () => number;
  /** When the browser asked for this page. */
  readonly #askedAtMs: number;
  /** The shapes are large, and a page knows what it has written itself. */
  readonly #loadParser: () => Promise<ParseEntry>;
  #parse: ParseEntry | null = null;
  #loading: Promise<void> | null = null;
  /** What stored texts say. */
  readonly #read = new Map<string, OutboxEntry | null>();
  #owner = '';
  /** Earlier ids of added expenses, by their current ids. */
  #formerIds: ReadonlyMap<number, number> = new Map();
  #lastPosition = 0;
  readonly #listeners = new Set<() => void>();

  constructor(storage: Storage, now: () => number, askedAtMs: number, loadParser: () => Promise<ParseEntry>) {
    this.#storage = storage;
    this.#now = now;
    this.#askedAtMs = askedAtMs;
    this.#loadParser = loadParser;
  }

  /** Resolves when a user's changes are read, or can't be for now. Other users' ones on this device are not sent in this user's name. */
  async open(owner: string): Promise<void> {
    if (owner !== this.#owner) {
      this.#owner = owner;
      this.confirmed = [];
      this.pause = null;
      const confirmedAtMs = Number(this.#storage.getItem(this.#confirmedAtKey()));
      // The device's clock may have been set back.
      this.isListingOld = confirmedAtMs >= this.#askedAtMs && confirmedAtMs <= this.#now();
      this.#read.clear();
      this.readAgain();
    }
    await this.allRead();
  }

  async allRead(): Promise<void> {
    await this.#loading;
  }

  /** Returns an id that stays the same when the server assigns the real one. */
  stableIdOf(expenseId: number): number {
    return this.#formerIds.get(expenseId) ?? expenseId;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads the stored changes, which another tab may have changed. */
  readAgain(): void {
    const waiting: OutboxEntry[] = [];
    const unreadable: UnreadableEntry[] = [];
    this.isAllRead = true;
    for (const key of this.#keys()) {
      const text = this.#storage.getItem(key) ?? '';
      const known = this.#read.get(text);
      const entry = known === undefined && this.#parse ? this.#parse(jsonIn(text)) : known;
      if (entry !== undefined) this.#read.set(text, entry);
      if (entry && this.#keyOf(entry) === key) waiting.push(this.withSentId(entry));
      else if (entry === undefined) this.isAllRead = false;
      else unreadable.push({ key, name: nameIn(jsonIn(text)) });
    }
    this.waiting = unlessSame(
      this.waiting,
      waiting.sort((a, b) => a.position - b.position),
    );
    this.unreadable = unlessSame(this.unreadable, unreadable);
    if (!this.isAllRead) this.#loading ??= this.#readOthers();
    this.#formerIds = new Map(this.#sentIds().map(([localId, id]) => [id, localId]));
    this.#tell();
  }

  setPause(pause: PauseReason | null): void {
    this.pause = pause;
    this.#tell();
  }

  /** Throws if the device has no room, so that the change fails visibly. */
  append(change: Change, requestId: string): void {
    const last = Math.max(this.#lastPosition, ...this.#keys().map((key) => positionIn(key)));
    // Unique, because it identifies an added expense.
    this.#lastPosition = Math.max(this.#now() * 1000, last + 1);
    this.write({
      ...change,
      position: this.#lastPosition,
      requestId,
      attempts: 0,
      isWaiting: false,
      refusal: null,
    });
  }

  write(entry: OutboxEntry): void {
    const text = JSON.stringify(entry);
    this.#read.set(text, entry);
    this.#storage.setItem(this.#keyOf(entry), text);
    this.readAgain();
  }

  /** Later changes to an added expense get its server id. */
  confirm(entry: OutboxEntry, answer: Answer): void {
    if (entry.kind === 'add' && answer) {
      const ids = [...this.#sentIds(), [localIdOf(entry), answer.id]].slice(-IDS_KEPT);
      this.#storage.setItem(this.#idsKey(), JSON.stringify(ids));
    }
    this.#storage.removeItem(this.#keyOf(entry));
    this.confirmedCount += 1;
    this.confirmed = [...this.confirmed, { ...entry, answer, confirmedAs: this.confirmedCount }];
    this.#storage.setItem(this.#confirmedAtKey(), String(this.#now()));
    this.readAgain();
  }

  /** Call it after reloading the lists. */
  dropConfirmed(confirmed: readonly ConfirmedEntry[]): void {
    this.confirmed = this.confirmed.filter((entry) => !confirmed.includes(entry));
    this.#tell();
  }

  /** Drops a change, and with an addition the changes to its expense. */
  discard(entry: OutboxEntry): void {
    this.#discardAt(this.#keyOf(entry));
  }

  discardUnreadable({ key }: UnreadableEntry): void {
    this.#discardAt(key);
  }

  /** Deletes all that this user has stored here, also what this version can't read. */
  discardAll(): void {
    for (const key of this.#keys()) this.#storage.removeItem(key);
    this.#storage.removeItem(this.#idsKey());
    this.#storage.removeItem(this.#confirmedAtKey());
    this.readAgain();
  }

  /** Replaces the local id of an added expense by the server's, if known. */
  withSentId<T extends Change>(change: T): T {
    if (change.kind === 'add' || change.expense.id > 0) return change;
    const { expense } = change;
    const id = this.#sentIds().find(([localId]) => localId === expense.id)?.[1];
    return id === undefined ? change : { ...change, expense: { ...expense, id } };
  }

  #discardAt(key: string): void {
    this.#storage.removeItem(key);
    for (const other of this.waiting) {
      // Only an addition has such changes.
      if (other.kind !== 'add' && other.expense.id === -positionIn(key))
        this.#storage.removeItem(this.#keyOf(other));
    }
    this.readAgain();
  }

  /** Each change has its own key, so that tabs never overwrite each other. */
  #keyOf({ position }: OutboxEntry): string {
    return `${KEY_PREFIX}${this.#owner}.${position}`;
  }

  #idsKey(): string {
    return IDS_KEY_PREFIX + this.#owner;
  }

  #confirmedAtKey(): string {
    return CONFIRMED_AT_KEY_PREFIX + this.#owner;
  }

  #keys(): string[] {
    const keys = Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index) ?? '');
    return keys.filter((key) => key.startsWith(`${KEY_PREFIX}${this.#owner}.`));
  }

  async #readOthers(): Promise<void> {
    try {
      this.#parse = await this.#loadParser();
      this.readAgain();
    } catch (error) {
      // Tried again whenever the changes are read.
      console.warn('Stored changes could not be read yet.', error);
      this.#loading = null;
    }
  }

  #sentIds(): [localId: number, id: number][] {
    const stored = jsonIn(this.#storage.getItem(this.#idsKey()));
    return Array.isArray(stored) ? stored.filter(isPairOfIds) : [];
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const outbox = new Outbox(
  // Undefined on the server, which opens no user's.
  globalThis.localStorage,
  Date.now,
  performance.timeOrigin,
  async () => (await import('./stored-entry.ts')).parseStoredEntry,
);

/** Every new list draws what shows it again. */
function unlessSame<T>(known: readonly T[], list: readonly T[]): readonly T[] {
  return known.length === list.length && known.every((one, index) => one === list[index]) ? known : list;
}

function positionIn(key: string): number {
  return Number(key.slice(key.lastIndexOf('.') + 1));
}

function isPairOfIds(stored: unknown): stored is [number, number] {
  return Array.isArray(stored) && stored.length === 2 && stored.every((id) => typeof id === 'number');
}

function nameIn(stored: unknown): string | null {
  const name = fieldOf(fieldOf(stored, 'expense'), 'name');
  return typeof name === 'string' ? name : null;
}
