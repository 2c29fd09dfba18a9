import type { Emulator } from '../emulator.ts';
import { SimplefinError } from '../simplefin-error.ts';
import { type Account, type Connection, findConnection, listAccounts } from '../storage/connections.ts';
import { findToken, type Token } from '../storage/tokens.ts';

const unknown = (what: string) => new SimplefinError(400, `There is no ${what}`);

/** Throws 400. */
export function checkToken({ database }: Emulator, tokenId: string): Token {
  const token = findToken(database, tokenId);
  if (token === null) throw unknown(`token ${tokenId}`);
  return token;
}

/** Throws 400. */
export function checkConnection({ database }: Emulator, connId: string): Connection {
  const connection = findConnection(database, connId);
  if (connection === null) throw unknown(`connection ${connId}`);
  return connection;
}

/** Throws 400. */
export function checkAccount(emulator: Emulator, connId: string, accountId: string): Account {
  checkConnection(emulator, connId);
  const account = listAccounts(emulator.database, connId).find(
    (candidate) => candidate.accountId === accountId,
  );
  if (account === undefined) throw unknown(`account ${accountId} at ${connId}`);
  return account;
}
