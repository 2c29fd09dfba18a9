/** A Friday. */
export const TODAY = '2026-06-05';

/** Counts events in all histories: an event that never occurred is not tested. */
export interface Counts {
  histories: number;
  syncs: number;
  /** Workers that died during a sync. */
  crashes: number;
  /** Repeated jobs whose run had finished. */
  replays: number;
  /** Traversals that the bank invalidated between pages. */
  mutations: number;
  /** Pending transactions that posted or vanished. */
  pendings: number;
  postings: number;
  /** Removed pending transactions that continued in a posted one without being named. */
  continuations: number;
  /** Transactions that got new ids. */
  reissues: number;
  /** Transactions that the next answer left out. */
  absences: number;
  /** Equal transactions of which each got the other's expense. */
  exchanges: number;
  removals: number;
  /** A second process found the first at work and left. */
  parallelSyncs: number;
  /** A second process took over after the first slept past its lease. */
  takeOvers: number;
  relinks: number;
  /** Expenses edited, deleted, excluded or included. */
  edits: number;
  merges: number;
  undoneMerges: number;
  /** Unmerged because the bank removed its transaction. */
  returns: number;
  refusals: number;
  /** Rules made, changed or removed. */
  rules: number;
  /** New expenses that a rule changed. */
  ruled: number;
}

/** What a user's bank needs. */
export interface BankWorld {
  clock: () => Date;
  counts: Counts;
}
