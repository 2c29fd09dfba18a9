import type { Deps } from '../../deps.ts';
import type { Transaction } from '../../db/database.ts';
import {
  detachAccount,
  detachAccounts,
  listAccountsOfOthers,
  type AccountsOwner,
} from './accounts.queries.ts';
import { deleteConnection, updateReportedConnection } from './connections.queries.ts';
import { endAtProvider } from './end-at-provider.ts';
import { isSameAccount, storeAccounts } from './match-accounts.ts';
import type { ProviderAccount, ProviderConnection } from './provider.ts';
import type { ConnectionRow } from './sync/sync-runs.queries.ts';

/**
 * Stores what a connection holds. The newest connection that reports an account owns it and takes over its
 * history; otherwise two would count every purchase (PD-8).
 */
export async function describeConnection(
  { queue }: Pick<Deps, 'queue'>,
  tx: Transaction,
  connection: ConnectionRow,
  atBank: ProviderConnection,
): Promise<void> {
  const { userId, id: connectionId, provider, createdAt } = connection;
  const owner = { userId, connectionId, provider, createdAt };
  await updateReportedConnection(tx, owner, atBank);
  const accounts = await takeAccounts({ queue }, tx, owner, atBank);
  await storeAccounts(tx, owner, accounts);
}

/** Returns the accounts that no newer connection reports. */
async function takeAccounts(
  deps: Pick<Deps, 'queue'>,
  tx: Transaction,
  owner: AccountsOwner,
  { accounts }: ProviderConnection,
): Promise<ProviderAccount[]> {
  const others = await listAccountsOfOthers(tx, owner);
  const isNewer = ({ connection }: (typeof others)[number]) => connection.createdAt > owner.createdAt;
  const held = others.filter(isNewer).map(({ account }) => account);
  const own = accounts.filter((account) => !held.some((stored) => isSameAccount(stored, account)));
  const institutionIds = new Set(own.map(({ institutionId }) => institutionId));
  const older = Map.groupBy(
    others.filter((row) => !isNewer(row)),
    ({ connection }) => connection.id,
  );
  for (const rows of older.values()) {
    const shared = rows.filter((row) => own.some((account) => isSameAccount(row.account, account)));
    const [first] = shared;
    if (!first) continue;
    if (rows.every((row) => institutionIds.has(row.account.institutionId))) {
      await endAtProvider(deps, tx, first.connection);
      await detachAccounts(tx, owner.userId, first.connection.id);
      await deleteConnection(tx, owner.userId, first.connection.id);
    } else {
      // The older connection still serves other banks.
      for (const { account } of shared) await detachAccount(tx, account);
    }
  }
  return own;
}
