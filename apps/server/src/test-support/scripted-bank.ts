import { AppError } from '../errors/app-error.ts';
import type { WidgetSources } from '../http/security-headers.ts';
import type {
  BankProblem,
  BankProvider,
  BankReading,
  ChosenBank,
  BegunLinkSession,
  LinkSessionOutcome,
  ExchangedConnection,
  LinkPages,
  LinkWidget,
  ProviderAccount,
  ProviderCapabilities,
  ProviderChanges,
  ProviderConnection,
  WebhookEvent,
  WebhookReader,
} from '../modules/banking/provider.ts';
import type { BankTransaction } from '../modules/ledger/index.ts';

/** Without an institution, the bank adds its own. */
type ScriptedAccount = Omit<ProviderAccount, 'institutionId' | 'institutionName'> & {
  institutionId?: string;
};

/** An error is thrown. */
export type ScriptedPage = Partial<Omit<ProviderChanges, 'upserted'>> & {
  upserted?: Partial<BankTransaction>[];
};

/** Gives scripted answers in order; then nothing has changed. */
export class ScriptedBank implements BankProvider, LinkPages, LinkWidget, WebhookReader {
  readonly id: string;
  readonly displayName: string;
  capabilities: ProviderCapabilities = {
    linkPages: this,
    widget: this,
    canRepair: true,
    tokenPage: null,
    webhooks: this,
    syncIntervalMs: 6 * 60 * 60_000,
    isAskedOnOpen: true,
    linkLimit: null,
  };
  readonly scriptUrl = '/link.js';
  readonly sources: WidgetSources;
  /** The cursor of each read. */
  readonly reads: (string | null)[] = [];
  readonly removed: string[] = [];
  /** The outcome of every link session without one in `linkOutcomesOf`. */
  linkOutcome: LinkSessionOutcome = { status: 'open' };
  /** By user id. */
  readonly linkOutcomesOf = new Map<string, LinkSessionOutcome>();
  /** By link token. */
  readonly #linkOwners = new Map<string, string>();
  institutionId = 'ins_1';
  problems: BankProblem[] = [];
  accounts: ScriptedAccount[] = [scriptedAccount('checking', '1111')];
  /** The access token that the last link session repairs. */
  repaired: string | null = null;
  completionUrl = '';
  /** Overrides `accounts` by access token. */
  readonly accountsByToken = new Map<string, ScriptedAccount[]>();
  /** While set, the bank reports no connection. */
  silence: Error | null = null;
  duringRead: () => Promise<void> = async () => undefined;
  /** One-time tokens exchanged for `access-1`, `access-2` and so on. Each works once. */
  readonly exchanged: string[] = [];
  duringExchange: (oneTimeToken: string) => Promise<void> = async () => undefined;
  duringLinkRead: () => Promise<void> = async () => undefined;
  /** By one-time token: what the connection's first read finds, whichever other connections read meanwhile. */
  readonly firstReads = new Map<string, ScriptedPage>();
  readonly #firstReadOf = new Map<string, ScriptedPage>();
  #answers: (ScriptedPage | Error)[] = [];
  #cursors = 0;

  constructor(id = 'plaid', displayName = 'Scripted', sources: Partial<WidgetSources> = {}) {
    this.id = id;
    this.displayName = displayName;
    this.sources = { script: [], frame: [], connect: [], other: [], writesIntoPage: false, ...sources };
  }

  answer(...answers: (ScriptedPage | Error)[]): void {
    this.#answers.push(...answers);
  }

  async beginReading(accessToken: string): Promise<BankReading> {
    const connection = await this.readConnection(accessToken);
    return { connection, readChanges: (cursor) => this.readChanges(accessToken, cursor) };
  }

  async readChanges(accessToken: string, cursor: string | null): Promise<ProviderChanges> {
    this.reads.push(cursor);
    await this.duringRead();
    const first = this.#firstReadOf.get(accessToken);
    this.#firstReadOf.delete(accessToken);
    const answer = first ?? this.#answers.shift() ?? {};
    if (answer instanceof Error) throw answer;
    this.#cursors += 1;
    return {
      removed: [],
      covered: [],
      unreadable: [],
      nextCursor: `cursor-${this.#cursors}`,
      hasMore: false,
      ...answer,
      upserted: (answer.upserted ?? []).map((row) => ({ ...scriptedPurchase, ...row })),
    };
  }

  async readConnection(accessToken: string): Promise<ProviderConnection> {
    if (this.silence) throw this.silence;
    return {
      institutionId: this.institutionId,
      institutionName: 'Scripted Bank',
      accounts: (this.accountsByToken.get(accessToken) ?? this.accounts).map((account) => ({
        institutionId: this.institutionId,
        institutionName: 'Scripted Bank',
        ...account,
      })),
      problems: this.problems,
    };
  }

  isOneTimeToken(text: string): boolean {
    return text.startsWith('public-');
  }

  async exchangeToken(oneTimeToken: string): Promise<ExchangedConnection> {
    await this.duringExchange(oneTimeToken);
    if (this.exchanged.includes(oneTimeToken)) throw new AppError('ONE_TIME_TOKEN_INVALID');
    const number = this.exchanged.push(oneTimeToken);
    const accessToken = `access-${number}`;
    const first = this.firstReads.get(oneTimeToken);
    if (first) this.#firstReadOf.set(accessToken, first);
    return { accessToken, providerConnectionId: `item-${number}` };
  }

  async removeConnection(accessToken: string): Promise<void> {
    this.removed.push(accessToken);
  }

  async createWidgetToken(_userId: string, _returnUrl: string, accessToken: string | null): Promise<string> {
    return accessToken === null ? 'link-token' : `link-token-for-${accessToken}`;
  }

  async beginLinkSession(
    userId: string,
    completionUrl: string,
    accessToken: string | null,
  ): Promise<BegunLinkSession> {
    this.completionUrl = completionUrl;
    this.repaired = accessToken;
    const providerSessionId = `session-${this.#linkOwners.size + 1}`;
    this.#linkOwners.set(providerSessionId, userId);
    return { providerSessionId, url: 'http://bank.test/link', expiresAt: new Date(8.64e15) };
  }

  async readWebhook(_headers: unknown, rawBody: Buffer): Promise<WebhookEvent> {
    return JSON.parse(rawBody.toString()) as WebhookEvent;
  }

  async readLinkSession(providerSessionId: string): Promise<LinkSessionOutcome> {
    await this.duringLinkRead();
    return this.linkOutcomesOf.get(this.#linkOwners.get(providerSessionId) ?? '') ?? this.linkOutcome;
  }
}

/** The provider reports only the token. */
export function chosenBank(oneTimeToken: string): ChosenBank {
  return { oneTimeToken, institutionId: null, accounts: [] };
}

export function scriptedAccount(name: string, mask: string): ScriptedAccount {
  return {
    providerAccountId: `account-${name}`,
    name,
    type: 'depository',
    subtype: 'checking',
    mask,
    currentCents: 100_00,
    availableCents: null,
    currency: 'USD',
    reportedAt: null,
  };
}

export const scriptedPurchase: BankTransaction = {
  transactionId: 'tx',
  providerAccountId: 'account-checking',
  pendingTransactionId: null,
  amountCents: 10_00,
  currency: 'USD',
  postedOn: '2026-06-03',
  authorizedOn: null,
  name: 'CORNER SHOP 0042',
  merchantName: 'Corner Shop',
  isPending: false,
  category: { paymentType: 'purchase', expenseCategory: 'Shopping' },
  reportedCategory: 'GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE',
};
