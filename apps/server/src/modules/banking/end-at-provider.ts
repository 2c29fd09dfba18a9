import { randomUUID } from 'node:crypto';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { useTokenKeys } from '../../db/token-key-lock.ts';
import type { Deps } from '../../deps.ts';
import { FORGOTTEN_SECRET, type SealedSecret } from '../../token-box.ts';
import { findConnectionsByProviderId, sealedTokenOf } from './connections.queries.ts';
import type { BankProvider, ExchangedConnection } from './provider.ts';
import type { ConnectionRow } from './sync/sync-runs.queries.ts';

/**
 * Has a connection ended at its provider once the transaction commits, by a durable job that carries all it needs: the connection's and
 * the user's rows need not outlive it.
 */
export async function endAtProvider(
  { queue }: Pick<Deps, 'queue'>,
  tx: Transaction,
  connection: ConnectionRow,
): Promise<void> {
  // A forgotten token can end nothing.
  if (connection.accessTokenKeyId === FORGOTTEN_SECRET.keyId) return;
  await sendRemoval(queue, tx, connection, sealedTokenOf(connection));
}

/**
 * The same for what a one-time token was exchanged for and no row holds: nobody else knows its access token. Does nothing when it is stored
 * after all. Where no job can be added, the provider is asked at once, which is all that is left. Never throws.
 */
export async function endUnstored(
  { db, queue, tokenBox, log }: Pick<Deps, 'db' | 'queue' | 'tokenBox' | 'log'>,
  provider: BankProvider,
  { accessToken, providerConnectionId }: ExchangedConnection,
): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      await useTokenKeys(tx);
      const stored = await findConnectionsByProviderId(tx, provider.id, providerConnectionId);
      if (stored.length > 0) return;
      const id = randomUUID();
      await sendRemoval(queue, tx, { id, provider: provider.id }, tokenBox.seal(accessToken, id));
    });
  } catch (error) {
    log.error({ err: error }, 'a connection that is stored nowhere is ended without a job');
    await provider.removeConnection(accessToken).catch((removalError: unknown) => {
      log.error({ err: removalError }, 'a connection that is stored nowhere could not be ended');
    });
  }
}

/** `token` is sealed for the connection's id. */
async function sendRemoval(
  queue: Deps['queue'],
  tx: Transaction,
  { id: connectionId, provider }: Pick<ConnectionRow, 'id' | 'provider'>,
  { keyId, sealed }: SealedSecret,
): Promise<void> {
  const sealedToken = sealed.toString('base64url');
  await queue.send('remove-connection', { provider, connectionId, sealedToken, keyId }, { tx });
}
