import { AppError } from '../../app-error.ts';
import { inUserTransaction, type Transaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { Jobs } from '../../jobs/job-queue.ts';
import { updateUserRow } from '../users/index.ts';
import { detachAccounts } from './accounts.queries.ts';
import { deleteConnection, findConnectionByItem, listAllConnections } from './connections.queries.ts';
import { endAtProvider } from './end-at-provider.ts';
import { providerOf } from './linking.service.ts';

type DisconnectDeps = Pick<Deps, 'db' | 'providers' | 'queue' | 'tokenBox'>;

/**
 * Disconnects a bank. Its purchases stay; the connection at the provider is ended by a durable job in the same transaction, so that
 * a provider that does not answer delays nobody. Throws CONNECTION_NOT_FOUND.
 */
export async function disconnect(
  { db, queue }: DisconnectDeps,
  command: { ownerId: string; provider: string; itemId: string },
): Promise<void> {
  await inUserTransaction(db, command.ownerId, async (tx) => {
    const connection = await findConnectionByItem(tx, command.ownerId, command.provider, command.itemId);
    if (!connection) throw new AppError('CONNECTION_NOT_FOUND');
    await endAtProvider({ queue }, tx, connection);
    await detachAccounts(tx, command.ownerId, connection.id);
    await deleteConnection(tx, command.ownerId, connection.id);
    const others = await listAllConnections(tx, command.ownerId);
    if (others.length === 0) await updateUserRow(tx, command.ownerId, { bankLinked: false });
  });
}

/** Has all of a user's connections ended at their providers, once the transaction commits; the user's rows need not outlive it. */
export async function endAllAtProvider(
  deps: Pick<Deps, 'queue'>,
  tx: Transaction,
  ownerId: string,
): Promise<void> {
  for (const connection of await listAllConnections(tx, ownerId)) await endAtProvider(deps, tx, connection);
}

/** The job: ends a connection at its provider. One that is already gone there counts as ended. */
export async function removeAtProvider(
  { providers, tokenBox }: Pick<Deps, 'providers' | 'tokenBox'>,
  job: Jobs['remove-connection'],
): Promise<void> {
  const sealed = { keyId: job.keyId, sealed: Buffer.from(job.sealedToken, 'base64url') };
  await providerOf(providers, job.provider).removeConnection(tokenBox.open(sealed, job.connectionId));
}
