import type { IncomingHttpHeaders } from 'node:http';
import type { BankChanges } from '../ledger/index.ts';

/** An account as the bank tells it. Sums are cents of `currency`. */
export interface ProviderAccount {
  providerAccountId: string;
  name: string;
  type: string;
  subtype: string | null;
  mask: string | null;
  currentCents: number | null;
  availableCents: number | null;
  currency: string | null;
}

/** One page of what has changed since a cursor. */
export interface ProviderChanges extends BankChanges {
  /** Rows that the adapter could not read and left out, by their id. */
  unreadable: string[];
  /** Where to go on; null while the bank has not prepared its data yet. */
  nextCursor: string | null;
  hasMore: boolean;
}

/** A bank connection as the provider sees it. */
export interface ProviderConnection {
  institutionId: string | null;
  institutionName: string;
  accounts: ProviderAccount[];
}

/** A way to the provider's own pages. */
export interface HostedLink {
  linkToken: string;
  url: string;
  expiresAt: Date;
}

/** An account that a person has chosen to share, as far as it is known before the exchange. */
export type ChosenAccount = Pick<ProviderAccount, 'name' | 'type' | 'subtype' | 'mask'>;

/** A bank that a person has connected on the provider's pages. */
export interface ChosenBank {
  /** Can be exchanged once. */
  publicToken: string;
  institutionId: string | null;
  accounts: ChosenAccount[];
}

/** What has come of a visit to the provider's pages. */
export type HostedLinkOutcome =
  | { status: 'open' }
  | { status: 'left' }
  /** No bank when the visit was to repair a connection. */
  | { status: 'connected'; banks: ChosenBank[] };

/** What a provider's webhook says. */
export type WebhookEvent =
  /** There are new changes, or the connection's state changed. A sync finds out. */
  | { kind: 'changes'; itemId: string }
  /** The user revoked access at the bank or the provider. */
  | { kind: 'revoked'; itemId: string }
  /** A visit to the provider's pages is over. */
  | { kind: 'link-finished'; linkToken: string }
  | { kind: 'other' };

/**
 * A service that links banks. Every method has a deadline and throws an `AppError` of the catalogue (BANK_LOGIN_REQUIRED,
 * BANK_CONNECTION_GONE, BANK_UNAVAILABLE, PROVIDER_UNAVAILABLE, PROVIDER_REJECTED, PUBLIC_TOKEN_INVALID), never the client library's own
 * error, which may carry secrets.
 */
export interface BankProvider {
  /** As it stands in paths. */
  readonly id: 'plaid';
  /** As people read it. */
  readonly displayName: string;
  /**
   * With the access token of a connection, the person logs in to that one again; it stays the same, and nothing is to be exchanged.
   * `returnUrl` is where a bank's own pages lead back to.
   */
  createLinkToken(userId: string, returnUrl: string, accessToken: string | null): Promise<string>;
  createHostedLink(userId: string, completionUrl: string, accessToken: string | null): Promise<HostedLink>;
  readHostedLink(linkToken: string): Promise<HostedLinkOutcome>;
  exchangePublicToken(publicToken: string): Promise<{ accessToken: string; itemId: string }>;
  readConnection(accessToken: string): Promise<ProviderConnection>;
  /** Null cursor: from the beginning. Throws a `ChangedWhilePaging` when the traversal must begin again. */
  readChanges(accessToken: string, cursor: string | null): Promise<ProviderChanges>;
  /** Ends the connection at the provider. One that is already gone counts as ended. */
  removeConnection(accessToken: string): Promise<void>;
  /** Reads a webhook event. Throws WEBHOOK_REFUSED unless the provider signed it. */
  readWebhook(headers: IncomingHttpHeaders, rawBody: Buffer): Promise<WebhookEvent>;
}

/** The bank's data changed between two pages: what was read is void, and the traversal begins again at its first cursor. */
export class ChangedWhilePaging extends Error {
  override readonly name = 'ChangedWhilePaging';
}

/** The providers by their name in paths. */
export type BankProviders = ReadonlyMap<string, BankProvider>;
