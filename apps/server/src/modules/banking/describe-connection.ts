import type { Deps } from '../../deps.ts';
import type { Transaction } from '../../db/database.ts';
import { detachAccounts, listOtherConnectionsHolding } from './accounts.queries.ts';
import { deleteConnection, updateInstitution } from './connections.queries.ts';
import { endAtProvider } from './end-at-provider.ts';
import { identityOf, storeAccounts } from './match-accounts.ts';
import type { ProviderConnection } from './provider.ts';
import type { ConnectionRow } from './sync/sync-runs.queries.ts';

/**
 * Replaces an older connection with one of these accounts and takes over its history; otherwise both would
 * count every purchase (PD-8).
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
  const identities = atBank.accounts.flatMap((account) => identityOf(account) ?? []);
  for (const older of await listOtherConnectionsHolding(tx, owner, identities)) {
    await endAtProvider({ queue }, tx, older);
    await detachAccounts(tx, older.userId, older.id);
    await deleteConnection(tx, older.userId, older.id);
  }
  await storeAccounts(tx, owner, atBank.accounts);
}
