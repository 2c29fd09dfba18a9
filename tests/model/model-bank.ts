import type { BankProvider } from '@oinkly/server/modules/banking/provider';
import type { BankStatement } from './bank-statement.ts';
import type { BankChange } from './steps.ts';

export const PROVIDERS = ['plaid', 'simplefin'] as const;
export type ProviderId = (typeof PROVIDERS)[number];

/** Test actions during a worker's reads, counted from 1. */
export interface Watch {
  /** The bank may change here. */
  beforeRead?: (read: number) => Promise<void>;
  /** The answer is fixed here; the bank may only fail. */
  beforeAnswer?: (read: number) => Promise<void>;
}

/** A real adapter, with test actions around reads and the statement that it saw. */
export interface WatchedProvider extends BankProvider {
  storedCursor: () => Promise<string | null>;
  /** Of the last traversal; null before any. */
  statement: BankStatement | null;
  reads: number;
  watch: Watch;
}

/** A transaction as the product stores it. */
export interface StoredTransaction {
  id: string;
  providerAccountId: string;
  transactionId: string;
}

/** By the product's id of a transaction, which one of the bank it is. */
export type Identities = ReadonlyMap<string, string>;

/** One user's login at a test bank, with its control. */
export interface ModelBank {
  /** Whether it knows its transactions under all ids, so that the reference needs no ids. */
  readonly tellsRowsApart: boolean;
  /** Whether it says which transactions are gone, instead of leaving them out. */
  readonly namesRemovals: boolean;
  /** Creates a login without transactions. Returns its one-time token. */
  open(): Promise<string>;
  linked(connection: { providerConnectionId: string; accessToken: string }): Promise<void>;
  openProvider(pageSize: number): WatchedProvider;
  /** All transactions that the bank holds now. */
  readStatement(): Promise<BankStatement>;
  /** Does nothing if no transaction fits. */
  change(wanted: BankChange): Promise<void>;
  remove(transactionId: string): Promise<void>;
  /** The next answer is an error. Returns whether this read's failure fails the sync. */
  failAtRead(read: number): Promise<boolean>;
  /** Returns the one-time token of a new login to the same accounts. */
  relink(): Promise<string>;
  /** Says which stored transactions are which of the bank's. */
  identify(stored: readonly StoredTransaction[]): Identities;
  /** Notes what the product knows from now on. */
  noteApplied(statement: BankStatement): void;
}
