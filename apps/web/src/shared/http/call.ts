import type { RouteInput, RouteName, RouteResponse } from '@oinkly/contract/endpoints';
import type { FirstAnswer, FirstCall } from '@oinkly/contract/first-view';
import { routes } from '@oinkly/contract/routes';
import { apiErrorOf, fieldOf } from './api-error.ts';
import { NoAnswer, watchCall } from './reach.ts';
import { lastUserId } from './last-user.ts';
import { answerWithoutServer, cacheAnswer } from './offline-cache.ts';

/** Longer than any call may take. A dead connection never reports itself. */
const ANSWER_TIMEOUT_MS = 60_000;

let userId: string | null = null;

/** The server refuses calls for this user once another one logs in, as in another tab. */
export function callAs(id: string | null): void {
  userId = id;
}

type KnownAnswer = Pick<FirstAnswer, 'body' | 'nextCursor'>;

let answerKnown: ((asked: FirstCall) => Promise<KnownAnswer> | undefined) | null = null;

/** Answers the calls that `work` makes before it returns, but for those without an answer. None of another user's work sees it. */
export function withAnswers<T>(answer: NonNullable<typeof answerKnown>, work: () => T): T {
  answerKnown = answer;
  try {
    return work();
  } finally {
    answerKnown = null;
  }
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
  const { body } = await answerTo(name, input[0]);
  // The server's tests check every answer against this type's schema.
  return body as RouteResponse<N>;
}

/** Calls like `call`; `nextCursor` is null on the last page. */
export async function callPage<N extends RouteName>(
  name: N,
  ...input: CallInput<N>
): Promise<{ items: RouteResponse<N>; nextCursor: string | null }> {
  const { body, nextCursor = null } = await answerTo(name, input[0]);
  return { items: body as RouteResponse<N>, nextCursor };
}

export async function callFile<N extends RouteName>(name: N, ...input: CallInput<N>): Promise<Blob> {
  return (await send(name, input[0] ?? {}, urlOf(name, input[0]))).blob();
}

export async function getJson(path: string): Promise<unknown> {
  const response = await send(null, {}, path);
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

async function answerTo(name: RouteName, input: LooseInput = {}): Promise<KnownAnswer> {
  const url = urlOf(name, input);
  const known = answerKnown?.({ name, url, params: input.params, query: input.query });
  if (known) return known;
  const response = await send(name, input, url);
  const body: unknown = await response.json();
  return { body, nextCursor: response.headers.get('X-Next-Cursor') ?? undefined };
}

/** Without `name`, the answer is not cached. */
async function send(name: RouteName | null, input: LooseInput, url: string): Promise<Response> {
  const asked = name && { userId, name, url };
  const noteEnd = watchCall();
  let response: Response;
  try {
    response = await fetch(url, {
      method: name ? routes[name].method : 'GET',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json', ...(userId !== null && { 'X-User': userId }) },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
  } catch (error) {
    noteEnd(false);
    const cached = asked && (await answerWithoutServer({ ...asked, userId: userId ?? lastUserId() }));
    if (!cached) throw new NoAnswer(error);
    return Response.json(cached.body, { headers: cached.headers });
  }
  noteEnd(true);
  if (!response.ok) throw await apiErrorOf(response);
  if (asked) void storeAnswer(asked, response);
  return response;
}

/** An answer belongs to the user whom its request named; the first call of a page learns its user from the answer. */
async function storeAnswer(
  asked: { userId: string | null; name: RouteName; url: string },
  response: Response,
): Promise<void> {
  if (asked.userId !== null || asked.name !== 'getCurrentUser') return cacheAnswer(asked, response);
  const copy = response.clone();
  const read = response.clone().json() as Promise<unknown>;
  // The caller reports a body that is no user.
  const userId = fieldOf(await read.catch(() => null), 'id');
  if (typeof userId === 'string') await cacheAnswer({ ...asked, userId }, copy);
}
