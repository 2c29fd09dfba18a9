import type { IncomingHttpHeaders } from 'node:http';
import type { BankChanges } from '../ledger/index.ts';

/** Amounts are cents of `currency`. One connection can have several institutions. */
export interface ProviderAccount {
  providerAccountId: string;
  institutionId: string | null;
  institutionName: string;
  name: string;
  type: string;
  subtype: string | null;
  mask: string | null;
  currentCents: number | null;
  availableCents: number | null;
  currency: string | null;
}

export interface ProviderChanges extends BankChanges {
  /** Ids of rows that the adapter could not read. */
  unreadable: string[];
  nextCursor: string | null;
  hasMore: boolean;
}

export interface ProviderConnection {
  institutionId: string | null;
  institutionName: string;
  accounts: ProviderAccount[];
}

export interface ExchangedConnection {
  /** Stored only sealed. */
  accessToken: string;
  providerConnectionId: string;
}

/** What the provider reports of an account before the exchange. */
export type ChosenAccount = Pick<ProviderAccount, 'name' | 'type' | 'subtype' | 'mask'>;

export interface ChosenBank {
  oneTimeToken: string;
  institutionId: string | null;
  accounts: ChosenAccount[];
}

export interface BegunLinkSession {
  providerSessionId: string;
  url: string;
  expiresAt: Date;
}

export type LinkSessionOutcome =
  | { status: 'open' }
  | { status: 'left' }
  /** Empty after a repair. */
  | { status: 'connected'; banks: ChosenBank[] };

/** The provider's own pages. With an access token, they repair that connection. */
export interface LinkPages {
  /** Some banks' pages lead back to `returnUrl`. */
  createWidgetToken(userId: string, returnUrl: string, accessToken: string | null): Promise<string>;
  beginLinkSession(
    userId: string,
    completionUrl: string,
    accessToken: string | null,
  ): Promise<BegunLinkSession>;
  /** Throws LINK_STATE_INVALID. */
  readLinkSession(providerSessionId: string): Promise<LinkSessionOutcome>;
}

export type WebhookEvent =
  /** New data or a new state; a sync finds out which. */
  | { kind: 'changes'; providerConnectionId: string }
  | { kind: 'revoked'; providerConnectionId: string }
  | { kind: 'link-finished'; providerSessionId: string }
  | { kind: 'other' };

export interface WebhookReader {
  /** Throws WEBHOOK_REFUSED unless the provider signed it. */
  readWebhook(headers: IncomingHttpHeaders, rawBody: Buffer): Promise<WebhookEvent>;
}

/** Nothing outside a provider's adapter assumes more. */
export interface ProviderCapabilities {
  /** Null: the user pastes a one-time token. */
  readonly linkPages: LinkPages | null;
  /** Whether the user can repair a connection by logging in again. */
  readonly canRepair: boolean;
  /** Null: only the schedule finds changes. */
  readonly webhooks: WebhookReader | null;
  /** `cursor`: rows changed since a cursor. `window`: all rows of some days; a missing one was withdrawn. */
  readonly changes: 'cursor' | 'window';
  /** Per connection; null without a limit. */
  readonly requestsPerDay: number | null;
}

/**
 * Every method has a deadline and throws an `AppError` (BANK_LOGIN_REQUIRED, BANK_CONNECTION_GONE,
 * BANK_UNAVAILABLE, PROVIDER_UNAVAILABLE, PROVIDER_REJECTED, ONE_TIME_TOKEN_INVALID), never the client
 * library's error, which may hold secrets.
 */
export interface BankProvider {
  /** The name in API paths and the database, such as `plaid`. */
  readonly id: string;
  readonly displayName: string;
  readonly capabilities: ProviderCapabilities;
  isOneTimeToken(text: string): boolean;
  /** Throws ONE_TIME_TOKEN_INVALID for an unknown, expired or exchanged token. */
  exchangeToken(oneTimeToken: string): Promise<ExchangedConnection>;
  readConnection(accessToken: string): Promise<ProviderConnection>;
  /** A null cursor starts at the beginning. Throws `ChangedWhilePaging`. */
  readChanges(accessToken: string, cursor: string | null): Promise<ProviderChanges>;
  /** A missing connection is no error. */
  removeConnection(accessToken: string): Promise<void>;
}

/** The traversal must restart at its first cursor. */
export class ChangedWhilePaging extends Error {
  override readonly name = 'ChangedWhilePaging';
}

export type BankProviders = ReadonlyMap<string, BankProvider>;
