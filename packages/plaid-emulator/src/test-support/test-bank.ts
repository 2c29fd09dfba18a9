import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { plaidEmulator, type PlaidEmulatorOptions } from '../index.ts';
import { apiClient, prefix } from './api-client.ts';
import { openApi } from './open-api.ts';

const jsonObject = z.record(z.string(), z.unknown());

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** A running server whose day the test sets, and whose every answer is checked against Plaid's OpenAPI file. */
export interface TestBank {
  app: FastifyInstance;
  /** Calls an endpoint as the API client. */
  call(path: string, body: Record<string, unknown>): Promise<Answer>;
  /** The same with the given credentials in place of the client's headers. */
  callAs(headers: Record<string, string>, path: string, body: Record<string, unknown>): Promise<Answer>;
  /** Calls the control API, which must succeed. */
  control(path: string, body: Record<string, unknown>): Promise<Record<string, unknown>>;
  setNow(now: string): void;
  /** What is wrong with answers so far, by Plaid's OpenAPI file. */
  problems: string[];
  /** What has been answered so far: paths of endpoints that succeeded, and codes of errors. */
  answered: ReadonlySet<string>;
  /** The paths of the endpoints, those of the control API with it. */
  endpoints: readonly string[];
  /** Ends the server; nothing may have been wrong with its answers. */
  close(): Promise<void>;
}

/**
 * Checks every answer in JSON that leaves a server against Plaid's OpenAPI file, where there is one: those of its
 * endpoints, with the request where it was accepted, and all errors. Answers the list in which problems gather, and the
 * paths and errors that have been checked.
 */
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

/** The paths of the endpoints that are added to a server from now on: all that take JSON, and so none of Link's pages. */
function listEndpoints(app: FastifyInstance): string[] {
  const paths: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const path = url.slice(prefix.length);
    const isPage = /^\/(hosted-link|link\/visit|oauth-bank)\//.test(path);
    if (method === 'POST' && !isPage) paths.push(path);
  });
  return paths;
}

/** Starts the plugin inside a fresh Fastify. Midday in California on 2026-06-10, a Wednesday, unless told otherwise. */
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

/** Links an item without Link and answers its access token. */
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

/** One page of /transactions/sync, which must succeed. */
export async function syncOnce(bank: TestBank, request: Record<string, unknown>): Promise<SyncPage> {
  const { status, body } = await bank.call('/transactions/sync', request);
  expect(status).toBe(200);
  return syncPage.parse(body);
}

/** Every page from a cursor to the end, put together; `cursor` is where the next traversal begins. */
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

/** The name of a database file for one test, in a folder that goes when the test is over. */
export function temporaryDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plaid-emulator-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'bank.sqlite');
}
