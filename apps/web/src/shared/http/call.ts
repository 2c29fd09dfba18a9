import type { RouteInput, RouteResponse } from '@oinkly/contract/endpoints';
import { routes } from '@oinkly/contract/routes';
import type { RouteName } from '@oinkly/contract/endpoints';
import { apiErrorOf, fieldOf } from './api-error.ts';
import { NoAnswer, watchCall } from './reach.ts';
import { lastUserId } from './last-user.ts';
import { cacheAnswer, cachedAnswer } from './offline-cache.ts';

/** Longer than any call may take. A dead connection never reports itself. */
const ANSWER_TIMEOUT_MS = 60_000;

let userId: string | null = null;

/** The server refuses calls for this user once another one logs in, as in another tab. */
export function callAs(id: string | null): void {
  userId = id;
}

type Given<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

export type CallInput<N extends RouteName> = keyof Given<RouteInput<N>> extends never
  ? []
  : [input: Given<RouteInput<N>>];

interface LooseInput {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | null | undefined>;
  body?: unknown;
}

/**
 * Returns the parsed body, offline the cached answer's. Throws `ApiError`, and `NoAnswer` without any answer.
 */
export async function call<N extends RouteName>(name: N, ...input: CallInput<N>): Promise<RouteResponse<N>> {
  const response = await send(name, input[0]);
  // The server's tests check every answer against this type's schema.
  return (await response.json()) as RouteResponse<N>;
}

/** Like `call`; `nextCursor` is null on the last page. */
export async function callPage<N extends RouteName>(
  name: N,
  ...input: CallInput<N>
): Promise<{ items: RouteResponse<N>; nextCursor: string | null }> {
  const response = await send(name, input[0]);
  const items = (await response.json()) as RouteResponse<N>;
  return { items, nextCursor: response.headers.get('X-Next-Cursor') };
}

export async function callFile<N extends RouteName>(name: N, ...input: CallInput<N>): Promise<Blob> {
  return (await send(name, input[0])).blob();
}

export async function getJson(path: string): Promise<unknown> {
  const response = await request('GET', path);
  return response.json();
}

export function urlOf(name: RouteName, input: Pick<LooseInput, 'params' | 'query'> = {}): string {
  const path = routes[name].path.replaceAll(/:(\w+)/g, (_, parameter: string) => {
    const value = input.params?.[parameter];
    if (value === undefined) throw new Error(`${name} needs ${parameter}`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(key, String(value));
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

async function send(name: RouteName, input: LooseInput = {}): Promise<Response> {
  const url = urlOf(name, input);
  const sentAs = userId;
  try {
    const response = await request(routes[name].method, url, input.body);
    void keepAnswer({ userId: sentAs, name, url }, response);
    return response;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const cached = await cachedAnswer({ userId: userId ?? lastUserId(), name, url });
    if (!cached) throw error;
    return cached;
  }
}

/** An answer belongs to the user whom its request named; the first one names its user itself. */
async function keepAnswer(
  asked: { userId: string | null; name: RouteName; url: string },
  response: Response,
): Promise<void> {
  if (asked.userId !== null || asked.name !== 'getCurrentUser') return cacheAnswer(asked, response);
  const copy = response.clone();
  // The caller reports a body that is no user.
  const user: unknown = await copy
    .clone()
    .json()
    .catch(() => null);
  const userId = fieldOf(user, 'id');
  if (typeof userId === 'string') await cacheAnswer({ ...asked, userId }, copy);
}

async function request(method: string, url: string, body?: unknown): Promise<Response> {
  const noteEnd = watchCall();
  const response = await fetch(url, {
    method,
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', ...(userId !== null && { 'X-User': userId }) },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    noteEnd(false);
    throw new NoAnswer(error);
  });
  noteEnd(true);
  if (!response.ok) throw await apiErrorOf(response);
  return response;
}
