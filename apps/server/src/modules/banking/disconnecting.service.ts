import { AppError } from '../../errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Jobs } from '../../jobs/job-list.ts';
import {
  changeLedger,
  deleteWithdrawnConnection,
  matchRefundsOf,
  mergeDuplicates,
  withdrawConnection,
  type LedgerDeps,
  type LedgerTransaction,
} from '../ledger/index.ts';
import { updateUserRow } from '../users/index.ts';
import { settleTwinsOf } from './account-twins.service.ts';
import { deleteAccounts, detachAccounts } from './accounts.queries.ts';
import {
  deleteConnection,
  findConnection,
  findConnectionByProviderId,
  listAllConnections,
} from './connections.queries.ts';
import { endAtProvider } from './end-at-provider.ts';
import { providerOf } from './linking.service.ts';
import type { ConnectionRow } from './sync-runs.queries.ts';
import type { BankingDeps } from './provider.ts';

export type HistoryChoice = 'keep' | 'erase';

/**
 * A durable job ends the connection at the provider, so a silent provider delays nothing. Throws
 * CONNECTION_NOT_FOUND.
 */
export async function disconnect(
  deps: LedgerDeps & Pick<Deps, 'queue'>,
  command: { ownerId: string; provider: string; providerConnectionId: string; history: HistoryChoice },
): Promise<void> {
  const { ownerId, provider, providerConnectionId, history } = command;
  await changeLedger(deps, ownerId, async (tx) => {
    const connection = await findConnectionByProviderId(tx, ownerId, provider, providerConnectionId);
    if (!connection) throw new AppError('CONNECTION_NOT_FOUND');
    await endConnection(deps, tx, connection, history);
  });
}

/** Ends a connection whose owner revoked access, and erases what the bank reported (SEC-12). */
export async function revoke(
  deps: LedgerDeps & Pick<Deps, 'queue'>,
  { userId, id: connectionId }: ConnectionRow,
): Promise<void> {
  await changeLedger(deps, userId, async (tx) => {
    const connection = await findConnection(tx, { userId, connectionId });
    if (connection) await endConnection(deps, tx, connection, 'erase');
  });
}

async function endConnection(
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  tx: LedgerTransaction,
  connection: ConnectionRow,
  history: HistoryChoice,
): Promise<void> {
  const { userId, id: connectionId } = connection;
  await settleTwinsOf(tx, { userId, connectionId }, { keepsHistory: history === 'keep', now: clock() });
  await endAtProvider({ queue }, tx, connection);
  if (history === 'erase') {
    // Refunds must stop reducing other banks' expenses, and manual expenses must be unmerged.
    await matchRefundsOf(tx, userId, await withdrawConnection(tx, { userId, connectionId }, clock()));
    await mergeDuplicates(tx);
    await deleteWithdrawnConnection(tx, { userId, connectionId });
    await deleteAccounts(tx, { userId, connectionId });
  }
  await detachAccounts(tx, userId, connectionId);
  await deleteConnection(tx, userId, connectionId);
  const others = await listAllConnections(tx, userId);
  if (others.length === 0) await updateUserRow(tx, userId, { bankLinked: false });
}

/**
 * Ends all of a user's connections at their providers after the commit, even if the user's rows are deleted.
 */
export async function endAllAtProvider(
  deps: Pick<Deps, 'queue'>,
  tx: Transaction,
  ownerId: string,
): Promise<void> {
  for (const connection of await listAllConnections(tx, ownerId)) await endAtProvider(deps, tx, connection);
}

/** The job. A missing connection counts as ended. */
export async function removeAtProvider(
  { providers, tokenBox }: Pick<Deps, 'tokenBox'> & BankingDeps,
  job: Jobs['remove-connection'],
): Promise<void> {
  const sealed = { keyId: job.keyId, sealed: Buffer.from(job.sealedToken, 'base64url') };
  await providerOf(providers, job.provider).removeConnection(tokenBox.open(sealed, job.connectionId));
}
