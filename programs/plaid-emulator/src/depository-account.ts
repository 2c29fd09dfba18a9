import type { Emulator } from './emulator.ts';
import { namedError } from './named-errors.ts';
import { type Account, type Item, listAccounts } from './storage/items.ts';

/** Returns the checking account, else the first that holds money. Throws NO_ACCOUNTS. */
export function depositoryAccount(emulator: Emulator, item: Item): Account {
  const holding = listAccounts(emulator.database, item.itemId).filter(({ type }) => type === 'depository');
  const account = holding.find(({ subtype }) => subtype === 'checking') ?? holding[0];
  if (account === undefined) throw namedError('NO_ACCOUNTS');
  return account;
}
