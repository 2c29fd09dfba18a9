import { randomUUID } from 'node:crypto';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { useTokenKeys } from '../../db/token-key-lock.ts';
import type { Deps } from '../deps.ts';
import { FORGOTTEN_SECRET, type SealedSecret } from '../../security/token-box.ts';
import { findConnectionsByProviderId, sealedTokenOf } from './connections.queries.ts';
import type { BankProvider, ExchangedConnection } from './provider.ts';
import type { ConnectionRow } from './sync-runs.queries.ts';

/** Ends it by a durable job, which needs no rows of the user. */
export async function endAtProvider(
  { queue }: Pick<Deps, 'queue'>,
  tx: Transaction,
  connection: ConnectionRow,
): Promise<void> {
  if (connection.accessTokenKeyId === FORGOTTEN_SECRET.keyId) return;
  await sendRemoval(queue, tx, connection, sealedTokenOf(connection));
}

/**
 * Ends a connection that could not be stored, because its token is known nowhere else. Calls the provider at
 * once if the queue fails. Never throws.
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
