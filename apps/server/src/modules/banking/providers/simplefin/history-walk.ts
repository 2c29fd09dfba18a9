import { addDays, daysBetween, type Day } from '@oinkly/domain/days';
import { z } from 'zod';
import { EDGE_DAYS, type RequestedDays } from './simplefin-transform.ts';

/** SimpleFIN cuts requests for more than 90 days. */
const LONGEST_REQUEST_DAYS = 89;
/** The most recent days are read at every sync: banks change them. */
const RECENT_DAYS = 14;
const HISTORY_DAYS = 730;
/** After so many requests without rows, an account's history has ended. */
const EMPTY_REQUESTS = 2;
/** Of one sync. Enough for `HISTORY_DAYS`. */
const MAX_REQUESTS = 9;

/** The days of an account that were read, without a gap. */
interface ReadDays {
  from: Day;
  to: Day;
  /** The oldest day still to be read; null if none is left. */
  olderFrom: Day | null;
}

/** What an answer says of an account, as far as it matters for the next request. */
export interface AnsweredAccount {
  providerAccountId: string;
  hasProblem: boolean;
  hasRows: boolean;
}

interface WalkedAccount extends ReadDays {
  emptyRequests: number;
  /** Whether the older days only close the gap to an earlier sync. */
  isGap: boolean;
  /** Whether an answer of this sync left it out. */
  isStopped: boolean;
}

const readDays = z.object({ from: z.string(), to: z.string(), olderFrom: z.string().nullable() });
const savedWalk = z.object({ accounts: z.record(z.string(), readDays) });

/**
 * Decides which days one sync asks for: first the recent ones, then older ones that an account still misses. The cursor holds the days
 * that were read per account, so a new account gets its history although the others have theirs.
 */
export class HistoryWalk {
  readonly #today: Day;
  readonly #accounts = new Map<string, WalkedAccount>();
  readonly #saved: ReadonlyMap<string, ReadDays>;
  #requests = 0;

  /** An unreadable cursor starts at the beginning, like null. */
  constructor(cursor: string | null, today: Day) {
    this.#today = today;
    this.#saved = readCursor(cursor);
    for (const [id, days] of this.#saved) {
      this.#accounts.set(id, { ...days, emptyRequests: 0, isGap: false, isStopped: true });
    }
  }

  /** The newest days, up to tomorrow: a bank may date a row in a later time zone. */
  get newestDays(): RequestedDays {
    const to = addDays(this.#today, 1);
    const first = addDays(to, 1 - LONGEST_REQUEST_DAYS);
    const lastReadOn = [...this.#saved.values()]
      .map((days) => days.to)
      .toSorted()
      .at(-1);
    if (lastReadOn === undefined) return { from: first, to };
    const from = addDays(earlierOf(lastReadOn, this.#today), -RECENT_DAYS - EDGE_DAYS);
    return { from: laterOf(from, first), to };
  }

  /** From here on, a working account reports every row. */
  get recentSince(): Day {
    return addDays(this.#today, 1 - RECENT_DAYS);
  }

  /** The older days to ask for next, or null. */
  get olderDays(): RequestedDays | null {
    const waiting = this.#waiting();
    const newest = waiting
      .map(({ from }) => from)
      .toSorted()
      .at(-1);
    const oldest = waiting.map(({ olderFrom }) => olderFrom).toSorted()[0];
    if (newest === undefined || oldest === undefined || this.#requests >= MAX_REQUESTS) return null;
    const to = addDays(newest, -1);
    return { from: laterOf(oldest, addDays(to, 1 - LONGEST_REQUEST_DAYS)), to };
  }

  /** Whether an account still misses some of these older days. Others must not be read again: their ids may have changed. */
  isWaitingFor(providerAccountId: string, { from, to }: RequestedDays): boolean {
    const account = this.#accounts.get(providerAccountId);
    return (
      account !== undefined && isWaiting(account) && account.from > from && account.from <= addDays(to, 1)
    );
  }

  /** Notes the answer for `newestDays`. */
  noteNewest(answered: readonly AnsweredAccount[]): void {
    const { from, to } = this.newestDays;
    const isLong = daysBetween(from, to) + 1 === LONGEST_REQUEST_DAYS;
    this.#requests += 1;
    for (const { providerAccountId, hasProblem, hasRows } of answered) {
      if (hasProblem) continue;
      const saved = this.#saved.get(providerAccountId);
      const isJoined = saved !== undefined && from <= addDays(saved.to, -RECENT_DAYS);
      const wanted = isJoined ? saved.olderFrom : this.#oldestWanted(saved);
      const readFrom = isJoined && saved.from < from ? saved.from : from;
      this.#accounts.set(providerAccountId, {
        from: readFrom,
        to: this.#today,
        olderFrom: wanted !== null && wanted < readFrom ? wanted : null,
        emptyRequests: isLong && !hasRows ? 1 : 0,
        isGap: saved?.olderFrom === null,
        isStopped: false,
      });
    }
  }

  /** Notes the answer for `olderDays`. */
  noteOlder(requested: RequestedDays, answered: readonly AnsweredAccount[]): void {
    this.#requests += 1;
    for (const [id, account] of this.#accounts) {
      if (!this.isWaitingFor(id, requested)) continue;
      const answer = answered.find(({ providerAccountId }) => providerAccountId === id);
      if (!answer || answer.hasProblem) account.isStopped = true;
      else walkBack(account, requested.from, answer.hasRows);
    }
  }

  /** Leaves the days that are still missing to the next sync. */
  stop(): void {
    for (const account of this.#accounts.values()) account.isStopped = true;
  }

  /** The cursor after the noted answers. Before more requests, it differs from all others of this sync. */
  get cursor(): string {
    const accounts = Object.fromEntries(
      Array.from(this.#accounts, ([id, { from, to, olderFrom }]) => [id, { from, to, olderFrom }]),
    );
    return JSON.stringify({ accounts, ...(this.olderDays && { requests: this.#requests }) });
  }

  #oldestWanted(saved: ReadDays | undefined): Day {
    const oldest = addDays(this.#today, -HISTORY_DAYS);
    if (saved === undefined) return oldest;
    return laterOf(oldest, saved.olderFrom ?? addDays(saved.to, -RECENT_DAYS));
  }

  #waiting(): (WalkedAccount & { olderFrom: Day })[] {
    return [...this.#accounts.values()].filter(isWaiting);
  }
}

function isWaiting(account: WalkedAccount): account is WalkedAccount & { olderFrom: Day } {
  return !account.isStopped && account.olderFrom !== null;
}

function walkBack(account: WalkedAccount, from: Day, hasRows: boolean): void {
  account.from = from;
  account.emptyRequests = hasRows ? 0 : account.emptyRequests + 1;
  const hasEnded = !account.isGap && account.emptyRequests >= EMPTY_REQUESTS;
  if (hasEnded || (account.olderFrom !== null && account.olderFrom >= from)) account.olderFrom = null;
}

function readCursor(cursor: string | null): Map<string, ReadDays> {
  if (cursor === null) return new Map();
  let given: unknown;
  try {
    given = JSON.parse(cursor);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return new Map(Object.entries(savedWalk.safeParse(given).data?.accounts ?? {}));
}

function laterOf(one: Day, other: Day): Day {
  return one > other ? one : other;
}

function earlierOf(one: Day, other: Day): Day {
  return one < other ? one : other;
}
