import type { Endpoint } from '@oinkly/contract/endpoint';
import { endpoints } from '@oinkly/contract/endpoints';
import { routes, type Route } from '@oinkly/contract/routes';
import type { RouteName } from '@oinkly/contract/endpoints';
import fc from 'fast-check';
import { z } from 'zod';
import { inputOf, type Overrides } from './input-of.ts';
import { mutated, mutations, NASTY_TEXTS } from './mutations.ts';
import { referencesTo, type Thing } from './references.ts';

export interface FuzzRequest {
  route: RouteName;
  method: string;
  /** Values of the path's `:name` parts. */
  params: Readonly<Record<string, unknown>>;
  /** Appended as is, for example an undecodable segment. */
  pathTail: string;
  query: readonly (readonly [name: string, value: unknown])[];
  queryTail: string;
  headers: Readonly<Record<string, string>>;
  /**
   * `none`: logged out; `broken`: an invalid cookie. On routes for personal tokens, the user's token instead.
   */
  session: 'own' | 'none' | 'broken';
  body: { as: 'nothing' } | { as: 'json'; value: unknown } | { as: 'text'; text: string };
}

export const shapesOf: Record<RouteName, Endpoint> = endpoints;
export const routeTable: Record<RouteName, Route> = routes;

/** Other routes name no things. */
const NAMED_THINGS: Partial<Record<RouteName, Record<string, Thing>>> = {
  endSession: { id: 'session' },
  revokeToken: { id: 'token' },
  getComingCalendar: { token: 'calendarToken' },
  updateExpense: { id: 'expense' },
  deleteExpense: { id: 'expense' },
  restoreExpense: { id: 'deletedExpense' },
  undoImport: { id: 'import' },
  updateRecurring: { id: 'series' },
  endRecurring: { id: 'series' },
  restoreRecurring: { id: 'endedSeries' },
  answerMonthly: { merchantKey: 'merchant' },
  saveRule: { merchantKey: 'merchant' },
  removeRule: { merchantKey: 'rule' },
  matchRefund: { id: 'refund', expenseId: 'expense' },
  dismissRefund: { id: 'refund' },
  answerDuplicate: { manualId: 'manualTwin', bankId: 'bankTwin' },
  undoMerge: { id: 'mergedExpense' },
  dismissLastWeek: { week: 'week' },
  endFriendship: { id: 'friend' },
  blockFriend: { id: 'friend' },
  unblock: { id: 'blocked' },
  makePact: { id: 'friend' },
  endPact: { id: 'friend' },
  getInvitation: { code: 'invitation' },
  acceptInvitation: { code: 'invitation' },
  joinAsGuest: { code: 'invitation' },
  getGuestPage: { token: 'guestLink' },
  tapWeek: { token: 'guestLink' },
  replaceGuestLink: { token: 'guestLink' },
  leaveAsGuest: { token: 'guestLink' },
  becomeFriend: { token: 'guestLink' },
  removeGuest: { id: 'guest' },
  unsubscribeFromMail: { token: 'unsubscribeToken' },
  getSharedMap: { token: 'map' },
  drawSharedMap: { token: 'map' },
  getSharedCircle: { token: 'circle' },
  drawSharedCircle: { token: 'circle' },
  subscribeToPush: { endpoint: 'endpoint' },
  unsubscribeFromPush: { id: 'device' },
  changeMessagePlace: { id: 'messagePlace' },
  renewMessageSecret: { id: 'messagePlace' },
  testMessagePlace: { id: 'messagePlace' },
  removeMessagePlace: { id: 'messagePlace' },
  syncConnection: { itemId: 'connection' },
  disconnect: { itemId: 'connection' },
  chooseBankTwin: { id: 'accountTwin' },
  createLinkToken: { itemId: 'connection' },
  openLinkPages: { itemId: 'connection' },
  exchangeOAuth: { state: 'link-session', oauth_state_id: 'link-session' },
};

const mostly = <T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: unusual });

const toolCall = (name: string, given: z.ZodObject) => z.object({ name: z.literal(name), arguments: given });

/** Input outside the contract: an issuer's query, a provider's signed bytes and an assistant's messages. */
const UNDECLARED: Partial<Record<RouteName, { query?: z.ZodObject; body?: z.ZodObject }>> = {
  loginCallback: {
    query: z.object({
      code: z.string().max(100).optional(),
      state: z.string().max(100),
      iss: z.string().max(100).optional(),
      error: z.string().max(100).optional(),
      error_description: z.string().max(100).optional(),
    }),
  },
  receiveWebhook: {
    body: z.object({
      webhook_type: z.enum(['TRANSACTIONS', 'ITEM', 'LINK']),
      webhook_code: z.enum([
        'SYNC_UPDATES_AVAILABLE',
        'USER_PERMISSION_REVOKED',
        'SESSION_FINISHED',
        'ERROR',
      ]),
      item_id: z.string().max(64).optional(),
      link_token: z.string().max(64).optional(),
    }),
  },
  useMcp: {
    body: z.object({
      jsonrpc: z.literal('2.0'),
      id: z.int().optional(),
      method: z.enum(['tools/call', 'tools/list', 'ping', 'no/such']),
      params: z.union([
        toolCall('this_week', z.object({})),
        toolCall('last_weeks', z.object({ weeks: z.int().min(0).max(60) })),
        toolCall('search_expenses', z.object({ words: z.string().max(250), limit: z.int().min(0).max(60) })),
        toolCall('coming_up', z.object({})),
        toolCall('add_expense', z.object({ text: z.string().max(50), id: z.string().max(9) })),
        toolCall('add_expense', z.object({ merchant: z.string().max(50), amount: z.number() })),
        toolCall('remove_expense', z.object({ undo: z.string().max(9) })),
      ]),
    }),
  },
};

function overridesOf(route: RouteName): Overrides {
  const things = Object.entries(NAMED_THINGS[route] ?? {}).map(([field, thing]) => {
    // A token that stands in an address makes anyone who has it its user.
    const references: fc.Arbitrary<unknown> = referencesTo(
      thing,
      thing === 'calendarToken' ? ['none'] : undefined,
    );
    const shape = { ...shapesOf[route].query?.shape, ...shapesOf[route].body?.shape }[field];
    // Sometimes omits optional fields.
    return [
      field,
      shape?.safeParse(undefined).success ? mostly(references, fc.constant(undefined)) : references,
    ];
  });
  return {
    ...(Object.fromEntries(things) as Overrides),
    provider: fc.oneof(
      { weight: 15, arbitrary: fc.constant('plaid') },
      { weight: 1, arbitrary: fc.constantFrom('nobody', '__proto__', 'PLAID') },
    ),
    ...(route === 'readNotifications' && {
      kind: fc.constant(undefined),
      ids: fc.array(referencesTo('notification'), { minLength: 1, maxLength: 5 }),
    }),
    ...(route === 'subscribeToPush' && {
      // Most keys of the right form don't exist.
      keys: mostly<unknown>(
        fc.record({ p256dh: referencesTo('deviceKey'), auth: fc.stringMatching(/^[\w-]{22}$/) }),
        fc.record({ p256dh: fc.stringMatching(/^[\w-]{87}$/), auth: fc.stringMatching(/^[\w-]{22}$/) }),
      ),
    }),
    ...(route === 'addMessagePlace' && {
      type: fc.constant('webhook'),
      topic: fc.constant(undefined),
      token: fc.constant(undefined),
      // Others would be refused, or fail as no test knows their names.
      url: referencesTo('hook', ['none']),
    }),
    ...(route === 'loginCallback' && { state: mostly(fc.constant(LOGIN_STATE), fc.string()) }),
    ...(route === 'receiveWebhook' && {
      // The provider may report any connection.
      item_id: mostly<unknown>(referencesTo('connection', ['none']), fc.string()),
    }),
  };
}

/** Half of the webhooks become topics of ntfy. */
function placesOf(webhooks: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const topic = fc.record({
    type: fc.constant('ntfy'),
    topic: fc.stringMatching(/^[-\w]{1,64}$/),
    token: fc.constantFrom(undefined, 'tk_of_the_topic'),
    url: referencesTo('ntfyServer', ['none']),
  });
  return fc
    .tuple(webhooks, fc.option(topic, { freq: 1 }))
    .map(([webhook, asTopic]) => ({ ...(webhook as object), ...asTopic }));
}

/** The `state` of every pending login. */
export const LOGIN_STATE = 'state-of-the-login';

export function plainRequests(route: RouteName): fc.Arbitrary<FuzzRequest> {
  const { params, query, body } = { ...UNDECLARED[route], ...shapesOf[route] };
  const overrides = overridesOf(route);
  const fields = (shape: z.ZodObject | undefined) =>
    shape ? (inputOf(shape, overrides) as fc.Arbitrary<Record<string, unknown>>) : fc.constant({});
  return fc.record({
    route: fc.constant(route),
    method: fc.constant<string>(routeTable[route].method),
    params: fields(params),
    pathTail: fc.constant(''),
    query: fields(query).map((values) => Object.entries(values)),
    queryTail: fc.constant(''),
    headers: fc.constant<FuzzRequest['headers']>(
      route === 'loginCallback' ? { cookie: '⟦own loginAttempt 0⟧' } : {},
    ),
    session: fc.constant<FuzzRequest['session']>('own'),
    body: body
      ? (route === 'addMessagePlace' ? placesOf(inputOf(body, overrides)) : inputOf(body, overrides)).map(
          (value): FuzzRequest['body'] => ({ as: 'json', value }),
        )
      : fc.constant<FuzzRequest['body']>({ as: 'nothing' }),
  });
}

export function requestsTo(route: RouteName): fc.Arbitrary<FuzzRequest> {
  const plain = plainRequests(route);
  const { params, query, body } = { ...UNDECLARED[route], ...shapesOf[route] };
  const wrongInside = fc
    .tuple(plain, fc.array(mutations, { minLength: 1, maxLength: 3 }))
    .map(([request, changes]) =>
      changes.reduce((changing, change) => withWrongData(changing, change), request),
    );
  const wrongOutside = fc
    .tuple(plain, fc.array(carriage, { minLength: 1, maxLength: 2 }))
    .map(([request, changes]) =>
      changes.reduce<FuzzRequest>((changing, change) => ({ ...changing, ...change(changing) }), request),
    );
  return fc.oneof(
    { weight: 5, arbitrary: plain },
    { weight: params || query || body ? 5 : 0, arbitrary: wrongInside },
    { weight: 3, arbitrary: wrongOutside },
  );
}

/** Mutates one part, more often of the body than of the address. */
function withWrongData(request: FuzzRequest, mutation: Parameters<typeof mutated>[1]): FuzzRequest {
  const { params, query, body } = request;
  const hasAddress = Object.keys(params).length + query.length > 0;
  if (body.as === 'json' && (!hasAddress || mutation.at % 4 > 0)) {
    const value = mutated(body.value, mutation);
    return {
      ...request,
      body: value === undefined ? { as: 'nothing' } : { as: 'json', value },
    };
  }
  const changed = mutated({ params, query: Object.fromEntries(query) }, mutation) as {
    params?: unknown;
    query?: unknown;
  } | null;
  const fieldsOf = (part: unknown) => (typeof part === 'object' && part !== null ? part : {});
  return {
    ...request,
    // A path keeps all its parts, even if empty.
    params: {
      ...Object.fromEntries(Object.keys(params).map((name) => [name, ''])),
      ...fieldsOf(changed?.params),
    },
    query: Object.entries(fieldsOf(changed?.query)),
  };
}

type Change = (request: FuzzRequest) => Partial<FuzzRequest>;

const PATH_TAILS = [
  '/',
  '//',
  '/..',
  '/%2e%2e/',
  '%00',
  '%zz',
  '%',
  '%2F',
  '%5C',
  '%C0%AF',
  '%ED%A0%80',
  ';a=b',
  '/x',
];
const QUERY_TAILS = [
  'userId=1&userId=2',
  'limit=1&limit=2',
  'from=2026-01-01&from=2026-01-02',
  'returnTo=/a&returnTo=//evil.example',
  'itemId=a&itemId=b',
  '__proto__=1',
  '__proto__[x]=1',
  'constructor.prototype.x=1',
  'a[b][c]=1',
  '%zz=%',
  '%00=%00',
  '=',
  '&&&',
  '?',
  'q=%ED%A0%80',
];
const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'application/json; charset=utf-16',
  'application/problem+json',
  'application/xml',
  'json',
  ';',
  'application/json, text/plain',
];
const TEXTS = [
  '',
  '{',
  '{"a":',
  '[1,2',
  'null',
  '0',
  '"text"',
  '[]',
  'true',
  'NaN',
  '{"a":1}{"a":2}',
  '\ufeff{}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"a":1,"a":2}',
  '{"a":1e999}',
  'a=1&b=2',
  '<a/>',
  '\0',
  '['.repeat(20_000),
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `{"name":"${'a'.repeat(70_000)}"}`,
];
const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['sec-fetch-site', 'cross-site'],
  ['sec-fetch-site', 'none'],
  ['origin', 'null'],
  ['x-user', 'somebody else'],
  ['x-user', ''],
  ['x-forwarded-for', '1.2.3.4'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'gopher'],
  ['x-http-method-override', 'DELETE'],
  ['x-request-id', '"><script>'],
  ['host', 'evil.example'],
  ['host', ''],
  ['host', '[::1'],
  ['user-agent', ''],
  ['user-agent', 'Mozilla/5.0 '.repeat(600)],
  ['user-agent', 'a\u00e9\u00ff'],
  ['cookie', 'session=a; session=b; login=c'],
  ['cookie', `session=${'a'.repeat(9_000)}`],
  ['cookie', 'session=%00; =; ;;;'],
  ['cookie', 'session=%zz'],
  ['cookie', '__proto__=1; constructor=2'],
  ['accept-encoding', 'gzip'],
  ['accept-encoding', 'br;q=0, zstd;q=1, *;q=0'],
  ['accept-encoding', 'identity;q=0'],
  ['accept-encoding', ',,;q'],
  ['accept', 'text/html'],
  ['accept-language', 'x'.repeat(5_000)],
  ['if-none-match', '*'],
  ['if-none-match', '"a", W/"b"'],
  ['range', 'bytes=0-0'],
  ['content-encoding', 'gzip'],
  ['content-length', '0'],
  ['content-length', '7'],
  ['content-length', '-1'],
  ['transfer-encoding', 'chunked'],
  ['plaid-verification', 'a.b.c'],
  ['idempotency-key', 'a'],
  ['idempotency-key', ''],
  ['plaid-verification', ''],
  ['authorization', 'Bearer x'],
  ['referer', 'http://[bad'],
];

const oddHeaders = fc.constantFrom(...HEADERS);

const carriage: fc.Arbitrary<Change> = fc.oneof(
  fc
    .constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY')
    .map((method): Change => () => ({ method })),
  fc.constantFrom(...PATH_TAILS).map((pathTail): Change => () => ({ pathTail })),
  fc.constantFrom(...QUERY_TAILS).map((queryTail): Change => () => ({ queryTail })),
  fc.constantFrom(...NASTY_TEXTS).map((text): Change => (request) => ({
    query: [...request.query, [text.slice(0, 3_000), text.slice(0, 3_000)]],
  })),
  fc.constantFrom('none' as const, 'broken' as const).map((session): Change => () => ({ session })),
  oddHeaders.map(([name, value]): Change => (request) => ({
    headers: { ...request.headers, [name]: value },
  })),
  fc
    .constantFrom(...CONTENT_TYPES)
    .map((type): Change => (request) => ({ headers: { ...request.headers, 'content-type': type } })),
  fc
    .oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary' }), fc.json())
    .map((text): Change => () => ({ body: { as: 'text', text } })),
  fc.nat().map(
    (length): Change =>
      ({ body }) =>
        body.as === 'json'
          ? { body: { as: 'text', text: truncated(JSON.stringify(body.value), length) } }
          : {},
  ),
);

function truncated(text: string, length: number): string {
  return text.slice(0, length % Math.max(1, text.length));
}
