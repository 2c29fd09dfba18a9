import Fastify, { type FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { z } from 'zod';
import { plaidEmulator, type PlaidEmulatorOptions } from '../index.ts';
import { apiClient, prefix } from './api-client.ts';
import { openApi } from './open-api.ts';

const jsonObject = z.record(z.string(), z.unknown());

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** A running server with a settable clock, whose answers are all checked against Plaid's OpenAPI file. */
export interface TestBank {
  app: FastifyInstance;
  call(path: string, body: Record<string, unknown>): Promise<Answer>;
  callAs(headers: Record<string, string>, path: string, body: Record<string, unknown>): Promise<Answer>;
  control(path: string, body: Record<string, unknown>): Promise<Record<string, unknown>>;
  setNow(now: string): void;
  /** Mismatches with the OpenAPI file. */
  problems: string[];
  /** Paths that succeeded and error codes so far. */
  answered: ReadonlySet<string>;
  endpoints: readonly string[];
  close(): Promise<void>;
}

function checkAnswers(app: FastifyInstance): { problems: string[]; answered: Set<string> } {
  const problems: string[] = [];
  const answered = new Set<string>();
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (!isJson || typeof payload !== 'string' || !request.url.startsWith(prefix)) return payload;
    const path = request.url.slice(prefix.length);
    const body = jsonObject.parse(JSON.parse(payload));
    const found: string[] = [];
    if (!/^[0-9A-Za-z]{15}$/.test(String(body['request_id']))) found.push('no request_id');
    const isOwn = reply.statusCode === 200 && path.startsWith('/control/');
    if (!isOwn) {
      found.push(...openApi.responseProblems(path, reply.statusCode, body));
      if (reply.statusCode === 200) found.push(...openApi.requestProblems(path, request.body));
    }
    problems.push(...found.map((problem) => `${path}: ${problem}`));
    answered.add(reply.statusCode === 200 ? path : String(body['error_code']));
    return payload;
  });
  return { problems, answered };
}

/** The JSON endpoints added later, so none of Link's pages. */
function listEndpoints(app: FastifyInstance): string[] {
  const paths: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const path = url.slice(prefix.length);
    const isPage = /^\/(hosted-link|link\/session|oauth-bank)\//.test(path);
    if (method === 'POST' && !isPage) paths.push(path);
  });
  return paths;
}

/** The default time is noon in California on Wednesday, 2026-06-10. */
export async function startTestBank(options: Partial<PlaidEmulatorOptions> = {}): Promise<TestBank> {
  let now = new Date('2026-06-10T19:00:00Z');
  const app = Fastify();
  const { problems, answered } = checkAnswers(app);
  const endpoints = listEndpoints(app);
  await app.register(plaidEmulator, {
    prefix,
    publicUrl: `http://127.0.0.1:3000${prefix}`,
    appOrigins: ['http://127.0.0.1:3000', 'http://localhost:3000', 'https://oinkly.example'],
    databaseFile: ':memory:',
    clock: () => now,
    preparationMs: 0,
    ...apiClient,
    ...options,
  });

  async function callAs(
    headers: Record<string, string>,
    path: string,
    body: Record<string, unknown>,
  ): Promise<Answer> {
    const response = await app.inject({ method: 'POST', url: prefix + path, headers, payload: body });
    return { status: response.statusCode, body: jsonObject.parse(response.json()) };
  }

  return {
    app,
    callAs,
    call: (path, body) =>
      callAs({ 'plaid-client-id': apiClient.clientId, 'plaid-secret': apiClient.secret }, path, body),
    async control(path, body) {
      const response = await app.inject({
        method: 'POST',
        url: `${prefix}/control${path}`,
        headers: { 'plaid-client-id': apiClient.clientId, 'plaid-secret': apiClient.secret },
        payload: body,
      });
      expect(response.json()).not.toHaveProperty('error_code');
      return jsonObject.parse(response.json());
    },
    setNow(instant) {
      now = new Date(instant);
    },
    problems,
    answered,
    endpoints,
    async close() {
      await app.close();
      expect(problems).toEqual([]);
    },
  };
}

export async function linkAccessToken(
  bank: TestBank,
  { institutionId = 'ins_109508', daysRequested = 730 } = {},
): Promise<string> {
  const created = await bank.call('/sandbox/public_token/create', {
    institution_id: institutionId,
    initial_products: ['transactions'],
    options: { transactions: { days_requested: daysRequested } },
  });
  const exchanged = await bank.call('/item/public_token/exchange', {
    public_token: created.body['public_token'],
  });
  return z.string().parse(exchanged.body['access_token']);
}

const transaction = z.looseObject({
  transaction_id: z.string(),
  account_id: z.string(),
  amount: z.number(),
  date: z.string(),
  authorized_date: z.string(),
  name: z.string(),
  pending: z.boolean(),
  pending_transaction_id: z.string().nullable(),
});

const syncPage = z.looseObject({
  transactions_update_status: z.string(),
  accounts: z.array(z.looseObject({ account_id: z.string(), name: z.string(), mask: z.string() })),
  added: z.array(transaction),
  modified: z.array(transaction),
  removed: z.array(z.object({ transaction_id: z.string(), account_id: z.string() })),
  next_cursor: z.string(),
  has_more: z.boolean(),
});

type SyncPage = z.infer<typeof syncPage>;
export type SyncedTransaction = z.infer<typeof transaction>;

export async function syncOnce(bank: TestBank, request: Record<string, unknown>): Promise<SyncPage> {
  const { status, body } = await bank.call('/transactions/sync', request);
  expect(status).toBe(200);
  return syncPage.parse(body);
}

/** Joins all pages from a cursor; the returned `cursor` starts the next traversal. */
export async function syncAll(
  bank: TestBank,
  accessToken: string,
  from = '',
  options: Record<string, unknown> = {},
): Promise<{
  added: SyncedTransaction[];
  modified: SyncedTransaction[];
  removed: SyncPage['removed'];
  cursor: string;
}> {
  const all: Awaited<ReturnType<typeof syncAll>> = { added: [], modified: [], removed: [], cursor: from };
  for (;;) {
    const page = await syncOnce(bank, { access_token: accessToken, cursor: all.cursor, count: 500, options });
    all.added.push(...page.added);
    all.modified.push(...page.modified);
    all.removed.push(...page.removed);
    all.cursor = page.next_cursor;
    if (!page.has_more) return all;
  }
}
