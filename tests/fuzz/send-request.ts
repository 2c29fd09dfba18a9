import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { isTokenAccess } from '@oinkly/contract/token-scopes';
import type { InjectOptions } from 'fastify';
import { routeAt, type Answer, type Asked } from './check-answer.ts';
import type { FuzzUser } from './fuzz-user.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { takes } from './input-of.ts';
import { resolved } from './references.ts';
import { routeTable, shapesOf, type FuzzRequest } from './requests.ts';

export interface Exchange {
  asked: Asked;
  answer: Answer;
}

/** The request may name things of `other`. */
export async function sendRequest(
  world: FuzzWorld,
  request: FuzzRequest,
  { user, other }: { user: FuzzUser; other: FuzzUser },
): Promise<Exchange> {
  const first = await sendOnce(world, request, { user, other });
  const route = routeAt(first.asked.method, first.asked.url);
  const isRefused = first.answer.status === 401 || isLedToLogin(first.answer);
  if (!isRefused || request.session !== 'own' || route === null || routeTable[route].access !== 'user')
    return first;
  if ('cookie' in request.headers) return first;
  // An earlier request ended the session.
  await user.logInAgain();
  return sendOnce(world, request, { user, other });
}

function isLedToLogin({ status, headers }: Answer): boolean {
  return status === 302 && String(headers['location']).startsWith('/api/login?');
}

async function sendOnce(
  { t, bank }: FuzzWorld,
  request: FuzzRequest,
  { user, other }: { user: FuzzUser; other: FuzzUser },
): Promise<Exchange> {
  const parts = {
    params: request.params,
    query: request.query,
    body: request.body,
    headers: request.headers,
  };
  const { params, query, body, headers } = (await resolved(parts, (reference) =>
    user.resolve(reference, other),
  )) as typeof parts;
  const path = routeTable[request.route].path.replaceAll(/:(\w+)/g, (_part, name: string) =>
    encoded(params[name]),
  );
  const search = [...query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`), request.queryTail]
    .filter((part) => part !== '')
    .join('&');
  const url = `${path}${request.pathTail}${search === '' ? '' : `?${search}`}`;
  const payload =
    body.as === 'nothing' ? undefined : body.as === 'json' ? JSON.stringify(body.value) : body.text;
  const isByToken = isTokenAccess(routeTable[request.route].access);
  const sessions = { own: user.cookie, none: undefined, broken: 'session=no-session' };
  const token = isByToken ? await tokenFor(user, request.session) : undefined;
  const cookie = [isByToken ? undefined : sessions[request.session], headers['cookie']]
    .filter((part) => part !== undefined)
    .join('; ');
  const sent: InjectOptions = {
    method: request.method,
    url,
    headers: {
      'sec-fetch-site': 'same-origin',
      host: 'localhost:3000',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(request.route === 'receiveWebhook' && { 'plaid-verification': await bank.sign(payload ?? '') }),
      ...headers,
      ...(cookie !== '' && { cookie }),
    },
    ...(payload !== undefined && { payload }),
  };
  const { statusCode, headers: received, rawPayload } = await t.app.inject(sent);
  return {
    asked: { method: request.method, url, fits: fits(request, { params, query, payload }) },
    answer: {
      status: statusCode,
      headers: received,
      body: decompressed(rawPayload, received['content-encoding']),
    },
  };
}

async function tokenFor(user: FuzzUser, session: FuzzRequest['session']): Promise<string | undefined> {
  if (session === 'own') return user.token();
  return session === 'broken' ? `oink_${'A'.repeat(43)}` : undefined;
}

/** The contract accepts the data, regardless of other faults or of the route really reached. */
function fits(
  request: FuzzRequest,
  sent: {
    params: FuzzRequest['params'];
    query: FuzzRequest['query'];
    payload: string | undefined;
  },
): boolean {
  const { method } = routeTable[request.route];
  if (request.pathTail !== '' || request.queryTail !== '' || request.method !== method) return true;
  const { params, query, body } = shapesOf[request.route];
  const texts = (fields: readonly (readonly [string, unknown])[]) =>
    Object.fromEntries(fields.map(([name, value]) => [name, asText(value).toWellFormed()]));
  if (params && !takes(params, texts(Object.entries(sent.params)))) return false;
  if (query && new Set(sent.query.map(([name]) => name)).size === sent.query.length) {
    if (!takes(query, texts(sent.query))) return false;
  }
  if (!body) return true;
  try {
    return takes(body, sent.payload === undefined ? undefined : JSON.parse(sent.payload));
  } catch {
    return false;
  }
}

function asText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function encoded(value: unknown): string {
  return encodeURIComponent(asText(value).toWellFormed());
}

function decompressed(body: Buffer, encoding: unknown): Buffer {
  if (body.length === 0) return body;
  switch (encoding) {
    case 'gzip':
      return gunzipSync(body);
    case 'br':
      return brotliDecompressSync(body);
    case 'zstd':
      return zstdDecompressSync(body);
    default:
      return body;
  }
}
