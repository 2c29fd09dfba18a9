import { testBanks } from '@oinkly/test-banks/banks';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { addBank } from '../history/add-bank.ts';
import { quota, usedToday } from '../protocol/request-quota.ts';
import { addBanks, setupTokenOf, usualHistoryDays } from '../setup-token.ts';
import {
  type Connection,
  deleteConnection,
  insertAccount,
  listAccounts,
  listConnections,
  updateAccount,
} from '../storage/connections.ts';
import { listProblems, type Problem } from '../storage/problems.ts';
import { SimplefinError } from '../simplefin-error.ts';
import { deleteRequests, listRequests } from '../storage/requests.ts';
import { disableToken, insertToken, listTokens, type Token } from '../storage/tokens.ts';
import { countTransactions } from '../storage/transactions.ts';
import { serveControl } from './control-endpoint.ts';
import { checkAccount, checkConnection, checkToken } from './controlled.ts';

const bankKey = z.enum(testBanks.map(({ key }) => key));
const history = {
  seed: z.string().optional(),
  history_days: z.number().int().min(0).max(usualHistoryDays).optional(),
};

function presentConnection({ database }: Emulator, { connId, bankKey: bank }: Connection) {
  return {
    conn_id: connId,
    bank,
    accounts: listAccounts(database, connId).map((account) => ({
      account_id: account.accountId,
      name: account.name,
      role: account.role,
      currency: account.currency,
      balance: account.balance,
      available_balance: account.availableBalance,
      transaction_count: countTransactions(database, account.accountKey),
    })),
  };
}

function presentProblem({ problemId, connId, accountId, code, message }: Problem) {
  return { problem_id: problemId, conn_id: connId, account_id: accountId, code, message };
}

function presentToken(emulator: Emulator, token: Token) {
  return {
    token_id: token.tokenId,
    setup_token: setupTokenOf(emulator, token),
    created_at: token.createdAt,
    claimed_at: token.claimedAt,
    disabled_at: token.disabledAt,
    connections: listConnections(emulator.database, token.tokenId).map((connection) =>
      presentConnection(emulator, connection),
    ),
    problems: listProblems(emulator.database, token.tokenId).map(presentProblem),
    used_today: usedToday(emulator, token.tokenId),
  };
}

export function serveTokens(app: FastifyInstance, emulator: Emulator): void {
  const { database } = emulator;

  serveControl(app, {
    path: '/tokens/create',
    fields: { banks: z.array(bankKey).default(['platypus', 'gingham']), ...history },
    answer: async ({ banks, seed, history_days: historyDays }) => {
      const token = insertToken(database, emulator.now(), null);
      await addBanks(emulator, token.tokenId, { bankKeys: banks, seed, historyDays });
      return presentToken(emulator, token);
    },
  });

  serveControl(app, {
    path: '/tokens/list',
    fields: {},
    answer: () => ({ tokens: listTokens(database).map((token) => presentToken(emulator, token)) }),
  });

  serveControl(app, {
    path: '/tokens/disable',
    fields: { token_id: z.string() },
    answer: ({ token_id: tokenId }) => {
      disableToken(database, checkToken(emulator, tokenId).tokenId, emulator.now());
      return presentToken(emulator, checkToken(emulator, tokenId));
    },
  });

  serveControl(app, {
    path: '/connections/add',
    fields: { token_id: z.string(), bank: bankKey, ...history },
    answer: async ({ token_id: tokenId, bank, seed, history_days: historyDays }) => {
      checkToken(emulator, tokenId);
      const connection = await addBank(emulator, tokenId, {
        bankKey: bank,
        seed: seed ?? emulator.seed,
        historyDays: historyDays ?? usualHistoryDays,
      });
      return presentConnection(emulator, connection);
    },
  });

  serveControl(app, {
    path: '/connections/remove',
    fields: { conn_id: z.string() },
    answer: ({ conn_id: connId }) => {
      deleteConnection(database, checkConnection(emulator, connId).connId);
      return {};
    },
  });

  serveControl(app, {
    path: '/accounts/change',
    fields: {
      conn_id: z.string(),
      account_id: z.string(),
      new_account_id: z.string().min(1).optional(),
      name: z.string().optional(),
      currency: z.string().optional(),
      balance: z.string().optional(),
      available_balance: z.string().nullish(),
      balance_date: z.number().int().min(0).optional(),
    },
    answer: ({ conn_id: connId, account_id: accountId, available_balance: available, ...changed }) => {
      const account = checkAccount(emulator, connId, accountId);
      updateAccount(database, {
        ...account,
        accountId: changed.new_account_id ?? accountId,
        name: changed.name ?? account.name,
        currency: changed.currency ?? account.currency,
        balance: changed.balance ?? account.balance,
        availableBalance: available === undefined ? account.availableBalance : available,
        balanceDate: changed.balance_date ?? account.balanceDate,
      });
      return presentConnection(emulator, checkConnection(emulator, connId));
    },
  });

  serveControl(app, {
    path: '/accounts/replace',
    fields: {
      conn_id: z.string(),
      account_id: z.string(),
      new_account_id: z.string().min(1),
      name: z.string(),
    },
    answer: ({ conn_id: connId, account_id: accountId, new_account_id: newId, name }) => {
      const account = checkAccount(emulator, connId, accountId);
      if (listAccounts(database, connId).some((one) => one.accountId === newId)) {
        throw new SimplefinError(400, `There is an account ${newId} at ${connId}`);
      }
      const empty = { balance: '0', availableBalance: account.availableBalance && '0' };
      updateAccount(database, { ...account, ...empty });
      insertAccount(database, { ...account, accountId: newId, name });
      return presentConnection(emulator, checkConnection(emulator, connId));
    },
  });

  serveControl(app, {
    path: '/requests/list',
    fields: { token_id: z.string() },
    answer: ({ token_id: tokenId }) => {
      const requests = listRequests(database, checkToken(emulator, tokenId).tokenId);
      return {
        used_today: usedToday(emulator, tokenId),
        quota: {
          expected: quota.expected,
          refused_from: quota.refusedFrom,
          disabled_from: quota.disabledFrom,
        },
        all_accounts: requests.filter(({ kind }) => kind === 'all_accounts').length,
        per_account: requests.filter(({ kind }) => kind === 'per_account').length,
        requests: requests.map(({ requestNumber, kind, atMs, query }) => ({
          number: requestNumber,
          kind,
          at: new Date(atMs).toISOString(),
          query,
        })),
      };
    },
  });

  serveControl(app, {
    path: '/requests/clear',
    fields: { token_id: z.string() },
    answer: ({ token_id: tokenId }) => {
      deleteRequests(database, checkToken(emulator, tokenId).tokenId);
      return {};
    },
  });
}
