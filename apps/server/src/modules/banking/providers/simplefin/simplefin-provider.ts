import { addDays, type Day } from '@oinkly/domain/days';
import { createHash } from 'node:crypto';
import { AppError } from '../../../../app-error.ts';
import type { Deps } from '../../../../deps.ts';
import type {
  BankProvider,
  BankReading,
  ExchangedConnection,
  ProviderChanges,
  ProviderConnection,
} from '../../provider.ts';
import { HistoryWalk, type AnsweredAccount } from './history-walk.ts';
import type { RequestBudget } from './request-budget.ts';
import { SimplefinCalls, type AccountsQuery, type SimplefinCallOptions } from './simplefin-calls.ts';
import {
  coveredDaysOf,
  toAccountSet,
  toTransactions,
  type AccountSet,
  type RequestedDays,
} from './simplefin-transform.ts';

export interface SimplefinSettings extends SimplefinCallOptions {
  /** Where users create a setup token. */
  tokenPageUrl?: string;
  budget: Pick<RequestBudget, 'spend'>;
  clock: () => Date;
  log: Pick<Deps['log'], 'warn'>;
}

const TOKEN_PAGE_URL = 'https://bridge.simplefin.org/simplefin/create';
/** SimpleFIN asks the banks once a day. */
const SYNC_INTERVAL_MS = 24 * 60 * 60_000;
const ID_LENGTH = 32;

/** The changes of one answer, and what it says of each account. */
type ReadPage = Pick<ProviderChanges, 'upserted' | 'covered' | 'unreadable'> & {
  answered: AnsweredAccount[];
};

/** Links all banks of a SimpleFIN token as one connection. */
export class SimplefinProvider implements BankProvider {
  readonly id = 'simplefin';
  readonly displayName = 'SimpleFIN';
  readonly capabilities;
  readonly #settings: SimplefinSettings;
  readonly #calls: SimplefinCalls;

  constructor(settings: SimplefinSettings) {
    this.#settings = settings;
    this.#calls = new SimplefinCalls(settings);
    this.capabilities = {
      linkPages: null,
      tokenPageUrl: settings.tokenPageUrl ?? TOKEN_PAGE_URL,
      canRepair: false,
      webhooks: null,
      syncIntervalMs: SYNC_INTERVAL_MS,
      isAskedOnOpen: false,
      linkLimit: null,
    };
  }

  isOneTimeToken(text: string): boolean {
    return this.#calls.claimUrlOf(text) !== null;
  }

  /** Throws SETUP_TOKEN_REFUSED for a claimed or unknown token. */
  async exchangeToken(setupToken: string): Promise<ExchangedConnection> {
    const claimUrl = this.#calls.claimUrlOf(setupToken);
    if (!claimUrl) throw new AppError('ONE_TIME_TOKEN_INVALID');
    const accessToken = await this.#calls.claim(claimUrl);
    return { accessToken, providerConnectionId: idOfAccess(new URL(accessToken)) };
  }

  async readConnection(accessUrl: string): Promise<ProviderConnection> {
    return (await this.#ask(accessUrl, { 'balances-only': 1 })).connection;
  }

  /** Asks for the newest days; `readChanges` asks for older ones. */
  async beginReading(accessUrl: string, saved: string | null): Promise<BankReading> {
    const today = this.#settings.clock().toISOString().slice(0, 10);
    const { newestDays, recentSince } = new HistoryWalk(saved, today);
    const newest = await this.#ask(accessUrl, { ...secondsOf(newestDays), pending: 1 });
    const page = await readPage(newest, newestDays, today, { since: recentSince, coversPending: true });

    let walk = new HistoryWalk(saved, today);
    const readChanges = async (cursor: string | null): Promise<ProviderChanges> => {
      if (cursor === saved) {
        walk = new HistoryWalk(saved, today);
        walk.noteNewest(page.answered);
        return changesOf(page, walk);
      }
      return changesOf(await this.#readOlder(accessUrl, walk, today), walk);
    };
    return { connection: newest.connection, readChanges };
  }

  /** There is nothing to call: users disable a token at SimpleFIN. */
  async removeConnection(): Promise<void> {}

  async #ask(accessUrl: string, query: AccountsQuery): Promise<AccountSet> {
    await this.#settings.budget.spend(accessUrl);
    return toAccountSet(await this.#calls.readAccounts(accessUrl, query));
  }

  /** If SimpleFIN cannot answer now, the next sync asks again for what is missing. */
  async #readOlder(accessUrl: string, walk: HistoryWalk, today: Day): Promise<ReadPage> {
    const days = walk.olderDays;
    if (!days) return NOTHING;
    try {
      const set = await this.#ask(accessUrl, secondsOf(days));
      const accounts = set.accounts.filter((one) => walk.isWaitingFor(one.providerAccountId, days));
      const page = await readPage({ ...set, accounts }, days, today, { since: null, coversPending: false });
      walk.noteOlder(days, page.answered);
      return page;
    } catch (error) {
      if (!(error instanceof AppError) || !POSTPONED.has(error.code)) throw error;
      this.#settings.log.warn({ err: error, days }, 'older transactions are left to the next sync');
      walk.stop();
      return NOTHING;
    }
  }
}

const NOTHING: ReadPage = { upserted: [], covered: [], unreadable: [], answered: [] };
const POSTPONED: ReadonlySet<string> = new Set(['PROVIDER_UNAVAILABLE', 'BANK_ASKED_TOO_OFTEN']);

async function readPage(
  set: AccountSet,
  requested: RequestedDays,
  today: Day,
  covering: { since: Day | null; coversPending: boolean },
): Promise<ReadPage> {
  const page: ReadPage = { upserted: [], covered: [], unreadable: [...set.unreadable], answered: [] };
  for (const account of set.accounts) {
    const rows = await toTransactions(account, requested, today);
    const { upserted, unreadable } = rows;
    const covered = coveredDaysOf(account, rows, requested, covering);
    page.upserted.push(...upserted);
    page.unreadable.push(...unreadable);
    if (covered) page.covered.push(covered);
    page.answered.push({ ...account, hasRows: upserted.length > 0 });
  }
  return page;
}

function changesOf({ upserted, covered, unreadable }: ReadPage, walk: HistoryWalk): ProviderChanges {
  return {
    upserted,
    removed: [],
    covered,
    unreadable,
    nextCursor: walk.cursor,
    hasMore: walk.olderDays !== null,
  };
}

/** SimpleFIN leaves out the end. */
function secondsOf({ from, to }: RequestedDays): { 'start-date': number; 'end-date': number } {
  const startOf = (day: Day) => Date.parse(`${day}T00:00:00Z`) / 1000;
  return { 'start-date': startOf(from), 'end-date': startOf(addDays(to, 1)) };
}

/** Holds no secret: a hash of the server and the user. */
function idOfAccess({ host, username }: URL): string {
  return createHash('sha256').update(`${host}\n${username}`).digest('hex').slice(0, ID_LENGTH);
}
