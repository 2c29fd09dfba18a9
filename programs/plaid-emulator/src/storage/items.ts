import type { DatabaseSync } from 'node:sqlite';
import { integer, integerOrNull, type Row, text, textOrNull } from '@oinkly/test-banks/columns';
import type { AccountRole } from '@oinkly/test-banks/people';
import { z } from 'zod';
import { newIdentifier, newToken } from '../identifiers.ts';
import { isNamedErrorCode, type NamedErrorCode } from '../named-errors.ts';

export interface Item {
  itemId: string;
  accessToken: string;
  institutionId: string;
  ledgerSeed: string;
  username: string | null;
  products: string[];
  webhook: string | null;
  daysRequested: number;
  /** ISO 8601, by the injected clock. */
  createdAt: string;
  /** Real time in ms since 1970, for the preparation time. */
  linkedAtMs: number;
  /** Last day with stored movements; null before the first. */
  ledgerDay: string | null;
  /** Last day of older history that is not yet stored; null when complete. */
  historyMissingTo: string | null;
  /** Last `modified_seq` of its transactions; 0 before the first. */
  modifiedSequence: number;
  syncCalled: boolean;
  lastWebhook: { code: string; sentAt: string } | null;
  /** Last data update, ISO 8601. */
  updatedAt: string | null;
  errorCode: NamedErrorCode | null;
}

const products = z.array(z.string());

function errorCodeOf(row: Row): NamedErrorCode | null {
  const code = textOrNull(row, 'error_code');
  if (code === null || isNamedErrorCode(code)) return code;
  throw new TypeError(`An item is in the unknown error ${code}.`);
}

function lastWebhookOf(row: Row): Item['lastWebhook'] {
  const code = textOrNull(row, 'last_webhook_code');
  return code === null ? null : { code, sentAt: text(row, 'last_webhook_at') };
}

function toItem(row: Row): Item {
  return {
    itemId: text(row, 'item_id'),
    accessToken: text(row, 'access_token'),
    institutionId: text(row, 'institution_id'),
    ledgerSeed: text(row, 'ledger_seed'),
    username: textOrNull(row, 'username'),
    products: products.parse(JSON.parse(text(row, 'products'))),
    webhook: textOrNull(row, 'webhook'),
    daysRequested: integer(row, 'days_requested'),
    createdAt: text(row, 'created_at'),
    linkedAtMs: integer(row, 'linked_at_ms'),
    ledgerDay: textOrNull(row, 'ledger_day'),
    historyMissingTo: textOrNull(row, 'history_missing_to'),
    modifiedSequence: integer(row, 'modified_seq'),
    syncCalled: integer(row, 'sync_called') === 1,
    lastWebhook: lastWebhookOf(row),
    updatedAt: textOrNull(row, 'updated_at'),
    errorCode: errorCodeOf(row),
  };
}

type NewItem = Pick<
  Item,
  | 'institutionId'
  | 'ledgerSeed'
  | 'username'
  | 'products'
  | 'webhook'
  | 'daysRequested'
  | 'createdAt'
  | 'linkedAtMs'
>;

export function insertItem(database: DatabaseSync, item: NewItem): Item {
  const itemId = newIdentifier();
  database
    .prepare(
      `INSERT INTO items (item_id, access_token, institution_id, ledger_seed, username, products, webhook, days_requested, created_at, linked_at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      itemId,
      newToken('access'),
      item.institutionId,
      item.ledgerSeed,
      item.username,
      JSON.stringify(item.products),
      item.webhook,
      item.daysRequested,
      item.createdAt,
      item.linkedAtMs,
    );
  const stored = findItem(database, itemId);
  if (stored === null) throw new Error('The new item is not there.');
  return stored;
}

export function findItem(database: DatabaseSync, itemId: string): Item | null {
  const row = database.prepare('SELECT * FROM items WHERE item_id = ?').get(itemId);
  return row === undefined ? null : toItem(row);
}

export function listItems(database: DatabaseSync): Item[] {
  return database.prepare('SELECT * FROM items ORDER BY rowid').all().map(toItem);
}

/** Items without an error that have a webhook, oldest first. */
export function listItemsWithWebhook(database: DatabaseSync): Item[] {
  return database
    .prepare('SELECT * FROM items WHERE webhook IS NOT NULL AND error_code IS NULL ORDER BY rowid')
    .all()
    .map(toItem);
}

export function findItemByAccessToken(database: DatabaseSync, accessToken: string): Item | null {
  const row = database.prepare('SELECT * FROM items WHERE access_token = ?').get(accessToken);
  return row === undefined ? null : toItem(row);
}

export function wasRemoved(database: DatabaseSync, accessToken: string): boolean {
  return (
    database.prepare('SELECT 1 FROM removed_items WHERE access_token = ?').get(accessToken) !== undefined
  );
}

/** Keeps the token, to answer ITEM_NOT_FOUND. */
export function removeItem(database: DatabaseSync, item: Item, removedAt: string): void {
  database
    .prepare('INSERT INTO removed_items (access_token, item_id, removed_at) VALUES (?, ?, ?)')
    .run(item.accessToken, item.itemId, removedAt);
  database.prepare('DELETE FROM items WHERE item_id = ?').run(item.itemId);
}

/** How far the item's history is generated, and when. */
export function markUpdated(
  database: DatabaseSync,
  itemId: string,
  { ledgerDay, historyMissingTo, updatedAt }: Pick<Item, 'ledgerDay' | 'historyMissingTo' | 'updatedAt'>,
): void {
  database
    .prepare('UPDATE items SET ledger_day = ?, history_missing_to = ?, updated_at = ? WHERE item_id = ?')
    .run(ledgerDay, historyMissingTo, updatedAt, itemId);
}

export function markSyncCalled(database: DatabaseSync, itemId: string): void {
  database.prepare('UPDATE items SET sync_called = 1 WHERE item_id = ?').run(itemId);
}

export function markWebhookSent(database: DatabaseSync, itemId: string, code: string, sentAt: string): void {
  database
    .prepare('UPDATE items SET last_webhook_code = ?, last_webhook_at = ? WHERE item_id = ?')
    .run(code, sentAt, itemId);
}

export function setWebhook(database: DatabaseSync, itemId: string, webhook: string | null): void {
  database.prepare('UPDATE items SET webhook = ? WHERE item_id = ?').run(webhook, itemId);
}

export function setUsername(database: DatabaseSync, itemId: string, username: string): void {
  database.prepare('UPDATE items SET username = ? WHERE item_id = ?').run(username, itemId);
}

export function clearItemError(database: DatabaseSync, itemId: string): void {
  database.prepare('UPDATE items SET error_code = NULL WHERE item_id = ?').run(itemId);
}

export function setItemError(database: DatabaseSync, itemId: string, code: NamedErrorCode): void {
  database.prepare('UPDATE items SET error_code = ? WHERE item_id = ?').run(code, itemId);
}

export interface Account {
  accountId: string;
  role: string;
  name: string;
  officialName: string | null;
  mask: string | null;
  type: string;
  subtype: string | null;
  availableCents: number | null;
  currentCents: number | null;
  limitCents: number | null;
}

function toAccount(row: Row): Account {
  return {
    accountId: text(row, 'account_id'),
    role: text(row, 'role'),
    name: text(row, 'name'),
    officialName: textOrNull(row, 'official_name'),
    mask: textOrNull(row, 'mask'),
    type: text(row, 'type'),
    subtype: textOrNull(row, 'subtype'),
    availableCents: integerOrNull(row, 'available_cents'),
    currentCents: integerOrNull(row, 'current_cents'),
    limitCents: integerOrNull(row, 'limit_cents'),
  };
}

type NewAccount = Omit<Account, 'accountId' | 'role' | 'availableCents' | 'currentCents'> & {
  role: AccountRole;
  position: number;
};

/** Adds an account without balances. An account that was shared before keeps its id. */
export function insertAccount(database: DatabaseSync, itemId: string, account: NewAccount): void {
  database
    .prepare(
      `INSERT INTO accounts (account_id, item_id, role, position, name, official_name, mask, type, subtype, limit_cents)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (item_id, role) DO UPDATE SET shared = 1`,
    )
    .run(
      newIdentifier(),
      itemId,
      account.role,
      account.position,
      account.name,
      account.officialName,
      account.mask,
      account.type,
      account.subtype,
      account.limitCents,
    );
}

/** The shared accounts, in the bank's order. */
export function listAccounts(database: DatabaseSync, itemId: string): Account[] {
  return database
    .prepare('SELECT * FROM accounts WHERE item_id = ? AND shared = 1 ORDER BY position')
    .all(itemId)
    .map(toAccount);
}

export function setBalances(
  database: DatabaseSync,
  accountId: string,
  currentCents: number,
  availableCents: number,
): void {
  database
    .prepare('UPDATE accounts SET current_cents = ?, available_cents = ? WHERE account_id = ?')
    .run(currentCents, availableCents, accountId);
}

/** Shares or hides an account. The caller writes or removes its transactions. */
export function setShared(database: DatabaseSync, itemId: string, role: string, shared: boolean): void {
  database
    .prepare('UPDATE accounts SET shared = ? WHERE item_id = ? AND role = ?')
    .run(shared ? 1 : 0, itemId, role);
}
