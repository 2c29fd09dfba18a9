import type { IncomingHttpHeaders } from 'node:http';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import type { LinkSessionItemAddResult, LinkTokenCreateRequest, PlaidApi } from 'plaid';
import { z } from 'zod';
import { AppError } from '../../../../errors/app-error.ts';
import {
  type BankProvider,
  type BankReading,
  type ChosenBank,
  type BegunLinkSession,
  type ExchangedConnection,
  type LinkPages,
  type LinkSessionOutcome,
  type LinkWidget,
  type ProviderCapabilities,
  type ProviderChanges,
  type ProviderConnection,
  type WebhookEvent,
  type WebhookReader,
} from '../../provider.ts';
import { toAccount, toChanges } from './plaid-transform.ts';
import { plaidWidget } from './plaid-widget.ts';
import { PlaidCalls, type PlaidLog } from './plaid-calls.ts';
import { PlaidWebhooks, type PlaidKey } from './plaid-webhooks.ts';

export interface PlaidSettings {
  baseUrl: string;
  clientId: string;
  secret: string;
  /** Where browsers reach an emulator; by default `baseUrl`. */
  widgetUrl?: string;
  /** Null if Plaid can't reach the server. */
  webhookUrl: string | null;
  /** How many connections Plaid's plan allows in all. */
  linkLimit?: number | null;
  clock: () => Date;
  log: PlaidLog;
  callTimeoutMs?: number;
  /** Sent with each call to test banks beside the app. */
  headers?: Record<string, string>;
  /** At most Plaid's 500. */
  pageSize?: number;
}

/** Plaid allows half a minute for a sync. */
const CALL_TIMEOUT_MS = 30_000;
/** The most that Plaid gives. */
const HISTORY_DAYS = 730;
const PAGE_SIZE = 500;
const HOSTED_LINK_LIFETIME_S = 30 * 60;
/** Webhooks report most changes earlier. */
const SYNC_INTERVAL_MS = 6 * 60 * 60_000;

const answered = z.looseObject({ request_id: z.string() });
const linkCreated = z.looseObject({ link_token: z.string(), expiration: z.string() });
const linkResult = z.looseObject({ public_token: z.string(), accounts: z.array(z.looseObject({})) });
const linkSession = z.looseObject({
  results: z.looseObject({ item_add_results: z.array(linkResult) }).nullish(),
});
const linkRead = z.looseObject({ link_token: z.string(), link_sessions: z.array(linkSession).optional() });
const exchanged = z.looseObject({ access_token: z.string(), item_id: z.string() });
const accountsRead = z.looseObject({
  accounts: z.array(
    z.looseObject({
      account_id: z.string(),
      name: z.string(),
      type: z.string(),
      balances: z.looseObject({}),
    }),
  ),
  item: z.looseObject({ item_id: z.string() }),
});
const itemRead = z.looseObject({
  status: z
    .looseObject({ transactions: z.looseObject({ last_successful_update: z.string().nullish() }).nullish() })
    .nullish(),
});
const webhookKeyRead = z.looseObject({
  key: z.looseObject({ kty: z.string(), crv: z.string(), expired_at: z.number().nullish() }),
});
const institutionRead = z.looseObject({ institution: z.looseObject({ name: z.string() }) });
/** Rows are read one by one, so a broken row does not block its page. */
const changedRows = z.array(z.unknown());
const changesRead = z.looseObject({
  added: changedRows,
  modified: changedRows,
  removed: changedRows,
  next_cursor: z.string(),
  has_more: z.boolean(),
});

/** Links banks through Plaid. It cannot tell Plaid from the emulator. */
export class PlaidProvider implements BankProvider, LinkPages, LinkWidget, WebhookReader {
  readonly id = 'plaid';
  readonly displayName = 'Plaid';
  readonly capabilities: ProviderCapabilities & { linkPages: LinkPages; webhooks: WebhookReader };
  readonly scriptUrl;
  readonly sources;
  readonly #calls: PlaidCalls;
  readonly #pageSize: number;
  readonly #webhookUrl: string | null;
  readonly #webhooks: PlaidWebhooks;

  constructor(settings: PlaidSettings) {
    // Without an address, the client would call Plaid's production.
    if (settings.baseUrl === '') throw new Error('The Plaid adapter needs an address');
    this.capabilities = {
      linkPages: this,
      widget: this,
      tokenPage: null,
      canRepair: true,
      webhooks: this,
      syncIntervalMs: SYNC_INTERVAL_MS,
      isAskedOnOpen: true,
      linkLimit: settings.linkLimit ?? null,
    };
    const { scriptUrl, sources } = plaidWidget(settings.baseUrl, settings.widgetUrl ?? settings.baseUrl);
    this.scriptUrl = scriptUrl;
    this.sources = sources;
    this.#calls = new PlaidCalls(
      () => openApi(settings),
      settings.callTimeoutMs ?? CALL_TIMEOUT_MS,
      settings.log,
    );
    this.#pageSize = settings.pageSize ?? PAGE_SIZE;
    this.#webhookUrl = settings.webhookUrl;
    this.#webhooks = new PlaidWebhooks((keyId) => this.#fetchWebhookKey(keyId), settings.clock);
  }

  async createWidgetToken(userId: string, returnUrl: string, accessToken: string | null): Promise<string> {
    const request = await linkRequest(userId, accessToken, this.#webhookUrl);
    const create = (body: LinkTokenCreateRequest) =>
      this.#calls.repeat(linkCreated, (api, options) => api.linkTokenCreate(body, options));
    try {
      return (await create({ ...request, redirect_uri: returnUrl })).link_token;
    } catch (error) {
      // Plaid accepts only registered addresses. Banks that open in a window need none.
      if (!(error instanceof AppError) || error.code !== 'PROVIDER_REJECTED') throw error;
      return (await create(request)).link_token;
    }
  }

  async beginLinkSession(
    userId: string,
    completionUrl: string,
    accessToken: string | null,
  ): Promise<BegunLinkSession> {
    const request: LinkTokenCreateRequest = {
      ...(await linkRequest(userId, accessToken, this.#webhookUrl)),
      hosted_link: { completion_redirect_uri: completionUrl, url_lifetime_seconds: HOSTED_LINK_LIFETIME_S },
    };
    const data = await this.#calls.repeat(linkCreated, (api, options) =>
      api.linkTokenCreate(request, options),
    );
    if (!data.hosted_link_url) throw new AppError('PROVIDER_REJECTED');
    return {
      providerSessionId: data.link_token,
      url: data.hosted_link_url,
      expiresAt: new Date(data.expiration),
    };
  }

  async readLinkSession(linkToken: string): Promise<LinkSessionOutcome> {
    const data = await this.#calls.repeat(linkRead, (api, options) =>
      api.linkTokenGet({ link_token: linkToken }, options),
    );
    const sessions = data.link_sessions ?? [];
    const banks = sessions.flatMap((session) => session.results?.item_add_results.map(toChosenBank) ?? []);
    if (banks.length > 0) return { status: 'connected', banks };
    const finished = sessions.filter((session) => session.finished_at);
    if (finished.length === 0) return { status: 'open' };
    // A repair adds no item; leaving the pages is an exit.
    return finished.some((session) => !session.exit) ? { status: 'connected', banks } : { status: 'left' };
  }

  isOneTimeToken(text: string): boolean {
    return text.startsWith('public-');
  }

  async exchangeToken(publicToken: string): Promise<ExchangedConnection> {
    // Not repeated: a lost answer may have used the token.
    const data = await this.#calls.once(exchanged, (api, options) =>
      api.itemPublicTokenExchange({ public_token: publicToken }, options),
    );
    return { accessToken: data.access_token, providerConnectionId: data.item_id };
  }

  async readConnection(accessToken: string): Promise<ProviderConnection> {
    const { accounts, item } = await this.#calls.repeat(accountsRead, (api, options) =>
      api.accountsGet({ access_token: accessToken }, options),
    );
    const institutionId = item.institution_id ?? null;
    const institutionName = item.institution_name ?? (await this.#institutionName(institutionId));
    const institution = { institutionId, institutionName };
    return {
      ...institution,
      accounts: accounts.map((account) => toAccount(account, institution)),
      problems: [],
    };
  }

  async beginReading(accessToken: string): Promise<BankReading> {
    const { accounts, ...connection } = await this.readConnection(accessToken);
    const reportedAt = await this.#readReportedAt(accessToken);
    return {
      connection: { ...connection, accounts: accounts.map((account) => ({ ...account, reportedAt })) },
      readChanges: (cursor) => this.readChanges(accessToken, cursor),
    };
  }

  /** When Plaid last read the bank's transactions: it may call a connection healthy that it has not reached for days. */
  async #readReportedAt(accessToken: string): Promise<Date | null> {
    const { status } = await this.#calls.repeat(itemRead, (api, options) =>
      api.itemGet({ access_token: accessToken }, options),
    );
    const at = new Date(status?.transactions?.last_successful_update ?? '');
    return Number.isNaN(at.getTime()) ? null : at;
  }

  /** A null cursor starts at the beginning. Throws `ChangedWhilePaging`. */
  async readChanges(accessToken: string, cursor: string | null): Promise<ProviderChanges> {
    const data = await this.#calls.repeat(changesRead, (api, options) =>
      api.transactionsSync(
        { access_token: accessToken, count: this.#pageSize, ...(cursor !== null && { cursor }) },
        options,
      ),
    );
    return toChanges(data);
  }

  async removeConnection(accessToken: string): Promise<void> {
    try {
      await this.#calls.repeat(answered, (api, options) =>
        api.itemRemove({ access_token: accessToken }, options),
      );
    } catch (error) {
      if (error instanceof AppError && error.code === 'BANK_CONNECTION_GONE') return;
      throw error;
    }
  }

  async readWebhook(headers: IncomingHttpHeaders, rawBody: Buffer): Promise<WebhookEvent> {
    const token = headers['plaid-verification'];
    return this.#webhooks.read(Array.isArray(token) ? token[0] : token, rawBody);
  }

  async #fetchWebhookKey(keyId: string): Promise<PlaidKey | null> {
    try {
      const { key } = await this.#calls.apart(webhookKeyRead, (api, options) =>
        api.webhookVerificationKeyGet({ key_id: keyId }, options),
      );
      return { ...key };
    } catch (error) {
      if (error instanceof AppError && error.code === 'PROVIDER_REJECTED') return null;
      throw error;
    }
  }

  async #institutionName(institutionId: string | null): Promise<string> {
    if (institutionId === null) return 'Your bank';
    const { CountryCode } = await import('plaid');
    const data = await this.#calls.repeat(institutionRead, (api, options) =>
      api.institutionsGetById({ institution_id: institutionId, country_codes: [CountryCode.Us] }, options),
    );
    return data.institution.name;
  }
}

async function openApi({ baseUrl, clientId, secret, headers }: PlaidSettings): Promise<PlaidApi> {
  const { Configuration, PlaidApi } = await import('plaid');
  return new PlaidApi(
    new Configuration({
      basePath: baseUrl,
      baseOptions: {
        headers: {
          'PLAID-CLIENT-ID': clientId,
          'PLAID-SECRET': secret,
          'Plaid-Version': '2020-09-14',
          ...headers,
        },
        proxy: false,
        maxRedirects: 0,
      },
    }),
  );
}

async function linkRequest(
  userId: string,
  accessToken: string | null,
  webhookUrl: string | null,
): Promise<LinkTokenCreateRequest> {
  const { CountryCode, Products } = await import('plaid');
  const request: LinkTokenCreateRequest = {
    client_name: PRODUCT_NAME,
    language: 'en',
    country_codes: [CountryCode.Us],
    user: { client_user_id: userId },
    link_customization_name: 'default',
  };
  if (accessToken !== null) return { ...request, access_token: accessToken };
  return {
    ...request,
    products: [Products.Transactions],
    transactions: { days_requested: HISTORY_DAYS },
    ...(webhookUrl !== null && { webhook: webhookUrl }),
  };
}

function toChosenBank(result: LinkSessionItemAddResult): ChosenBank {
  return {
    oneTimeToken: result.public_token,
    institutionId: result.institution?.institution_id ?? null,
    accounts: result.accounts.map(({ name, type, subtype, mask }) => ({
      name: name ?? '',
      type: type ?? '',
      subtype: subtype ?? null,
      mask: mask ?? null,
    })),
  };
}
