import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorCode } from '@oinkly/contract/errors';
import { AppError } from '../../../app-error.ts';
import { inTransaction } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { writeAccounts } from '../accounts.queries.ts';
import { sealedTokenOf } from '../connections.queries.ts';
import { ChangedWhilePaging, type BankProvider, type ProviderConnection } from '../provider.ts';
import { applyStage } from './apply-stage.ts';
import { dropStage, stagePage } from './staging.queries.ts';
import {
  extendLease,
  findUnfinishedRun,
  finishRun,
  joinOrAddRun,
  lockLeasedConnection,
  recordSyncFailure,
  recordSyncSuccess,
  releaseLease,
  setRunStage,
  takeLease,
  type ConnectionRef,
  type ConnectionRow,
} from './sync-runs.queries.ts';

/** How long a lease outlives a worker that has died; a living one renews it well before. */
const LEASE_MS = 10_000;
const LEASE_RENEWAL_MS = 3_000;
/** How long to wait for another worker's lease: longer than a dead one's lasts. */
const LEASE_PATIENCE_MS = 20_000;
const LEASE_POLL_MS = 250;

/** How often a traversal may begin again because the bank's data changed between two pages. */
const MAX_TRAVERSALS = 5;

/** How long a bank may prepare its data within one run … */
const PREPARATION_PATIENCE_MS = 20_000;
const PREPARATION_POLL_MS = 400;
/** … and when to look again by itself. */
const NOT_READY_RETRY_S = 60;

type SyncDeps = Pick<Deps, 'db' | 'clock' | 'providers' | 'tokenBox' | 'queue' | 'log'>;

/**
 * Syncs one connection (the job behind every trigger). Reads what has changed since the cursor, stages it page by page, and commits
 * records, expenses and the new cursor in one transaction. A crash anywhere repeats the run or has changed nothing.
 *
 * A failure of the bank or provider is written to the run and the connection, not thrown: the person sees it, and asking again is theirs.
 * Anything unexpected is written there too and thrown, so that the queue tries again.
 */
export async function syncConnection(
  deps: SyncDeps,
  ref: ConnectionRef,
  runId: number | null,
): Promise<void> {
  const run = runId === null ? (await joinOrAddRun(deps.db, ref, deps.clock())).run : { id: runId };
  const owner = randomUUID();
  const connection = await waitForLease(deps, ref, run.id, owner);
  if (!connection) return;
  const stopRenewing = renewLease(deps, ref, owner);
  try {
    await runUnderLease(deps, ref, { runId: run.id, owner, connection });
  } catch (error) {
    await recordFailure(deps, ref, run.id, error);
    if (!(error instanceof AppError)) throw error;
  } finally {
    stopRenewing();
    await releaseLease(deps.db, ref, owner);
  }
}

interface LeasedRun {
  runId: number;
  owner: string;
  connection: ConnectionRow;
}

async function runUnderLease(deps: SyncDeps, ref: ConnectionRef, run: LeasedRun): Promise<void> {
  const { db, clock, providers, tokenBox } = deps;
  const { runId, owner, connection } = run;
  const provider = providers.get(connection.provider);
  if (!provider) throw new AppError('PROVIDER_NOT_FOUND');
  const accessToken = tokenBox.open(sealedTokenOf(connection), connection.id);

  await setRunStage(db, ref, runId, 'connecting');
  const atBank = await provider.readConnection(accessToken);
  await setRunStage(db, ref, runId, 'fetching');
  const cursor = await stageChanges(deps, ref, { runId, provider, accessToken, cursor: connection.cursor });

  await setRunStage(db, ref, runId, 'processing');
  await inTransaction(db, async (tx) => {
    const locked = await lockLeasedConnection(tx, ref, owner);
    // Another worker has taken over, or the bank was disconnected meanwhile: this run's reading is worth nothing.
    if (!locked || locked.cursor !== connection.cursor) throw new AppError('SYNC_FAILED');
    await setRunStage(db, ref, runId, 'saving');
    await writeAccounts(tx, accountsOwner(ref, connection, atBank), atBank.accounts);
    const now = clock();
    const imported = await applyStage(tx, { ...ref, runId, now });
    await recordSyncSuccess(tx, ref, cursor, now);
    await finishRun(tx, ref, runId, { stage: 'done', finishedAt: now, imported, errorCode: null });
    await dropStage(tx, ref);
  });
}

/** Stages everything since the cursor and returns the new one. Throws BANK_DATA_NOT_READY when the bank is not ready in time. */
async function stageChanges(
  { db, log }: SyncDeps,
  ref: ConnectionRef,
  run: { runId: number; provider: BankProvider; accessToken: string; cursor: string | null },
): Promise<string> {
  const { runId, provider, accessToken } = run;
  for (let traversal = 1; ; traversal += 1) {
    await dropStage(db, ref);
    try {
      let cursor = run.cursor;
      let seq = 0;
      for (;;) {
        const page = await readWhenReady(provider, accessToken, cursor);
        if (page.unreadable.length > 0) {
          log.warn(
            { ...ref, transactionIds: page.unreadable },
            'rows that no ledger could hold were left out',
          );
        }
        seq = await stagePage(db, ref, runId, page, seq);
        cursor = page.nextCursor;
        if (!page.hasMore) return page.nextCursor;
      }
    } catch (error) {
      if (!(error instanceof ChangedWhilePaging)) throw error;
      if (traversal === MAX_TRAVERSALS) throw new AppError('BANK_UNAVAILABLE', { cause: error });
    }
  }
}

/** Reads a page, waiting a while for a bank that has just been linked to prepare its data. */
async function readWhenReady(provider: BankProvider, accessToken: string, cursor: string | null) {
  const deadline = performance.now() + PREPARATION_PATIENCE_MS;
  for (;;) {
    const page = await provider.readChanges(accessToken, cursor);
    if (page.nextCursor !== null) return { ...page, nextCursor: page.nextCursor };
    if (performance.now() > deadline) throw new AppError('BANK_DATA_NOT_READY');
    await delay(PREPARATION_POLL_MS);
  }
}

async function recordFailure(
  deps: SyncDeps,
  ref: ConnectionRef,
  runId: number,
  error: unknown,
): Promise<void> {
  const { db, clock, queue, log } = deps;
  log.warn({ ...ref, runId, err: error }, 'sync failed');
  const errorCode: ErrorCode = error instanceof AppError ? error.code : 'SYNC_FAILED';
  await inTransaction(db, async (tx) => {
    await finishRun(tx, ref, runId, { stage: 'failed', finishedAt: clock(), imported: 0, errorCode });
    if (errorCode === 'BANK_DATA_NOT_READY') {
      // Nothing is wrong with the connection: the bank needs a little longer.
      await queue.send(
        'sync-connection',
        { ...ref, runId: null },
        { tx, startAfterSeconds: NOT_READY_RETRY_S },
      );
    } else {
      await recordSyncFailure(tx, ref, { status: statusAfter(errorCode), errorCode });
    }
  });
}

function statusAfter(errorCode: ErrorCode): ConnectionRow['status'] {
  return errorCode === 'BANK_LOGIN_REQUIRED' || errorCode === 'BANK_CONNECTION_GONE'
    ? 'login_required'
    : 'error';
}

/** The connection under our lease; undefined when somebody else has finished the run, or it is gone. */
async function waitForLease(
  { db }: SyncDeps,
  ref: ConnectionRef,
  runId: number,
  owner: string,
): Promise<ConnectionRow | undefined> {
  const deadline = performance.now() + LEASE_PATIENCE_MS;
  for (;;) {
    const unfinished = await findUnfinishedRun(db, ref);
    if (unfinished?.id !== runId) return undefined;
    const connection = await takeLease(db, ref, owner, LEASE_MS);
    if (connection) return connection;
    if (performance.now() > deadline)
      throw new Error('Another worker has held the lease of a connection for too long');
    await delay(LEASE_POLL_MS);
  }
}

function renewLease({ db }: SyncDeps, ref: ConnectionRef, owner: string): () => void {
  const timer = setInterval(() => {
    // A renewal that fails shows when the run commits: it then no longer holds the lease.
    extendLease(db, ref, owner, LEASE_MS).catch(() => undefined);
  }, LEASE_RENEWAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function accountsOwner(ref: ConnectionRef, connection: ConnectionRow, atBank: ProviderConnection) {
  return {
    ...ref,
    provider: connection.provider,
    institutionId: atBank.institutionId ?? connection.institutionId,
    institutionName: connection.institutionName,
  };
}
