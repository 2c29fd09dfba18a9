import type { Transaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { sealedTokenOf } from './connections.queries.ts';
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
  const { keyId, sealed } = sealedTokenOf(connection);
  const sealedToken = sealed.toString('base64url');
  const job = { provider: connection.provider, connectionId: connection.id, sealedToken, keyId };
  await queue.send('remove-connection', job, { tx });
}
