import { addDays, type Day } from '@oinkly/domain/days';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../../errors/app-error.ts';
import type { Deps } from '../../../deps.ts';
import type {
  BankProblem,
  BankProvider,
  BankReading,
  ExchangedConnection,
  ProviderCapabilities,
  ProviderChanges,
  ProviderConnection,
} from '../../provider.ts';
import { HistoryWalk, type AnsweredAccount } from './history-walk.ts';
import type { RequestBudget } from './request-budget.ts';
import { unreadableProblem } from './simplefin-problems.ts';
import { SimplefinCalls, type AccountsQuery, type SimplefinCallOptions } from './simplefin-calls.ts';
import { toAccountSet, type AccountSet } from './simplefin-account-set.ts';
import { coveredDaysOf, postedDaysOf, toTransactions, type RequestedDays } from './simplefin-transform.ts';

export interface SimplefinSettings extends SimplefinCallOptions {
  /** Where users create a setup token; SimpleFIN's own by default. */
  tokenPageUrl: string;
  /** The same for test banks; null without. */
  testTokenPageUrl?: string | null;
  budget: Pick<RequestBudget, 'spend' | 'stop'>;
  clock: () => Date;
  log: Pick<Deps['log'], 'warn'>;
}

const ABOUT =
  'SimpleFIN reaches most banks in the US and Canada. You pay SimpleFIN $1.50 a month and log in at your banks there. One token connects all of them.';
/** SimpleFIN asks the banks once a day. */
const SYNC_INTERVAL_MS = 24 * 60 * 60_000;
const ID_LENGTH = 32;

/** The changes of one answer, and what it says of each account. */
type ReadPage = Pick<ProviderChanges, 'upserted' | 'covered' | 'unreadable'> & {
  answered: AnsweredAccount[];
  /** Of the accounts with rows of another shape. */
  problems: BankProblem[];
};

/** Links all banks of a SimpleFIN token as one connection. */
export class SimplefinProvider implements BankProvider {
  readonly id = 'simplefin';
  readonly displayName = 'SimpleFIN';
  readonly capabilities: ProviderCapabilities;
  readonly #settings: SimplefinSettings;
  readonly #calls: SimplefinCalls;

  constructor(settings: SimplefinSettings) {
    this.#settings = settings;
    this.#calls = new SimplefinCalls(settings);
    this.capabilities = {
      linkPages: null,
      widget: null,
      tokenPage: {
        tokenPageUrl: settings.tokenPageUrl,
        testTokenPageUrl: settings.testTokenPageUrl ?? null,
        about: ABOUT,
      },
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

  /** Throws SETUP_TOKEN_REFUSED for a claimed or unknown token, and SETUP_TOKEN_INVALID for one that can't be used. */
  async exchangeToken(setupToken: string): Promise<ExchangedConnection> {
    const claimUrl = this.#calls.claimUrlOf(setupToken);
    if (!claimUrl) throw new AppError('SETUP_TOKEN_INVALID');
    const accessToken = await this.#calls.claim(claimUrl);
    return { accessToken, providerConnectionId: idOfAccess(new URL(accessToken)) };
  }

  async readConnection(accessUrl: string): Promise<ProviderConnection> {
    return (await this.#ask(accessUrl, { 'balances-only': 1 })).connection;
  }

  /** Asks for the newest days; `readChanges` asks for older ones. */
  async beginReading(accessUrl: string, saved: string | null, userDay: Day): Promise<BankReading> {
    const today = this.#settings.clock().toISOString().slice(0, 10);
    let walk = new HistoryWalk(saved, today);
    const { newestDays } = walk;
    const newest = await this.#ask(accessUrl, { ...secondsOf(newestDays), pending: 1 });
    const page = await readPage(newest, walk, { requested: newestDays, userDay, asksForPending: true });
    const { connection } = newest;
    const problems = [...connection.problems, ...page.problems];

    const readChanges = async (cursor: string | null): Promise<ProviderChanges> => {
      if (cursor === saved) {
        walk = new HistoryWalk(saved, today);
        walk.noteNewest(page.answered);
        return changesOf(page, walk);
      }
      const older = await this.#readOlder(accessUrl, walk, userDay);
      const isNew = (one: BankProblem) => !problems.some((known) => isDeepStrictEqual(known, one));
      problems.push(...older.problems.filter(isNew));
      return changesOf(older, walk);
    };
    return { connection: { ...connection, problems }, readChanges };
  }

  /** There is nothing to call: users disable a token at SimpleFIN. */
  async removeConnection(): Promise<void> {}

  async #ask(accessUrl: string, query: AccountsQuery): Promise<AccountSet> {
    const { budget } = this.#settings;
    await budget.spend(accessUrl);
    try {
      return toAccountSet(await this.#calls.readAccounts(accessUrl, query));
    } catch (error) {
      // SimpleFIN may count more than we do.
      if (error instanceof AppError && error.code === 'BANK_ASKED_TOO_OFTEN') await budget.stop(accessUrl);
      throw error;
    }
  }

  /** If SimpleFIN cannot answer now, the next sync asks again for what is missing. */
  async #readOlder(accessUrl: string, walk: HistoryWalk, userDay: Day): Promise<ReadPage> {
    const days = walk.olderDays;
    if (!days) return nothing();
    try {
      const set = await this.#ask(accessUrl, secondsOf(days));
      const page = await readPage(set, walk, {
        requested: days,
        userDay,
        asksForPending: false,
      });
      walk.noteOlder(days, page.answered);
      return page;
    } catch (error) {
      if (!(error instanceof AppError) || !POSTPONED.has(error.code)) throw error;
      this.#settings.log.warn({ err: error, days }, 'older transactions are left to the next sync');
      walk.stop();
      return nothing();
    }
  }
}

const nothing = (): ReadPage => ({ upserted: [], covered: [], unreadable: [], answered: [], problems: [] });
const POSTPONED: ReadonlySet<string> = new Set(['PROVIDER_UNAVAILABLE', 'BANK_ASKED_TOO_OFTEN']);

async function readPage(
  set: AccountSet,
  walk: HistoryWalk,
  { requested, userDay, asksForPending }: { requested: RequestedDays; userDay: Day; asksForPending: boolean },
): Promise<ReadPage> {
  const page = nothing();
  page.unreadable.push(...set.unreadable);
  for (const account of set.accounts) {
    const rows = await toTransactions(
      account,
      requested,
      userDay,
      walk.firstSeenIn(account.providerAccountId),
    );
    const { upserted, unreadable, hasMalformed, firstSeen } = rows;
    const covered = coveredDaysOf(account, rows, requested, asksForPending);
    page.upserted.push(...upserted);
    page.unreadable.push(...unreadable);
    if (covered) page.covered.push(covered);
    if (hasMalformed)
      page.problems.push(unreadableProblem(account.institutionName, account.providerAccountId));
    page.answered.push({
      ...account,
      hasRows: upserted.length > 0,
      posted: postedDaysOf(upserted),
      firstSeen,
    });
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

/** A hash of the whole address, because servers may give all tokens one user name. */
function idOfAccess({ href }: URL): string {
  return createHash('sha256').update(href).digest('hex').slice(0, ID_LENGTH);
}
