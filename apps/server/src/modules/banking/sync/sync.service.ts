import { setTimeout as delay } from 'node:timers/promises';
import { firstWeekOfMap, mapYear } from '@oinkly/domain/weeks';
import { AppError, errorOfCode } from '../../../errors/app-error.ts';
import { inTransaction } from '../../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { todayOf } from '../../time/index.ts';
import type { UserRow } from '../../identity/index.ts';
import { addMissingExpenses, changeLedger, type LedgerDeps } from '../../ledger/index.ts';
import { findConnectionByProviderId, listAllConnections, listConnections } from '../connections.queries.ts';
import {
  announceEnd,
  jobKey,
  joinOrAddRun,
  listDueConnections,
  listLatestRuns,
  listRuns,
  takeDueConnection,
  type ConnectionRow,
  type SyncRunRow,
} from '../sync-runs.queries.ts';
import { nextSyncAt } from './sync-schedule.ts';
import type { BankingDeps } from '../provider.ts';

/** Runs continue without the request (PD-41). */
const WAIT_MS = 25_000;
/** Most syncs bring nothing new. */
const [FIRST_POLL_MS, LONGEST_POLL_MS] = [10, 100];

const DUE_BATCH = 200;

type SyncDeps = LedgerDeps & Pick<Deps, 'queue'> & BankingDeps;

/** Requests a sync and returns its run, new or under way. With `addedBefore`, the user is notified when it ends. */
export async function requestSync(
  { db, clock, queue }: SyncDeps,
  connection: ConnectionRow,
  { addedBefore }: { addedBefore?: number } = {},
): Promise<SyncRunRow> {
  const ref = { userId: connection.userId, connectionId: connection.id };
  for (;;) {
    const requested = await inTransaction(db, async (tx) => {
      const { run } = await joinOrAddRun(tx, ref, clock());
      // False if a joined run has just ended.
      if (addedBefore !== undefined && !(await announceEnd(tx, ref, run.id, addedBefore))) return null;
      // Also for a joined run, whose worker may have died.
      await queue.send('sync-connection', { ...ref, runId: run.id }, { tx, key: jobKey(ref, run.id) });
      return run;
    });
    if (requested) return requested;
  }
}

/**
 * Syncs a user's connections, as far as their providers may have news, and waits. Throws the first failure if
 * all failed.
 */
export async function importForUser(deps: SyncDeps, userId: string): Promise<ImportOutcome> {
  const connections = await listAllConnections(deps.db, userId);
  const worthAsking = connections.filter((connection) => mayHaveNews(deps, connection));
  return importConnections(deps, userId, worthAsking);
}

function mayHaveNews({ providers, clock }: SyncDeps, connection: ConnectionRow): boolean {
  const { provider, lastSyncedAt } = connection;
  if (isParked(connection)) return false;
  const capabilities = providers.get(provider)?.capabilities;
  if (!capabilities || capabilities.isAskedOnOpen || lastSyncedAt === null) return true;
  return clock().getTime() - lastSyncedAt.getTime() >= capabilities.syncIntervalMs;
}

/** Whether only its user tries it again (SEC-32). */
export function isParked({ errorCode }: Pick<ConnectionRow, 'errorCode'>): boolean {
  return errorCode === 'SYNC_PARKED';
}

export interface ImportOutcome {
  imported: number;
  /** The sync continues without the request. */
  isUnderWay: boolean;
  preparing: string[];
}

/** Syncs one connection and waits. Throws CONNECTION_NOT_FOUND, or what made the sync fail. */
export async function importConnection(
  deps: SyncDeps,
  command: { ownerId: string; provider: string; providerConnectionId: string },
): Promise<ImportOutcome> {
  const connection = await findConnectionByProviderId(
    deps.db,
    command.ownerId,
    command.provider,
    command.providerConnectionId,
  );
  if (!connection) throw new AppError('CONNECTION_NOT_FOUND');
  return importConnections(deps, command.ownerId, [connection]);
}

/**
 * 'Import Current Year' (PD-9): adds missing expenses from the map's first week on and syncs. The user is notified of each sync's end
 * (PD-86). Returns the number of syncs under way.
 */
export async function startYearImport(deps: SyncDeps, user: UserRow, provider: string): Promise<number> {
  const connections = await listConnections(deps.db, user.id, provider);
  const since = firstWeekOfMap(mapYear(todayOf(user, deps.clock)));
  const added = await changeLedger(deps, user.id, (tx) =>
    addMissingExpenses(tx, { userId: user.id, since, now: deps.clock() }),
  );
  for (const connection of connections) {
    await requestSync(deps, connection, { addedBefore: added.get(connection.id) ?? 0 });
  }
  return connections.length;
}

/** The scheduled job, on any number of processes. */
export async function syncDueConnections(deps: SyncDeps): Promise<number> {
  let asked = 0;
  for (;;) {
    const now = deps.clock();
    const due = await listDueConnections(deps.db, now, DUE_BATCH);
    for (const ref of due) {
      const { connectionId: key } = ref;
      const isTaken = await inTransaction(deps.db, async (tx) => {
        if (!(await takeDueConnection(tx, ref, now, nextSyncAt(now, 0, Math.random())))) return false;
        await deps.queue.send('sync-connection', { ...ref, runId: null }, { tx, key });
        return true;
      });
      if (isTaken) asked += 1;
    }
    if (due.length < DUE_BATCH) return asked;
  }
}

/** Lists a user's connections, each with its newest run, if any. */
export async function readSyncStatus(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  provider: string,
): Promise<{ connection: ConnectionRow; run: SyncRunRow | undefined }[]> {
  const [connections, runs] = [await listConnections(db, userId, provider), await listLatestRuns(db, userId)];
  return connections.map((connection) => ({
    connection,
    run: runs.find((run) => run.connectionId === connection.id),
  }));
}

async function importConnections(
  deps: SyncDeps,
  userId: string,
  connections: readonly ConnectionRow[],
): Promise<ImportOutcome> {
  const asked = await Promise.all(connections.map((connection) => requestSync(deps, connection)));
  const runs = await waitForRuns(deps, userId, [...new Set(asked.map((run) => run.id))]);
  const failed = runs.filter((run) => run.stage === 'failed');
  const [first] = failed;
  if (first && failed.length === runs.length) {
    const provider = connections.find(({ id }) => id === first.connectionId)?.provider ?? '';
    throw errorOfCode(first.errorCode ?? 'SYNC_FAILED', deps.providers.get(provider)?.displayName);
  }
  return {
    imported: runs.reduce((sum, run) => sum + run.imported, 0),
    isUnderWay: runs.some((run) => run.finishedAt === null),
    preparing: connections
      .filter(({ id }) => runs.some((run) => run.connectionId === id && run.stage === 'processing'))
      .map(({ institutionName }) => institutionName),
  };
}

async function waitForRuns(
  { db }: SyncDeps,
  userId: string,
  runIds: readonly number[],
): Promise<SyncRunRow[]> {
  const deadline = performance.now() + WAIT_MS;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(2 * pollMs, LONGEST_POLL_MS)) {
    const runs = await listRuns(db, userId, runIds);
    const isOver = runs.every((run) => run.finishedAt !== null);
    if (isOver || performance.now() > deadline) return runs;
    await delay(pollMs);
  }
}
