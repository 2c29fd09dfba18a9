import { inTransaction } from '@oinkly/test-banks/bank-file';
import { createLedger, type Ledger } from '@oinkly/test-banks/ledger';
import type { AccountRole } from '@oinkly/test-banks/people';
import type { Emulator } from './emulator.ts';
import { personAt } from './institutions.ts';
import { insertAccount, insertItem, type Item, listAccounts, setBalances } from './storage/items.ts';

/** A ledger in use has its movements at hand. Balances are of the item's day, which never goes back. */
export function refreshBalances(
  emulator: Emulator,
  item: Item,
  ledger: Ledger = createLedger(personAt(item.institutionId), item.ledgerSeed),
): void {
  const person = personAt(item.institutionId);
  const today = emulator.today();
  const day = item.ledgerDay !== null && item.ledgerDay > today ? item.ledgerDay : today;
  const pending = ledger.pendingOn(day);
  for (const stored of listAccounts(emulator.database, item.itemId)) {
    const account = person.accounts.find((candidate) => candidate.role === stored.role);
    if (account === undefined) continue;
    const currentCents = ledger.balanceCents(account, day);
    const heldCents = pending.reduce(
      (total, entry) => (entry.role === account.role ? total + entry.pendingAmountCents : total),
      0,
    );
    const spendableCents = account.limitCents === null ? currentCents : account.limitCents - currentCents;
    setBalances(emulator.database, stored.accountId, currentCents, spendableCents - heldCents);
  }
}

export function addAccounts(emulator: Emulator, item: Item, roles: readonly AccountRole[]): void {
  const present = new Set(listAccounts(emulator.database, item.itemId).map(({ role }) => role));
  personAt(item.institutionId).accounts.forEach((account, position) => {
    if (!roles.includes(account.role) || present.has(account.role)) return;
    const { role, name, officialName, mask, type, subtype, limitCents } = account;
    insertAccount(emulator.database, item.itemId, {
      role,
      name,
      officialName,
      mask,
      type,
      subtype,
      limitCents,
      position,
    });
  });
}

/** The history is generated on demand. */
export function linkItem(
  emulator: Emulator,
  choice: {
    institutionId: string;
    roles: readonly AccountRole[];
    products: readonly string[];
    webhook: string | null;
    username?: string | null;
    daysRequested: number;
  },
): Item {
  emulator.rounds.wake();
  return inTransaction(emulator.database, () => {
    const item = insertItem(emulator.database, {
      institutionId: choice.institutionId,
      ledgerSeed: emulator.seed,
      username: choice.username ?? null,
      products: [...choice.products],
      webhook: choice.webhook,
      daysRequested: choice.daysRequested,
      createdAt: emulator.now().toISOString(),
      linkedAtMs: Date.now(),
    });
    addAccounts(emulator, item, choice.roles);
    refreshBalances(emulator, item);
    return item;
  });
}
