import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTransaction } from '@oinkly/test-banks/bank-file';
import { testBankOf } from '@oinkly/test-banks/banks';
import type { Emulator } from '../emulator.ts';
import { type Account, type Connection, listAccounts, listConnections } from '../storage/connections.ts';
import { listProblems, type Problem } from '../storage/problems.ts';
import {
  listTransactionsBetween,
  type StoredTransaction,
  updateTransaction,
} from '../storage/transactions.ts';
import type { AccountsQuery } from './accounts-query.ts';

export interface ReportedError {
  code: string;
  text: string;
  textField: 'msg' | 'message';
  connId: string | null;
  accountId: string | null;
}

interface ReportedAccount {
  account: Account;
  connection: Connection;
  /** Null if only balances are wanted. */
  transactions: Record<string, unknown>[] | null;
}

/** What one answer reports, before it takes the shape of a version. */
export interface AccountSet {
  errors: ReportedError[];
  connections: Connection[];
  accounts: ReportedAccount[];
}

const longestRangeSeconds = 90 * 86_400;

/** An error of the answer, not of a bank. */
export function generalError(text: string, accountId: string | null = null): ReportedError {
  return {
    code: accountId === null ? 'gen.api' : 'act.failed',
    text,
    textField: 'msg',
    connId: null,
    accountId,
  };
}

function presentTransaction({
  transactionId,
  posted,
  transactedAt,
  fields,
}: StoredTransaction): Record<string, unknown> {
  return {
    id: transactionId,
    posted,
    ...(transactedAt === null ? {} : { transacted_at: transactedAt }),
    ...fields,
  };
}

/** Leaves out hidden rows, each of which has then been left out once more. */
function readTransactions(
  { database }: Emulator,
  { accountKey }: Account,
  range: { from: number; to: number; pending: boolean },
): Record<string, unknown>[] {
  return listTransactionsBetween(database, accountKey, range).flatMap((row) => {
    if (row.hiddenAnswers === 0) return [presentTransaction(row)];
    updateTransaction(database, accountKey, { ...row, hiddenAnswers: row.hiddenAnswers - 1 });
    return [];
  });
}

function cappedRange(
  { startDate, endDate, pending, balancesOnly }: AccountsQuery,
  nowSeconds: number,
): { range: { from: number; to: number; pending: boolean }; isCapped: boolean } {
  const earliest = (endDate ?? nowSeconds) - longestRangeSeconds;
  const isCapped = !balancesOnly && (startDate === null || startDate < earliest);
  const from = isCapped || startDate === null ? earliest : startDate;
  return { range: { from, to: endDate ?? Number.MAX_SAFE_INTEGER, pending }, isCapped };
}

function hides({ hidesAccounts, connId, accountId }: Problem, account: Account): boolean {
  if (!hidesAccounts) return false;
  return (
    (connId === null || connId === account.connId) && (accountId === null || accountId === account.accountId)
  );
}

/** Reads what an answer to `query` reports. Other requests are answered between the accounts. */
export async function readAccountSet(
  emulator: Emulator,
  tokenId: string,
  query: AccountsQuery,
): Promise<AccountSet> {
  const { database } = emulator;
  const problems = listProblems(database, tokenId);
  const connections = listConnections(database, tokenId);
  const { range, isCapped } = cappedRange(query, Math.floor(emulator.now().getTime() / 1000));
  const all = connections.flatMap((connection) =>
    listAccounts(database, connection.connId).map((account) => ({ connection, account })),
  );
  const accounts = all.filter(
    ({ account }) =>
      (query.accountIds === null || query.accountIds.includes(account.accountId)) &&
      !problems.some((problem) => hides(problem, account)),
  );
  const unknown = (query.accountIds ?? []).filter(
    (accountId) => !all.some(({ account }) => account.accountId === accountId),
  );
  const reported: ReportedAccount[] = [];
  for (const { account, connection } of accounts) {
    if (query.balancesOnly) reported.push({ account, connection, transactions: null });
    else {
      await nextTurn();
      const transactions = inTransaction(database, () => readTransactions(emulator, account, range));
      reported.push({ account, connection, transactions });
    }
  }
  return {
    errors: [
      ...problems.map(({ code, message, messageField, connId, accountId }) => ({
        code,
        text: message,
        textField: messageField,
        connId,
        accountId,
      })),
      ...(isCapped ? [generalError('Requested date range exceeds limit of 90 days and was capped.')] : []),
      ...unknown.map((accountId) => generalError('There is no such account.', accountId)),
    ],
    connections,
    accounts: reported,
  };
}

function presentAccount({ account, transactions }: ReportedAccount): Record<string, unknown> {
  return {
    id: account.accountId,
    name: account.name,
    currency: account.currency,
    balance: account.balance,
    ...(account.availableBalance === null ? {} : { 'available-balance': account.availableBalance }),
    'balance-date': account.balanceDate,
    ...(transactions === null ? {} : { transactions }),
    extra: {},
  };
}

export function presentVersion2({ publicUrl }: Emulator, set: AccountSet): Record<string, unknown> {
  return {
    errlist: set.errors.map(({ code, text, textField, connId, accountId }) => ({
      code,
      [textField]: text,
      ...(connId === null ? {} : { conn_id: connId }),
      ...(accountId === null ? {} : { account_id: accountId }),
    })),
    errors: set.errors.map(({ text }) => text),
    connections: set.connections.map(({ connId, bankKey }) => {
      const { key, name, website } = testBankOf(bankKey);
      return { conn_id: connId, name, org_id: key, org_name: name, org_url: website, sfin_url: publicUrl };
    }),
    accounts: set.accounts.map((reported) => ({
      ...presentAccount(reported),
      conn_id: reported.connection.connId,
      conn_name: testBankOf(reported.connection.bankKey).name,
    })),
  };
}

/** A broken login has the text that the real server sends in this version. */
function version1Text({ code, text, connId }: ReportedError, connections: readonly Connection[]): string {
  const connection = connections.find((candidate) => candidate.connId === connId);
  return code === 'con.auth' && connection !== undefined
    ? `Connection to ${testBankOf(connection.bankKey).name} may need attention`
    : text;
}

export function presentVersion1({ publicUrl }: Emulator, set: AccountSet): Record<string, unknown> {
  return {
    errors: set.errors.map((error) => version1Text(error, set.connections)),
    accounts: set.accounts.map((reported) => {
      const { key, name, website } = testBankOf(reported.connection.bankKey);
      return {
        org: { domain: new URL(website).hostname, name, 'sfin-url': publicUrl, url: website, id: key },
        ...presentAccount(reported),
      };
    }),
  };
}
