import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { integer, type Row, text, textOrNull } from '@oinkly/test-banks/columns';
import type { Day } from '@oinkly/test-banks/day';
import type { AccountRole } from '@oinkly/test-banks/people';

/** One bank of a token. */
export interface Connection {
  connId: string;
  tokenId: string;
  bankKey: string;
  ledgerSeed: string;
  /** The last day whose movements are stored. */
  ledgerDay: Day;
}

export interface Account {
  accountKey: number;
  connId: string;
  accountId: string;
  role: AccountRole;
  name: string;
  /** ISO 4217, or the URL of a custom currency. */
  currency: string;
  balance: string;
  availableBalance: string | null;
  /** Epoch seconds. */
  balanceDate: number;
}

export type Balance = Pick<Account, 'balance' | 'availableBalance' | 'balanceDate'>;

function toConnection(row: Row): Connection {
  return {
    connId: text(row, 'conn_id'),
    tokenId: text(row, 'token_id'),
    bankKey: text(row, 'bank_key'),
    ledgerSeed: text(row, 'ledger_seed'),
    ledgerDay: text(row, 'ledger_day'),
  };
}

const roles: readonly AccountRole[] = ['checking', 'savings', 'card', 'club'];

function roleOf(row: Row): AccountRole {
  const stored = text(row, 'role');
  const role = roles.find((candidate) => candidate === stored);
  if (role === undefined) throw new TypeError(`There is no account role ${stored}.`);
  return role;
}

function toAccount(row: Row): Account {
  return {
    accountKey: integer(row, 'account_key'),
    connId: text(row, 'conn_id'),
    accountId: text(row, 'account_id'),
    role: roleOf(row),
    name: text(row, 'name'),
    currency: text(row, 'currency'),
    balance: text(row, 'balance'),
    availableBalance: textOrNull(row, 'available_balance'),
    balanceDate: integer(row, 'balance_date'),
  };
}

export function insertConnection(database: DatabaseSync, added: Omit<Connection, 'connId'>): Connection {
  const connection: Connection = { ...added, connId: `CON-${randomUUID()}` };
  database
    .prepare(
      `INSERT INTO connections (conn_id, token_id, position, bank_key, ledger_seed, ledger_day)
       VALUES (?, ?, (SELECT count(*) FROM connections WHERE token_id = ?), ?, ?, ?)`,
    )
    .run(
      connection.connId,
      connection.tokenId,
      connection.tokenId,
      connection.bankKey,
      connection.ledgerSeed,
      connection.ledgerDay,
    );
  return connection;
}

export function findConnection(database: DatabaseSync, connId: string): Connection | null {
  const row = database.prepare('SELECT * FROM connections WHERE conn_id = ?').get(connId);
  return row === undefined ? null : toConnection(row);
}

/** In the order in which the banks were added. */
export function listConnections(database: DatabaseSync, tokenId: string): Connection[] {
  return database
    .prepare('SELECT * FROM connections WHERE token_id = ? ORDER BY position')
    .all(tokenId)
    .map(toConnection);
}

export function setLedgerDay(database: DatabaseSync, connId: string, day: Day): void {
  database.prepare('UPDATE connections SET ledger_day = ? WHERE conn_id = ?').run(day, connId);
}

export function deleteConnection(database: DatabaseSync, connId: string): void {
  database.prepare('DELETE FROM connections WHERE conn_id = ?').run(connId);
}

export function insertAccount(database: DatabaseSync, account: Omit<Account, 'accountKey'>): Account {
  const { lastInsertRowid } = database
    .prepare(
      `INSERT INTO accounts (conn_id, account_id, role, name, currency, balance, available_balance, balance_date)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      account.connId,
      account.accountId,
      account.role,
      account.name,
      account.currency,
      account.balance,
      account.availableBalance,
      account.balanceDate,
    );
  return { ...account, accountKey: Number(lastInsertRowid) };
}

/** In the bank's order. */
export function listAccounts(database: DatabaseSync, connId: string): Account[] {
  return database
    .prepare('SELECT * FROM accounts WHERE conn_id = ? ORDER BY account_key')
    .all(connId)
    .map(toAccount);
}

export function updateAccount(database: DatabaseSync, account: Account): void {
  database
    .prepare(
      `UPDATE accounts SET account_id = ?, name = ?, currency = ?, balance = ?, available_balance = ?, balance_date = ?
       WHERE account_key = ?`,
    )
    .run(
      account.accountId,
      account.name,
      account.currency,
      account.balance,
      account.availableBalance,
      account.balanceDate,
      account.accountKey,
    );
}
