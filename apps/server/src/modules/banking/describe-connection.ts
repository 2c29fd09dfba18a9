import type { Deps } from '../deps.ts';
import type { Transaction } from '../../db/database.ts';
import {
  detachAccount,
  detachAccounts,
  listAccountsOfOthers,
  listBankNames,
  type AccountsOwner,
} from './accounts.queries.ts';
import { deleteConnection, updateReportedConnection } from './connections.queries.ts';
import { endAtProvider } from './end-at-provider.ts';
import { isSameAccount, storeAccounts } from './match-accounts.ts';
import type { BankProblem, ProviderAccount, ProviderConnection } from './provider.ts';
import type { ConnectionRow } from './sync-runs.queries.ts';

/**
 * Stores what a connection holds. The newest connection that reports an account owns it and takes over its
 * history; otherwise two would count every purchase (PD-8). Returns the ids of the new accounts.
 */
export async function describeConnection(
  { queue }: Pick<Deps, 'queue'>,
  tx: Transaction,
  connection: ConnectionRow,
  atBank: ProviderConnection,
): Promise<string[]> {
  const { userId, id: connectionId, provider, createdAt } = connection;
  const owner = { userId, connectionId, provider, createdAt };
  const problems = [...atBank.problems, ...(await silentBanks(tx, owner, atBank))];
  await updateReportedConnection(tx, owner, { ...atBank, problems });
  const accounts = await takeAccounts({ queue }, tx, owner, atBank);
  const reportedIds = atBank.accounts.map(({ providerAccountId }) => providerAccountId);
  return storeAccounts(tx, owner, accounts, reportedIds);
}

/** The connection's banks that are missing without a word. Single accounts may be closed. */
async function silentBanks(
  tx: Transaction,
  owner: AccountsOwner,
  { accounts, problems }: ProviderConnection,
): Promise<BankProblem[]> {
  if (accounts.length === 0) return [];
  const known = [...accounts, ...problems].map(({ institutionName }) => institutionName);
  const names = await listBankNames(tx, owner);
  return names
    .filter((name) => !known.includes(name))
    .map((institutionName) => ({
      institutionName,
      providerAccountId: null,
      code: 'BANK_NOT_REPORTED',
      detail: null,
    }));
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
