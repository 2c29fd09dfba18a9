import type { Database } from '../../db/database.ts';
import {
  attachAccount,
  insertAccount,
  listHealthyAccounts,
  listUnreportedAccounts,
  updateReportedAccount,
  type AccountIdentity,
  type AccountsOwner,
  type BankAccountRow,
} from './accounts.queries.ts';
import type { ChosenAccount, ChosenBank, ProviderAccount } from './provider.ts';
import type { ConnectionRow } from './sync-runs.queries.ts';

/** Returns what identifies an account across connections (PD-8); null if the bank reports too little. */
function identityOf({ institutionId, type, mask }: ProviderAccount): AccountIdentity | null {
  return institutionId === null || mask === null ? null : { institutionId, type, mask };
}

/** Whether a stored account and a reported one are the same account at the bank. */
export function isSameAccount(stored: BankAccountRow, reported: ProviderAccount): boolean {
  if (stored.providerAccountId === reported.providerAccountId) return true;
  const identity = identityOf(reported);
  return (
    identity !== null &&
    identity.institutionId === stored.institutionId &&
    identity.type === stored.type &&
    identity.mask === stored.mask
  );
}

/**
 * Stores a connection's accounts. An account with the same identity that no connection reports is taken over with its history (PD-8).
 * Returns the ids of the new accounts.
 */
export async function storeAccounts(
  db: Database,
  owner: AccountsOwner,
  accounts: readonly ProviderAccount[],
  reportedIds: readonly string[],
): Promise<string[]> {
  const newIds: string[] = [];
  for (const account of accounts) {
    if (await updateReportedAccount(db, owner, account)) continue;
    const identity = identityOf(account);
    const unreported =
      identity === null ? [] : await listUnreportedAccounts(db, owner, identity, reportedIds);
    const mostAlike = unreported.toSorted((a, b) => differences(a, account) - differences(b, account))[0];
    if (mostAlike) {
      await attachAccount(db, owner, mostAlike.id, account);
      continue;
    }
    const id = await insertAccount(db, owner, account);
    if (id !== undefined) newIds.push(id);
  }
  return newIds;
}

/**
 * Finds the healthy connection with every account of a chosen bank: same bank, type, subtype, mask and name.
 */
export async function findHealthyTwin(
  db: Database,
  owner: Pick<AccountsOwner, 'userId' | 'provider'>,
  { institutionId, accounts }: ChosenBank,
): Promise<ConnectionRow | undefined> {
  if (institutionId === null || accounts.length === 0) return undefined;
  if (accounts.some((account) => account.mask === null)) return undefined;
  const held = Map.groupBy(
    await listHealthyAccounts(db, owner, institutionId),
    ({ connection }) => connection.id,
  );
  return [...held.values()].find((rows) => {
    const keys = new Set(rows.map(({ account }) => keyOf(account)));
    return accounts.every((account) => keys.has(keyOf(account)));
  })?.[0]?.connection;
}

/** The subtype weighs more than the name. */
function differences(a: ChosenAccount, b: ChosenAccount): number {
  return 2 * Number(a.subtype !== b.subtype) + Number(a.name !== b.name);
}

function keyOf({ type, subtype, mask, name }: ChosenAccount): string {
  return JSON.stringify([type, subtype, mask, name]);
}
