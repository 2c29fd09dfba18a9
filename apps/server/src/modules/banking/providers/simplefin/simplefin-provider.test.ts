import type { lookup, LookupAddress } from 'node:dns';
import type { ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../../../errors/app-error.ts';
import { describeError } from '../../../../log/log-errors.ts';
import {
  SIMPLEFIN_CLAIM,
  SIMPLEFIN_PASSWORD,
  SIMPLEFIN_USER,
  startScriptedSimplefin,
  type ScriptedSimplefin,
} from '../../../../test-support/scripted-simplefin.ts';
import type { ProviderChanges } from '../../provider.ts';
import { SimplefinProvider, type SimplefinSettings } from './simplefin-provider.ts';

const NOW = '2026-06-05T19:00:00Z';
const DAY_S = 86_400;
/** Long enough for a busy machine to send a request, and waited for in a few tests. */
const DEADLINE_MS = 1_500;
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000;

let server: ScriptedSimplefin;
/** A server that redirects lead to. */
let elsewhere: ScriptedSimplefin;
const budget = {
  spend: vi.fn<(accessUrl: string) => Promise<void>>(),
  stop: vi.fn<(accessUrl: string) => Promise<void>>(),
};
const log = { warn: vi.fn() };

beforeAll(async () => {
  server = await startScriptedSimplefin();
  elsewhere = await startScriptedSimplefin();
});
afterAll(async () => {
  await server.close();
  await elsewhere.close();
});
beforeEach(() => {
  vi.resetAllMocks();
  budget.spend.mockResolvedValue(undefined);
  budget.stop.mockResolvedValue(undefined);
  elsewhere.answer({});
});

const provider = (settings: Partial<SimplefinSettings> = {}) =>
  new SimplefinProvider({
    tokenPageUrl: 'https://tokens.example/create',
    trustedOrigins: [server.origin.origin],
    allowedHosts: [],
    allowsAnyHost: true,
    budget,
    clock: () => new Date(NOW),
    log,
    ...settings,
  });
const tokenOf = (url: string) => Buffer.from(url).toString('base64');
const PUBLIC_ACCESS_URL = 'https://user:secret@bridge.example/simplefin';
const resolving = (...addresses: string[]) =>
  ((_name: string, _options: object, answer: (error: null, found: LookupAddress[]) => void) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )) as typeof lookup;
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('It did not fail');
    },
    (error: unknown) => error,
  );

const row = (id: string, day: string, given: object = {}) => ({
  id,
  posted: noon(day),
  amount: '-4.25',
  description: 'Cafe',
  ...given,
});
const accountOf = (conn: string, transactions: unknown[], id = 'a') => ({
  id,
  conn_id: conn,
  name: 'Checking',
  currency: 'USD',
  balance: '1',
  'balance-date': noon('2026-06-04'),
  transactions,
});
const answerOf = (accounts: unknown[], given: object = {}) => ({
  body: {
    connections: ['con-1', 'con-2'].map((conn_id) => ({
      conn_id,
      org_id: conn_id,
      org_name: `Bank ${conn_id}`,
    })),
    accounts,
    errlist: [],
    ...given,
  },
});
const EMPTY = answerOf([]);

/** All pages of a sync. */
async function sync(cursor: string | null = null, simplefin = provider()) {
  const reading = await simplefin.beginReading(server.accessUrl, cursor, NOW.slice(0, 10));
  const pages: ProviderChanges[] = [];
  for (let at = cursor; ;) {
    const page = await reading.readChanges(at);
    pages.push(page);
    at = page.nextCursor;
    if (!page.hasMore) return { connection: reading.connection, pages, cursor: at };
  }
}

describe('a setup token', () => {
  const url = 'https://bridge.simplefin.org/simplefin/claim/demo';
  const token = tokenOf(url);

  test.each([
    ['as SimpleFIN shows it', token],
    ['with spaces and line breaks inside', `  ${token.slice(0, 10)}\n ${token.slice(10)}\r\n`],
    ['without its padding', token.replace(/=+$/, '')],
    ['of another server', tokenOf('https://simplefin.example:8443/claim/x')],
  ])('%s is known', (_title, text) => {
    expect(provider().isOneTimeToken(text)).toBe(true);
  });

  test.each([
    ['an empty text', ''],
    ['an access URL', 'https://user:secret@bridge.simplefin.org/simplefin'],
    ['a token of Plaid', 'public-sandbox-b1d6a2b6'],
    ['Base64 of something else', tokenOf('hello')],
    ['a URL without encryption (report 13)', tokenOf('http://bridge.simplefin.org/simplefin/claim/demo')],
    ['another scheme (report 13)', tokenOf('file:///etc/passwd')],
    ['a loopback address (report 13)', tokenOf('https://127.0.0.1/claim/x')],
    ['an address in other words (report 13)', tokenOf('https://0x7f000001/claim/x')],
    ['an IPv6 address (report 13)', tokenOf('https://[::1]/claim/x')],
    ['the machine itself (report 13)', tokenOf('https://localhost/claim/x')],
    ['a name below it (report 13)', tokenOf('https://bridge.localhost./claim/x')],
    ['a name of the local network (report 13)', tokenOf('https://nas.local/claim/x')],
    ['a name without a domain (report 13)', tokenOf('https://nas:8443/claim/x')],
    ['an impossible port', tokenOf('https://bridge.simplefin.org:0/claim/x')],
    ['another loopback port', tokenOf('http://127.0.0.1:1/claim/x')],
    ['a URL with a user', tokenOf('https://user:secret@bridge.simplefin.org/claim/x')],
    ['an endless text', tokenOf(`${url}${'x'.repeat(5000)}`)],
  ])('is not %s [SEC-21]', async (_title, text) => {
    expect(provider().isOneTimeToken(text)).toBe(false);
    await expect(provider().exchangeToken(text)).rejects.toMatchObject({ code: 'SETUP_TOKEN_INVALID' });
  });
});

describe('claiming', () => {
  const claim = (settings: Partial<SimplefinSettings> = {}) =>
    provider(settings).exchangeToken(server.setupToken);

  test('posts nothing and gets an access URL, whose id holds no secret', async () => {
    server.answer({ body: `\ufeff${server.accessUrl}\n` });
    const exchanged = await claim();
    expect(exchanged.accessToken).toBe(server.accessUrl);
    expect(exchanged.providerConnectionId).toMatch(/^[\da-f]{32}$/);
    expect(server.requests).toMatchObject([
      { method: 'POST', path: `/simplefin/claim/${SIMPLEFIN_CLAIM}`, query: {}, body: '' },
    ]);
    expect(server.requests[0]?.headers['content-length']).toBe('0');
    expect(server.requests[0]?.headers).not.toHaveProperty('transfer-encoding');
  });

  test('gives the same id for the same user of the same server', async () => {
    const idOf = async (user: string) => {
      server.answer({ body: server.accessUrl.replace(SIMPLEFIN_USER, user) });
      return (await claim()).providerConnectionId;
    };
    expect(await idOf('one')).toBe(await idOf('one'));
    expect(await idOf('one')).not.toBe(await idOf('two'));
  });

  test.each([
    [403, 'SETUP_TOKEN_REFUSED'],
    [404, 'SETUP_TOKEN_INVALID'],
    [410, 'SETUP_TOKEN_INVALID'],
    [429, 'PROVIDER_UNAVAILABLE'],
    [500, 'PROVIDER_UNAVAILABLE'],
    [502, 'PROVIDER_UNAVAILABLE'],
  ])('answered with %i fails with %s, whatever the text (report 10)', async (status, code) => {
    for (const body of ['', 'Forbidden', '{"error":"x"}', server.accessUrl]) {
      server.answer({ status, body });
      await expect(claim()).rejects.toMatchObject({ code });
    }
  });

  test.each([
    ['an error page', '<html><h1>Sorry</h1></html>'],
    ['nothing', ''],
    ['"Forbidden"', 'Forbidden'],
    ['a URL without a user', 'https://bridge.simplefin.org/simplefin'],
    ['a URL without a password', 'https://user@bridge.simplefin.org/simplefin'],
    ['a URL without encryption', 'http://user:secret@bridge.simplefin.org/simplefin'],
    ['a private address (report 13)', 'https://user:secret@10.0.0.1/simplefin'],
    ['a private IPv6 address (report 13)', 'https://user:secret@[::ffff:0:7f00:1]/simplefin'],
    ['the machine itself (report 13)', 'https://user:secret@localhost/simplefin'],
    ['a name of the local network (report 13)', 'https://user:secret@bridge.internal/simplefin'],
    ['a port that is not the trusted one', 'http://user:secret@127.0.0.1:1/simplefin'],
    ['a broken user', 'https://us%ffer:secret@bridge.simplefin.org/simplefin'],
    ['a line break in the user', 'https://us%0d%0aer:secret@bridge.simplefin.org/simplefin'],
    ['a NUL in the password', 'https://user:sec%00ret@bridge.simplefin.org/simplefin'],
    ['a colon in the user', 'https://us%3Aer:secret@bridge.simplefin.org/simplefin'],
    ['an endless text', `https://user:secret@bridge.simplefin.org/${'x'.repeat(100_000)}`],
  ])('answered with %s stores no access URL (report 11) [SEC-21]', async (_title, body) => {
    server.answer({ body });
    await expect(claim()).rejects.toMatchObject({ code: 'ACCESS_URL_REFUSED' });
  });

  test('stores no access URL whose name leads to a private address (report 13) [SEC-21]', async () => {
    server.answer({ body: PUBLIC_ACCESS_URL });
    await expect(claim({ resolve: resolving('10.0.0.1') })).rejects.toMatchObject({
      code: 'ACCESS_URL_REFUSED',
    });
    // A name that can't be resolved now may be later: the token is used up.
    for (const resolve of [resolving('93.184.215.14'), resolving()])
      expect(await claim({ resolve })).toMatchObject({ accessToken: PUBLIC_ACCESS_URL });
  });

  test('spends no token at a name that leads to a private address (report 13) [SEC-21]', async () => {
    const simplefin = provider({ resolve: resolving('10.0.0.1') });
    await expect(simplefin.exchangeToken(tokenOf('https://bridge.example/claim/x'))).rejects.toMatchObject({
      code: 'SETUP_TOKEN_INVALID',
    });
  });

  test('calls only the servers that the operator allows [SEC-33]', async () => {
    const resolve = vi.fn();
    const simplefin = provider({
      allowedHosts: ['bridge.example'],
      allowsAnyHost: false,
      resolve: resolve as unknown as typeof lookup,
    });
    const other = 'https://user:secret@bridge.example:8443/simplefin';
    for (const url of [
      'https://evil.example/claim/x',
      'https://bridge.example.evil.example/claim/x',
      `${other}/claim`,
    ])
      await expect(simplefin.exchangeToken(tokenOf(url.replace('user:secret@', '')))).rejects.toMatchObject({
        code: 'SETUP_TOKEN_NOT_ALLOWED',
      });
    await expect(simplefin.readConnection(other)).rejects.toMatchObject({
      code: 'SIMPLEFIN_SERVER_NOT_ALLOWED',
    });
    server.answer({ body: other });
    await expect(simplefin.exchangeToken(server.setupToken)).rejects.toMatchObject({
      code: 'ACCESS_URL_REFUSED',
    });
    expect(resolve).not.toHaveBeenCalled();
    expect(elsewhere.requests).toEqual([]);
  });

  test.each([301, 302, 303, 307, 308])('follows no redirect with %i (report 12) [SEC-21]', async (status) => {
    server.answer({ status, headers: { location: elsewhere.accessUrl } });
    await expect(claim()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(elsewhere.requests).toEqual([]);
  });
});

/** More than a bank has fields. */
const MANY_NAMES = Array.from({ length: 1001 }, (_, index) => [`field-${index}`, 1]);

describe('reading accounts', () => {
  const read = (settings: Partial<SimplefinSettings> = {}, accessUrl = server.accessUrl) =>
    provider(settings).readConnection(accessUrl);

  test('after linking asks once, for balances alone, with the credentials in a header', async () => {
    server.answer(answerOf([accountOf('con-1', [])]));
    expect(await read()).toMatchObject({ institutionName: 'Bank con-1, Bank con-2' });
    const credentials = Buffer.from(`${SIMPLEFIN_USER}:${SIMPLEFIN_PASSWORD}`).toString('base64');
    expect(server.requests).toMatchObject([
      {
        method: 'GET',
        path: '/simplefin/accounts',
        query: { version: '2', 'balances-only': '1' },
        // A kept connection would skip the check of its address.
        headers: { authorization: `Basic ${credentials}`, connection: 'close' },
      },
    ]);
  });

  test('sends the credentials as they were before the URL escaped them', async () => {
    server.answer(EMPTY);
    await read({}, server.accessUrl.replace(SIMPLEFIN_USER, 'us%40er').replace('/simplefin', '/simplefin/'));
    const credentials = Buffer.from(`us@er:${SIMPLEFIN_PASSWORD}`).toString('base64');
    expect(server.requests).toMatchObject([
      { path: '/simplefin/accounts', headers: { authorization: `Basic ${credentials}` } },
    ]);
  });

  test.each([
    [400, 'PROVIDER_REJECTED', undefined],
    [401, 'BANK_CONNECTION_GONE', undefined],
    [402, 'BANK_SUBSCRIPTION_ENDED', DAY_S],
    [403, 'BANK_CONNECTION_GONE', undefined],
    [404, 'PROVIDER_REJECTED', undefined],
    [429, 'BANK_ASKED_TOO_OFTEN', DAY_S],
    [500, 'PROVIDER_UNAVAILABLE', undefined],
    [504, 'PROVIDER_UNAVAILABLE', undefined],
    [524, 'PROVIDER_UNAVAILABLE', undefined],
  ])(
    'answered with %i fails with %s, whatever the text (reports 8, 10)',
    async (status, code, retryAfterSeconds) => {
      for (const body of ['', '<html>Sorry</html>', JSON.stringify(EMPTY.body)]) {
        server.answer({ status, body });
        expect(await failureOf(read())).toMatchObject({ code, retryAfterSeconds });
        expect(server.requests).toHaveLength(1);
      }
    },
  );

  test.each([
    ['an error page', '<html><h1>Sorry</h1></html>'],
    ['half an answer', '{"accounts":[{"id":'],
    ['no accounts', '{"errors":[]}'],
    ['too many accounts', JSON.stringify({ accounts: Array(1001).fill({}) })],
    ['too many names', JSON.stringify({ accounts: [Object.fromEntries(MANY_NAMES)] })],
    ['a list', '[]'],
    ['nothing', ''],
  ])('answered with %s fails and is not taken for an empty bank (report 19)', async (_title, body) => {
    server.answer({ body });
    await expect(read()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(server.requests).toHaveLength(1);
  });

  test.each<[string, (response: ServerResponse) => unknown]>([
    ['that does not answer', () => undefined],
    ['that stops in the middle', (response) => response.writeHead(200).write('{"accounts":[')],
    ['that hangs up', (response) => response.destroy()],
    [
      'that changes the protocol',
      ({ socket }) => socket?.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ],
    [
      'that hangs up in the middle',
      (response) => response.writeHead(200).write('{', () => response.destroy()),
    ],
  ])('from a server %s fails within the deadline and is not repeated (report 19)', async (_title, answer) => {
    server.answer((response) => void answer(response));
    await expect(read({ timeoutMs: DEADLINE_MS })).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(server.requests).toHaveLength(1);
  });

  test('stops at an answer of 50 MB (report 13) [SEC-22]', async () => {
    let sent = 0;
    server.answer((response) => {
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      const send = () => {
        while (sent < 50 && !response.destroyed) {
          sent += 1;
          if (!response.write(chunk)) {
            response.once('drain', send);
            return;
          }
        }
        response.end();
      };
      send();
    });
    const failure = await failureOf(read());
    expect(failure).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(describeError(failure)).toMatchObject({
      cause: { message: 'SimpleFIN sent more than 8388608 bytes' },
    });
    expect(sent).toBeLessThan(30);
  });

  test.each([301, 302, 303, 307, 308])('follows no redirect with %i (report 12) [SEC-21]', async (status) => {
    server.answer({ status, headers: { location: `${elsewhere.origin.origin}/accounts` } });
    await expect(read()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(elsewhere.requests).toEqual([]);
  });

  test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
    'does not call a name that leads to %s (report 13) [SEC-21]',
    async (address) => {
      const resolve = resolving('93.184.215.14', address);
      const failure = await failureOf(read({ resolve }, PUBLIC_ACCESS_URL));
      expect(failure).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
      expect(describeError(failure)).toMatchObject({
        cause: { message: 'No answer from SimpleFIN: PrivateAddressError' },
      });
    },
  );

  test.each<[string, typeof lookup, string]>([
    ['finds no address', resolving(), 'NoAddressError'],
    [
      'throws',
      (() => {
        throw new TypeError('bad options');
      }) as unknown as typeof lookup,
      'TypeError',
    ],
  ])('whose name a resolver that %s cannot find fails with a cause', async (_title, resolve, cause) => {
    const failure = await failureOf(read({ resolve }, PUBLIC_ACCESS_URL));
    expect(failure).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(describeError(failure)).toMatchObject({
      cause: { message: `No answer from SimpleFIN: ${cause}` },
    });
  });

  test('answered with a byte order mark before the JSON are read', async () => {
    server.answer({ body: `\ufeff${JSON.stringify(EMPTY.body)}` });
    expect(await read()).toMatchObject({ institutionName: 'Bank con-1, Bank con-2' });
  });

  test('does not call a private address, even if one was stored (report 13) [SEC-21]', async () => {
    server.answer(EMPTY);
    const isUntrusted = { trustedOrigins: [] };
    await expect(read(isUntrusted)).rejects.toMatchObject({ code: 'PROVIDER_REJECTED' });
    expect(server.requests).toEqual([]);
  });
});

describe('a sync', () => {
  test('asks once for all accounts, with whole days and known parameters (reports 6, 7, 8)', async () => {
    const accounts = Array.from({ length: 192 }, (_, index) =>
      accountOf('con-1', [row('t', '2026-06-01')], String(index)),
    );
    server.answer(answerOf(accounts));
    const { pages } = await sync(readUpToToday(accounts.length));
    expect(pages).toHaveLength(1);
    expect(pages[0]?.upserted).toHaveLength(192);
    expect(server.requests.map(({ query }) => query)).toEqual([
      {
        version: '2',
        pending: '1',
        'start-date': String(noon('2026-05-19') - DAY_S / 2),
        'end-date': String(noon('2026-06-07') - DAY_S / 2),
      },
    ]);
  });

  test('the first time reads older days in further requests, each a page (reports 7, 8)', async () => {
    server.answer(
      answerOf([accountOf('con-1', [row('t1', '2026-06-01')])]),
      answerOf([accountOf('con-1', [row('t2', '2026-02-01')])]),
      answerOf([accountOf('con-1', [])]),
    );
    const { pages } = await sync();
    expect(pages.map(({ upserted }) => upserted.map((one) => one.transactionId))).toEqual([
      ['t1'],
      ['t2'],
      [],
      [],
    ]);
    expect(pages.map(({ covered }) => covered)).toEqual([
      [
        {
          providerAccountId: 'con-1:a',
          from: '2026-03-10',
          to: '2026-06-06',
          complete: { from: '2026-06-01', to: '2026-06-01' },
          coversPending: true,
          unreadableIds: [],
        },
      ],
      [
        {
          providerAccountId: 'con-1:a',
          from: '2025-12-11',
          to: '2026-03-09',
          complete: { from: '2026-02-01', to: '2026-02-01' },
          coversPending: false,
          unreadableIds: [],
        },
      ],
      [expect.objectContaining({ complete: null, coversPending: false })],
      [expect.objectContaining({ complete: null, coversPending: false })],
    ]);
    const lengths = server.requests.map(
      ({ query }) => Number(query['end-date']) - Number(query['start-date']),
    );
    expect(Math.max(...lengths)).toBeLessThanOrEqual(90 * DAY_S);
    expect(server.requests.map(({ query }) => query['pending'])).toEqual([
      '1',
      undefined,
      undefined,
      undefined,
    ]);
    expect(budget.spend.mock.calls).toEqual(Array(4).fill([server.accessUrl]));
  });

  test('adds the history of a new account, and reads the others’ again with it (reports 3, 14)', async () => {
    const old = [row('old', '2026-02-01')];
    const all = (rows: unknown[]) => answerOf(['0', 'new'].map((id) => accountOf('con-1', rows, id)));
    server.answer(all([]), all([]), all(old), all([]));
    const { pages } = await sync(readUpToToday(1));
    const older = pages.slice(1).flatMap(({ upserted }) => upserted);
    expect(older.map(({ providerAccountId }) => providerAccountId)).toEqual(['con-1:0', 'con-1:new']);
  });

  test('is complete in no account of a bank with a problem, but in all others (report 9)', async () => {
    const errlist = [{ code: 'con.auth', msg: 'Please log in', conn_id: 'con-1' }];
    const rows = [row('t', '2026-06-01')];
    server.answer(answerOf([accountOf('con-1', rows), accountOf('con-2', rows)], { errlist }), EMPTY);
    const { connection, pages } = await sync();
    expect(connection.problems).toMatchObject([
      { institutionName: 'Bank con-1', code: 'BANK_LOGIN_REQUIRED' },
    ]);
    expect(pages[0]?.covered).toMatchObject([
      { providerAccountId: 'con-1:a', complete: null, coversPending: false },
      {
        providerAccountId: 'con-2:a',
        complete: { from: '2026-06-01', to: '2026-06-01' },
        coversPending: true,
      },
    ]);
    expect(pages[0]?.upserted).toHaveLength(2);
  });

  test('fails if SimpleFIN cut its range, also in an older request (report 7)', async () => {
    const errlist = [
      { code: 'gen.api', msg: 'Requested date range exceeds limit of 90 days and was capped.' },
    ];
    server.answer(answerOf([], { errlist }));
    await expect(sync()).rejects.toMatchObject({ code: 'PROVIDER_REJECTED' });
    server.answer(answerOf([accountOf('con-1', [])]), answerOf([], { errlist }));
    await expect(sync()).rejects.toMatchObject({ code: 'PROVIDER_REJECTED' });
  });

  test('names rows outside the days that were asked for (report 17)', async () => {
    server.answer(
      answerOf([accountOf('con-1', [row('wrong', '2025-06-01'), row('t', '2026-06-01')])]),
      EMPTY,
    );
    const { pages } = await sync();
    expect(pages[0]).toMatchObject({ unreadable: ['wrong'], upserted: [{ transactionId: 't' }] });
  });

  test('keeps the newest days if older ones take too long, and reads those next time (report 19)', async () => {
    const newest = answerOf([accountOf('con-1', [row('t1', '2026-06-01')])]);
    server.answer(newest, { status: 504 });
    const { pages, cursor } = await sync();
    expect(pages[0]?.upserted).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
    expect(log.warn).toHaveBeenCalledOnce();
    const older = answerOf([accountOf('con-1', [row('t2', '2026-02-01')])]);
    server.answer(newest, older, answerOf([accountOf('con-1', [])]));
    const next = await sync(cursor);
    expect(next.pages[1]?.upserted).toMatchObject([{ transactionId: 't2' }]);
  });

  test('fails if access ends between two requests', async () => {
    server.answer(answerOf([accountOf('con-1', [])]), { status: 403 });
    await expect(sync()).rejects.toMatchObject({ code: 'BANK_CONNECTION_GONE' });
  });

  test('sends nothing when the budget is spent, and spends also for failed requests (report 8)', async () => {
    server.answer({ status: 500 });
    await expect(sync()).rejects.toThrow();
    expect(budget.spend).toHaveBeenCalledOnce();
    budget.spend.mockRejectedValue(new AppError('BANK_ASKED_TOO_OFTEN', { retryAfterSeconds: 60 }));
    server.answer(EMPTY);
    await expect(sync()).rejects.toMatchObject({ code: 'BANK_ASKED_TOO_OFTEN', retryAfterSeconds: 60 });
    expect(server.requests).toEqual([]);
  });

  test('gives its first page again if it is read from the start', async () => {
    server.answer(answerOf([accountOf('con-1', [row('t', '2026-06-01')])]), EMPTY);
    const reading = await provider().beginReading(server.accessUrl, null, NOW.slice(0, 10));
    const first = await reading.readChanges(null);
    await reading.readChanges(first.nextCursor);
    expect(await reading.readChanges(null)).toEqual(first);
  });
});

test('no error and no log holds the access URL, the token or their parts [SEC-25]', async () => {
  const secrets = [SIMPLEFIN_USER, SIMPLEFIN_PASSWORD, SIMPLEFIN_CLAIM, server.setupToken, server.accessUrl];
  secrets.push(Buffer.from(`${SIMPLEFIN_USER}:${SIMPLEFIN_PASSWORD}`).toString('base64'));
  const echo = `${server.accessUrl} ${server.setupToken}`;
  const answers: Parameters<ScriptedSimplefin['answer']>[0][] = [
    ...[200, 301, 400, 401, 402, 403, 404, 429, 500].map((status) => ({
      status,
      headers: { location: server.accessUrl },
      body: echo,
    })),
    { body: `{"accounts": "${echo}"` },
    answerOf([], { errlist: [{ code: 'gen.auth', msg: server.accessUrl }] }),
    (response) => response.destroy(),
    () => undefined,
  ];
  const failures: unknown[] = [];
  for (const answer of answers) {
    server.answer(answer);
    const simplefin = provider({ timeoutMs: DEADLINE_MS });
    failures.push(await failureOf(simplefin.exchangeToken(server.setupToken)));
    server.answer(answer);
    failures.push(await failureOf(simplefin.beginReading(server.accessUrl, null, NOW.slice(0, 10))));
    server.answer(answerOf([accountOf('con-1', [])]), answer);
    await sync(null, simplefin).catch((error: unknown) => failures.push(error));
  }
  failures.push(await failureOf(provider({ trustedOrigins: [] }).readConnection(server.accessUrl)));
  expect(failures.every((error) => error instanceof AppError)).toBe(true);
  const shown = inspect([failures, failures.map((error) => describeError(error)), log.warn.mock.calls], {
    depth: Infinity,
    showHidden: true,
  });
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
});

test('SimpleFIN is linked by a pasted token and asked once a day (report 8)', async () => {
  expect(provider()).toMatchObject({
    id: 'simplefin',
    displayName: 'SimpleFIN',
    capabilities: {
      linkPages: null,
      tokenPage: {
        tokenPageUrl: 'https://tokens.example/create',
        testTokenPageUrl: null,
      },
      canRepair: false,
      webhooks: null,
      syncIntervalMs: DAY_S * 1000,
      isAskedOnOpen: false,
    },
  });
  server.answer(EMPTY);
  await provider().removeConnection();
  expect(server.requests).toEqual([]);
});

/** The cursor of accounts 0, 1, … at the first bank, which were synced today. */
function readUpToToday(accounts: number): string {
  const posted = { oldest: '2024-06-05', newest: '2026-06-05' };
  const days = { from: '2024-06-05', to: '2026-06-05', olderFrom: null, posted, firstSeen: [] };
  return JSON.stringify({
    lookedBackOn: '2026-06-05',
    accounts: Object.fromEntries(Array.from({ length: accounts }, (_, index) => [`con-1:${index}`, days])),
  });
}
