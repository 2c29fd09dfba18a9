import { inTransaction } from '@oinkly/test-banks/bank-file';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createFaultAnswers } from '../control/answer-with-fault.ts';
import type { Fault, Faults } from '../control/faults.ts';
import type { Emulator } from '../emulator.ts';
import { bringUpToDate } from '../history/bring-up-to-date.ts';
import { SimplefinError } from '../simplefin-error.ts';
import {
  type AccessCredentials,
  claimToken,
  disableToken,
  findTokenByClaimSecret,
  findTokenByCredentials,
  type Token,
} from '../storage/tokens.ts';
import { type AccountsQuery, readAccountsQuery } from './accounts-query.ts';
import {
  type AccountSet,
  generalError,
  presentVersion1,
  presentVersion2,
  readAccountSet,
} from './account-set.ts';
import { countRequest } from './request-quota.ts';

const forbidden = () => new SimplefinError(403, 'Forbidden');
const tooManyRequests =
  'Too many requests. SimpleFIN data is only refreshed once every 24 hours.\nExpected usage of this API is 24 requests per day.';

const claimParameters = z.object({ claimSecret: z.string() });

function readBasic(header: string | undefined): AccessCredentials | null {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return null;
  const [, username, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return username === undefined || password === undefined ? null : { username, password };
}

/** `publicUrl` with the credentials in it. */
function accessUrlOf({ publicUrl }: Emulator, { username, password }: AccessCredentials): string {
  return publicUrl.replace('://', `://${username}:${password}@`);
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}

/** Throws 403. */
function authenticate({ database }: Emulator, header: string | undefined): Token {
  const credentials = readBasic(header);
  const token = credentials === null ? null : findTokenByCredentials(database, credentials);
  if (token?.disabledAt !== null) throw forbidden();
  return token;
}

/** Counts the request. Returns whether the answer warns. Throws 429, and 403 once the token is disabled. */
function checkQuota(emulator: Emulator, { tokenId }: Token, query: string): boolean {
  const kind = new URLSearchParams(query).has('account') ? 'per_account' : 'all_accounts';
  const allowance = inTransaction(emulator.database, () => {
    const counted = countRequest(emulator, tokenId, { kind, query });
    if (counted === 'disabled') disableToken(emulator.database, tokenId, emulator.now());
    return counted;
  });
  if (allowance === 'disabled') throw forbidden();
  if (allowance === 'refused') throw new SimplefinError(429, tooManyRequests);
  return allowance === 'warned';
}

function withoutTransactions(set: AccountSet): AccountSet {
  return { ...set, accounts: set.accounts.map((account) => ({ ...account, transactions: null })) };
}

async function answerOf(
  emulator: Emulator,
  { tokenId }: Token,
  query: AccountsQuery,
  { fault, isWarned }: { fault: Fault | null; isWarned: boolean },
): Promise<string> {
  await bringUpToDate(emulator, tokenId);
  const read = await readAccountSet(emulator, tokenId, query);
  const warned = isWarned ? { ...read, errors: [...read.errors, generalError(tooManyRequests)] } : read;
  const set = fault?.kind === 'no_transactions' ? withoutTransactions(warned) : warned;
  const present = query.version === 1 || fault?.kind === 'version_1' ? presentVersion1 : presentVersion2;
  return JSON.stringify(present(emulator, set));
}

/** SimpleFIN's own routes, except the page for people. */
export function serveProtocol(app: FastifyInstance, emulator: Emulator, faults: Faults): void {
  const { database } = emulator;
  const faultAnswers = createFaultAnswers(app);

  app.get('/info', async () => ({ versions: ['1', '2'] }));

  app.post('/claim/:claimSecret', async (request, reply) => {
    const { claimSecret } = claimParameters.parse(request.params);
    if (request.headers['content-length'] === undefined) throw new SimplefinError(411, 'Length required');
    if (request.headers['content-length'] !== '0') throw new SimplefinError(400, 'The body must be empty');
    const fault = faults.take('/claim', findTokenByClaimSecret(database, claimSecret)?.tokenId ?? null);
    if (await faultAnswers.before(fault, request, reply)) return reply;
    const credentials = claimToken(database, claimSecret, emulator.now());
    if (credentials === null) throw forbidden();
    return faultAnswers.send(fault, reply.type('text/plain'), accessUrlOf(emulator, credentials));
  });

  app.get('/accounts', async (request, reply) => {
    const token = authenticate(emulator, request.headers.authorization);
    const query = queryOf(request.url);
    const isWarned = checkQuota(emulator, token, query);
    const fault = faults.take('/accounts', token.tokenId);
    if (await faultAnswers.before(fault, request, reply)) return reply;
    const answer = await answerOf(emulator, token, readAccountsQuery(query), { fault, isWarned });
    return faultAnswers.send(fault, reply.type('application/json'), answer);
  });
}
