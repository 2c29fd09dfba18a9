import type { BankAccount, Connection } from '@oinkly/contract/banking';
import { connectionName } from '@oinkly/domain/bank-reading';
import { dollarsFromCents } from '@oinkly/domain/money';
import { errorOfCode } from '../../errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import { listConnectedAccounts, type BankAccountRow } from './accounts.queries.ts';
import { listConnections } from './connections.queries.ts';
import type { BankProvider } from './provider.ts';
import type { ConnectionRow } from './sync-runs.queries.ts';

export async function readBanks(
  db: Database,
  userId: string,
  { id, displayName }: Pick<BankProvider, 'id' | 'displayName'>,
): Promise<{ accounts: BankAccount[]; items: Connection[] }> {
  const connections = await listConnections(db, userId, id);
  const accounts = await listConnectedAccounts(db, userId, id);
  return {
    accounts: accounts.flatMap((account) => presentAccount(account, connections)),
    items: connections.map((connection) => presentConnection(connection, accounts, displayName)),
  };
}

/** Empty without a connection. */
function presentAccount(account: BankAccountRow, connections: readonly ConnectionRow[]): BankAccount[] {
  const item = connections.find((connection) => connection.id === account.connectionId);
  if (!item) return [];
  return [
    {
      account_id: account.providerAccountId,
      item_id: item.providerConnectionId,
      institution_name: account.institutionName,
      name: account.name,
      type: account.type,
      subtype: account.subtype,
      mask: account.mask,
      balances: {
        current: account.currentCents === null ? null : dollarsFromCents(account.currentCents),
        available: account.availableCents === null ? null : dollarsFromCents(account.availableCents),
        iso_currency_code: account.currency,
      },
      reported_at: account.reportedAt?.toISOString() ?? null,
    },
  ];
}

/** `accounts` are those of all connections. */
function presentConnection(
  connection: ConnectionRow,
  accounts: readonly BankAccountRow[],
  providerName: string,
): Connection {
  const own = accounts.filter(({ connectionId }) => connectionId === connection.id);
  const error = connection.errorCode === null ? null : errorOfCode(connection.errorCode, providerName);
  return {
    item_id: connection.providerConnectionId,
    institution_name: connectionName(
      own.map(({ institutionName }) => institutionName),
      connection.institutionName,
    ),
    status: connection.status,
    error_message: error?.message ?? null,
    error_code: error?.code ?? null,
    last_synced_at: connection.lastSyncedAt?.toISOString() ?? null,
    problems: connection.problems.map((problem) => ({
      institution_name: problem.institutionName,
      account_id: problem.providerAccountId,
      error_code: problem.code,
      error_message: errorOfCode(problem.code, providerName).message,
      detail: problem.detail,
    })),
  };
}
