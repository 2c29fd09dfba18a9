import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCatalogue, type ErrorCode } from '@oinkly/contract/errors';
import { MAX_BANK_TRANSACTIONS_PER_USER } from '@oinkly/contract/limits';
import { AppError } from '../../../errors/app-error.ts';
import { inTransaction, inUserTransaction } from '../../../db/database.ts';
import { refreshStatistics } from '../../../db/refresh-statistics.ts';
import { bankTransactions, expenses, stagedChanges } from '../../../db/tables/readable-tables.ts';
import type { Deps } from '../../deps.ts';
import {
  applyStagedChanges,
  changeLedger,
  dropStage,
  dropStageOfLease,
  stagePage,
  type CoveredDays,
  type LedgerDeps,
  type LedgerTransaction,
} from '../../ledger/index.ts';
import { lookForBills } from '../../expenses/index.ts';
import { syncOutcomes } from '../../../monitoring/outcomes.ts';
import { notifyOfBank, notifyOfBankImport } from '../../notifications/index.ts';
import { todayOf } from '../../time/index.ts';
import { readTimeZone } from '../../users/index.ts';
import { openAccessToken } from '../access-token.ts';
import { countOnce } from '../account-twins.service.ts';
import { clearOldHistory } from '../accounts.queries.ts';
import { findConnection } from '../connections.queries.ts';
import { describeConnection } from '../describe-connection.ts';
import { ChangedWhilePaging, type BankProblem, type BankReading, type ProviderChanges } from '../provider.ts';
import {
  extendLease,
  findUnfinishedRun,
  finishRun,
  jobKey,
  joinOrAddRun,
  listWaitingRuns,
  lockLeasedConnection,
  recordSyncFailure,
  recordSyncSuccess,
  releaseLease,
  setRunStage,
  takeLease,
  type ConnectionRef,
  type ConnectionRow,
} from '../sync-runs.queries.ts';
import { nextSyncAt } from './sync-schedule.ts';
import type { BankingDeps } from '../provider.ts';

/** How long a lease outlives its worker. */
const LEASE_MS = 10_000;
export const LEASE_RENEWAL_MS = 3_000;
/** A sync that did not end so often in a row may end this process again (SEC-32). */
const MAX_UNFINISHED_SYNCS = 2;
/** When to look again at a connection that another worker syncs. */
const BUSY_RETRY_S = 5;

/** How often a traversal may restart because data changed between two pages. */
const MAX_TRAVERSALS = 5;

/** How long a run waits for a bank that prepares its data … */
const PREPARATION_PATIENCE_MS = 20_000;
const PREPARATION_POLL_MS = 400;
/** … and when it looks again. */
const NOT_READY_RETRY_S = 60;

type SyncDeps = LedgerDeps & Pick<Deps, 'tokenBox' | 'queue' | 'log'> & BankingDeps;

/**
 * Stages the changes since the cursor page by page and commits them with the new cursor in one transaction
 * (ADR 5). Stores failures in the run and the connection. Without the lease, or when aborted, it leaves the
 * work to the next worker.
 */
export async function syncConnection(
  deps: SyncDeps,
  ref: ConnectionRef,
  runId: number | null,
  signal?: AbortSignal,
): Promise<void> {
  const { db, queue } = deps;
  // Disconnected meanwhile.
  if (!(await findConnection(db, ref))) return;
  const id = runId ?? (await joinOrAddRun(db, ref, deps.clock())).run.id;
  if (!(await isUnfinished(deps, ref, id))) return;

  const owner = randomUUID();
  const connection = await inTransaction(db, async (tx) => {
    const leased = await takeLease(tx, ref, owner, LEASE_MS);
    // Left by a dead worker.
    if (leased) await dropStage(tx, ref);
    return leased;
  });
  if (!connection) {
    // Another worker syncs it, or another bank of the user. If that worker dies, this job takes over.
    const key = `${jobKey(ref, id)}:busy`;
    await queue.send('sync-connection', { ...ref, runId: id }, { key, startAfterSeconds: BUSY_RETRY_S });
    return;
  }
  const lease = renewLease(deps, ref, owner);
  runningSyncs.set(owner, { db, ref });
  const isParked = connection.unfinishedSyncs > MAX_UNFINISHED_SYNCS;
  try {
    // The run may have ended between the two reads.
    if (await isUnfinished(deps, ref, id)) {
      if (isParked) throw new AppError('SYNC_PARKED');
      await runUnderLease(deps, ref, { runId: id, owner, connection, lease });
    }
  } catch (error) {
    if (signal?.aborted) return;
    if (error instanceof AppError && error.code === 'BANK_DATA_NOT_READY') await waitOn(deps, ref, id);
    else await recordFailure(deps, ref, { runId: id, owner, provider: connection.provider, error });
  } finally {
    await lease.stopRenewing();
    runningSyncs.delete(owner);
    // A parked one has one more try, when the user asks for it.
    await releaseLease(db, ref, owner, isParked ? MAX_UNFINISHED_SYNCS - 1 : 0);
    await wakeNext(deps, ref, connection.provider);
  }
}

/** This process's, by the owner of their lease. */
const runningSyncs = new Map<string, { db: Deps['db']; ref: ConnectionRef }>();

/** Releases the leases of syncs that an orderly stop cuts off, so that they don't count as unfinished. */
export async function releaseRunningSyncs(): Promise<void> {
  await Promise.all(
    Array.from(runningSyncs, async ([owner, { db, ref }]) => releaseLease(db, ref, owner, 0)),
  );
}

/** The user's next bank of the provider has waited for this one. Its own job would look again only later. */
async function wakeNext({ db, queue }: SyncDeps, ref: ConnectionRef, provider: string): Promise<void> {
  const [next] = await listWaitingRuns(db, ref, provider);
  if (!next) return;
  const { userId, connectionId, id: runId } = next;
  await queue.send('sync-connection', { userId, connectionId, runId }, { key: jobKey(next, runId) });
}

interface LeasedRun {
  runId: number;
  owner: string;
  connection: ConnectionRow;
  lease: RenewedLease;
}

async function runUnderLease(deps: SyncDeps, ref: ConnectionRef, run: LeasedRun): Promise<void> {
  const { db, clock, providers, tokenBox, log } = deps;
  const { runId, owner, connection, lease } = run;
  const provider = providers.get(connection.provider);
  if (!provider) throw new AppError('PROVIDER_NOT_FOUND');
  const accessToken = openAccessToken(tokenBox, connection);

  await setRunStage(db, ref, runId, 'connecting');
  const today = todayOf(await readTimeZone(db, ref.userId), clock);
  const reading = await provider.beginReading(accessToken, connection.cursor, today);
  await setRunStage(db, ref, runId, 'fetching');
  const { cursor, ...staged } = await stageChanges(deps, ref, {
    runId,
    owner,
    reading,
    cursor: connection.cursor,
  });

  await setRunStage(db, ref, runId, 'saving');
  const save = async (tx: LedgerTransaction) => {
    const locked = await lockLeasedConnection(tx, ref, owner);
    // Another worker took over, or the bank was disconnected.
    if (locked?.cursor !== connection.cursor) return;
    const newAccountIds = await describeConnection(deps, tx, locked, reading.connection);
    const now = clock();
    const hasChanges = staged.rowCount > 0 || staged.covered.length > 0;
    if (needsNewLogin(locked.problems, reading.connection.problems)) {
      await notifyOfBank(deps, tx, { ...ref, healthyAt: now });
    }
    const sync = { connection: locked, atBank: reading.connection, newAccountIds, hasChanges, now };
    const imported = await countOnce(tx, sync, () =>
      applyStagedChanges(tx, { ...ref, leaseOwner: owner, ...staged, now }),
    );
    if (hasChanges) await lookForBills(tx, today);
    await clearOldHistory(tx, ref);
    await recordSyncSuccess(tx, ref, {
      cursor,
      lastSyncedAt: now,
      nextSyncAt: nextSyncAt(now, 0, Math.random(), provider.capabilities.syncIntervalMs),
    });
    const run = await finishRun(tx, ref, runId, {
      stage: 'done',
      finishedAt: now,
      imported,
      errorCode: null,
    });
    const addedBefore = run?.addedBefore ?? null;
    if (connection.cursor === null || addedBefore !== null) {
      const purchases = imported + (addedBefore ?? 0);
      await notifyOfBankImport(deps, tx, { ...ref, runId: addedBefore === null ? null : runId, purchases });
    }
    await dropStage(tx, ref);
  };
  // The save locks the connection. Renewals would wait for it, each with a database connection.
  await lease.stopRenewing();
  await changeLedger(deps, ref.userId, save, { cause: 'sync' });
  syncOutcomes.publish({ provider: provider.id, outcome: 'ok' });
  await refreshStatistics(db, [bankTransactions, expenses, stagedChanges], staged.rowCount).catch(
    (error: unknown) => log.warn({ ...ref, err: error }, 'could not refresh the statistics after a sync'),
  );
}

interface StagedChanges {
  /** Where the next sync begins. */
  cursor: string;
  rowCount: number;
  covered: CoveredDays[];
}

/** Throws BANK_DATA_NOT_READY. */
async function stageChanges(
  { db, log }: SyncDeps,
  ref: ConnectionRef,
  run: { runId: number; owner: string; reading: BankReading; cursor: string | null },
): Promise<StagedChanges> {
  const { runId, owner, reading } = run;
  const onPreparing = () => setRunStage(db, ref, runId, 'processing');
  for (let traversal = 1; ; traversal += 1) {
    try {
      let page = await readWhenReady(reading, run.cursor, onPreparing);
      let cursor = run.cursor;
      let seq = 0;
      const covered: CoveredDays[] = [];
      for (;;) {
        if (page.unreadable.length > 0) {
          log.warn(
            { ...ref, transactionIds: page.unreadable },
            'rows that no ledger could hold were left out',
          );
        }
        // A bank that never advances would be read forever.
        if (page.hasMore && page.nextCursor === cursor) throw new AppError('PROVIDER_UNAVAILABLE');
        cursor = page.nextCursor;
        covered.push(...page.covered);
        // The bank prepares its next page while this one is staged.
        const staging = stagePage(db, { ...ref, leaseOwner: owner }, page, seq);
        const nextRead = page.hasMore ? readWhenReady(reading, cursor, onPreparing) : null;
        // Nothing may still be staged when the traversal restarts.
        await Promise.allSettled([staging, nextRead]);
        seq = await staging;
        if (seq > MAX_BANK_TRANSACTIONS_PER_USER) throw new AppError('TOO_MANY_TRANSACTIONS');
        const next = await nextRead;
        if (!next) return { cursor, rowCount: seq, covered };
        page = next;
      }
    } catch (error) {
      if (!(error instanceof ChangedWhilePaging)) throw error;
      if (traversal === MAX_TRAVERSALS) throw new AppError('BANK_UNAVAILABLE', { cause: error });
      await dropStageOfLease(db, { ...ref, leaseOwner: owner });
    }
  }
}

async function readWhenReady(
  reading: BankReading,
  cursor: string | null,
  onPreparing: () => Promise<void>,
): Promise<ProviderChanges & { nextCursor: string }> {
  const deadline = performance.now() + PREPARATION_PATIENCE_MS;
  for (;;) {
    const page = await reading.readChanges(cursor);
    if (page.nextCursor !== null) return { ...page, nextCursor: page.nextCursor };
    await onPreparing();
    if (performance.now() > deadline) throw new AppError('BANK_DATA_NOT_READY');
    await delay(PREPARATION_POLL_MS);
  }
}

/** Leaves a run unfinished and looks again later: preparing data is no failure (PD-41). */
async function waitOn({ db, queue }: SyncDeps, ref: ConnectionRef, runId: number): Promise<void> {
  await setRunStage(db, ref, runId, 'processing');
  const options = { key: `${jobKey(ref, runId)}:later`, startAfterSeconds: NOT_READY_RETRY_S };
  await queue.send('sync-connection', { ...ref, runId }, options);
}

async function recordFailure(
  deps: SyncDeps,
  ref: ConnectionRef,
  failure: { runId: number; owner: string; provider: string; error: unknown },
): Promise<void> {
  const { db, clock, log, providers } = deps;
  const { runId, owner, error } = failure;
  const errorCode: ErrorCode = error instanceof AppError ? error.code : 'SYNC_FAILED';
  syncOutcomes.publish({ provider: failure.provider, outcome: errorCode });
  if (errorCode === 'SYNC_PARKED')
    log.error({ ...ref, runId }, 'a sync is parked: it did not end twice in a row');
  else if (error instanceof AppError) log.warn({ ...ref, runId, code: errorCode, err: error }, 'sync failed');
  else log.error({ ...ref, runId, err: error }, 'sync failed unexpectedly');

  await inUserTransaction(db, ref.userId, async (tx) => {
    const locked = await lockLeasedConnection(tx, ref, owner);
    if (!locked) return;
    await finishRun(tx, ref, runId, { stage: 'failed', finishedAt: clock(), imported: 0, errorCode });
    await dropStage(tx, ref);
    const failures = locked.failures + 1;
    const intervalMs = providers.get(locked.provider)?.capabilities.syncIntervalMs;
    const retryAt = laterOf(
      nextSyncAt(clock(), failures, Math.random(), intervalMs),
      after(clock(), error instanceof AppError ? error.retryAfterSeconds : undefined),
    );
    await recordSyncFailure(tx, ref, {
      status: statusAfter(errorCode),
      errorCode,
      failures,
      // Failures that only the user can fix are not retried.
      nextSyncAt: errorCatalogue[errorCode].retryable ? retryAt : null,
    });
    if (errorCatalogue[errorCode].actionRequired === 'reconnect_account') {
      await notifyOfBank(deps, tx, { ...ref, healthyAt: locked.lastSyncedAt });
    }
  });
}

/** Whether a bank wants a login that the last sync did not report. */
function needsNewLogin(known: ConnectionRow['problems'], reported: readonly BankProblem[]): boolean {
  return reported.some(
    ({ code, institutionName }) =>
      errorCatalogue[code].actionRequired === 'reconnect_account' &&
      !known.some((problem) => problem.code === code && problem.institutionName === institutionName),
  );
}

function after(now: Date, seconds = 0): Date {
  return new Date(now.getTime() + seconds * 1000);
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other;
}

function statusAfter(errorCode: ErrorCode): ConnectionRow['status'] {
  // A deleted connection must be linked again.
  return errorCode === 'BANK_LOGIN_REQUIRED' ? 'login_required' : 'error';
}

async function isUnfinished({ db }: SyncDeps, ref: ConnectionRef, runId: number): Promise<boolean> {
  return (await findUnfinishedRun(db, ref))?.id === runId;
}

interface RenewedLease {
  /** Also waits for a renewal that has begun. */
  stopRenewing: () => Promise<void>;
}

function renewLease({ db, log }: SyncDeps, ref: ConnectionRef, owner: string): RenewedLease {
  const stopped = new AbortController();
  const renewing = (async () => {
    for (;;) {
      await delay(LEASE_RENEWAL_MS, undefined, { ref: false, signal: stopped.signal });
      await extendLease(db, ref, owner, LEASE_MS).catch((error: unknown) => {
        // Every important write checks the lease.
        log.warn({ ...ref, err: error }, 'could not renew the lease of a sync');
      });
    }
  })().catch((error: unknown) => {
    if (!stopped.signal.aborted) throw error;
  });
  return {
    stopRenewing: () => {
      stopped.abort();
      return renewing;
    },
  };
}
