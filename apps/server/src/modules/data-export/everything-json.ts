import { Readable } from 'node:stream';
import type { Deps } from '../deps.ts';
import { listBankTransactions, listConsents, readBanks, type BankingDeps } from '../banking/index.ts';
import { presentSettings, readBudgetSettings } from '../budget/index.ts';
import { exportImports, presentImports } from '../expense-import/index.ts';
import { listRefunds, listRules, presentRefund, presentRule, readMonthlyAnswers } from '../expenses/index.ts';
import { presentCircle, presentPact, readCircle, readPacts } from '../friends/index.ts';
import type { UserRow } from '../identity/index.ts';
import { listResults, listTappedWeeks, presentResult } from '../leaderboard/index.ts';
import { listPlaces, presentPlace } from '../messages/index.ts';
import { listNotificationRows, presentNotification, presentWanted } from '../notifications/index.ts';
import { listSeparate } from '../ledger/index.ts';
import { presentUser, readProfile } from '../users/index.ts';
import { allExpenses } from './all-expenses.ts';
import { allMerged } from './all-merged.ts';
import { allSeries } from './all-series.ts';
import { everyPage } from './every-page.ts';
import { presentTransaction } from './present-transaction.ts';

/** Raise it when a field is renamed, removed or changes its meaning. */
const EXPORT_FORMAT_VERSION = 2;

/**
 * All of a user's data as JSON, without secrets. Throws before the first piece if anything cannot be read.
 */
export async function jsonOfEverything(deps: Deps & BankingDeps, user: UserRow): Promise<Readable> {
  const { db, clock, providers } = deps;
  const front = {
    formatVersion: EXPORT_FORMAT_VERSION,
    exportedAt: clock().toISOString(),
    user: presentUser(await readProfile(deps, user)),
    settings: presentSettings(await readBudgetSettings(db, user)),
    banks: await Promise.all(
      Array.from(providers.values(), async (provider) => ({
        provider: provider.id,
        ...(await readBanks(db, user.id, provider)),
      })),
    ),
    consents: (await listConsents(db, user.id)).map(({ noticeDay, givenAt }) => ({
      noticeOf: noticeDay,
      givenAt: givenAt.toISOString(),
    })),
    recurring: await allSeries(deps, user),
    monthlyMerchants: [...(await readMonthlyAnswers(db, user.id))].map(([merchantKey, monthly]) => ({
      merchantKey,
      monthly,
    })),
    rules: (await listRules(db, user.id)).map(presentRule),
    refunds: (await listRefunds(deps, user.id)).map(presentRefund),
    ...presentCircle(await readCircle(deps, user.id)),
    pacts: (await readPacts(deps, user)).map(presentPact),
    weeks: (await listResults(db, user.id)).map(presentResult),
    weeksAsGuest: Array.from(
      (await listTappedWeeks(db, [user.id])).get(user.id) ?? [],
      ([weekStart, kept]) => ({
        weekStart,
        kept,
      }),
    ),
    notifications: (await listNotificationRows(deps, user.id)).map(presentNotification),
    wantedNotifications: presentWanted(user.notificationKinds),
    messagePlaces: (await listPlaces(db, user.id)).map(presentPlace),
    recapMail: user.wantsRecapMail,
    promisedWeek: user.promisedWeek,
    declinedWeek: user.declinedWeek,
    ...presentImports(await exportImports(db, user.id)),
  };
  const reported = everyPage(async (after: number | undefined) => {
    const { rows, next } = await listBankTransactions(db, user.id, after);
    return { rows: rows.map(presentTransaction), next };
  });
  const duplicates = {
    front: { separate: await listSeparate(db, user.id) },
    lists: { merged: allMerged(deps, user.id) },
  };
  const lists = { expenses: allExpenses(deps, user.id), reportedByBanks: reported };
  return Readable.from(pieces(front, duplicates, lists));
}

interface StreamedObject {
  front: object;
  lists: Record<string, AsyncIterable<unknown>>;
}

async function* pieces(
  front: object,
  duplicates: StreamedObject,
  lists: StreamedObject['lists'],
): AsyncGenerator<string> {
  yield `${JSON.stringify(front).slice(0, -1)},"duplicates":`;
  yield* objectPieces(duplicates);
  yield* listPieces(lists);
  yield '}\n';
}

async function* objectPieces({ front, lists }: StreamedObject): AsyncGenerator<string> {
  yield JSON.stringify(front).slice(0, -1);
  yield* listPieces(lists);
  yield '}';
}

async function* listPieces(lists: StreamedObject['lists']): AsyncGenerator<string> {
  for (const [name, rows] of Object.entries(lists)) {
    yield `,${JSON.stringify(name)}:[`;
    let separator = '\n';
    for await (const row of rows) {
      yield separator + JSON.stringify(row);
      separator = ',\n';
    }
    yield '\n]';
  }
}
