import { addDays, daysBetween, type Day } from '@oinkly/domain/days';
import { z } from 'zod';
import { EDGE_DAYS, type PostedDays, type RequestedDays } from './simplefin-transform.ts';

/** SimpleFIN cuts requests for more than 90 days. */
const LONGEST_REQUEST_DAYS = 89;
/** The most recent days are read at every sync: banks change them. */
const RECENT_DAYS = 14;
const HISTORY_DAYS = 730;
/** A bank may report a transaction weeks after it was posted, or be silent for weeks. */
const LOOK_BACK_EVERY_DAYS = 7;
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
  /** The days of the posted rows so far; null without any. */
  posted: PostedDays | null;
  /** Pending rows without a day of the bank, by id, with the days that they were first seen. */
  firstSeen: ReadonlyMap<string, Day>;
}

/** What an answer says of an account, as far as it matters for the next request. */
export interface AnsweredAccount {
  providerAccountId: string;
  hasProblem: boolean;
  hasRows: boolean;
  posted: PostedDays | null;
  firstSeen: ReadonlyMap<string, Day>;
}

interface WalkedAccount extends ReadDays {
  emptyRequests: number;
  /** Whether the older days only close the gap to an earlier sync. */
  isGap: boolean;
  /** Whether an answer of this sync left it out. */
  isStopped: boolean;
}

const readDays = z.object({
  from: z.string(),
  to: z.string(),
  olderFrom: z.string().nullable(),
  posted: z.object({ oldest: z.string(), newest: z.string() }).nullable(),
  firstSeen: z.array(z.tuple([z.string(), z.string()])).transform((days) => new Map(days)),
});
const savedWalk = z.object({ accounts: z.record(z.string(), readDays), lookedBackOn: z.string().nullable() });
type SavedWalk = z.infer<typeof savedWalk>;
const NOTHING_SAVED: SavedWalk = { accounts: {}, lookedBackOn: null };

/**
 * Decides which days one sync asks for: first the recent ones, and once a week as many as one request may have; then older ones that an
 * account still misses. The cursor holds the days that were read per account, so a new account gets its history although the others have
 * theirs.
 */
export class HistoryWalk {
  readonly #today: Day;
  readonly #accounts = new Map<string, WalkedAccount>();
  readonly #saved: ReadonlyMap<string, ReadDays>;
  readonly #lookedBackOn: Day | null;
  /** The newest days, up to tomorrow: a bank may date a row in a later time zone. */
  readonly newestDays: RequestedDays;
  #requests = 0;
  /** Whether a bank reports again after a silence, so that the newest days may not be all it has to say. */
  #hasMissed = false;

  /** An unreadable cursor starts at the beginning, like null. */
  constructor(cursor: string | null, today: Day) {
    this.#today = today;
    const { accounts, lookedBackOn } = readCursor(cursor);
    this.#saved = new Map(Object.entries(accounts));
    this.#lookedBackOn = lookedBackOn;
    for (const [id, days] of this.#saved) {
      this.#accounts.set(id, { ...days, emptyRequests: 0, isGap: false, isStopped: true });
    }
    this.newestDays = this.#findNewestDays();
  }

  #findNewestDays(): RequestedDays {
    const to = addDays(this.#today, 1);
    const first = addDays(to, 1 - LONGEST_REQUEST_DAYS);
    let lastReadOn: Day | undefined;
    for (const { to: day } of this.#saved.values())
      lastReadOn = lastReadOn === undefined ? day : laterOf(lastReadOn, day);
    const looksBack =
      this.#lookedBackOn === null || daysBetween(this.#lookedBackOn, this.#today) >= LOOK_BACK_EVERY_DAYS;
    if (lastReadOn === undefined || looksBack) return { from: first, to };
    const from = addDays(earlierOf(lastReadOn, this.#today), -RECENT_DAYS - EDGE_DAYS);
    return { from: laterOf(from, first), to };
  }

  /** The days that an account's pending rows without a day were first seen, by transaction id. */
  firstSeenIn(providerAccountId: string): ReadonlyMap<string, Day> {
    return this.#saved.get(providerAccountId)?.firstSeen ?? new Map();
  }

  /** The older days to ask for next, or null. */
  get olderDays(): RequestedDays | null {
    let newest: Day | undefined;
    let oldest: Day | undefined;
    for (const account of this.#accounts.values()) {
      if (!isWaiting(account)) continue;
      newest = newest === undefined ? account.from : laterOf(newest, account.from);
      oldest = oldest === undefined ? account.olderFrom : earlierOf(oldest, account.olderFrom);
    }
    if (newest === undefined || oldest === undefined || this.#requests >= MAX_REQUESTS) return null;
    const to = addDays(newest, -1);
    return { from: laterOf(oldest, addDays(to, 1 - LONGEST_REQUEST_DAYS)), to };
  }

  /** Notes the answer for `newestDays`. */
  noteNewest(answered: readonly AnsweredAccount[]): void {
    const { from } = this.newestDays;
    this.#requests += 1;
    for (const { providerAccountId, hasProblem, hasRows, posted, firstSeen } of answered) {
      if (hasProblem) continue;
      const saved = this.#saved.get(providerAccountId);
      this.#hasMissed ||= posted !== null && saved?.posted != null && saved.posted.newest < from;
      const { wanted, isGap, isRead } = this.#olderDaysOf(saved, posted);
      const readFrom = isRead && saved && saved.from < from ? saved.from : from;
      this.#accounts.set(providerAccountId, {
        from: readFrom,
        to: this.#today,
        olderFrom: wanted !== null && wanted < readFrom ? wanted : null,
        posted: joined(saved?.posted ?? null, posted),
        firstSeen,
        emptyRequests: saved === undefined && this.#isLong && !hasRows ? 1 : 0,
        isGap,
        isStopped: false,
      });
    }
  }

  /** Notes the answer for `olderDays`. */
  noteOlder(requested: RequestedDays, answered: readonly AnsweredAccount[]): void {
    this.#requests += 1;
    const byId = new Map(answered.map((answer) => [answer.providerAccountId, answer]));
    for (const [id, account] of this.#accounts) {
      if (!isWaiting(account) || account.from <= requested.from || account.from > addDays(requested.to, 1))
        continue;
      const answer = byId.get(id);
      if (!answer || answer.hasProblem) account.isStopped = true;
      else walkBack(account, requested.from, answer);
    }
  }

  /** Leaves the days that are still missing to the next sync. */
  stop(): void {
    for (const account of this.#accounts.values()) account.isStopped = true;
  }

  /** The cursor after the noted answers. Before more requests, it differs from all others of this sync. */
  get cursor(): string {
    const accounts = Object.fromEntries(
      Array.from(this.#accounts, ([id, { from, to, olderFrom, posted, firstSeen }]) => [
        id,
        { from, to, olderFrom, posted, firstSeen: [...firstSeen] },
      ]),
    );
    const before = this.#hasMissed ? null : this.#lookedBackOn;
    // A bank may need a day to collect its history, so the second day looks back too.
    const lookedOn = this.#saved.size > 0 ? this.#today : addDays(this.#today, 1 - LOOK_BACK_EVERY_DAYS);
    const lookedBackOn = this.#isLong ? lookedOn : before;
    return JSON.stringify({ accounts, lookedBackOn, ...(this.olderDays && { requests: this.#requests }) });
  }

  get #isLong(): boolean {
    const { from, to } = this.newestDays;
    return daysBetween(from, to) + 1 === LONGEST_REQUEST_DAYS;
  }

  /**
   * The oldest day that an account still misses, whether this only closes a gap, and whether the days behind the newest ones are read.
   * A bank may report its history late.
   */
  #olderDaysOf(
    saved: ReadDays | undefined,
    posted: PostedDays | null,
  ): { wanted: Day | null; isGap: boolean; isRead: boolean } {
    const oldest = addDays(this.#today, -HISTORY_DAYS);
    if (saved === undefined || isOlderThan(posted, saved.posted))
      return { wanted: oldest, isGap: false, isRead: false };
    const isGap = saved.olderFrom === null;
    const missedFrom = addDays(saved.to, -RECENT_DAYS);
    if (this.newestDays.from <= missedFrom) return { wanted: saved.olderFrom, isGap, isRead: true };
    return { wanted: laterOf(oldest, saved.olderFrom ?? missedFrom), isGap, isRead: false };
  }
}

function isWaiting(account: WalkedAccount): account is WalkedAccount & { olderFrom: Day } {
  return !account.isStopped && account.olderFrom !== null;
}

function walkBack(account: WalkedAccount, from: Day, { hasRows, posted }: AnsweredAccount): void {
  account.from = from;
  account.posted = joined(account.posted, posted);
  account.emptyRequests = hasRows ? 0 : account.emptyRequests + 1;
  const hasEnded = !account.isGap && account.emptyRequests >= EMPTY_REQUESTS;
  if (hasEnded || (account.olderFrom !== null && account.olderFrom >= from)) account.olderFrom = null;
}

function isOlderThan(posted: PostedDays | null, known: PostedDays | null): boolean {
  return posted !== null && (known === null || posted.oldest < known.oldest);
}

function joined(one: PostedDays | null, other: PostedDays | null): PostedDays | null {
  if (!one || !other) return one ?? other;
  return { oldest: earlierOf(one.oldest, other.oldest), newest: laterOf(one.newest, other.newest) };
}

function readCursor(cursor: string | null): SavedWalk {
  if (cursor === null) return NOTHING_SAVED;
  try {
    return savedWalk.safeParse(JSON.parse(cursor)).data ?? NOTHING_SAVED;
  } catch (error) {
    if (error instanceof SyntaxError) return NOTHING_SAVED;
    throw error;
  }
}

function laterOf(one: Day, other: Day): Day {
  return one > other ? one : other;
}

function earlierOf(one: Day, other: Day): Day {
  return one < other ? one : other;
}
