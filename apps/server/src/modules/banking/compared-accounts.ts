import type { BankAccountRow } from './accounts.queries.ts';

/** How many accounts each new one is compared with, those that are called alike first. People have fewer. */
const MOST_COMPARED = 30;

export interface AgedAccount {
  account: BankAccountRow;
  /** Null without a connection. */
  linkedAt: Date | null;
}

/** What a sync knows of accounts. */
export interface AccountFacts {
  /** Whether it is of the connection that is synced. */
  isOwn: (account: BankAccountRow) => boolean;
  /** Whether it was first reported in this sync. */
  isNew: (account: BankAccountRow) => boolean;
  isReported: (account: BankAccountRow) => boolean;
  /** Whether it waits until the user chooses. */
  isAsked: (account: BankAccountRow) => boolean;
  /** Whether a pair is noticed already, or the user called it two accounts. */
  isDecided: (one: BankAccountRow, other: BankAccountRow) => boolean;
  isFirstSync: boolean;
}

/** Returns what only accounts of one bank and type share, so that one can take another's place. */
export function kindOfAccount({ institutionId, institutionName, type }: BankAccountRow): string {
  return JSON.stringify([institutionId, institutionName, type]);
}

/**
 * Which accounts a sync compares: those of the connection with others that may be the same ones. An account of its own
 * connection may be of its kind, or one that a new id has replaced. Cost: n in the accounts and in the decided pairs.
 */
export class ComparedAccounts {
  /** The accounts of the connection that may have a twin. */
  readonly candidates: readonly AgedAccount[];
  /** The accounts that may be a candidate's twin. */
  readonly others: readonly AgedAccount[];
  readonly #facts: AccountFacts;
  readonly #places: ReadonlyMap<AgedAccount, number>;
  /** `others` by what they may be twins of, and the same by their text. */
  readonly #groups = new Map<string, Set<AgedAccount>>();
  readonly #groupsOf = new Map<AgedAccount, Set<AgedAccount>[]>();
  readonly #taken = new Set<AgedAccount>();

  constructor(accounts: readonly AgedAccount[], facts: AccountFacts) {
    this.#facts = facts;
    this.#places = new Map(accounts.map((one, place) => [one, place]));
    const { isOwn, isNew, isAsked } = facts;
    this.candidates = accounts.filter(({ account }) => isOwn(account) && !isAsked(account));
    const ofKind = Map.groupBy(this.candidates, ({ account }) => kindOfAccount(account));
    const news = this.candidates.filter(({ account }) => isNew(account));
    const candidatesOf = (other: AgedAccount) =>
      this.#groupsWith(other).map((group) => {
        if (group === FOREIGN) return this.candidates;
        return group === UNREPORTED ? news : (ofKind.get(group) ?? []);
      });
    this.others = accounts.filter((other) =>
      candidatesOf(other).some((group) => group.some((one) => this.#mayBeOne(one, other))),
    );
    for (const other of this.others)
      for (const group of this.#groupsWith(other)) {
        this.#add(group, other);
        this.#add(alikeIn(group, other), other);
      }
  }

  isTaken(one: AgedAccount): boolean {
    return this.#taken.has(one);
  }

  /** Compares neither of two that are twins again. */
  take(...pair: readonly [AgedAccount, AgedAccount]): void {
    for (const one of pair) {
      this.#taken.add(one);
      for (const group of this.#groupsOf.get(one) ?? []) group.delete(one);
    }
  }

  /** Whether the candidate may be the other account under a new id. */
  hasChangedId({ account }: AgedAccount, { account: other }: AgedAccount): boolean {
    const { isOwn, isNew, isReported } = this.#facts;
    return isOwn(other) && isNew(account) && !isReported(other);
  }

  /** The few accounts to compare a candidate with, those that are called alike first, then the oldest. */
  *comparedWith(candidate: AgedAccount): Generator<AgedAccount> {
    const groups = [FOREIGN, kindOfAccount(candidate.account)];
    if (this.#facts.isNew(candidate.account)) groups.push(UNREPORTED);
    const compared = new Set<AgedAccount>();
    for (const names of [groups.map((group) => alikeIn(group, candidate)), groups])
      for (const other of this.#inOrder(names)) {
        if (compared.size === MOST_COMPARED) return;
        if (compared.has(other) || !this.#mayBeOne(candidate, other)) continue;
        compared.add(other);
        yield other;
      }
  }

  /** The groups of candidates that an account may be a twin of. */
  #groupsWith({ account, linkedAt }: AgedAccount): string[] {
    const { isOwn, isReported, isAsked, isFirstSync } = this.#facts;
    if (isAsked(account)) return [];
    if (!isOwn(account)) return linkedAt !== null || isFirstSync ? [FOREIGN] : [];
    const kind = kindOfAccount(account);
    return isReported(account) ? [kind] : [kind, UNREPORTED];
  }

  #mayBeOne(one: AgedAccount, other: AgedAccount): boolean {
    return one !== other && !this.#facts.isDecided(one.account, other.account);
  }

  #add(name: string, other: AgedAccount): void {
    const group = this.#groups.get(name) ?? new Set();
    this.#groups.set(name, group.add(other));
    this.#groupsOf.set(other, [...(this.#groupsOf.get(other) ?? []), group]);
  }

  /** The accounts of several groups by age. */
  *#inOrder(names: readonly string[]): Generator<AgedAccount> {
    const groups = names
      .flatMap((name) => this.#groups.get(name) ?? [])
      .map((group) => {
        const rest = group.values();
        return { rest, next: rest.next() };
      });
    for (;;) {
      const oldest = groups
        .filter(({ next }) => next.done !== true)
        .reduce<(typeof groups)[number] | null>(
          (first, one) => (first && this.#placeOf(first.next) < this.#placeOf(one.next) ? first : one),
          null,
        );
      if (oldest?.next.value === undefined) return;
      yield oldest.next.value;
      oldest.next = oldest.rest.next();
    }
  }

  #placeOf({ value }: IteratorResult<AgedAccount, undefined>): number {
    return value === undefined ? Infinity : (this.#places.get(value) ?? 0);
  }
}

/** The group of accounts of other connections. */
const FOREIGN = 'foreign';
/** The group of the connection's accounts that the bank no longer reports. */
const UNREPORTED = 'unreported';

/** Of several accounts with the same rows, one that is called alike is the twin. */
function alikeIn(group: string, { account: { institutionName, mask } }: AgedAccount): string {
  return JSON.stringify([group, institutionName, mask]);
}
