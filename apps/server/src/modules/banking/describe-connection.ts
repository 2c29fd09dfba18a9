import type { Deps } from '../../deps.ts';
import type { Transaction } from '../../db/database.ts';
import { detachAccounts, findConnectionsWithSameAccounts, writeAccounts } from './accounts.queries.ts';
import { deleteConnection, updateInstitution } from './connections.queries.ts';
import { endAtProvider } from './end-at-provider.ts';
import type { ProviderConnection } from './provider.ts';
import type { ConnectionRow } from './sync/sync-runs.queries.ts';

/**
 * Stores a connection's bank and accounts. An older connection of the user with one of these accounts is replaced by this one, which takes
 * over its accounts with their history (PD-8); otherwise both would count every purchase. Call it in a user's transaction.
 */
export async function describeConnection(
  { queue }: Pick<Deps, 'queue'>,
  tx: Transaction,
  connection: ConnectionRow,
  atBank: ProviderConnection,
): Promise<void> {
  const { institutionId, institutionName } = atBank;
  const owner = { userId: connection.userId, connectionId: connection.id, provider: connection.provider };
  await updateInstitution(tx, { ...owner, institutionId, institutionName });
  for (const older of await findConnectionsWithSameAccounts(tx, owner, atBank.accounts)) {
    await endAtProvider({ queue }, tx, older);
    await detachAccounts(tx, older.userId, older.id);
    await deleteConnection(tx, older.userId, older.id);
  }
  await writeAccounts(tx, owner, atBank.accounts);
}
