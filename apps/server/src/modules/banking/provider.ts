import type { IncomingHttpHeaders } from 'node:http';
import type { BankChanges } from '../ledger/index.ts';

/** An account as the provider reports it. Amounts are cents of `currency`. One connection can hold accounts of several institutions. */
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

/** One page of changes. */
export interface ProviderChanges extends BankChanges {
  /** The ids of rows that the adapter could not read and left out. */
  unreadable: string[];
  /** Where the next page or sync starts, in the provider's own form; null while the bank has not prepared its data. */
  nextCursor: string | null;
  hasMore: boolean;
}

/** A connection as the provider reports it. */
export interface ProviderConnection {
  institutionId: string | null;
  institutionName: string;
  accounts: ProviderAccount[];
}

/** What a one-time token was exchanged for. */
export interface ExchangedConnection {
  /** Opens the connection, and is stored only sealed. */
  accessToken: string;
  /** The provider's id of the connection, which its webhooks name too. */
  providerConnectionId: string;
}

/** An account that the user chose, as far as the provider reports it before the exchange. */
export type ChosenAccount = Pick<ProviderAccount, 'name' | 'type' | 'subtype' | 'mask'>;

/** A bank to be linked. */
export interface ChosenBank {
  oneTimeToken: string;
  institutionId: string | null;
  accounts: ChosenAccount[];
}

/** A link session that has begun on the provider's pages. */
export interface BegunLinkSession {
  providerSessionId: string;
  /** Where to send the browser. */
  url: string;
  expiresAt: Date;
}

export type LinkSessionOutcome =
  | { status: 'open' }
  | { status: 'left' }
  /** No bank after a repair. */
  | { status: 'connected'; banks: ChosenBank[] };

/** The provider's own pages, on which a link starts. With an access token, the user logs in to that connection again. */
export interface LinkPages {
  /** Returns a token for the provider's widget. `returnUrl` is where the pages of some banks lead back to. */
  createWidgetToken(userId: string, returnUrl: string, accessToken: string | null): Promise<string>;
  beginLinkSession(
    userId: string,
    completionUrl: string,
    accessToken: string | null,
  ): Promise<BegunLinkSession>;
  /** Throws LINK_STATE_INVALID for a session that the provider does not know. */
  readLinkSession(providerSessionId: string): Promise<LinkSessionOutcome>;
}

/** What a provider's webhook says. */
export type WebhookEvent =
  /** There are new changes, or the connection's state changed. A sync finds out. */
  | { kind: 'changes'; providerConnectionId: string }
  /** The user revoked access at the bank or the provider. */
  | { kind: 'revoked'; providerConnectionId: string }
  | { kind: 'link-finished'; providerSessionId: string }
  | { kind: 'other' };

export interface WebhookReader {
  /** Throws WEBHOOK_REFUSED unless the provider signed the body. */
  readWebhook(headers: IncomingHttpHeaders, rawBody: Buffer): Promise<WebhookEvent>;
}

/** How a provider differs from others. Nothing outside its adapter assumes more. */
export interface ProviderCapabilities {
  /** Null: a link starts with a one-time token that the user gets elsewhere and pastes. */
  readonly linkPages: LinkPages | null;
  /** Whether the user can log in again on the link pages and keep the connection. */
  readonly canRepair: boolean;
  /** Null: the provider sends none, and the schedule alone finds changes. */
  readonly webhooks: WebhookReader | null;
  /** `cursor`: the rows changed since a cursor. `window`: all rows of some days; a row that is missing was withdrawn. */
  readonly changes: 'cursor' | 'window';
  /** How many requests a day one connection may cost; null without such a limit. */
  readonly requestsPerDay: number | null;
}

/**
 * A service that links banks. Every method has a deadline and throws an `AppError` of the catalogue (BANK_LOGIN_REQUIRED,
 * BANK_CONNECTION_GONE, BANK_UNAVAILABLE, PROVIDER_UNAVAILABLE, PROVIDER_REJECTED, ONE_TIME_TOKEN_INVALID), never the client library's own
 * error, which may carry secrets.
 */
export interface BankProvider {
  /** Names the provider in API paths and in the database, such as `plaid`. */
  readonly id: string;
  /** As users read it. */
  readonly displayName: string;
  readonly capabilities: ProviderCapabilities;
  /** Whether a text has the form of this provider's one-time tokens. */
  isOneTimeToken(text: string): boolean;
  /** Throws ONE_TIME_TOKEN_INVALID for a token that is unknown, expired or already exchanged. */
  exchangeToken(oneTimeToken: string): Promise<ExchangedConnection>;
  readConnection(accessToken: string): Promise<ProviderConnection>;
  /** Reads a page of changes; a null cursor reads from the beginning. Throws `ChangedWhilePaging` when the traversal must restart. */
  readChanges(accessToken: string, cursor: string | null): Promise<ProviderChanges>;
  /** Ends the connection at the provider. One that is already gone counts as ended. */
  removeConnection(accessToken: string): Promise<void>;
}

/** The bank's data changed between two pages. The pages read so far are void, and the traversal restarts at its first cursor. */
export class ChangedWhilePaging extends Error {
  override readonly name = 'ChangedWhilePaging';
}

/** The configured providers by id. */
export type BankProviders = ReadonlyMap<string, BankProvider>;
