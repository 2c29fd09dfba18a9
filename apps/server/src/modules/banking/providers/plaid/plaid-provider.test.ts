import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi, type Mock } from 'vitest';
import { AppError } from '../../../../errors/app-error.ts';
import { ChangedWhilePaging } from '../../provider.ts';
import { PlaidProvider } from './plaid-provider.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let answers: Answer[];
let calls: string[];
let bodies: string[];
let provider: PlaidProvider;
let log: { error: Mock; warn: Mock };

beforeEach(async () => {
  [answers, calls, bodies] = [[], [], []];
  log = { error: vi.fn(), warn: vi.fn() };
  server = createServer((request, response) => {
    calls.push(request.url ?? '');
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => bodies.push(body));
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  provider = new PlaidProvider({
    baseUrl: `http://127.0.0.1:${address.port}/api`,
    clientId: 'id',
    secret: 'a-very-secret-secret',
    webhookUrl: null,
    clock: () => new Date('2026-06-05T19:00:00Z'),
    log,
    callTimeoutMs: 1000,
  });
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const json =
  (status: number, body: unknown): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const plaidError = (
  status: number,
  error_type: string,
  error_code: string,
  display_message: string | null = null,
) =>
  json(status, {
    error_type,
    error_code,
    error_message: 'internal words',
    display_message,
    request_id: 'r1',
  });

async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
  try {
    await attempt;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
}

describe('an unreadable answer is an error, never an empty bank', () => {
  test.each<[string, Answer]>([
    ['a connection that is reset', (request) => request.socket.destroy()],
    ['a call that hangs', () => undefined],
    [
      'a body that never ends',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"added": [');
      },
    ],
    [
      'JSON that is cut off',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"added": [], "modified": [');
      },
    ],
    [
      'a page of a proxy',
      (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    ],
    ['an empty object', json(200, {})],
    ['null', json(200, null)],
    [
      'a redirect, which is not followed [SEC-21]',
      (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    ],
    ['a gateway’s error', (_request, response) => response.writeHead(502).end('Bad Gateway')],
    ['an internal error', plaidError(500, 'API_ERROR', 'INTERNAL_SERVER_ERROR')],
    ['too many requests', plaidError(429, 'RATE_LIMIT_EXCEEDED', 'TRANSACTIONS_LIMIT')],
  ])('%s [PD-41]', async (_title, answer) => {
    answers = [answer];
    const error = await failureOf(provider.readChanges('access-token', null));
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).code).toBe('PROVIDER_UNAVAILABLE');
    expect((error as AppError).entry.retryable).toBe(true);
    expect(calls).toHaveLength(3);
  });
});

test.each([
  ['ITEM_ERROR', 'ITEM_LOGIN_REQUIRED', 'BANK_LOGIN_REQUIRED'],
  ['ITEM_ERROR', 'ITEM_NOT_FOUND', 'BANK_CONNECTION_GONE'],
  ['INSTITUTION_ERROR', 'INSTITUTION_DOWN', 'BANK_UNAVAILABLE'],
  ['INVALID_INPUT', 'INVALID_PUBLIC_TOKEN', 'ONE_TIME_TOKEN_INVALID'],
  ['INVALID_REQUEST', 'MISSING_FIELDS', 'PROVIDER_REJECTED'],
])('%s/%s becomes %s of the catalogue and is not repeated', async (type, code, expected) => {
  answers = [plaidError(400, type, code, 'Words for people')];
  const error = await failureOf(provider.readChanges('access-token', null));
  expect(error).toMatchObject({ code: expected, message: 'Words for people' });
  expect(calls).toHaveLength(1);
});

test('a temporary failure is tried again', async () => {
  answers = [
    plaidError(503, 'API_ERROR', 'PLANNED_MAINTENANCE'),
    json(200, { added: [], modified: [], removed: [], next_cursor: 'c1', has_more: false, request_id: 'r' }),
  ];
  expect(await provider.readChanges('access-token', null)).toMatchObject({ nextCursor: 'c1', upserted: [] });
});

test('an exchange is never tried again: the token may have been used by an answer that was lost', async () => {
  answers = [plaidError(500, 'API_ERROR', 'INTERNAL_SERVER_ERROR')];
  await failureOf(provider.exchangeToken('public-token'));
  expect(calls).toEqual(['/api/item/public_token/exchange']);
});

describe('while the provider as a whole fails', () => {
  const page = { added: [], modified: [], removed: [], next_cursor: 'c1', has_more: false, request_id: 'r' };
  const read = () => provider.readChanges('access-token', null);
  const isDown = plaidError(500, 'API_ERROR', 'INTERNAL_SERVER_ERROR');
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is not called for a while; then one call tries, and its success resumes all [PD-41]', async () => {
    answers = [isDown];
    for (let reads = 0; reads < 4; reads += 1) await failureOf(read());
    expect(calls).toHaveLength(10);
    expect(log.error).toHaveBeenCalledOnce();
    expect(await failureOf(read())).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(await failureOf(provider.exchangeToken('public'))).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    });
    expect(calls).toHaveLength(10);

    vi.setSystemTime(Date.now() + 15_000);
    await failureOf(read());
    expect(calls).toHaveLength(11);

    vi.setSystemTime(Date.now() + 15_000);
    const asked = Promise.withResolvers<ServerResponse>();
    answers = [(_request, response) => asked.resolve(response), json(200, page)];
    const trial = read();
    const response = await asked.promise;
    expect(await failureOf(read())).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(calls).toHaveLength(12);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
    await trial;
    await Promise.all([read(), read()]);
    expect(calls).toHaveLength(14);
    expect(log.warn).toHaveBeenCalledOnce();
  });

  test('errors about one connection or token do not count as an outage', async () => {
    answers = [plaidError(400, 'INVALID_INPUT', 'INVALID_PUBLIC_TOKEN')];
    for (let tokens = 0; tokens < 12; tokens += 1) await failureOf(provider.exchangeToken('wrong'));
    expect(calls).toHaveLength(12);
    for (let rows = 0; rows < 2; rows += 1) {
      answers = [isDown];
      for (let reads = 0; reads < 3; reads += 1) await failureOf(read());
      answers = [plaidError(400, 'ITEM_ERROR', 'ITEM_LOGIN_REQUIRED')];
      expect(await failureOf(read())).toMatchObject({ code: 'BANK_LOGIN_REQUIRED' });
    }
    expect(calls).toHaveLength(32);
  });
});

test('unknown keys in forged messages do not affect other calls [SEC-10] [PD-41]', async () => {
  answers = [plaidError(429, 'RATE_LIMIT_EXCEEDED', 'RATE_LIMIT')];
  const words = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (let index = 0; index < 20; index += 1) {
    const token = [words({ alg: 'ES256', kid: `invented-${index}` }), words({ iat: 1 }), 'AA'].join('.');
    const reading = provider.readWebhook({ 'plaid-verification': token }, Buffer.from('{}'));
    expect(await failureOf(reading)).toBeInstanceOf(AppError);
  }
  expect(calls).toHaveLength(5);
  expect(log.error).not.toHaveBeenCalled();
  answers = [
    json(200, { added: [], modified: [], removed: [], next_cursor: 'c', has_more: false, request_id: 'r' }),
  ];
  expect(await provider.readChanges('access-token', null)).toMatchObject({ nextCursor: 'c' });
});

test('reports a mutation between pages, so that the traversal restarts', async () => {
  answers = [plaidError(400, 'TRANSACTIONS_ERROR', 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION')];
  expect(await failureOf(provider.readChanges('access-token', 'c1'))).toBeInstanceOf(ChangedWhilePaging);
});

test('an error never carries our secret or a token, however deep one looks [SEC-9]', async () => {
  answers = [(request) => request.socket.destroy()];
  const error = await failureOf(provider.readConnection('access-sandbox-token'));
  const seen: string[] = [];
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    seen.push(String(current.stack), JSON.stringify(current), JSON.stringify(Object.entries(current)));
  }
  expect(seen.join()).not.toMatch(/a-very-secret-secret|access-sandbox-token/);
});

test('an address is required: without one the client library would go to production [PD-52]', () => {
  expect(
    () =>
      new PlaidProvider({
        baseUrl: '',
        clientId: 'id',
        secret: 's',
        webhookUrl: null,
        clock: () => new Date(),
        log,
      }),
  ).toThrow(/address/);
});

describe('a token for the widget', () => {
  const created = json(200, { link_token: 'link-1', expiration: '2026-06-05T23:00:00Z', request_id: 'r1' });
  const RETURN_URL = 'https://pig.example/oauth-redirect';

  test('names the page that a bank leads back to [OA-1]', async () => {
    answers = [created];
    expect(await provider.createWidgetToken('ana', RETURN_URL, null)).toBe('link-1');
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ redirect_uri: RETURN_URL });
  });

  test('asks for the product’s default customization [BC-11]', async () => {
    answers = [created];
    await provider.createWidgetToken('ana', RETURN_URL, null);
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ link_customization_name: 'default' });
  });

  test('is made without that page where it is not registered with Plaid', async () => {
    answers = [plaidError(400, 'INVALID_REQUEST', 'INVALID_FIELD'), created];
    expect(await provider.createWidgetToken('ana', RETURN_URL, null)).toBe('link-1');
    expect(JSON.parse(bodies[1] ?? '')).not.toHaveProperty('redirect_uri');
  });

  test('does not repeat the request when the connection to repair is missing', async () => {
    answers = [plaidError(400, 'INVALID_INPUT', 'INVALID_ACCESS_TOKEN'), created];
    const failure = await failureOf(provider.createWidgetToken('ana', RETURN_URL, 'access-1'));
    expect(failure).toMatchObject({ code: 'BANK_CONNECTION_GONE' });
    expect(calls).toHaveLength(1);
  });
});

describe('beginning to read', () => {
  const account = { account_id: 'a', name: 'Everyday', type: 'depository', balances: { current: 1 } };
  const accounts = json(200, { accounts: [account], item: { item_id: 'i', institution_name: 'First Bank' } });

  test.each([
    ['2026-05-28T12:00:00Z', new Date('2026-05-28T12:00:00Z')],
    ['soon', null],
    [null, null],
  ])(
    'reports when Plaid last read the bank: %s (reports 22, 23)',
    async (last_successful_update, reportedAt) => {
      answers = [accounts, json(200, { status: { transactions: { last_successful_update } } })];
      const { connection } = await provider.beginReading('access-token');
      expect(connection.accounts).toMatchObject([{ reportedAt }]);
      expect(calls).toEqual(['/api/accounts/get', '/api/item/get']);
    },
  );

  test('works if Plaid does not say when', async () => {
    answers = [accounts, json(200, { status: null })];
    const { connection } = await provider.beginReading('access-token');
    expect(connection.accounts).toMatchObject([{ reportedAt: null }]);
  });
});
