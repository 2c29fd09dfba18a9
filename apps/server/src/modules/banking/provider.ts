import type { ErrorCode } from '@oinkly/contract/errors';
import type { Day } from '@oinkly/domain/days';
import type { IncomingHttpHeaders } from 'node:http';
import type { TokenProvider } from '@oinkly/contract/runtime-config';
import type { WidgetSources } from '../../http/security-headers.ts';
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
  /** What the account holds; of a card or a loan, what is owed. */
  currentCents: number | null;
  availableCents: number | null;
  currency: string | null;
  /** When the bank last reported the balance; null if unknown. */
  reportedAt: Date | null;
}

export interface ProviderChanges extends BankChanges {
  /** Ids of rows that the adapter could not read. */
  unreadable: string[];
  /** Where the next read starts. Null: the provider is still preparing its data, and is asked again. */
  nextCursor: string | null;
  hasMore: boolean;
}

export interface ProviderConnection {
  institutionId: string | null;
  institutionName: string;
  accounts: ProviderAccount[];
  /** What the provider could not read. Its other banks and accounts are unaffected. */
  problems: BankProblem[];
}

/** Why one bank or account of a connection reports nothing new. */
export interface BankProblem {
  institutionName: string;
  /** Null: all accounts of the bank. */
  providerAccountId: string | null;
  code: ErrorCode;
  /** The provider's words, as plain text; null if it has none. */
  detail: string | null;
}

/** Reads a connection once. */
export interface BankReading {
  readonly connection: ProviderConnection;
  /** A null cursor starts at the beginning. Throws `ChangedWhilePaging`. */
  readChanges(cursor: string | null): Promise<ProviderChanges>;
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
  beginLinkSession(
    userId: string,
    completionUrl: string,
    accessToken: string | null,
  ): Promise<BegunLinkSession>;
  /** Throws LINK_STATE_INVALID. */
  readLinkSession(providerSessionId: string): Promise<LinkSessionOutcome>;
}

/** Plaid's Link in our page. The provider also has pages, for browsers that block its script. */
export interface LinkWidget {
  /** Without a host if the script is ours. */
  readonly scriptUrl: string;
  readonly sources: WidgetSources;
  /** Some banks' pages lead back to `returnUrl`. With an access token, the widget repairs that connection. */
  createWidgetToken(userId: string, returnUrl: string, accessToken: string | null): Promise<string>;
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
  /** Null: links happen on the link pages alone. */
  readonly widget: LinkWidget | null;
  /** Where users get one-time tokens to paste; null with link pages. */
  readonly tokenPage: Pick<TokenProvider, 'tokenPageUrl' | 'testTokenPageUrl' | 'about'> | null;
  /** Whether the user can repair a connection by logging in again. */
  readonly canRepair: boolean;
  /** Null: only the schedule finds changes. */
  readonly webhooks: WebhookReader | null;
  /** Between scheduled syncs. */
  readonly syncIntervalMs: number;
  /** Whether the provider has more to say whenever the user looks; otherwise only due syncs ask it. */
  readonly isAskedOnOpen: boolean;
  /** How many connections the server's plan ever opens, ended ones included; null without a limit. */
  readonly linkLimit: number | null;
}

/**
 * Every method has a deadline and throws an `AppError` (BANK_LOGIN_REQUIRED, BANK_CONNECTION_GONE,
 * BANK_UNAVAILABLE, PROVIDER_UNAVAILABLE, PROVIDER_REJECTED, ONE_TIME_TOKEN_INVALID and others), never the
 * client library's error, which may hold secrets. With `retryAfterSeconds`, the next sync waits that long.
 */
export interface BankProvider {
  /** The name in API paths and the database, such as `plaid`. */
  readonly id: string;
  readonly displayName: string;
  readonly capabilities: ProviderCapabilities;
  isOneTimeToken(text: string): boolean;
  /** Throws ONE_TIME_TOKEN_INVALID or one of the SETUP_TOKEN errors for a token that is unknown, expired, exchanged or not allowed. */
  exchangeToken(oneTimeToken: string): Promise<ExchangedConnection>;
  readConnection(accessToken: string): Promise<ProviderConnection>;
  /** Begins a sync's reading at the saved cursor. `today` is the user's, for rows without a day. */
  beginReading(accessToken: string, cursor: string | null, today: Day): Promise<BankReading>;
  /** A missing connection is no error. */
  removeConnection(accessToken: string): Promise<void>;
}

/** The traversal must restart at its first cursor. */
export class ChangedWhilePaging extends Error {
  override readonly name = 'ChangedWhilePaging';
}

export type BankProviders = ReadonlyMap<string, BankProvider>;

/** What only code that talks to banks needs. */
export interface BankingDeps {
  providers: BankProviders;
}
